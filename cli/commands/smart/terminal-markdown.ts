import { stripVTControlCharacters } from "node:util";

/** How parts of a text are shown; each answers its text with or without codes around it. */
export interface TextStyle {
  bold(text: string): string;
  dim(text: string): string;
}

/** What sessions hold is quoted in answers: it must not steer the terminal. Line ends and tabs stay. */
export function withoutControls(text: string): string {
  return stripVTControlCharacters(text).replace(/\p{Cc}/gu, (control) =>
    control === "\n" || control === "\t" ? control : "",
  );
}

/** Links that begin at the root of the server, with its address before them. */
export function withFullLinks(markdown: string, server: string): string {
  return markdown.replace(/\]\(\//g, `](${server}/`);
}

/**
 * Markdown as a terminal shows it: headings and strong words bold, code and quotes dim, links with their address
 * behind them, tables in columns. Everything else stays as it was written, since it reads well already.
 */
export function toTerminal(markdown: string, style: TextStyle): string {
  return blocksOf(markdown.trimEnd().split("\n"))
    .flatMap(({ kind, lines }) => {
      if (kind === "code") return lines.map((line) => style.dim(`  ${line}`));
      if (kind === "table") return inColumns(lines, style);
      return withRoom(lines).map((line) => lineFor(line, style));
    })
    .join("\n");
}

type Kind = "text" | "code" | "table" | "fence";

interface Block {
  readonly kind: Kind;
  readonly lines: string[];
}

const FENCE = /^\s*(?:```|~~~)/;
const HEADING = /^#{1,6} +(.*?)(?: +#+)?$/;

/** Lines that follow each other and are of one kind. */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let isCode = false;
  for (const line of lines) {
    const kind = kindOf(line, isCode);
    if (kind === "fence") isCode = !isCode;
    const open = blocks.at(-1);
    if (open?.kind === kind) open.lines.push(line);
    else blocks.push({ kind, lines: [line] });
  }
  return blocks.filter(({ kind }) => kind !== "fence");
}

function kindOf(line: string, isCode: boolean): Kind {
  if (FENCE.test(line)) return "fence";
  if (isCode) return "code";
  return /^\|.*\|$/.test(line.trim()) ? "table" : "text";
}

/** A heading gets an empty line before it, which texts for agents spare. */
function withRoom(lines: readonly string[]): string[] {
  return lines.flatMap((line, at) => (at > 0 && HEADING.test(line) && lines[at - 1] !== "" ? ["", line] : [line]));
}

/** Cells as wide as the widest of their column; the first row is the heading. */
function inColumns(lines: readonly string[], style: TextStyle): string[] {
  const rows = lines.filter((line) => !/^\s*\|[\s|:-]+\|\s*$/.test(line)).map(cellsOf);
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  }
  return rows.map((row, at) => {
    const line = row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
    return at === 0 && rows.length < lines.length ? style.bold(line) : line;
  });
}

/** A bar behind a backslash belongs to its cell. */
function cellsOf(line: string): string[] {
  const inner = line.trim().slice(1, -1);
  return inner.split(/(?<!\\)\|/).map((cell) => plainInline(cell.trim().replaceAll("\\|", "|")));
}

function lineFor(line: string, style: TextStyle): string {
  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined) return style.bold(plainInline(heading));
  if (/^\s*> /.test(line)) return style.dim(line);
  return inline(line, style);
}

const INLINE = /(`+)(.+?)\1|\*\*(\S(?:.*?\S)?)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

function inline(line: string, style: TextStyle): string {
  return line.replace(INLINE, (_whole, _ticks, code?: string, strong?: string, label?: string, target?: string) => {
    if (code !== undefined) return style.dim(code);
    if (strong !== undefined) return style.bold(plainInline(strong));
    return `${label} (${target})`;
  });
}

/** Inside of what is bold already. */
function plainInline(text: string): string {
  return inline(text, { bold: (inner) => inner, dim: (inner) => inner });
}
