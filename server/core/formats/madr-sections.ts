/** Sections of a MADR file. Text that looks like a heading is escaped when it is written, so every text survives. */
export interface MadrSection {
  readonly title: string;
  readonly body: string;
}

const HEADING = /^(#{1,6}) (.*)$/;
const ESCAPED = /^\\+#{1,6} /;

export function sectionText(text: string): string {
  return text
    .split("\n")
    .map((line) => (HEADING.test(line) || ESCAPED.test(line) ? `\\${line}` : line))
    .join("\n");
}

/** Parts that hold headings of their own. */
const WITH_HEADINGS = "pros and cons of the options";

/** Title, its line from 1, and every section under its heading; of `WITH_HEADINGS` the deeper ones are part. */
export function madrSections(text: string): { title: string; line: number; sections: MadrSection[] } {
  const sections: { title: string; lines: string[] }[] = [];
  let title = "";
  let titleLine = 1;
  text.split("\n").forEach((line, index) => {
    const [, marks = "", said = ""] = HEADING.exec(line) ?? [];
    const last = sections.at(-1);
    const isInside = marks.length > 2 && last?.title.toLowerCase() === WITH_HEADINGS;
    if (marks === "#" && title === "") {
      title = said.trim();
      titleLine = index + 1;
    } else if (marks !== "" && !isInside) sections.push({ title: said.trim(), lines: [] });
    else last?.lines.push(isInside ? line : unescaped(line));
  });
  return { title, line: titleLine, sections: sections.map((one) => ({ title: one.title, body: bodyOf(one.lines) })) };
}

function unescaped(line: string): string {
  return ESCAPED.test(line) ? line.slice(1) : line;
}

/** Without the blank line behind the heading and the one before the next. */
function bodyOf(lines: readonly string[]): string {
  const from = lines[0] === "" ? 1 : 0;
  const last = lines.at(-1) === "" && lines.length > from ? -1 : undefined;
  return lines.slice(from, last).join("\n");
}

/** What stands under each option, the options of one name in order. */
export function optionSections(body: string): Map<string, string[][]> {
  const options = new Map<string, string[][]>();
  let lines: string[] | undefined;
  for (const line of body.split("\n")) {
    const [, marks = "", said = ""] = HEADING.exec(line) ?? (line === "###" ? ["", "###", ""] : []);
    if (marks.length === 3) {
      lines = [];
      options.set(said.trim(), [...(options.get(said.trim()) ?? []), lines]);
    } else if (lines && (line !== "" || lines.length > 0)) lines.push(line);
  }
  return options;
}
