import type { SearchKind } from "./fields";

/**
 * What people and agents said. What tools answered is found by its words: it is most of all text, changes with every
 * run, and a model would be asked for a hundred times as much.
 */
export const EMBEDDED_EVENTS = ["user_prompt", "assistant_message", "summary", "agent_output"] as const;
const SAID: ReadonlySet<string> = new Set(EMBEDDED_EVENTS);

/** About 1,500 tokens; models that read less cut by themselves or refuse, and a refused text is left out. */
export const MAX_EMBEDDED_CHARACTERS = 6_000;

/** Whether an entry's meaning is kept; the status of an event is its kind. */
export function isEmbedded(kind: SearchKind | string, status: string): boolean {
  return kind === "file" ? false : kind !== "event" || SAID.has(status);
}
