import { tokensOf } from "./words";

/** A piece of a text, marked where the search found it. Never HTML: the reader's program draws the marks. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

export const MAX_SNIPPET_CHARACTERS = 260;
const LEAD_CHARACTERS = 60;
const MAX_READ_CHARACTERS = 16_000;

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly lexeme: string;
}

/**
 * The part of a text that has most of what was looked for, in one line. Without a find it is the beginning. Lexemes that
 * end in `*` are beginnings of words.
 */
export function snippetOf(text: string, lexemes: ReadonlySet<string>): Piece[] {
  const read = text.slice(0, MAX_READ_CHARACTERS);
  const marks = marksIn(read, lexemes);
  const from = windowStart(marks);
  const start = from <= LEAD_CHARACTERS ? 0 : wordStart(read, from - LEAD_CHARACTERS);
  const end = Math.min(read.length, start + MAX_SNIPPET_CHARACTERS);
  const pieces = cut(read, marks, start, end);
  if (start > 0) pieces.unshift({ text: "…", isMarked: false });
  if (end < text.length) pieces.push({ text: "…", isMarked: false });
  return joinPlain(pieces);
}

/** A whole short text, such as a title. */
export function markedText(text: string, lexemes: ReadonlySet<string>): Piece[] {
  return joinPlain(cut(text, marksIn(text, lexemes), 0, text.length));
}

function marksIn(text: string, lexemes: ReadonlySet<string>): Mark[] {
  const beginnings = [...lexemes].filter((lexeme) => lexeme.endsWith("*")).map((lexeme) => lexeme.slice(0, -1));
  const isHit = (lexeme: string) => lexemes.has(lexeme) || beginnings.some((one) => lexeme.startsWith(one));
  const marks: Mark[] = [];
  for (const { start, end } of likelyWords(text, lexemes)) {
    const hit = tokensOf(text.slice(start, end)).find(({ lexeme }) => isHit(lexeme));
    if (hit) marks.push({ start, end, lexeme: hit.lexeme });
  }
  return marks;
}

/** A stem and its word begin alike, so that the others need not be stemmed: a long text has thousands. */
const ALIKE_CHARACTERS = 3;
const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

function* likelyWords(text: string, lexemes: ReadonlySet<string>): Generator<{ start: number; end: number }> {
  const starts = new Set([...lexemes].map((lexeme) => lexeme.replace("*", "").slice(0, ALIKE_CHARACTERS)));
  starts.delete("");
  if (starts.size === 0) return;
  let past = 0;
  for (const { index } of text.matchAll(new RegExp([...starts].join("|"), "giu"))) {
    if (index < past) continue;
    let start = index;
    while (start > past && WORD_CHARACTER.test(text[start - 1] ?? "")) start--;
    past = index;
    while (past < text.length && WORD_CHARACTER.test(text[past] ?? "")) past++;
    yield { start, end: past };
  }
}

/** Where the window begins that holds the most distinct finds, the earliest of equal ones. */
function windowStart(marks: readonly Mark[]): number {
  let best = { at: 0, kinds: 0 };
  let last = 0;
  const counts = new Map<string, number>();
  for (const first of marks) {
    for (; last < marks.length; last++) {
      const mark = marks[last];
      if (!mark || mark.end > first.start + MAX_SNIPPET_CHARACTERS - LEAD_CHARACTERS) break;
      counts.set(mark.lexeme, (counts.get(mark.lexeme) ?? 0) + 1);
    }
    if (counts.size > best.kinds) best = { at: first.start, kinds: counts.size };
    const left = (counts.get(first.lexeme) ?? 0) - 1;
    if (left > 0) counts.set(first.lexeme, left);
    else counts.delete(first.lexeme);
  }
  return best.at;
}

function wordStart(text: string, at: number): number {
  const space = text.slice(at, at + LEAD_CHARACTERS).search(/\s\S/);
  return space < 0 ? at : at + space + 1;
}

function cut(text: string, marks: readonly Mark[], start: number, end: number): Piece[] {
  const pieces: Piece[] = [];
  let at = start;
  for (const mark of marks) {
    if (mark.start < at || mark.end > end) continue;
    pieces.push({ text: oneLine(text.slice(at, mark.start)), isMarked: false });
    pieces.push({ text: text.slice(mark.start, mark.end), isMarked: true });
    at = mark.end;
  }
  pieces.push({ text: oneLine(text.slice(at, end)), isMarked: false });
  return pieces;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

function joinPlain(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (piece.text === "") continue;
    if (last && !last.isMarked && !piece.isMarked) {
      joined[joined.length - 1] = { text: last.text + piece.text, isMarked: false };
    } else joined.push(piece);
  }
  return joined;
}
