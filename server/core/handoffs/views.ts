import { z } from "zod";
import { NamedNotice } from "../decisions/notice";
import { AuthorView } from "../decisions/views";
import { ADDRESSEES, HANDOFF_STATUSES, INBOX_LISTS } from "./inbox";
import { HandoffNote } from "./note";

export const HandoffRow = z.object({
  number: z.int(),
  version: z.int(),
  status: z.enum(HANDOFF_STATUSES),
  title: z.string(),
  addressedTo: z.enum(ADDRESSEES),
  /** Name of the teammate whom it is for. */
  addressee: z.string().nullable(),
  isForYou: z.boolean(),
  claimedBy: z.string().nullable(),
  session: z.int().nullable(),
  client: z.string().nullable(),
  person: z.string(),
  /** Who wrote the newest version, when that was a person. */
  editedBy: z.string().nullable(),
  told: z.int(),
  of: z.int(),
  /** When a person last wrote it; else the session's last event, or when the note changed, once the session is gone. */
  lastAt: z.iso.datetime(),
});
export type HandoffRow = z.infer<typeof HandoffRow>;

export const InboxCounts = z.record(z.enum(INBOX_LISTS), z.int().nonnegative());
export type InboxCounts = z.infer<typeof InboxCounts>;

export const HandoffList = z.object({
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  rows: z.array(HandoffRow),
  /** Of each list of the inbox, without the search. */
  counts: InboxCounts,
  mayWrite: z.boolean(),
  nextCursor: z.string().nullable(),
});
export type HandoffList = z.infer<typeof HandoffList>;

export const HandoffVersionView = z.object({
  version: z.int(),
  title: z.string(),
  author: AuthorView,
  createdAt: z.iso.datetime(),
});

/** One version with its text. */
export const HandoffText = HandoffVersionView.extend({ markdown: z.string() });
export type HandoffText = z.infer<typeof HandoffText>;

const Hand = z.object({ memberId: z.string(), name: z.string(), at: z.iso.datetime() });

export const HandoffView = z.object({
  number: z.int(),
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  version: z.int(),
  status: z.enum(HANDOFF_STATUSES),
  title: z.string(),
  addressedTo: z.enum(ADDRESSEES),
  addressee: z.object({ memberId: z.string(), name: z.string() }).nullable(),
  claimed: Hand.nullable(),
  acknowledged: Hand.nullable(),
  session: z.object({ number: z.int(), title: z.string().nullable(), person: z.string() }).nullable(),
  /** Name of the session's newest checkpoint, as `steward resume` takes it: `12.3`. */
  checkpoint: z.string().nullable(),
  /** Null when a newer server wrote a form that this one does not know; the Markdown is readable all the same. */
  note: HandoffNote.nullable(),
  /** A person wrote this version: its Markdown is the source, and the note was read from it. */
  isEdited: z.boolean(),
  markdown: z.string(),
  prompt: z.string(),
  /** Decisions that the note names and that were replaced or withdrawn since. */
  notices: z.array(NamedNotice),
  updatedAt: z.iso.datetime(),
  /** Newest first; the newest hundred. */
  versions: z.array(HandoffVersionView).min(1),
  you: z.object({
    memberId: z.string().nullable(),
    mayWrite: z.boolean(),
    mayComment: z.boolean(),
    mayShare: z.boolean(),
    /** May take a claim from somebody else. */
    mayReleaseAny: z.boolean(),
  }),
});
export type HandoffView = z.infer<typeof HandoffView>;

export const HandoffDraftView = z.object({
  title: z.string(),
  markdown: z.string(),
  /** The version that it was begun from. */
  baseVersion: z.int(),
  savedAt: z.iso.datetime(),
});
export type HandoffDraftView = z.infer<typeof HandoffDraftView>;

/** What an editor opens with: the newest version, and what the person left unpublished. */
export const HandoffEditView = z.object({
  number: z.int(),
  timeZone: z.string(),
  newest: HandoffText,
  draft: HandoffDraftView.nullable(),
  /** The text that the draft was begun from, when it is not the newest any more. */
  base: HandoffText.nullable(),
});
export type HandoffEditView = z.infer<typeof HandoffEditView>;

export const SavedDraft = z.object({
  savedAt: z.iso.datetime(),
  baseVersion: z.int(),
  /** Above `baseVersion` when somebody published meanwhile. */
  newestVersion: z.int(),
});

/** A conflict carries what was published meanwhile; the text of the one who comes second stays as their draft. */
export const Published = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("published"), number: z.int(), version: z.int() }),
  z.object({ outcome: z.literal("conflict"), number: z.int(), newest: HandoffText }),
]);
export type Published = z.infer<typeof Published>;

/** Where a note stands after a change, with what undoes it. */
export const HandoffMoved = z.object({ number: z.int(), status: z.enum(HANDOFF_STATUSES) });
export type HandoffMoved = z.infer<typeof HandoffMoved>;

export const HandoffAddress = z.object({ to: z.enum(ADDRESSEES), memberId: z.uuid().nullable().default(null) });
export type HandoffAddress = z.infer<typeof HandoffAddress>;

export const ShareLinkView = z.object({
  id: z.string(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable(),
  state: z.enum(["active", "expired", "revoked"]),
  views: z.int().nonnegative(),
  lastViewedAt: z.iso.datetime().nullable(),
});
export type ShareLinkView = z.infer<typeof ShareLinkView>;

/** The token is told once: only its hash is stored. */
export const NewShareLink = z.object({ id: z.string(), token: z.string(), expiresAt: z.iso.datetime() });

/** What somebody without an account reads: no numbers of sessions, no names of people but the sharer's. */
export const SharedHandoff = z.object({
  ref: z.string(),
  title: z.string(),
  project: z.string(),
  sharedBy: z.string(),
  version: z.int(),
  updatedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  timeZone: z.string(),
  markdown: z.string(),
});
export type SharedHandoff = z.infer<typeof SharedHandoff>;
