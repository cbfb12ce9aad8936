import type { PrunePolicy, SessionInput } from "../prune/model";
import { replay } from "./measure";
import { recordingOf } from "./recording";
import { stewardPolicy } from "./steward-policy";

/** How often a session came back to what it had been shown, and how often a policy would still have shown it. */
export interface NeededAgain {
  /** Requests of the main thread that were replayed. */
  readonly requests: number;
  /** Of these, the ones whose turn used an edit anchor, a rare name, a path or a long line that the window had shown. */
  readonly needed: number;
  /** Of these, the ones that would have found all of it in view. `needed - kept` turns missed something. */
  readonly kept: number;
}

/** A plan costs time that grows with the session, so a replay looks at most so often; fewer looks commit later. */
const MOST_LOOKS = 12;

/**
 * Replays the main thread of a session as if the policy had pruned it from the start: standings, pins and records of
 * today were not known then and are left out. First order: the recorded agent saw everything.
 */
export function neededAgain(session: SessionInput, policy: PrunePolicy): NeededAgain {
  const recording = recordingOf(session);
  const tokens = recording.units.reduce((sum, unit) => sum + unit.tokens, 0);
  const lookTokens = Math.max(policy.batching.lookTokens, Math.ceil(tokens / MOST_LOOKS));
  const batching = { ...policy.batching, lookTokens };
  const measured = replay(recording, stewardPolicy(policy.preset, { ...policy, batching }));
  return {
    requests: measured.requests,
    needed: measured.usingRequests,
    kept: measured.usingRequests - measured.lossyRequests,
  };
}
