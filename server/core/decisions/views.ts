import { z } from "zod";
import { DECISION_STATUSES } from "./transitions";

/** What the API tells of decisions; times are ISO strings. */

export const EvidenceView = z.object({
  kind: z.string(),
  /** Number of the session that the event belongs to. */
  session: z.int().nullable(),
  ref: z.string(),
  note: z.string(),
});
export type EvidenceView = z.infer<typeof EvidenceView>;

export const AlternativeView = z.object({ option: z.string(), detail: z.string(), whyNot: z.string() });

export const AuthorView = z.object({ kind: z.string(), name: z.string() });
export type AuthorView = z.infer<typeof AuthorView>;

export const DecisionRow = z.object({
  number: z.int(),
  version: z.int(),
  status: z.enum(DECISION_STATUSES),
  title: z.string(),
  tags: z.array(z.string()),
  author: AuthorView,
  decidedOn: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
  session: z.int().nullable(),
  /** Sessions in which the same question got the same answer, this one included; 0 when all of them are gone. */
  sessions: z.int().nonnegative(),
});
export type DecisionRow = z.infer<typeof DecisionRow>;

export const StatusCount = z.object({ status: z.string(), count: z.int() });

export const DecisionList = z.object({
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  rows: z.array(DecisionRow),
  counts: z.array(StatusCount),
  tags: z.array(z.string()),
  nextCursor: z.int().nullable(),
});
export type DecisionList = z.infer<typeof DecisionList>;

export const DecisionVersionView = z.object({
  version: z.int(),
  status: z.enum(DECISION_STATUSES),
  title: z.string(),
  decidedOn: z.iso.datetime().nullable(),
  context: z.string(),
  decision: z.string(),
  reasoning: z.string(),
  alternatives: z.array(AlternativeView),
  impact: z.string(),
  reversible: z.string(),
  risk: z.string(),
  confidence: z.string(),
  assumptions: z.array(z.string()),
  affectedPaths: z.array(z.string()),
  tags: z.array(z.string()),
  evidence: z.array(EvidenceView),
  supersedes: z.array(z.int()),
  author: AuthorView,
  createdAt: z.iso.datetime(),
});
export type DecisionVersionView = z.infer<typeof DecisionVersionView>;

export const DecisionView = z.object({
  number: z.int(),
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  session: z.int().nullable(),
  /** Newest first; never empty. */
  versions: z.array(DecisionVersionView).min(1),
  /** The reader may accept or reject it. */
  mayReview: z.boolean(),
  supersededBy: z.array(z.object({ number: z.int(), title: z.string() })),
});
export type DecisionView = z.infer<typeof DecisionView>;
