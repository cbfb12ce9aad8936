import { parse, TomlError } from "smol-toml";
import type { TomlBlock } from "@/server/core/connect/changes";
import { CliFault } from "../fault";

const MARKS: Readonly<Record<TomlBlock["at"], { readonly begin: string; readonly end: string }>> = {
  start: { begin: "# >>> context-steward: notify >>>", end: "# <<< context-steward: notify <<<" },
  end: { begin: "# >>> context-steward >>>", end: "# <<< context-steward <<<" },
};

/**
 * The text with each block between its two marks. A block that is there is replaced where it stands; the bytes outside
 * of the marks never change.
 * @throws CliFault when the file is no TOML, or when it has such an entry of its own.
 */
export function putBlocks(file: string, before: string | null, blocks: readonly TomlBlock[]): string {
  const text = before ?? "";
  check(file, text, "is no valid TOML");
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const wanted = new Set(blocks.map(({ at }) => at));
  let after = wanted.has("start") ? text : takeBlocks(text, ["start"]);
  for (const block of blocks) after = putBlock(after, block, eol);
  if (after !== text) check(file, after, "has an entry for Context Steward or a notify of its own; remove it first");
  return after;
}

function putBlock(text: string, { at, body }: TomlBlock, eol: string): string {
  const { begin, end } = MARKS[at];
  const block = [begin, ...body.trimEnd().split("\n"), end, ""].join(eol);
  const found = blockIn(text, at);
  if (found) return text.slice(0, found.start) + block + text.slice(found.end);
  if (text.trim() === "") return text + block;
  if (at === "start") return `${block}${eol}${text}`;
  return `${text}${text.endsWith("\n") ? "" : eol}${eol}${block}`;
}

/** The text without the blocks, and without the blank line that was put between them and the rest. */
export function takeBlocks(text: string, which: readonly TomlBlock["at"][]): string {
  let left = text;
  for (const at of which) {
    const found = blockIn(left, at);
    if (!found) continue;
    const head = left.slice(0, found.start);
    const tail = left.slice(found.end);
    left = at === "end" ? head.replace(/(\r?\n)\r?\n$/, "$1") + tail : head + tail.replace(/^\r?\n/, "");
  }
  return left;
}

export function hasBlock(text: string): boolean {
  return blockIn(text, "end") !== null || blockIn(text, "start") !== null;
}

function blockIn(text: string, at: TomlBlock["at"]): { readonly start: number; readonly end: number } | null {
  const { begin, end } = MARKS[at];
  const start = text.indexOf(begin);
  const last = text.indexOf(end, start);
  if (start < 0 || last < 0) return null;
  const lineEnd = text.indexOf("\n", last);
  return { start, end: lineEnd < 0 ? text.length : lineEnd + 1 };
}

function check(file: string, text: string, what: string): void {
  try {
    parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason = ""] = error.message.split("\n");
    throw new CliFault(
      `${file} ${what} (line ${error.line}: ${reason.replace(/^Invalid TOML document: /, "")}). Nothing was written.`,
    );
  }
}
