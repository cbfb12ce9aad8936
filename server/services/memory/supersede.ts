import { recordRef } from "../../core/decisions/record-ref";
import { canBecome, olderOf, type Replaces, replaceCycle, statusOf } from "../../core/decisions/transitions";
import { fail, ok, type Result } from "../../core/result";
import { countOtherSuccessors, readDecisionVersions, readReplaces } from "../../db/memory/decision-record";
import { contentOf, type DecisionChange, writeNext } from "./decision-change";

const MAX_DEPTH = 100;

/** Refuses decisions that do not exist, one that is replaced whole and in part, and a circle; the way round is named. */
export async function checkReplaces(
  { tx, scope }: DecisionChange,
  number: number,
  replaces: Replaces,
): Promise<Result<null>> {
  const edges = new Map<number, Replaces>();
  let wave = olderOf(replaces);
  for (let depth = 0; wave.length > 0 && depth < MAX_DEPTH; depth++) {
    const rows = await readReplaces(tx, scope, wave);
    for (const row of rows) edges.set(row.number, row);
    wave = rows.flatMap(olderOf).filter((older) => !edges.has(older));
  }
  const { supersedes, amends } = replaces;
  const missing = olderOf(replaces).find((old) => !edges.has(old));
  if (missing !== undefined) {
    const [field, verb] = supersedes.includes(missing) ? ["supersedes", "supersede"] : ["amends", "amend"];
    const ref = recordRef("decision", missing);
    return fail("bad_request", `There is no ${ref} to ${verb}. Check its number.`, { field });
  }
  const twice = amends.find((old) => supersedes.includes(old));
  if (twice !== undefined) {
    const ref = recordRef("decision", twice);
    return fail("bad_request", `${ref} is superseded or amended, not both. Take it out of one.`, { field: "amends" });
  }
  const cycle = replaceCycle(number, replaces, edges);
  if (cycle === null) return ok(null);
  edges.set(number, replaces);
  return fail("conflict", `That would be a circle: ${wayRound(cycle, edges)}. Take one of these links out first.`, {
    field: cycle[1] !== undefined && amends.includes(cycle[1]) ? "amends" : "supersedes",
  });
}

/** `DEC-001 supersedes DEC-003 amends DEC-001`. */
function wayRound(cycle: readonly number[], edges: ReadonlyMap<number, Replaces>): string {
  return cycle
    .map((step, index) => {
      const next = cycle[index + 1];
      const ref = recordRef("decision", step);
      if (next === undefined) return ref;
      return `${ref} ${edges.get(step)?.amends.includes(next) ? "amends" : "supersedes"} `;
    })
    .join("");
}

export function inOrder(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

interface Settling {
  readonly held: readonly number[];
  readonly holds: readonly number[];
  /** What was superseded before this stays so: another change did it, such as a merge. */
  readonly since?: Date;
}

/** A decision held some others as replaced and holds some now: those that went stand again, those that came do not. */
export async function settleReplaced(
  change: DecisionChange,
  number: number,
  { held, holds, since }: Settling,
): Promise<Result<null>> {
  const released = await releaseAll(
    change,
    number,
    held.filter((old) => !holds.includes(old)),
    since,
  );
  if (!released.ok) return released;
  return supersedeAll(
    change,
    holds.filter((old) => !held.includes(old)),
  );
}

/** The successor holds: what it replaces becomes superseded, each as a new version. What is final already stays. */
export async function supersedeAll(change: DecisionChange, replaced: readonly number[]): Promise<Result<null>> {
  for (const old of [...replaced].sort((a, b) => a - b)) {
    const [latest] = await readDecisionVersions(change.tx, change.scope, old, 1);
    if (!latest || !canBecome(statusOf(latest.status), "superseded")) continue;
    const content = contentOf(latest);
    const next = await writeNext(change, old, latest, { status: "superseded", content, action: "decision.superseded" });
    if (!next.ok) return next;
  }
  return ok(null);
}

/** The successor holds no longer: what only it replaced stands again as it did before, each as a new version. */
async function releaseAll(
  change: DecisionChange,
  successor: number,
  replaced: readonly number[],
  since = new Date(0),
): Promise<Result<null>> {
  for (const old of [...replaced].sort((a, b) => a - b)) {
    const [latest, before] = await readDecisionVersions(change.tx, change.scope, old, 2);
    if (latest?.status !== "superseded" || !before || latest.createdAt < since) continue;
    if ((await countOtherSuccessors(change.tx, change.scope, old, successor)) > 0) continue;
    const status = statusOf(before.status);
    const content = contentOf(latest);
    const next = await writeNext(change, old, latest, { status, content, action: "decision.restored" });
    if (!next.ok) return next;
  }
  return ok(null);
}
