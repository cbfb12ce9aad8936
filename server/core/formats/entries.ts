import { RECORD_PREFIXES, type RecordKind, recordRef } from "../decisions/record-ref";
import { type ReadField, readFields, unixLines, writeField } from "./blocks";
import type { ReadProblem } from "./portable";

/**
 * Entries of a Markdown file in the published form of a decision log:
 *
 *     ### [DEC-001] Use Zustand instead of Redux (Session 3)
 *     - **Date**: 2026-03-20
 *     - **Context**: …
 */
export interface Entry {
  readonly number: number;
  readonly title: string;
  readonly session: number | null;
  readonly fields: ReadonlyMap<string, ReadField>;
  /** The heading's line, from 1. */
  readonly line: number;
}

export interface EntryField {
  readonly name: string;
  readonly value: string;
  /** Written though it is empty, as the published form does. */
  readonly always?: boolean;
}

/** A title that ends like the mark of a session is told apart from one. */
const ENDS_LIKE_SESSION = /\\*\(Session #?\d+\)$/;

export function writeEntry(
  kind: RecordKind,
  { number, title, session }: { readonly number: number; readonly title: string; readonly session: number | null },
  fields: readonly EntryField[],
): string {
  const plain = title
    .replace(/\s+/g, " ")
    .trim()
    .replace(ENDS_LIKE_SESSION, (end) => `\\${end}`);
  const head = `### [${recordRef(kind, number)}] ${plain}${session === null ? "" : ` (Session ${session})`}`;
  const told = fields.filter(({ value, always }) => always || value !== "");
  return `${[head, ...told.map(({ name, value }) => writeField(name, value))].join("\n")}\n`;
}

/** Reads all entries of one kind. What stands before the first entry is left alone; loose lines in one are named. */
export function readEntries(
  kind: RecordKind,
  file: string,
  text: string,
  known: ReadonlyMap<string, string>,
): { readonly entries: readonly Entry[]; readonly problems: readonly ReadProblem[] } {
  const head = new RegExp(`^#{2,4}\\s+\\[${RECORD_PREFIXES[kind]}-(\\d{1,9})\\]\\s*(.*)$`);
  const lines = unixLines(text).split("\n");
  const starts = lines.flatMap((line, index) => (head.test(line) ? [index] : []));
  const problems: ReadProblem[] = [];
  const entries = starts.flatMap((start, index) => {
    const [, digits = "", said = ""] = head.exec(lines[start] ?? "") ?? [];
    const number = Number(digits);
    if (number < 1 || number > MAX_NUMBER) {
      const message = `${digits} is no number of a record. Write one from 1 on.`;
      problems.push({ file, line: start + 1, field: "number", message });
      return [];
    }
    if (said.length > MAX_HEADING_CHARACTERS) {
      const message = `The heading has ${said.length} characters; ${MAX_HEADING_CHARACTERS} is the most. Shorten the title.`;
      problems.push({ file, line: start + 1, field: "title", message });
      return [];
    }
    const { fields, rest } = readFields(lines.slice(start + 1, starts[index + 1] ?? lines.length));
    problems.push(...looseLines(rest, start, file), ...unknownFields(fields, known, start, file));
    return [{ number, ...titleOf(said), fields: byName(fields, known, start), line: start + 1 }];
  });
  return { entries, problems };
}

const MAX_NUMBER = 2_147_483_647;
const MAX_HEADING_CHARACTERS = 2_000;

function titleOf(said: string): { title: string; session: number | null } {
  const [, title = "", digits] = /^(.*?)(?:(?:^|\s+)\(Session\s+#?(\d{1,9})\))?\s*$/.exec(said) ?? [];
  const plain = title.replace(/\\(\\*\(Session #?\d+\))$/, "$1");
  return { title: plain, session: digits === undefined ? null : Number(digits) };
}

/** Keys are the canonical names; the first of a name that stands twice counts. */
function byName(
  fields: readonly ReadField[],
  known: ReadonlyMap<string, string>,
  start: number,
): ReadonlyMap<string, ReadField> {
  const named = new Map<string, ReadField>();
  for (const field of fields) {
    const name = known.get(field.name.toLowerCase());
    if (name !== undefined && !named.has(name)) named.set(name, { ...field, line: start + 2 + field.line });
  }
  return named;
}

function unknownFields(
  fields: readonly ReadField[],
  known: ReadonlyMap<string, string>,
  start: number,
  file: string,
): ReadProblem[] {
  const seen = new Set<string>();
  return fields.flatMap(({ name, line }) => {
    const canonical = known.get(name.toLowerCase());
    const isTwice = canonical !== undefined && seen.has(canonical);
    if (canonical !== undefined) seen.add(canonical);
    if (canonical !== undefined && !isTwice) return [];
    const message = isTwice
      ? `${name} stands twice; the first counts. Put both into one.`
      : `There is no field ${name}; it was left out. Known: ${[...new Set(known.values())].join(", ")}.`;
    return [{ file, line: start + 2 + line, field: name, message }];
  });
}

function looseLines(rest: readonly { text: string; line: number }[], start: number, file: string): ReadProblem[] {
  const [first] = rest;
  if (!first) return [];
  const many = rest.length === 1 ? "This line belongs" : `This line and ${rest.length - 1} more belong`;
  const message = `${many} to no field and were left out. Indent them by two spaces under their field.`;
  return [{ file, line: start + 2 + first.line, field: null, message }];
}

/** Names by which fields are found: the canonical ones, and what else people write for them. */
export function fieldNames(
  canonical: readonly string[],
  aliases: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, string> {
  const names = new Map(canonical.map((name) => [name.toLowerCase(), name]));
  for (const [alias, name] of Object.entries(aliases)) names.set(alias, name);
  return names;
}

export function textOf(entry: Entry, name: string): string {
  return entry.fields.get(name)?.value ?? "";
}
