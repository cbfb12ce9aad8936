/** Sections of a Markdown text by its headings; fenced code is text and never a heading. */
export interface Section {
  readonly heading: string;
  readonly level: number;
  readonly body: string;
}

/** What stands before the first heading comes first, with an empty heading. Linear in the text. */
export function sectionsOf(markdown: string): Section[] {
  const sections: { heading: string; level: number; lines: string[] }[] = [{ heading: "", level: 0, lines: [] }];
  for (const { line, isCode } of linesOf(markdown)) {
    const heading = isCode ? null : /^(#{1,6})\s+(.+?)\s*#*\s*$/.exec(line);
    if (heading) sections.push({ heading: heading[2] ?? "", level: heading[1]?.length ?? 1, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ heading, level, lines }) => ({ heading, level, body: lines.join("\n").trim() }));
}

/** Lines with a mark on those inside fences; the fence lines count as code too. */
export function linesOf(markdown: string): { readonly line: string; readonly isCode: boolean }[] {
  let fence: string | null = null;
  return markdown.split(/\r?\n/).map((line) => {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark === undefined) return { line, isCode: fence !== null };
    if (fence === null) fence = mark;
    else if (mark.startsWith(fence)) fence = null;
    return { line, isCode: true };
  });
}

/** Texts of the list items at the outer level, without their bullets. */
export function bulletsOf(text: string): string[] {
  return linesOf(text)
    .filter(({ isCode }) => !isCode)
    .map(({ line }) => /^(?:[-*+]|\d+[.)])\s+(.+)$/.exec(line)?.[1]?.trim() ?? "")
    .filter((item) => item !== "");
}

/** A file with an extension, a folder with its slash, or a glob; `render/2` is a function and no path. */
const PATH = /`((?:[\w@.~*-]+\/)*(?:[\w@.~*-]+\.[A-Za-z]\w{0,9}|\*{1,2})|(?:[\w@.~*-]+\/)+)(?::\d+(?:-\d+)?)?`/g;

/** Paths that a text names in backticks, each once. */
export function pathsIn(text: string, max: number): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(PATH)) {
    if (match[1] && match[1].length > 2) found.add(match[1]);
    if (found.size >= max) break;
  }
  return [...found];
}
