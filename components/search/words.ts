import type { SearchKind } from "@/server/core/search/fields";

/** Kinds as the page names them, alone and as a heading of many. */
export const KIND_WORDS: Readonly<Record<SearchKind, { readonly one: string; readonly many: string }>> = {
  decision: { one: "Decision", many: "Decisions" },
  failure: { one: "Failure", many: "Failures" },
  constraint: { one: "Constraint", many: "Constraints" },
  preference: { one: "Preference", many: "Preferences" },
  handoff: { one: "Handoff", many: "Handoffs" },
  summary: { one: "Summary", many: "Summaries" },
  document: { one: "Document", many: "Documents" },
  comment: { one: "Comment", many: "Comments" },
  file: { one: "File", many: "Files" },
  event: { one: "Event", many: "Events" },
};

/** What can stand in a search, each with an example. */
export const FIELD_HELP: readonly { readonly example: string; readonly means: string }[] = [
  { example: '"token bucket"', means: "words that stand together" },
  { example: "-webhook", means: "leaves out what has the word" },
  { example: "kind:decision,failure", means: "only these kinds" },
  { example: "status:accepted", means: "status of a record, or outcome of a tool (ok, error)" },
  { example: "path:src/billing", means: "a folder, file or file name" },
  { example: "tool:bash", means: "events of a tool" },
  { example: "agent:code-reviewer", means: "events of an agent" },
  { example: 'author:"Ines Okafor"', means: "who wrote it, or ran the session" },
  { example: "tag:security", means: "a tag of a record" },
  { example: "session:12", means: "of one session" },
  { example: "after:2026-11-01 before:2026-12-01", means: "from a day on, until before a day (UTC)" },
];
