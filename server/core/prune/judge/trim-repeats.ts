import { RESOLVABLE_KINDS } from "../../events/kinds";
import type { PrunePolicy } from "../model";
import { trimRepeatedLines } from "../passes/compress-stale/repeated-lines";
import { citedBy } from "../projection";
import { callWindow } from "../protect/tail";
import type { Entry } from "../timeline";
import type { WindowView } from "../visible/window-view";
import { GUARDED } from "./guarding";
import { isJudged, type Sheet, type WindowWorld } from "./judged-window";

const RESOLVABLE: ReadonlySet<string> = new Set(RESOLVABLE_KINDS);

/** Cuts lines that something newer shows from what stays in full and is no citation of anything. */
export function trimRepeats({ policy, facts }: WindowWorld, view: WindowView, { verdicts, levels }: Sheet): void {
  if (policy.blocks === null) return;
  const cited = new Set([...verdicts.values()].map(citedBy));
  const mayTrim = (entry: Entry) =>
    isJudged(entry) &&
    mayLoseLines(entry, policy) &&
    !cited.has(entry.event.ref) &&
    (levels.get(entry) ?? 0) < GUARDED &&
    (verdicts.get(entry.event.ref)?.to ?? "full") === "full" &&
    (facts.standings.get(entry.event.ref)?.residency ?? "full") === "full";
  const verdictOf = (entry: Entry) => verdicts.get(entry.event.ref);
  for (const cut of trimRepeatedLines({ policy: policy.blocks, view, mayTrim, verdictOf })) {
    const known = verdicts.get(cut.ref);
    // What was noise stays noise: the cut only says what the run does about it.
    const noise = known ? { noise: known.noise, noiseSinceTurn: known.noiseSinceTurn } : {};
    verdicts.set(cut.ref, { ...cut, ...noise });
  }
}

function mayLoseLines({ event, partner }: Entry, policy: PrunePolicy): boolean {
  if (event.kind === "tool_call") return partner !== null && callWindow(policy, event) !== null;
  return RESOLVABLE.has(event.kind);
}
