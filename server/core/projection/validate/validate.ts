import { checkAnthropic } from "./anthropic-check";
import { checkEvents } from "./events-check";
import { checkMarkdown } from "./markdown-check";
import { checkOpenAi } from "./openai-check";
import type { Problem } from "./problem";

const LISTS = { events: checkEvents, anthropic: checkAnthropic, openai: checkOpenAi } as const;

/**
 * What is wrong with a rendered projection; an empty list when nothing is. `body` is the list of events or messages, or
 * the Markdown text. An empty window is valid.
 */
export function validate(body: unknown, format: "events" | "anthropic" | "openai" | "markdown"): Problem[] {
  const problems: Problem[] = [];
  const note = (at: string, code: Problem["code"], message: string) => problems.push({ at, code, message });
  if (format === "markdown") {
    if (typeof body === "string") checkMarkdown(body, note);
    else note("", "shape", "Markdown is text.");
  } else if (Array.isArray(body)) {
    LISTS[format](body, note);
  } else {
    note("", "shape", "A projection is a list.");
  }
  return problems;
}
