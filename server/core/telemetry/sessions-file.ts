import { factsOf } from "../formats/list-file";
import { NOISE_CLASSES } from "../prune/model";
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

/** The session list as a table, or a document. */
export const SESSIONS_FILE = factsOf<SessionRow>(HEAD, (row) => [
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
