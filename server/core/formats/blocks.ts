/**
 * Text inside a Markdown list item, so that any text survives: lines after the first are indented by two spaces. No
 * line of a value then begins where a heading, a bullet or a fence of the file would.
 */

const INDENT = "  ";

/** Line ends are one character in files of ours, whatever they were. */
export function unixLines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** `- **Name**: value`, the value's further lines indented. */
export function writeField(name: string, value: string): string {
  return item(`- **${name}**:`, value);
}

/** Items of a list value, each behind a bullet, under the line of the field's name. */
export function writeItems(items: readonly string[]): string {
  return items.map((text) => `\n${item("-", text)}`).join("");
}

function item(head: string, text: string): string {
  const [first = "", ...rest] = unixLines(text).split("\n");
  const start = first === "" ? head : `${head} ${first}`;
  return [start, ...rest.map((line) => INDENT + line)].join("\n");
}

/** The items of a value that `writeItems` wrote; null for a value of another form. */
export function readItems(value: string): string[] | null {
  if (!/^\n[-*]( |\n|$)/.test(value)) return null;
  const items: string[][] = [];
  for (const line of value.slice(1).split("\n")) {
    const started = /^[-*](?: ([^\n]*))?$/.exec(line);
    if (started) items.push([started[1] ?? ""]);
    else items.at(-1)?.push(unindented(line));
  }
  return items.map((lines) => lines.join("\n"));
}

function unindented(line: string): string {
  return line.startsWith(INDENT) ? line.slice(INDENT.length) : line.trimStart();
}

export interface ReadField {
  readonly name: string;
  readonly value: string;
  /** Offset of its line from the first line of the text. */
  readonly line: number;
}

/** A dot would stop at the line separators of Unicode, which are text here. */
const FIELD = /^[-*] \*\*([^*\n]{1,60}?):?\*\*:?(?: ([^\n]*))?$/;

/**
 * The fields of an entry, in order. A line that is indented continues its field; so does one that is not, as people
 * write them, until a blank line. `rest` is what belongs to no field.
 */
export function readFields(lines: readonly string[]): { fields: ReadField[]; rest: { text: string; line: number }[] } {
  const fields: { name: string; lines: string[]; line: number }[] = [];
  const rest: { text: string; line: number }[] = [];
  let blanks: string[] = [];
  lines.forEach((text, line) => {
    const started = FIELD.exec(text);
    const last = fields.at(-1);
    if (started) fields.push({ name: (started[1] ?? "").trim(), lines: [started[2] ?? ""], line });
    else if (text === "") {
      blanks.push("");
      return;
    } else if (last && (text.startsWith(INDENT) || blanks.length === 0)) {
      last.lines.push(...blanks, text.startsWith(INDENT) ? text.slice(INDENT.length) : text);
    } else rest.push({ text, line });
    blanks = [];
  });
  return { fields: fields.map(({ lines: all, ...field }) => ({ ...field, value: all.join("\n") })), rest };
}
