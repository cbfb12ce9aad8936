/** A part of a note's Markdown under one heading. */
export interface NotePart {
  readonly title: string;
  /** Without blank lines at its ends; headings that the writer escaped are as they were. */
  readonly body: string;
}

export interface NoteParts {
  /** What stands before the first heading, the note's own heading left out: who from, who to. */
  readonly head: string;
  readonly parts: readonly NotePart[];
}

const NOTE_HEADING = /^#{1,3}\s+Session Handoff Note\s*$/i;
const SECTION_HEADING = /^#{1,3}\s+(.+?)\s*#*\s*$/;

/** What `escapedBlock` put a backslash before. */
const ESCAPED = /^\\(\\*(?:#{1,6}\s| {0,3}(?:`{3,}|~{3,})))/;
const NEEDS_ESCAPE = /^\\*#{1,6}\s|^\\+ {0,3}(?:`{3,}|~{3,})/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Cuts a note's Markdown at its headings of the first three levels; deeper ones belong to their section, and a line in
 * fenced code is never a heading. Every other line is in the head or in exactly one part.
 *
 * @param ownHeading the heading of the whole text, which is no section.
 */
export function partsOf(markdown: string, ownHeading: RegExp = NOTE_HEADING): NoteParts {
  const lines = markdown.split(/\r?\n/);
  const code = codeLines(lines);
  const head: string[] = [];
  const parts: { title: string; lines: string[] }[] = [];
  lines.forEach((line, index) => {
    const title = code.has(index) ? undefined : SECTION_HEADING.exec(line)?.[1];
    if (parts.length === 0 && ownHeading.test(line)) return;
    if (title !== undefined) parts.push({ title, lines: [] });
    else (parts.at(-1)?.lines ?? head).push(code.has(index) ? line : line.replace(ESCAPED, "$1"));
  });
  return {
    head: trimLines(head.join("\n")),
    parts: parts.map(({ title, lines: body }) => ({ title, body: trimLines(body.join("\n")) })),
  };
}

/**
 * A text of many lines as it may stand in a section: a heading in it would end the section, and a fence that it does
 * not close could pair with one behind it. `partsOf` gives back what was given here.
 */
export function escapedBlock(text: string): string {
  const lines = trimLines(text.replace(/\r\n?/g, "\n")).split("\n");
  const code = codeLines(lines);
  return lines
    .map((line, index) => (!code.has(index) && (NEEDS_ESCAPE.test(line) || FENCE.test(line)) ? `\\${line}` : line))
    .join("\n");
}

/** A fence that nobody closed opens nothing: a stray one in a prompt must not swallow the sections after it. */
function codeLines(lines: readonly string[]): Set<number> {
  const inside = new Set<number>();
  let opened: { at: number; mark: string } | null = null;
  lines.forEach((line, index) => {
    const mark = FENCE.exec(line)?.[1];
    if (mark === undefined) return;
    if (opened === null) opened = { at: index, mark };
    else if (mark.startsWith(opened.mark)) {
      for (let at = opened.at; at <= index; at += 1) inside.add(at);
      opened = null;
    }
  });
  return inside;
}

function trimLines(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/, "").trimEnd();
}

/** The note without the lines that say whose session it is from and whom it is for: for readers outside the team. */
export function withoutAddress(markdown: string): string {
  return markdown.replace(/^\*\*(?:From|To)\*\*:.*(?:\r?\n|$)/gm, "");
}
