import { eachIdentifier } from "../prune/visible/identifiers";

/**
 * Lines and names as the retention measures compare them. Cut independently of the pipeline, so that a fault in how
 * the pipeline compares lines shows up as a loss instead of hiding itself.
 */

/** Line numbers of reads, `path:12:` of searches and the signs of diffs are no content. */
const PREFIX = /^\s*(?:[\w@./-]+\.\w+:\d+[:-]|\d{1,6}[→\t|:])?\s*/;

export function normalLine(line: string): string {
  return line
    .replace(PREFIX, "")
    .replace(/^[+-]\s*/, "")
    .trim();
}

/** Strings of JSON arguments, or the text itself. */
export function textsOf(text: string): string[] {
  if (!/^\s*[{[]/.test(text)) return [text];
  try {
    const found: string[] = [];
    walk(JSON.parse(text), found);
    return found;
  } catch {
    return [text];
  }
}

function walk(value: unknown, found: string[]): void {
  if (typeof value === "string") found.push(value);
  else if (value !== null && typeof value === "object") for (const part of Object.values(value)) walk(part, found);
}

export interface Cut {
  /** Distinct normal lines of at least four characters. */
  readonly lines: readonly string[];
  readonly names: readonly string[];
}

export const MIN_LINE = 4;

export function cut(text: string, isJson: boolean): Cut {
  const lines = new Set<string>();
  const names = new Set<string>();
  for (const part of isJson ? textsOf(text) : [text]) {
    for (const line of part.split("\n")) {
      const normal = normalLine(line);
      if (normal.length >= MIN_LINE) lines.add(normal);
    }
    eachIdentifier(part, false, (name) => {
      names.add(name);
      return true;
    });
  }
  return { lines: [...lines], names: [...names] };
}

/**
 * Texts that an edit has to match: `old_string` and its relatives, and the context and removed lines of each hunk of a
 * patch. One anchor a text or hunk: its lines of at least four characters.
 */
export function anchorsOf(argumentsText: string): string[][] {
  const anchors: string[][] = [];
  collectAnchors(parse(argumentsText), anchors);
  return anchors.filter((lines) => lines.length > 0);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const OLD_TEXT = /^(old_?(string|str|text)|search)$/i;

function collectAnchors(value: unknown, anchors: string[][]): void {
  if (typeof value === "string") {
    if (value.includes("*** Begin Patch")) anchors.push(...hunksOf(value));
    return;
  }
  if (value === null || typeof value !== "object") return;
  for (const [key, part] of Object.entries(value)) {
    if (typeof part === "string" && OLD_TEXT.test(key)) anchors.push(linesOf(part));
    else collectAnchors(part, anchors);
  }
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map(normalLine)
    .filter((line) => line.length >= MIN_LINE);
}

/** Only updates match something: an added file has no hunks. The first hunk of a file may come without its `@@`. */
function hunksOf(patch: string): string[][] {
  const hunks: string[][] = [];
  let isUpdate = false;
  for (const line of patch.split("\n")) {
    if (line.startsWith("*** ")) {
      isUpdate = line.startsWith("*** Update File") || (isUpdate && line.startsWith("*** Move to"));
      hunks.push([]);
    } else if (line.startsWith("@@")) hunks.push([]);
    else if (isUpdate && (line.startsWith(" ") || line.startsWith("-"))) hunks.at(-1)?.push(line.slice(1));
  }
  return hunks.map((lines) => lines.map(normalLine).filter((line) => line.length >= MIN_LINE));
}
