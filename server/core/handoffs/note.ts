import { z } from "zod";
import { NOTE_SECTIONS } from "./note-sections";

/** The note that a session leaves for the next one: plain data, stored as JSON and written as Markdown. */

const Line = z.string();

export const TODO_STATES = ["done", "in_progress", "open", "cancelled"] as const;
export type TodoState = (typeof TODO_STATES)[number];

export const TodoItem = z.object({ text: Line, state: z.enum(TODO_STATES) });
export type TodoItem = z.infer<typeof TodoItem>;

/** `filled`: there is something to read. `none`: known that there is nothing. `missing`: the session did not tell. */
export const SectionState = z.object({
  section: z.enum(NOTE_SECTIONS),
  state: z.enum(["filled", "none", "missing"]),
  /** One sentence for `none` and `missing`; empty when filled. */
  reason: z.string(),
});
export type SectionState = z.infer<typeof SectionState>;

export const HandoffNote = z.object({
  from: z.object({
    /** Null for a note that a person wrote without a session. */
    session: z.int().nonnegative().nullable(),
    /** As the seed writes it: `2026-03-20 14:30`, the start of the session in the project's time zone. */
    at: z.string(),
    client: z.string(),
    /** The role that worked; the person who wrote the note, where there is no session. */
    agent: z.string(),
    /** Member who wrote it, where there is no session: names change, this does not. */
    memberId: z.string().optional(),
  }),
  to: Line,
  currentTask: z.string(),
  progress: z.array(TodoItem),
  keyDecisions: z.array(z.object({ text: Line, ref: z.string().nullable() })),
  rejectedAlternatives: z.array(z.object({ text: Line, why: Line, ref: z.string().nullable() })),
  /** What was tried without success, why it failed and what worked instead. Notes of an older form have none. */
  failedApproaches: z
    .array(z.object({ text: Line, why: Line, ref: z.string().nullable(), eventRef: z.string().nullable() }))
    .default([]),
  openQuestions: z.array(Line),
  filesModified: z.array(
    z.object({
      path: z.string(),
      edits: z.int().nonnegative(),
      writes: z.int().nonnegative(),
      isNew: z.boolean(),
      /** What a person wrote of the change in place of the counts. */
      about: z.string().optional(),
    }),
  ),
  nextSteps: z.array(Line),
  remainingFailures: z.array(z.object({ text: Line, ref: z.string().nullable(), eventRef: z.string().nullable() })),
  checks: z.array(z.object({ check: z.string(), command: Line, passed: z.boolean(), eventRef: z.string().nullable() })),
  branch: z.string().nullable(),
  /** A commit names its branch when it is not the note's. */
  commits: z.array(z.object({ hash: z.string().nullable(), message: Line, branch: z.string().optional() })),
  completeness: z.array(SectionState),
  /** What a person wrote under headings of their own, and what the form has no place for. */
  more: z.array(z.object({ title: z.string(), text: z.string() })).optional(),
});
export type HandoffNote = z.infer<typeof HandoffNote>;
