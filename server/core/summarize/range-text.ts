import type { Entry } from "../prune/timeline";

/** So much of one event is enough to tell what it was about. */
const MAX_EVENT_CHARACTERS = 4_000;

/**
 * A range as text for a model to read: one event a section, long ones cut in the middle, the whole cut at the end.
 * Thinking is left out, since a summary may only repeat what was said or done.
 */
export function rangeText(entries: readonly Entry[], maxCharacters: number): string {
  const sections: string[] = [];
  let characters = 0;
  for (const { event } of entries) {
    if (event.kind === "thinking" || event.text.trim() === "") continue;
    const name = [event.kind, event.tool, event.target, event.outcome].filter((part) => part !== null).join(" ");
    const section = `--- ${name}\n${middleCut(event.text)}`;
    characters += section.length;
    if (characters > maxCharacters) {
      sections.push("--- the rest was left out");
      break;
    }
    sections.push(section);
  }
  return sections.join("\n");
}

function middleCut(text: string): string {
  if (text.length <= MAX_EVENT_CHARACTERS) return text;
  const half = MAX_EVENT_CHARACTERS / 2;
  return `${text.slice(0, half)}\n[…]\n${text.slice(-half)}`;
}
