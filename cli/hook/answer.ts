import type { Client } from "@/server/core/events/kinds";
import type { HookCall } from "./payload";

/** Claude Code keeps longer texts of a hook in a file and shows the agent only their beginning. */
const MOST_CHARACTERS: Partial<Readonly<Record<Client, number>>> = { "claude-code": 10_000 };

/** The most characters that the client puts into the window as they are; null where it sets no limit. */
export function mostCharacters(client: Client): number | null {
  return MOST_CHARACTERS[client] ?? null;
}

/**
 * The client's answer that puts a text into the agent's window: Claude Code, Codex and Gemini CLI take it in
 * `hookSpecificOutput`, Cursor and Copilot CLI beside it.
 */
export function answerWith({ client, event }: Pick<HookCall, "client" | "event">, text: string): string {
  if (client === "cursor") return JSON.stringify({ additional_context: text });
  if (client === "copilot-cli") return JSON.stringify({ additionalContext: text });
  return JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: text } });
}
