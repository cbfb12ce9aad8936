import type { ParseReport } from "@/server/core/transcripts/parser";
import { count } from "../output";
import { readTranscript } from "./read-file";

/** What an import of this file would send, in one line. */
export async function countFile(file: string): Promise<string> {
  const sessions = new Set<string>();
  const threads = new Set<string>();
  let events = 0;
  let report: ParseReport | null = null;
  for await (const step of readTranscript(file, (final) => (report = final))) {
    for (const part of step.parts) {
      sessions.add(part.header.id);
      for (const thread of part.threads) threads.add(thread.key);
      events += part.events.length;
    }
  }
  const bad = badLinesOf(report);
  return `${file}: ${count(events, "event")} of ${count(sessions.size, "session")}${bad > 0 ? `, ${count(bad, "bad line")}` : ""}`;
}

function badLinesOf(report: ParseReport | null): number {
  return report?.badLineCount ?? 0;
}
