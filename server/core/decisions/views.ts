import { z } from "zod";
import { DECISION_STATUSES } from "./transitions";

/** What the API tells of decisions; times are ISO strings. */

export const EvidenceView = z.object({
  /** `event`, `record` (DEC-012, FAIL-003), `commit`, `link` or `note`. */
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

/** A value of a filter, and how many records it leads to under the other filters. */
export const FacetCount = z.object({ value: z.string(), count: z.int() });
export type FacetCount = z.infer<typeof FacetCount>;

export const RecordFacets = z.object({
  statuses: z.array(FacetCount),
  /** The most frequent first; at most 60 of each. */
  tags: z.array(FacetCount),
  authors: z.array(FacetCount),
  paths: z.array(FacetCount),
});
export type RecordFacets = z.infer<typeof RecordFacets>;

/** What the lists of decisions and failures have in common. */
export const RECORD_LIST_SHAPE = {
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  /** Records of the project, whatever the filter. */
  total: z.int(),
  facets: RecordFacets,
  nextCursor: z.string().nullable(),
  /** The reader may record one. */
  mayWrite: z.boolean(),
};

export const DecisionRow = z.object({
  /** What whoever acts on this must know first; null for a decision that holds as it is written. */
  notice: z.string().nullable(),
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

export const DecisionList = z.object({
  ...RECORD_LIST_SHAPE,
  rows: z.array(DecisionRow),
  /** The reader may record one that holds at once. */
  mayAccept: z.boolean(),
});
export type DecisionList = z.infer<typeof DecisionList>;

export const DecisionPoint = z.object({
  number: z.int(),
  title: z.string(),
  status: z.enum(DECISION_STATUSES),
  /** When it was decided, else recorded. */
  at: z.iso.datetime(),
  supersedes: z.array(z.int()),
});
export type DecisionPoint = z.infer<typeof DecisionPoint>;

export const DecisionHistory = z.object({
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  /** Oldest first; the newest 400 that match. */
  points: z.array(DecisionPoint),
  isCut: z.boolean(),
});
export type DecisionHistory = z.infer<typeof DecisionHistory>;

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
  links: z.array(EvidenceView),
  supersedes: z.array(z.int()),
  /** Replaced in part: they stay in force beside this one. */
  amends: z.array(z.int()),
  author: AuthorView,
  createdAt: z.iso.datetime(),
});
export type DecisionVersionView = z.infer<typeof DecisionVersionView>;

export const RelatedDecision = z.object({
  number: z.int(),
  title: z.string(),
  status: z.enum(DECISION_STATUSES),
});
export type RelatedDecision = z.infer<typeof RelatedDecision>;

export const DecisionView = z.object({
  /** What whoever acts on this must know first: it was replaced, amended, rejected, or is only a draft. */
  notice: z.string().nullable(),
  number: z.int(),
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  session: z.int().nullable(),
  /** Newest first, at most the last hundred; never empty. */
  versions: z.array(DecisionVersionView).min(1),
  /** What the reader may do here. */
  may: z.object({ write: z.boolean(), review: z.boolean() }),
  /** Why somebody should look at it again; empty while nobody need. */
  due: z.array(z.string()),
  /** Who last said that it still holds. */
  reviewed: z.object({ at: z.iso.datetime(), by: z.string() }).nullable(),
  /** Address of the project's repository, from which issues, requests and commits are linked. */
  repository: z.object({ host: z.string(), url: z.string() }).nullable(),
  /** Decisions that this one replaces, or will when it is accepted. */
  replaces: z.array(RelatedDecision),
  /** Decisions that name this one as replaced; it is, once one of them is accepted. */
  supersededBy: z.array(RelatedDecision),
  /** Decisions that this one replaces in part. */
  amends: z.array(RelatedDecision),
  /** Decisions that name this one as replaced in part; it is, once one of them is accepted. */
  amendedBy: z.array(RelatedDecision),
});
export type DecisionView = z.infer<typeof DecisionView>;
