import type { HandoffNote } from "./note";

/** Paths of a session's folder shortened wherever the note names them. */
export function shortNote(note: HandoffNote, short: (text: string) => string): HandoffNote {
  return {
    ...note,
    filesModified: note.filesModified.map((file) => ({ ...file, path: short(file.path) })),
    failedApproaches: note.failedApproaches.map((one) => ({ ...one, text: short(one.text), why: short(one.why) })),
    remainingFailures: note.remainingFailures.map((failure) => ({ ...failure, text: short(failure.text) })),
    checks: note.checks.map((check) => ({ ...check, command: short(check.command) })),
  };
}
