import type { NamedNotice } from "../decisions/notice";

/**
 * The note as a prompt for the next agent: what to read it as, which of its decisions were replaced since, then the
 * note, then what to do first.
 */
export function handoffPrompt(markdown: string, notices: readonly NamedNotice[]): string {
  return [
    "You continue work that another session left. Its handoff note follows.",
    "Keep its decisions, do not try its rejected alternatives or failed approaches again, and check the state of the files before you change them.",
    "",
    ...sinceThen(notices),
    markdown.trim(),
    "",
    "Start with the first of the next steps. If an open question blocks it, ask first.",
    "",
  ].join("\n");
}

function sinceThen(notices: readonly NamedNotice[]): string[] {
  if (notices.length === 0) return [];
  return ["Since it was written:", "", ...notices.map(({ ref, notice }) => `- ${ref}: ${notice}`), ""];
}
