import { describe, expect, it } from "vitest";
import { type SuggestionList, SuggestionListView } from "../context/views";
import { RunAnswerView } from "../runs/views";
import { tellRun, tellSuggestions } from "./tell-window";

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

/** @param kept the meaning that each result is to keep, by its ref; null where its marker is enough. */
function suggested(kept: Readonly<Record<string, string | null>>): SuggestionList {
  const suggestions = Object.entries(kept).map(([ref, retained]) => ({
    ref,
    label: "Grep price",
    thread: "main",
    to: retained === null ? "reference" : "retained",
    rule: "suggest.broad-search",
    why: "What it found was read.",
    evidence: [],
    tokens: 400,
    tokensAfter: 10,
    retained,
  }));
  return SuggestionListView.parse({ boundary: null, suggestions, total: suggestions.length, savedTokens: 390 });
}

describe("what may be archived", () => {
  it("is offered with what still matters of it, and not by a command that would lose it", () => {
    const told = tellSuggestions(
      suggested({ "ctx:a": null, "ctx:b": "Grep price:\n2 of 9 files unread", "ctx:c": null }),
    );
    expect(told).toContain("`ctx:b` Grep price (400): What it found was read. Keep: Grep price: 2 of 9 files unread\n");
    expect(told).toContain("Archive with: context archive ctx:a ctx:c\n");
    expect(told).toContain("context archive ctx:b keeping <meaning>");
  });

  it("says only the command that fits", () => {
    expect(tellSuggestions(suggested({ "ctx:a": null }))).not.toContain("keeping");
    expect(tellSuggestions(suggested({ "ctx:b": "Two hits." }))).not.toContain("Archive with");
  });
});
