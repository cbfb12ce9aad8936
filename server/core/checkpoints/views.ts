import { z } from "zod";
import { AuthorView } from "../decisions/views";
import { CheckpointState, RestorableRef } from "./state";

/** What the API tells of checkpoints; times are ISO strings. */

export const ResumedView = z.object({ by: z.string(), at: z.iso.datetime() });

export const CheckpointRow = z.object({
  /** `12.3`: session 12, its checkpoint 3. */
  name: z.string(),
  session: z.int(),
  sessionTitle: z.string().nullable(),
  number: z.int(),
  trigger: z.string(),
  author: AuthorView,
  note: z.string(),
  stage: z.string().nullable(),
  policyVersion: z.int(),
  tokens: z.int(),
  contextTokens: z.number(),
  createdAt: z.iso.datetime(),
  /** Events came in after it was saved. */
  isOutdated: z.boolean(),
  resumed: ResumedView.nullable(),
});
export type CheckpointRow = z.infer<typeof CheckpointRow>;

export const CheckpointListView = z.object({
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  rows: z.array(CheckpointRow),
  nextCursor: z.string().nullable(),
});
export type CheckpointListView = z.infer<typeof CheckpointListView>;

export const CheckpointView = CheckpointRow.extend({
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  text: z.string(),
  /** Null when a newer server wrote a form that this one does not know; the text is readable all the same. */
  state: CheckpointState.nullable(),
});
export type CheckpointView = z.infer<typeof CheckpointView>;

export const SavedCheckpointView = CheckpointView.extend({
  /** Lines of the state that the text has no room for. */
  leftOut: z.int(),
  /** `Checkpoint saved.`, the task with its steps, and how to resume. */
  message: z.string(),
  /** False for the one that stood already. */
  isNew: z.boolean(),
});
export type SavedCheckpointView = z.infer<typeof SavedCheckpointView>;

export const ResumedCheckpointView = z.object({
  name: z.string(),
  session: z.int(),
  number: z.int(),
  createdAt: z.iso.datetime(),
  /** Events came in after it was saved: the session went on. */
  isOutdated: z.boolean(),
  /** What a fresh session starts from. */
  text: z.string(),
  tokens: z.int(),
  /** Results that `history.get` gives back. */
  refs: z.array(RestorableRef),
  /** Who resumed from it before; two sessions on one state may do the same work twice. */
  resumedBefore: ResumedView.nullable(),
});
export type ResumedCheckpointView = z.infer<typeof ResumedCheckpointView>;
