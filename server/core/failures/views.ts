import { z } from "zod";
import { AuthorView, EvidenceView, RECORD_LIST_SHAPE } from "../decisions/views";
import { FAILURE_STATUSES } from "./next-status";
import { SIMILAR_BY } from "./similar";

export const FailureRow = z.object({
  number: z.int(),
  version: z.int(),
  status: z.enum(FAILURE_STATUSES),
  title: z.string(),
  type: z.string(),
  occurrences: z.int(),
  /** Sessions in which it occurred. */
  sessions: z.int(),
  agents: z.array(z.string()),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
});
export type FailureRow = z.infer<typeof FailureRow>;

export const FailureList = z.object({
  ...RECORD_LIST_SHAPE,
  rows: z.array(
    FailureRow.extend({
      /** Occurrences a week, the last twelve weeks, this one last. */
      perWeek: z.array(z.int()),
    }),
  ),
});
export type FailureList = z.infer<typeof FailureList>;

export const FailureDay = z.object({
  /** In the project's zone: 2026-11-27. */
  day: z.string(),
  /** Occurrences of failures that had not been seen before. */
  fresh: z.int(),
  /** Occurrences of failures that had been seen. */
  again: z.int(),
});
export type FailureDay = z.infer<typeof FailureDay>;

export const FailureHistory = z.object({
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  /** Every day from the first to the last, oldest first; at most the last 92. */
  days: z.array(FailureDay),
});
export type FailureHistory = z.infer<typeof FailureHistory>;

export const OccurrenceView = z.object({
  /** Null once the session was deleted. */
  session: z.int().nullable(),
  sessionTitle: z.string().nullable(),
  ref: z.string(),
  at: z.iso.datetime(),
  agent: z.string(),
  resolvedBy: z.string().nullable(),
  /** What the event itself says it is. */
  fingerprint: z.string(),
  /** A person put it under this failure; it stays here when its session is analysed again. */
  isMovedByHand: z.boolean(),
});
export type OccurrenceView = z.infer<typeof OccurrenceView>;

export const FailureVersionView = z.object({
  version: z.int(),
  status: z.enum(FAILURE_STATUSES),
  title: z.string(),
  type: z.string(),
  description: z.string(),
  approach: z.string(),
  rootCause: z.string(),
  fix: z.string(),
  affectedPaths: z.array(z.string()),
  tags: z.array(z.string()),
  evidence: z.array(EvidenceView),
  author: AuthorView,
  createdAt: z.iso.datetime(),
});
export type FailureVersionView = z.infer<typeof FailureVersionView>;

export const FingerprintView = z.object({
  fingerprint: z.string(),
  occurrences: z.int(),
  lastSeenAt: z.iso.datetime().nullable(),
  /** New failures with it belong here; false where people only moved single occurrences here. */
  leadsHere: z.boolean(),
});
export type FingerprintView = z.infer<typeof FingerprintView>;

export const FailureWeek = z.object({
  /** The Monday that it begins with, in the project's zone: 2026-11-23. */
  week: z.string(),
  count: z.int(),
});
export type FailureWeek = z.infer<typeof FailureWeek>;

/** A failure that was merged into another one. */
export const MergedFailure = z.object({ number: z.int(), version: z.int(), title: z.string() });
export type MergedFailure = z.infer<typeof MergedFailure>;

export const FailureView = z.object({
  number: z.int(),
  /** The number that was asked for, when it leads here because it was merged into this failure. */
  askedFor: z.int().nullable(),
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  /** Everything that leads here, and what people moved here; the most frequent first. */
  fingerprints: z.array(FingerprintView),
  /** Merged into it directly; each can be taken out again. */
  merged: z.array(MergedFailure),
  /** Where it occurred again after it was resolved; null when it did not, or a person took it up since. */
  reopened: EvidenceView.nullable(),
  /** The last 26 weeks, this one last. */
  weeks: z.array(FailureWeek),
  status: z.enum(FAILURE_STATUSES),
  occurrences: z.int(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** The reader may write it: resolve, reopen, edit. */
  mayWrite: z.boolean(),
  /** What an agent hears when it asks whether this was tried. */
  heard: z.string(),
  /** Newest first, at most the last hundred. */
  latest: z.array(OccurrenceView),
  /** Newest first, at most the last hundred; never empty. */
  versions: z.array(FailureVersionView).min(1),
});
export type FailureView = z.infer<typeof FailureView>;

export const SimilarFailureView = z.object({
  number: z.int(),
  /** 0 to 1; 1 is the same command with the same cause. */
  score: z.number(),
  /** Why it is like the question. */
  by: z.array(z.enum(SIMILAR_BY)),
  /** Words of the question that it has. */
  words: z.array(z.string()),
  status: z.enum(FAILURE_STATUSES),
  occurrences: z.int(),
  lastSeenAt: z.iso.datetime(),
  title: z.string(),
  tried: z.string(),
  said: z.string(),
  rootCause: z.string(),
  /** What put it right; empty while nobody knows. */
  worked: z.string(),
  /** Of a resolved one: what to do with it. */
  notice: z.string().nullable(),
});
export type SimilarFailureView = z.infer<typeof SimilarFailureView>;

export const FailureCheck = z.object({
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  /** The most similar first. */
  failures: z.array(SimilarFailureView),
  /** The same for an agent, in few words. */
  heard: z.string(),
});
export type FailureCheck = z.infer<typeof FailureCheck>;
