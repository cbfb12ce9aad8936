import { broadSearch } from "./broad-search";
import { inventory } from "./inventory";
import { logOutput } from "./log-output";
import { mutationReceipt } from "./mutation-receipt";
import { repeatedDiagnostic } from "./repeated-diagnostic";
import type { SuggestionRule } from "./rule";
import { staleRead } from "./stale-read";
import { supersededCheck } from "./superseded-check";
import { supersededExploration } from "./superseded-exploration";
import { webOutput } from "./web-output";

/** In the order of looking; the first that fits a result speaks for it. */
export const SUGGESTION_RULES: readonly SuggestionRule[] = [
  broadSearch,
  inventory,
  webOutput,
  logOutput,
  repeatedDiagnostic,
  supersededExploration,
  staleRead,
  mutationReceipt,
  supersededCheck,
];
