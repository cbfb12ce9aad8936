import { changeOf } from "./markdown";
import type { HandoffNote, TodoItem } from "./note";

/**
 * Readers of a section's lines. Each takes any text: what is no item of the form goes on the item before it, or makes
 * one of its own, so that no word is lost.
 */

const BULLET = /^(?:[-*+]|\d{1,4}[.)])\s+(.*)$/;

/** The items of a list; lines that belong to none are joined to the item before them. */
export function itemsOf(body: string): string[] {
  const items: string[] = [];
  for (const line of body.split("\n")) {
    const text = BULLET.exec(line)?.[1];
    const last = items.length - 1;
    if (text !== undefined) items.push(text.trim());
    else if (line.trim() !== "") {
      if (last < 0) items.push(line.trim());
      else items[last] = `${items[last] ?? ""} ${line.trim()}`.trim();
    }
  }
  return items.filter((item) => item !== "");
}

const BOX = /^\[([ xX])\]\s*(.*)$/;
const PROGRESS = " (in progress)";
const CANCELLED = " (cancelled)";

export function todoOf(item: string): TodoItem {
  const [, mark, told] = BOX.exec(item) ?? [];
  const text = told ?? item;
  const isDone = mark !== undefined && mark !== " ";
  if (isDone && text.endsWith(CANCELLED)) return { text: text.slice(0, -CANCELLED.length), state: "cancelled" };
  if (isDone) return { text, state: "done" };
  if (text.endsWith(PROGRESS)) return { text: text.slice(0, -PROGRESS.length), state: "in_progress" };
  return { text, state: "open" };
}

export function withRefOf(item: string): { text: string; ref: string | null } {
  const found = /^(.*) \(((?:DEC|FAIL)-\d{1,9})\)$/.exec(item);
  return found ? { text: found[1] ?? "", ref: found[2] ?? null } : { text: item, ref: null };
}

export function rejectedOf(item: string): HandoffNote["rejectedAlternatives"][number] {
  const { text: told, ref } = withRefOf(item);
  const found = /^(.+?): (.+)$/.exec(told);
  return { text: found?.[1] ?? told, why: found?.[2] ?? "", ref };
}

type ModifiedFile = HandoffNote["filesModified"][number];

/** `src/a.ts (new file, 2 edits)`; a change in other words is kept as it was written. */
export function fileOf(item: string): ModifiedFile {
  const found = /^(.+?) \((.*)\)$/.exec(item);
  if (!found) return { path: item, edits: 0, writes: 0, isNew: false, about: "" };
  const [, path = "", about = ""] = found;
  return countsOf(path, about) ?? { path, edits: 0, writes: 0, isNew: false, about };
}

/** Null for words that the writer would not choose for these counts: they stay as they were written. */
export function countsOf(path: string, about: string): ModifiedFile | null {
  if (about === "changed") return { path, edits: 0, writes: 0, isNew: false };
  const found = /^(new file)?(?:(?:^|, )written (?:(once)|(\d{1,9}) times))?(?:(?:^|, )(\d{1,9}) edits?)?$/.exec(about);
  if (!found || about === "") return null;
  const [, isNew, once, times, edits] = found;
  const rewrites = once ? 1 : Number(times ?? 0);
  const file = { path, edits: Number(edits ?? 0), writes: rewrites + (isNew ? 1 : 0), isNew: Boolean(isNew) };
  return changeOf(file) === about ? file : null;
}

/** Null for a line that is no check with its outcome. */
export function checkOf(item: string): Omit<HandoffNote["checks"][number], "eventRef"> | null {
  const found = /^(.+?): (passed|failed) \((.*)\)$/.exec(item);
  return found && { check: found[1] ?? "", passed: found[2] === "passed", command: found[3] ?? "" };
}

export function commitOf(item: string): HandoffNote["commits"][number] {
  const [, hash, told = ""] = /^(?:([0-9a-f]{7,40}) )?(.*)$/.exec(item) ?? [];
  const on = /^(.*) \(on (\S+)\)$/.exec(told);
  return { hash: hash ?? null, message: on?.[1] ?? told, ...(on?.[2] === undefined ? {} : { branch: on[2] }) };
}
