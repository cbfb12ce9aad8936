import { describe, expect, it } from "vitest";
import type { MoveView } from "@/server/core/runs/views";
import { breakEvenWords, changedEvents, savedByPass, scopeWords, triggerWord, undoneWords } from "./run-words";

function aMove(pass: string | null, tokensBefore: number, tokensAfter: number): MoveView {
  const what = { ref: "e1", thread: "main", kind: "tool_result", tool: "Read", label: "Read a.ts" };
  const change = { from: "full", to: "reference", rule: "r", reason: "", retained: null } as const;
  return { ...what, ...change, evidence: [], pass, tokensBefore, tokensAfter };
}

describe("a run in words", () => {
  it("says when it has paid", () => {
    expect(breakEvenWords(11)).toBe("11 requests");
    expect(breakEvenWords(1)).toBe("1 request");
    expect(breakEvenWords(0)).toBe("at once");
    expect(breakEvenWords(null)).toBe("never");
  });

  it("adds up what each pass gives back, and no one else's", () => {
    const moves = [
      aMove("dedup", 500, 20),
      aMove("dedup", 100, 20),
      aMove("compress-stale", 900, 300),
      aMove(null, 9, 1),
    ];
    expect(savedByPass(moves)).toEqual({ dedup: 560, "purge-errors": 0, "compress-stale": 600 });
  });

  it("counts the events of all passes", () => {
    expect(changedEvents({ passes: { dedup: 2, purgeErrors: 3, compress: 5 } })).toBe(10);
  });

  it("names the passes that it was limited to", () => {
    expect(scopeWords({ passes: [], compact: false })).toBe("all passes");
    expect(scopeWords({ passes: ["dedup", "compress-stale"], compact: true })).toBe("Duplicates and Stale, compact");
  });

  it("keeps the name of a trigger that it does not know", () => {
    expect(triggerWord("cold-cache")).toBe("the cache was cold");
    expect(triggerWord("moonrise")).toBe("moonrise");
  });

  it("says how many events an undo put back, and how many stay as they were changed since", () => {
    const undone = { runNumber: 3, undoneAt: "", undoneBy: "Mia", appliedAt: null, effect: "", already: false };
    const kept = { total: 0, rows: [] };
    expect(undoneWords({ ...undone, putBack: 12, kept })).toBe("Run 3 is undone: 12 events stand as before.");
    expect(undoneWords({ ...undone, putBack: 1, kept: { total: 1, rows: [] } })).toBe(
      "Run 3 is undone: 1 event stands as before. 1 event changed since, and stays so.",
    );
    expect(undoneWords({ ...undone, putBack: 0, kept, already: true })).toBe("Run 3 was undone before.");
  });
});
