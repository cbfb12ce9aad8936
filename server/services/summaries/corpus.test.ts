import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { timelineOf } from "@/server/core/prune/timeline";
import { entriesOf, faultOf } from "@/server/core/summarize/check-summary";
import { summarizeRanges } from "@/server/core/summarize/summarize-ranges";
import { readTranscript } from "../memory/testing/read-transcript";

/** Real sessions are no part of the project: this test runs where STEWARD_CORPUS names a folder of them. */
const corpus = process.env["STEWARD_CORPUS"];
const STALE_TURNS = 10;

if (!corpus) console.log("Skipped the summaries of real sessions: set STEWARD_CORPUS to a folder of transcripts.");

describe.skipIf(!corpus)("summaries of real sessions", () => {
  it("pass the checks that a model's summary has to pass", { timeout: 120_000 }, () => {
    const rows = filesOf(corpus ?? "").flatMap((file) =>
      readTranscript([file]).map(({ input }) => {
        const timeline = timelineOf(input);
        const isStale = (entry: { readonly ageTurns: number }) => entry.ageTurns >= STALE_TURNS;
        const summaries = summarizeRanges(timeline, { isHeld: () => false, isStale, records: [] });
        for (const summary of summaries) {
          expect(faultOf(summary.text, summary, entriesOf(timeline, summary)), summary.text).toBeNull();
        }
        return {
          file: basename(file).slice(0, 44),
          summaries: summaries.length,
          replaced: summaries.reduce((sum, summary) => sum + summary.replacedTokens, 0),
          tokens: summaries.reduce((sum, summary) => sum + summary.tokens, 0),
        };
      }),
    );
    console.table(rows);
    expect(rows.filter((row) => row.summaries > 0).length).toBeGreaterThan(0);
  });
});

function filesOf(folder: string): string[] {
  return ["claude-code", "codex"].flatMap((client) =>
    readdirSync(join(folder, client), { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".jsonl"))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
}
