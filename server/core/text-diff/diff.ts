import { commonStretches } from "./sequence";
import { markWords, type WordPart } from "./words";

/**
 * One line of a comparison. `oldLine` and `newLine` count from 1 and are null where the line is not on that side.
 * `words` is the line cut into stretches; only a line that was changed (and not wholly new or gone) has marked ones.
 */
export type DiffLine = {
  kind: "same" | "removed" | "added";
  text: string;
  oldLine: number | null;
  newLine: number | null;
  words: WordPart[];
};

/** Neighbouring changes with the unchanged lines around them. */
export type DiffHunk = { lines: DiffLine[] };

/** `added` and `removed` count lines; no hunks means that the texts are equal. */
export type TextDiff = { hunks: DiffHunk[]; added: number; removed: number };

/** Lines kept around a change when the caller does not say otherwise, as in `diff -u`. */
const CONTEXT_LINES = 3;

/**
 * Compares two texts line by line and marks the words that changed inside a line.
 *
 * @param context unchanged lines to keep on each side of a change; `Infinity` keeps all, in one hunk.
 */
export function diffLines(a: string, b: string, context: number = CONTEXT_LINES): TextDiff {
  const lines = allLines(linesOf(a), linesOf(b));
  return {
    hunks: cutIntoHunks(lines, context),
    added: lines.filter((line) => line.kind === "added").length,
    removed: lines.filter((line) => line.kind === "removed").length,
  };
}

/** An empty text has no lines; any other has one more than it has line breaks. */
function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}

function allLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let oldAt = 0;
  let newAt = 0;
  const end = { aStart: before.length, bStart: after.length, length: 0 };
  for (const { aStart, bStart, length } of [...commonStretches(before, after), end]) {
    lines.push(...changedBlock(before.slice(oldAt, aStart), after.slice(newAt, bStart), oldAt, newAt));
    for (let i = 0; i < length; i += 1) {
      const text = before[aStart + i] ?? "";
      lines.push({ kind: "same", text, oldLine: aStart + i + 1, newLine: bStart + i + 1, words: unmarked(text) });
    }
    oldAt = aStart + length;
    newAt = bStart + length;
  }
  return lines;
}

/** Lines that went and lines that came in one place: the removed first, then the added, pairs of them with marks. */
function changedBlock(gone: readonly string[], come: readonly string[], oldAt: number, newAt: number): DiffLine[] {
  const marks = pairedMarks(gone, come);
  return [
    ...gone.map((text, i): DiffLine => {
      return { kind: "removed", text, oldLine: oldAt + i + 1, newLine: null, words: marks.gone[i] ?? unmarked(text) };
    }),
    ...come.map((text, i): DiffLine => {
      return { kind: "added", text, oldLine: null, newLine: newAt + i + 1, words: marks.come[i] ?? unmarked(text) };
    }),
  ];
}

/** How many lines ahead a removed line looks for the one that it became. */
const PAIR_REACH_LINES = 8;

/** Each removed line is paired with the next added line that is like it, never back over one already paired. */
function pairedMarks(gone: readonly string[], come: readonly string[]) {
  const marks: { gone: WordPart[][]; come: WordPart[][] } = { gone: [], come: [] };
  let next = 0;
  gone.forEach((old, oldIndex) => {
    const reach = Math.min(come.length, next + PAIR_REACH_LINES);
    for (let candidate = next; candidate < reach; candidate += 1) {
      const words = markWords(old, come[candidate] ?? "");
      if (!words) continue;
      marks.gone[oldIndex] = words.removed;
      marks.come[candidate] = words.added;
      next = candidate + 1;
      return;
    }
  });
  return marks;
}

function unmarked(text: string): WordPart[] {
  return text === "" ? [] : [{ text, changed: false }];
}

function cutIntoHunks(lines: readonly DiffLine[], context: number): DiffHunk[] {
  const hunks: DiffHunk[] = [];
  let end = -1;
  lines.forEach((line, index) => {
    if (line.kind === "same") return;
    const from = Math.max(end, index - context, 0);
    const to = Math.min(lines.length, index + context + 1);
    const last = hunks.at(-1);
    if (last && from <= end) last.lines.push(...lines.slice(end, to));
    else hunks.push({ lines: lines.slice(from, to) });
    end = Math.max(end, to);
  });
  return hunks;
}
