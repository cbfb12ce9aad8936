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
