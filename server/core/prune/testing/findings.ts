import type { PrunePolicy, SessionInput } from "../model";
import { rulesOf } from "../passes/order";
import { type Finding, FindingBoard } from "../rule";
import { timelineOf } from "../timeline";
import { EAGER_POLICY } from "./policies";

/** What the rules of the passes find in a session, before any protection or window has a say. */
export function findingsIn(session: SessionInput, policy: PrunePolicy = EAGER_POLICY) {
  const board = new FindingBoard();
  const sweeps = rulesOf(policy).map((rule) => rule.begin(board));
  const { entries } = timelineOf(session);
  for (const entry of entries) {
    for (const sweep of sweeps) sweep(entry);
    board.mutations.see(entry);
  }
  return entries.flatMap((entry) => board.of(entry).map(plain));
}

function plain({ rule, entry, to, sinceTurn, evidence, cites, window, explain }: Finding) {
  return {
    rule: rule.id,
    ref: entry.event.ref,
    to,
    sinceTurn,
    evidence: evidence.map(({ event }) => event.ref),
    cites: cites?.event.ref ?? null,
    window: window ?? null,
    reason: explain(null),
  };
}
