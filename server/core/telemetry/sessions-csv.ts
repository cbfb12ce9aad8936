import { NOISE_CLASSES } from "../prune/model";
import { type CsvValue, toCsv } from "./csv";
import type { SessionRow } from "./session-views";

const HEAD = [
  "session",
  "title",
  "client",
  "model",
  "person",
  "branch",
  "stage",
  "started_at",
  "last_event_at",
  "requests",
  "window_tokens",
  "peak_context_tokens",
  "added_tokens",
  ...NOISE_CLASSES.map((name) => `${name.replace("-", "_")}_tokens`),
  "proven_noise_tokens",
  "carried_tokens",
  "cost_usd",
];

/** The session list as a table. A list that was cut says so in its last row. */
export function sessionsCsv(rows: readonly SessionRow[], isCut: boolean): string {
  const lines = rows.map((row): CsvValue[] => [
    row.number,
    row.title,
    row.client,
    row.model,
    row.person,
    row.branch,
    row.stage,
    row.startedAt,
    row.lastEventAt,
    row.requestCount,
    row.windowTokens,
    row.peakContextTokens,
    row.figures.addedTokens,
    ...NOISE_CLASSES.map((name) => row.figures.noise[name]),
    row.figures.provenTokens,
    row.figures.carriedTokens,
    row.figures.costUsd,
  ]);
  const note: CsvValue[][] = isCut ? [[`Only the first ${rows.length} sessions. Narrow the filter for the rest.`]] : [];
  return toCsv(HEAD, [...lines, ...note]);
}
