import type { EvidenceView } from "../decisions/views";
import type { FailureVersionView } from "./views";

/** What the version says that a recurrence made; the repository looks for the word at its beginning. */
export function reopenedNote(session: number): string {
  return `Reopened: occurred again in session #${session}.`;
}

/**
 * The occurrence that reopened a failure, while nobody wrote a version after it; null for a failure that is resolved,
 * was never resolved, or was taken up by a person since.
 */
export function reopeningOf(versions: readonly FailureVersionView[]): EvidenceView | null {
  const [newest, before] = versions;
  if (newest?.status !== "active" || newest.author.kind !== "system" || before?.status !== "resolved") return null;
  return newest.evidence.find(({ kind, note }) => kind === "event" && note.startsWith("Reopened:")) ?? null;
}
