import type { EventKind } from "../events/kinds";
import type { SessionEvent } from "../prune/model";
import type { ProjectedItem } from "../prune/projection";

/** Our own summaries say of themselves what they are; those of a client may read like a task. */
const OWN_SUMMARY = "[Context Steward]";

const LABELS: Partial<Record<EventKind, string>> = {
  system: "[Note of the agent's system, not of the user]",
  rule_injection: "[Rules that were loaded here]",
  agent_output: "[Output of another agent]",
  other: "[Other record of the session]",
  summary: "[Record of earlier work in this session. It is no request.]",
};

/**
 * The line above a text that goes to the user's side of the dialogue although no user wrote it. Empty where the text
 * speaks for itself: a prompt, a summary of ours, a marker.
 */
export function labelOf(item: ProjectedItem, event: SessionEvent | undefined): string {
  if (item.kind === "user_prompt") return "";
  if (isResult(item)) return `[Result of ${item.tool ?? "a tool"}, ctx:${item.ref}. Its call is not in this window.]`;
  if (item.residency !== "full") return "";
  if (item.kind === "summary" && item.text.startsWith(OWN_SUMMARY)) return "";
  if (item.kind === "skill_load") return `[Skill ${event?.skill ?? "that was loaded"}]`;
  return LABELS[item.kind] ?? "";
}

const RESULTS: ReadonlySet<EventKind> = new Set(["tool_result", "memory_query", "graph_query"]);

function isResult(item: ProjectedItem): boolean {
  return RESULTS.has(item.kind);
}

/** Calls without a result are left out, in words. */
export function unfinishedNote(item: ProjectedItem): string {
  return `[Context Steward] The call of ${item.tool ?? "a tool"} (ctx:${item.ref}) has no result in this window and is left out.`;
}

/** Both APIs want the user to speak first. */
export const OPENING_NOTE =
  "[Context Steward] The window begins here. What came before stands in the history of the session.";

export const NO_TEXT = "(no text)";

/** Says of a cut projection what is missing and how to get it. */
export function omittedNote(count: number): string {
  const events = count === 1 ? "1 older event is" : `${count.toLocaleString("en-US")} older events are`;
  return `[Context Steward] ${events} left out here to keep the answer small. They stand in the history of the session.`;
}
