import type { Note } from "./problem";

const OWN_HEADING = /^#{1,2} (?:User|Assistant|Tools|Notes|Context of )/;

/** What a page needs: a title, no section without content, and fences that close. */
export function checkMarkdown(text: string, note: Note): void {
  const lines = text.split("\n");
  if (!lines[0]?.startsWith("# ")) note("line 1", "first", "The page has no title.");
  const { outside, openFence } = outsideFences(lines);
  if (openFence) note(`line ${lines.length}`, "shape", "A fence is not closed.");
  checkSections(outside, note);
}

interface Line {
  readonly at: string;
  readonly text: string;
}

/** Lines that are no code; a fence stands for its whole block. */
function outsideFences(lines: readonly string[]): { outside: Line[]; openFence: boolean } {
  const outside: Line[] = [];
  let fence: string | null = null;
  lines.forEach((text, index) => {
    if (fence !== null) {
      if (text === fence) fence = null;
      return;
    }
    if (/^`{3,}$/.test(text)) fence = text;
    outside.push({ at: `line ${index + 1}`, text });
  });
  return { outside, openFence: fence !== null };
}

function checkSections(lines: readonly Line[], note: Note): void {
  let emptySince: string | null = null;
  for (const { at, text } of lines) {
    if (/^#{1,6} /.test(text)) {
      if (!OWN_HEADING.test(text)) note(at, "shape", "A text of the session became a heading of the page.");
      if (emptySince !== null) note(emptySince, "empty", "The section holds nothing.");
      emptySince = text.startsWith("## ") ? at : null;
    } else if (text.trim() !== "") {
      emptySince = null;
    }
  }
  if (emptySince !== null) note(emptySince, "empty", "The section holds nothing.");
}
