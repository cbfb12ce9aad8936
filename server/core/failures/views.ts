import { z } from "zod";
import { AuthorView, StatusCount } from "../decisions/views";
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
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  rows: z.array(FailureRow),
  counts: z.array(StatusCount),
  nextCursor: z.string().nullable(),
});
export type FailureList = z.infer<typeof FailureList>;

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
  /** The reader may mark it as resolved. */
  mayResolve: z.boolean(),
  /** Newest first, at most the last hundred. */
  latest: z.array(OccurrenceView),
  versions: z.array(FailureVersionView).min(1),
});
export type FailureView = z.infer<typeof FailureView>;
