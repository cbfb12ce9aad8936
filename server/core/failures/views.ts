import { z } from "zod";
import { AuthorView, EvidenceView, RECORD_LIST_SHAPE } from "../decisions/views";
import { FAILURE_STATUSES } from "./next-status";

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
      /** Occurrences a day, the last 14 days, today last. */
      perDay: z.array(z.int()),
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

export const FailureView = z.object({
  number: z.int(),
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  fingerprint: z.string(),
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
