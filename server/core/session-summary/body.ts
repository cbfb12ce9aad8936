import { z } from "zod";
import { HandoffNote, TodoItem } from "../handoffs/note";

/** What a session came to, statement by statement: plain data, stored as JSON and written as Markdown. */

/**
 * What proves a statement: `ctx:<entry id>` of an event of the session, a commit's hash, or a record of the project
 * (DEC-015, FAIL-003). A person may write other words; a comma ends one.
 */
const Evidence = z.array(z.string());

const Statement = z.object({ text: z.string(), evidence: Evidence });
export type SummaryStatement = z.infer<typeof Statement>;

const FailedApproach = z.object({
  approach: z.string(),
  /** Why it failed, as the session told it. */
  reason: z.string(),
  /** What worked in the end; empty while nothing did. */
  lesson: z.string(),
  evidence: Evidence,
});
export type FailedApproach = z.infer<typeof FailedApproach>;

export const SessionSummaryBody = z.object({
  from: z.object({
    /** Number of the session in its project; null for a summary that came from elsewhere. */
    session: z.int().nonnegative().nullable(),
    /** `2026-03-20 14:30`: the start of the session in the project's time zone. */
    at: z.string(),
    client: z.string(),
    agents: z.array(z.string()),
    branch: z.string().nullable(),
  }),
  task: z.string(),
  worked: z.array(Statement),
  failed: z.array(FailedApproach),
  /** Todos that are neither done nor cancelled. */
  remaining: z.array(TodoItem.extend({ evidence: Evidence })),
  decisions: z.array(z.object({ text: z.string(), ref: z.string().nullable(), evidence: Evidence })),
  files: z.array(HandoffNote.shape.filesModified.element.extend({ evidence: Evidence })),
  tests: z.array(z.object({ check: z.string(), command: z.string(), passed: z.boolean(), evidence: Evidence })),
  blockers: z.array(Statement),
  preferences: z.array(Statement),
  questions: z.array(Statement),
  /** What a person wrote under headings of their own, and what the form has no place for. */
  more: z.array(z.object({ title: z.string(), text: z.string() })),
});
export type SessionSummaryBody = z.infer<typeof SessionSummaryBody>;

/** Sections in the order of the file; the key is also the field of the body. */
export const SUMMARY_SECTIONS = [
  "task",
  "worked",
  "failed",
  "remaining",
  "decisions",
  "files",
  "tests",
  "blockers",
  "preferences",
  "questions",
] as const;
export type SummarySection = (typeof SUMMARY_SECTIONS)[number];

export const SUMMARY_TITLES: Readonly<Record<SummarySection, string>> = {
  task: "Task",
  worked: "What Worked",
  failed: "What Failed",
  remaining: "Remaining Work",
  decisions: "Key Decisions",
  files: "Files Modified",
  tests: "Tests",
  blockers: "Blockers",
  preferences: "Preferences",
  questions: "Open Questions",
};

/** How a link names a section: `SUM-012#what-failed`. */
export function anchorOf(section: SummarySection): string {
  return SUMMARY_TITLES[section].toLowerCase().replace(/ /g, "-");
}

/** A summary in which nothing is told yet. */
export function blankSummary(from: SessionSummaryBody["from"]): SessionSummaryBody {
  return {
    from,
    task: "",
    worked: [],
    failed: [],
    remaining: [],
    decisions: [],
    files: [],
    tests: [],
    blockers: [],
    preferences: [],
    questions: [],
    more: [],
  };
}
