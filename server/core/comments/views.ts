import { z } from "zod";

/** Records that people can talk about. */
export const COMMENT_SUBJECTS = ["handoff", "decision", "failure"] as const;
export type CommentSubject = (typeof COMMENT_SUBJECTS)[number];

const MAX_BODY_CHARACTERS = 10_000;

export const CommentBody = z.string().max(MAX_BODY_CHARACTERS, "A comment has at most 10,000 characters. Shorten it.");

export const CommentView = z.object({
  id: z.string(),
  author: z.string(),
  body: z.string(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  /** Written by the one who reads: may be edited and deleted. */
  isYours: z.boolean(),
});
export type CommentView = z.infer<typeof CommentView>;

export const CommentList = z.object({
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  /** Oldest first. */
  rows: z.array(CommentView),
  count: z.int().nonnegative(),
  mayComment: z.boolean(),
  nextCursor: z.string().nullable(),
});
export type CommentList = z.infer<typeof CommentList>;
