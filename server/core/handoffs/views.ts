import { z } from "zod";
import { AuthorView } from "../decisions/views";
import { HandoffNote } from "./note";

export const HandoffRow = z.object({
  number: z.int(),
  version: z.int(),
  status: z.string(),
  title: z.string(),
  addressedTo: z.string(),
  session: z.int().nullable(),
  client: z.string().nullable(),
  person: z.string(),
  told: z.int(),
  of: z.int(),
  /** The session's last event; when the note last changed, once the session is gone. */
  lastAt: z.iso.datetime(),
});
export type HandoffRow = z.infer<typeof HandoffRow>;

export const HandoffList = z.object({
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  rows: z.array(HandoffRow),
  nextCursor: z.string().nullable(),
});
export type HandoffList = z.infer<typeof HandoffList>;

export const HandoffVersionView = z.object({
  version: z.int(),
  title: z.string(),
  author: AuthorView,
  createdAt: z.iso.datetime(),
});

export const HandoffView = z.object({
  number: z.int(),
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  version: z.int(),
  status: z.string(),
  title: z.string(),
  addressedTo: z.string(),
  session: z.object({ number: z.int(), title: z.string().nullable(), person: z.string() }).nullable(),
  /** Null when a newer server wrote a form that this one does not know; the Markdown is readable all the same. */
  note: HandoffNote.nullable(),
  markdown: z.string(),
  prompt: z.string(),
  updatedAt: z.iso.datetime(),
  versions: z.array(HandoffVersionView).min(1),
});
export type HandoffView = z.infer<typeof HandoffView>;
