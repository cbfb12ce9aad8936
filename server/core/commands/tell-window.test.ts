import { describe, expect, it } from "vitest";
import { RunAnswerView } from "../runs/views";
import { tellRun } from "./tell-window";

/** @param each how many changes of each pass, and how many summaries. */
function run(each: number): RunAnswerView {
  return RunAnswerView.parse({
    committed: true,
    runNumber: 4,
    revision: 9,
    reason: "It pays.",
    totals: {
      beforeTokens: 2_500,
      afterTokens: 1_200,
      summaryTokens: 0,
      protectedEvents: 0,
      passes: { dedup: each, purgeErrors: each, compress: each },
    },
    threads: [],
    moves: each,
    blocked: 0,
    summaries: each,
  });
}

describe("what a run took out", () => {
  it.each([
    [0, "0 changes (0 duplicates, 0 resolved errors, 0 stale results), 0 summaries, 0 protected."],
    [1, "1 change (1 duplicate, 1 resolved error, 1 stale result), 1 summary, 0 protected."],
    [2, "2 changes (2 duplicates, 2 resolved errors, 2 stale results), 2 summaries, 0 protected."],
  ])("is told of %i in the right number", (each, says) => {
    expect(tellRun(run(each))).toBe(`Run 4 took out 1,300 tokens: 2,500 became 1,200.\n\n${says}\n\nIt pays.\n`);
  });
});
