import { z } from "zod";
import { BOUNDARY_KINDS } from "../events/kinds";
import type { Operation } from "./answer";
import { REASON_CODES } from "./reasons";

/** What the procedures of the rooms `context` and `history` answer. Refs are written `ctx:<entryId>`. */

const Reason = z.enum(REASON_CODES);
const Residency = z.enum(["full", "retained", "reference"]);

/** The answer of one operation; see `Answer`. */
export function answerView<const Op extends Operation>(operation: Op) {
  return z.object({
    status: z.enum(["ok", "rejected", "unavailable"]),
    operation: z.literal(operation),
    /** Only what stands here was changed. */
    changed: z.array(z.string()),
    reason: Reason.optional(),
    message: z.string(),
    /** Of a restore: where each ref can be read. */
    availability: z.record(z.string(), z.enum(["projected", "history-only"])).optional(),
    rejected: z.array(z.object({ ref: z.string(), reason: Reason, message: z.string() })).optional(),
  });
}

export const TransitionRowView = z.object({
  id: z.string(),
  ref: z.string(),
  label: z.string(),
  thread: z.string(),
  from: Residency,
  to: Residency,
  /** A person, an agent's key, or the pipeline. */
  actorKind: z.enum(["member", "key", "system"]),
  actor: z.string(),
  reason: z.string(),
  /** Rule that a run went by. */
  rule: z.string().nullable(),
  /** Number of the run; null for a person or an agent. */
  run: z.int().nullable(),
  retained: z.string().nullable(),
  at: z.string(),
});
export const TransitionListView = z.object({ rows: z.array(TransitionRowView), nextCursor: z.string().nullable() });
export type TransitionRow = z.infer<typeof TransitionRowView>;
export type TransitionList = z.infer<typeof TransitionListView>;

export const PinListView = z.object({
  pins: z.array(
    z.object({
      ref: z.string(),
      label: z.string(),
      thread: z.string(),
      by: z.string(),
      reason: z.string(),
      at: z.string(),
      until: z.string().nullable(),
    }),
  ),
});
export type PinList = z.infer<typeof PinListView>;

export const SuggestionView = z.object({
  ref: z.string(),
  label: z.string(),
  thread: z.string(),
  to: z.enum(["reference", "retained"]),
  /** Stable id such as `suggest.broad-search`. */
  rule: z.string(),
  why: z.string(),
  evidence: z.array(z.string()),
  tokens: z.number(),
  tokensAfter: z.number(),
  /** A kept meaning that can be sent as it is; null for a reference. */
  retained: z.string().nullable(),
});
export const SuggestionListView = z.object({
  /** The last boundary of the session: the moment at which results are reviewed; null when there was none yet. */
  boundary: z
    .object({ kind: z.enum(BOUNDARY_KINDS), source: z.enum(["told", "inferred"]), turnsAgo: z.int() })
    .nullable(),
  suggestions: z.array(SuggestionView),
  /** Of all that were found, shown or not. */
  total: z.int(),
  savedTokens: z.number(),
});
export type SuggestionList = z.infer<typeof SuggestionListView>;

export const HistoryHitView = z.object({
  session: z.int(),
  ref: z.string(),
  thread: z.string(),
  at: z.string(),
  kind: z.string(),
  tool: z.string().nullable(),
  label: z.string(),
  /** 0-based stretch of the thread between compactions; null before the first analysis. */
  epoch: z.int().nullable(),
  /** Whether the current window still holds the event. */
  inContext: z.boolean(),
  residency: Residency,
  snippet: z.string(),
  tokens: z.number(),
});
export const HistorySearchView = z.object({ hits: z.array(HistoryHitView), nextCursor: z.string().nullable() });
export type HistoryHit = z.infer<typeof HistoryHitView>;
export type HistorySearch = z.infer<typeof HistorySearchView>;

export const HistoryTextView = z.object({
  items: z.array(
    z.object({
      ref: z.string(),
      kind: z.string(),
      label: z.string(),
      at: z.string(),
      /** False when the client uploads no texts: then `text` is empty, and nothing is made up. */
      stored: z.boolean(),
      /** The stored text from `offset` on, unchanged. */
      text: z.string(),
      /** In Unicode characters. */
      offset: z.int(),
      nextOffset: z.int().nullable(),
      totalCharacters: z.int(),
      /** Of the whole text in UTF-8, in hex. */
      sha256: z.string(),
    }),
  ),
  /** Refs that this session does not have. */
  missing: z.array(z.string()),
});
export type HistoryText = z.infer<typeof HistoryTextView>;
