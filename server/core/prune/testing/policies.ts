import type { PrunePolicy } from "../model";
import { STRICT_POLICY } from "../policy";

/** The strict policy without the windows that delay: what the passes alone would do. For tests of single rules. */
export const EAGER_POLICY: PrunePolicy = {
  ...STRICT_POLICY,
  tail: Object.fromEntries(
    Object.keys(STRICT_POLICY.tail).map((toolClass) => [toolClass, { tokens: 0, turns: 0 }]),
  ) as PrunePolicy["tail"], // the same keys, mapped
  byAge: false,
  callTail: {},
  superseded: { coveredShare: 1, tokens: 0, turns: 0 },
  workingSetTurns: 0,
  spokenOf: { tokens: 0, turns: 0 },
  reuse: null,
  blocks: null,
  currentFileTurns: 0,
  referencedWithinTurns: 0,
};

/** Windows so small that everything that a plan can say comes up in a session of a few dozen steps. */
export const QUICK_POLICY: PrunePolicy = {
  ...STRICT_POLICY,
  tail: Object.fromEntries(
    Object.keys(STRICT_POLICY.tail).map((toolClass) => [toolClass, { tokens: 50, turns: 2 }]),
  ) as PrunePolicy["tail"], // the same keys, mapped
  callTail: { write: { tokens: 1, turns: 1 }, edit: { tokens: 1, turns: 1 }, shell: { tokens: 1, turns: 1 } },
  workingSetTurns: 3,
  spokenOf: { tokens: 100, turns: 4 },
  referenceAfterTurns: { shell: 5, test: 5, source_read: 6 },
  idleTurns: 4,
  currentFileTurns: 2,
  blocks: { minTokens: 10, minTurns: 1, minLines: 2, minGainShare: 0.05 },
};
