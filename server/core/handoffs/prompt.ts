/** The note as a prompt for the next agent: what to read it as, then the note, then what to do first. */
export function handoffPrompt(markdown: string): string {
  return [
    "You continue work that another session left. Its handoff note follows.",
    "Keep its decisions, do not try its rejected alternatives or failed approaches again, and check the state of the files before you change them.",
    "",
    markdown.trim(),
    "",
    "Start with the first of the next steps. If an open question blocks it, ask first.",
    "",
  ].join("\n");
}
