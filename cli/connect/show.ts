import type { KeySource } from "@/server/core/connect/mcp";
import { diffLines } from "@/server/core/text-diff/diff";
import { say, style } from "../output";

/** Lines that are shown of a file; the rest is counted. Of one that comes or goes, which nobody has to compare, its beginning. */
const SHOWN_LINES = { changed: 120, whole: 24 };
/** As much of a key as the list of keys in the browser shows. */
const KEY_PREFIX = 8;

export interface ShownFile {
  readonly file: string;
  readonly before: string | null;
  readonly after: string | null;
}

export type FileState = "new" | "changed" | "removed" | "unchanged";

export function stateOf({ before, after }: ShownFile): FileState {
  if (before === after) return "unchanged";
  if (before === null) return "new";
  return after === null ? "removed" : "changed";
}

/** The lines that change, each with its sign; keys are never printed whole. */
export function diffText({ before, after }: ShownFile, key: KeySource | null): string[] {
  const { hunks } = diffLines(withoutEnd(before), withoutEnd(after));
  const lines = hunks.flatMap(({ lines: some }, at) => [
    ...(at > 0 ? [{ kind: "same", text: "…" } as const] : []),
    ...some.filter(({ kind, text }) => kind !== "same" || text !== ""),
  ]);
  const signs = { same: "  ", added: "+ ", removed: "- " };
  return lines.map(({ kind, text }) => (signs[kind] + masked(text, key)).trimEnd());
}

/** The break behind the last line is no line. */
function withoutEnd(text: string | null): string {
  return (text ?? "").replace(/\r?\n$/, "");
}

function masked(text: string, key: KeySource | null): string {
  const known = key?.from === "value" ? text.replaceAll(key.key, `${key.key.slice(0, KEY_PREFIX)}…`) : text;
  // Keys of other servers stand in the same files.
  return known.replaceAll(/\b(cst_[\w-]{4}|Bearer\s+[\w-]{4})[\w.~+/=-]{8,}/g, "$1…");
}

export function printDiff(shown: ShownFile, key: KeySource | null): void {
  say.line(style.bold(`${shown.file} (${stateOf(shown)})`));
  const lines = diffText(shown, key);
  const most = shown.before === null || shown.after === null ? SHOWN_LINES.whole : SHOWN_LINES.changed;
  for (const line of lines.slice(0, most)) {
    say.line(line.startsWith("+") ? style.good(line) : line.startsWith("-") ? style.bad(line) : line);
  }
  if (lines.length > most) say.line(style.dim(`  and ${lines.length - most} more lines`));
  say.line();
}
