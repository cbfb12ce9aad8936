import type { Rejection } from "./answer";
import { entryIdOf, refOf } from "./ref";

/** A target whose ref names something that is known. */
export interface Named<Target, Known> {
  readonly target: Target;
  readonly entry: Known;
  /** `ctx:<id>`, as answers write it. */
  readonly ref: string;
}

/** How much of a text that is no ref an answer repeats. */
const SHOWN_CHARACTERS = 60;

/** Finds what each target names, in order; what can be no ref, is named twice or is unknown comes back as rejected. */
export function nameTargets<Target extends { readonly ref: string }, Known>(
  targets: readonly Target[],
  known: ReadonlyMap<string, Known>,
): (Named<Target, Known> | { readonly rejection: Rejection })[] {
  const seen = new Set<string>();
  return targets.map((target) => {
    const id = entryIdOf(target.ref);
    if (id === null) return { rejection: invalid(target.ref) };
    const ref = refOf(id);
    if (seen.has(id)) return reject(ref, "duplicate_target", `${ref} is named twice; name it once.`);
    seen.add(id);
    const entry = known.get(id);
    if (entry === undefined) {
      return reject(ref, "unknown_ref", `${ref} is not in this session. Copy the ref from its marker.`);
    }
    return { target, entry, ref };
  });
}

function reject(ref: string, reason: Rejection["reason"], message: string) {
  return { rejection: { ref, reason, message } };
}

function invalid(raw: string): Rejection {
  const ref = raw.trim().slice(0, SHOWN_CHARACTERS);
  return { ref, reason: "invalid_ref", message: `${JSON.stringify(ref)} is no ref. A ref is ctx:<id>, on one line.` };
}
