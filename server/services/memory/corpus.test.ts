import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { findDrafts } from "@/server/core/decisions/find-drafts";
import { groupFailures } from "@/server/core/failures/group-failures";
import { composeHandoff } from "@/server/core/handoffs/compose";
import { writeHandoff } from "@/server/core/handoffs/markdown";
import { findPreferences } from "@/server/core/rules/find-preferences";
import { corpusTranscripts } from "./testing/corpus-transcripts";
import { readTranscript } from "./testing/read-transcript";

const corpus = process.env["STEWARD_CORPUS"];

describe("findings in real sessions", () => {
  if (!corpus) console.log("STEWARD_CORPUS is not set: findings in real sessions are skipped.");

  it.skipIf(!corpus)(
    "are found in every transcript without a crash",
    () => {
      const rows = corpusTranscripts(corpus ?? "").flatMap((files) => {
        return readTranscript(files).map((session) => {
          const drafts = findDrafts(session.input, session.nativeId);
          const failures = groupFailures(session.input);
          const note = composeHandoff(session.input, {
            number: 1,
            startedAtMs: session.startedAtMs,
            timeZone: "UTC",
            cwd: session.cwd,
            branch: session.branch,
            decisions: drafts.map((draft) => ({ draft, ref: null })),
            failures: failures.map((failure) => ({ failure, ref: null })),
          });
          if (process.env["STEWARD_SHOW"])
            show(files[0] ?? "", drafts, failures, note ? writeHandoff(note) : "(no note)");
          return {
            file: basename(files[0] ?? "").slice(0, 44),
            events: session.input.events.length,
            drafts: drafts.length,
            failures: failures.length,
            wishes: findPreferences(session.input, session.nativeId).length,
            occurrences: failures.reduce((sum, failure) => sum + failure.occurrences.length, 0),
            open: failures.filter((failure) => failure.occurrences.at(-1)?.resolvedBy === null).length,
            told: note?.completeness.filter((section) => section.state !== "missing").length ?? 0,
            files: note?.filesModified.length ?? 0,
          };
        });
      });
      console.table(rows);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.reduce((sum, row) => sum + row.drafts, 0)).toBeGreaterThan(0);
    },
    120_000,
  );
});

function show(file: string, drafts: readonly object[], failures: readonly object[], note: string): void {
  console.log(`==== ${file}\n${JSON.stringify(drafts, null, 1)}\n${JSON.stringify(failures, null, 1)}\n${note}`);
}
