/** The sections of a note, apart from its schema: an editor in the browser needs their names and no validator. */
export const NOTE_SECTIONS = [
  "currentTask",
  "progress",
  "keyDecisions",
  "rejectedAlternatives",
  "failedApproaches",
  "openQuestions",
  "filesModified",
  "nextSteps",
  "remainingFailures",
  "checks",
] as const;
export type NoteSection = (typeof NOTE_SECTIONS)[number];

export const SECTION_TITLES: Readonly<Record<NoteSection, string>> = {
  currentTask: "Current Task",
  progress: "Progress",
  keyDecisions: "Key Decisions",
  rejectedAlternatives: "Rejected Alternatives",
  failedApproaches: "Failed Approaches",
  openQuestions: "Open Questions",
  filesModified: "Files Modified",
  nextSteps: "Next Steps",
  remainingFailures: "Remaining Failures",
  checks: "Last Checks",
};

/** Sections that are told, of all: a section that is known to be empty counts as told. */
export function completenessOf(note: { readonly completeness: readonly { readonly state: string }[] }): {
  told: number;
  of: number;
} {
  return {
    told: note.completeness.filter((section) => section.state !== "missing").length,
    of: note.completeness.length,
  };
}
