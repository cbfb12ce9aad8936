import type { HandoffNote } from "./note";
import { NOTE_SECTIONS, SECTION_TITLES } from "./note-sections";

/** What a note starts from that no session composed: every section is still to be told. */
export function blankNote(from: HandoffNote["from"]): HandoffNote {
  return {
    from,
    to: "Next session",
    currentTask: "",
    progress: [],
    keyDecisions: [],
    rejectedAlternatives: [],
    failedApproaches: [],
    openQuestions: [],
    filesModified: [],
    nextSteps: [],
    remainingFailures: [],
    checks: [],
    branch: null,
    commits: [],
    completeness: NOTE_SECTIONS.map((section) => ({
      section,
      state: "missing",
      reason: `Nobody wrote down ${SECTION_TITLES[section].toLowerCase()} yet.`,
    })),
  };
}
