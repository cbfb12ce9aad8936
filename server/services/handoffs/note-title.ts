import { cutAtWord } from "../../core/decisions/draft";
import type { HandoffNote } from "../../core/handoffs/note";
import { oneLine } from "../../core/handoffs/todos";

const MAX_TITLE_CHARACTERS = 120;

/** A composed note is called as its session, else by its task. */
export function titleOf(
  { title, number }: { readonly title: string | null; readonly number: number },
  note: HandoffNote,
): string {
  const line = oneLine(title ?? "") || oneLine(note.currentTask) || `Session ${number}`;
  return cutAtWord(line, MAX_TITLE_CHARACTERS);
}
