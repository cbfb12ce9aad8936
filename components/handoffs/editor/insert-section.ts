import { NOTE_SECTIONS, type NoteSection, SECTION_TITLES } from "@/server/core/handoffs/note-sections";
import { partsOf } from "@/server/core/handoffs/sections";

/** What a fresh section begins with. */
const STARTS: Partial<Record<NoteSection, string>> = { currentTask: "", progress: "- [ ] ", nextSteps: "1. " };

/** The sections that a note's Markdown does not have, in their order. */
export function missingSections(markdown: string): NoteSection[] {
  const titles = new Set(partsOf(markdown).parts.map(({ title }) => title.toLowerCase()));
  return NOTE_SECTIONS.filter((section) => !titles.has(SECTION_TITLES[section].toLowerCase()));
}

/** The text to put at the end of a note for a section, with the blank lines that it needs before it. */
export function sectionStart(section: NoteSection, before: string): string {
  const gap = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  return `${gap}### ${SECTION_TITLES[section]}\n${STARTS[section] ?? "- "}`;
}
