import { z } from "zod";
import { FLAG_KINDS } from "./drift";
import { DECISION_STATUSES } from "./transitions";
import { DecisionVersionView, RelatedDecision } from "./views";

/** What the API tells of decisions that ask for a person: drafts, drift, reviews that are due. Times are ISO strings. */

export const Attention = z.object({
  /** Drafts to review, equal ones as one. */
  drafts: z.int().nonnegative(),
  /** Pairs that overlap, contradict or repeat each other. */
  flags: z.int().nonnegative(),
  /** Accepted decisions of which a review is due. */
  due: z.int().nonnegative(),
});
export type Attention = z.infer<typeof Attention>;

export const QueuedDraft = z.object({
  number: z.int(),
  /** Drafts of other sessions that say the same; they go where this one goes. */
  alike: z.array(z.int()),
  /** Sessions in which it was found. */
  sessions: z.array(z.int()),
  latest: DecisionVersionView,
});
export type QueuedDraft = z.infer<typeof QueuedDraft>;

export const ReviewQueue = z.object({
  timeZone: z.string(),
  /** Drafts that wait, whatever the page. */
  total: z.int(),
  /** The oldest first. */
  rows: z.array(QueuedDraft),
  nextCursor: z.int().nullable(),
  mayReview: z.boolean(),
});
export type ReviewQueue = z.infer<typeof ReviewQueue>;

/** Another decision, and how much it says the same: 0 to 1. */
export const SimilarDecision = RelatedDecision.extend({ likeness: z.number() });
export type SimilarDecision = z.infer<typeof SimilarDecision>;

const FlaggedDecision = z.object({
  number: z.int(),
  version: z.int(),
  status: z.enum(DECISION_STATUSES),
  title: z.string(),
  context: z.string(),
  decision: z.string(),
  decidedOn: z.iso.datetime(),
});
export type FlaggedDecision = z.infer<typeof FlaggedDecision>;

export const DecisionFlag = z.object({
  kind: z.enum(FLAG_KINDS),
  /** How sure: 0 to 1. */
  score: z.number(),
  /** Sentences that say why. */
  reasons: z.array(z.string()),
  /** What both have in common; words are cut to their stems. */
  words: z.array(z.string()),
  paths: z.array(z.string()),
  newer: FlaggedDecision,
  older: FlaggedDecision,
  foundAt: z.iso.datetime(),
  dismissed: z.object({ at: z.iso.datetime(), by: z.string() }).nullable(),
});
export type DecisionFlag = z.infer<typeof DecisionFlag>;

export const DecisionFlags = z.object({
  timeZone: z.string(),
  total: z.int(),
  rows: z.array(DecisionFlag),
  nextCursor: z.string().nullable(),
  mayReview: z.boolean(),
});
export type DecisionFlags = z.infer<typeof DecisionFlags>;

export const DueDecision = RelatedDecision.extend({ version: z.int(), reasons: z.array(z.string()) });
export type DueDecision = z.infer<typeof DueDecision>;

export const Citation = z.object({
  kind: z.enum(["decision", "failure", "handoff", "summary", "run"]),
  /** `HND-012`; of a run, the session that it belongs to. */
  number: z.int(),
  run: z.int().nullable(),
  title: z.string(),
  at: z.iso.datetime(),
});
export type Citation = z.infer<typeof Citation>;

export const Citations = z.object({ rows: z.array(Citation), nextCursor: z.string().nullable() });
export type Citations = z.infer<typeof Citations>;
