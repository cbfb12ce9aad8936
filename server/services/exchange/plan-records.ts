import { type FieldChange, fieldChanges } from "../../core/decisions/field-changes";
import { recordRef } from "../../core/decisions/record-ref";
import type { Located } from "../../core/formats/portable";
import type { TenantSql } from "../../db/client";
import { readSeries } from "../../db/exchange/series";
import type { ProjectKey } from "../../db/memory/project-key";
import type { ImportedRecord, ImportKind, KnownRecord } from "./kinds";

export const IMPORT_STATES = ["new", "changed", "same", "conflict"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** What a person decided about a record: `new` gives a conflict its own number, `replace` writes over what has it. */
export const IMPORT_CHOICES = ["new", "replace", "skip", "take"] as const;
export type ImportChoice = (typeof IMPORT_CHOICES)[number];
export type ImportChoices = Readonly<Record<string, ImportChoice>>;

/** Where one record of a file goes. */
export interface Placed<T> {
  /** Its versions, the oldest first. */
  readonly versions: readonly Located<T>[];
  readonly newest: Located<T>;
  readonly target: number;
  readonly source: string;
  readonly known: KnownRecord<T> | null;
  /** Another record has its number here. */
  readonly taken: KnownRecord<T> | null;
  readonly isSkipped: boolean;
}

export interface PlannedRecord<T> extends Omit<Placed<T>, "newest"> {
  readonly record: T & { readonly number: number };
  readonly older: readonly (T & { readonly number: number })[];
  readonly state: ImportState;
  readonly changes: readonly FieldChange[];
  readonly notes: readonly string[];
}

/** How a choice names its record: `decision DEC-001`. */
export function choiceKey(kind: string, key: string): string {
  return `${kind} ${key}`;
}

/** Finds the place of every record of a kind: by where it came from, then by its number, then behind all others. */
export async function placeRecords<T extends ImportedRecord>(
  sql: TenantSql,
  key: ProjectKey,
  of: ImportKind<T>,
  records: readonly (readonly Located<T>[])[],
  choices: ImportChoices,
): Promise<Placed<T>[]> {
  const listed = records.flatMap((versions) => {
    const newest = versions.at(-1);
    return newest ? [{ versions, newest, source: of.sourceOf(newest.value) }] : [];
  });
  const numbers = listed.flatMap(({ newest }) => newest.value.number ?? []);
  const known = await of.find(
    sql,
    key,
    numbers,
    listed.map(({ source }) => source),
  );
  const byNumber = new Map(known.map((one) => [one.number, one]));
  const bySource = new Map(known.flatMap((one) => (one.source === null ? [] : [[one.source, one] as const])));
  const next = Math.max(await readSeries(sql, key, of.kind), ...numbers, ...known.map(({ number }) => number), 0) + 1;
  const taken = new Places(byNumber, next);
  return listed.map(({ versions, newest, source }) => {
    const choice = choices[choiceKey(of.kind, newest.value.key)];
    const place = taken.give(newest.value, bySource.get(source), choice === "replace");
    return { versions, newest, source, isSkipped: choice === "skip", ...place };
  });
}

/** Gives each number once: two records of the files never become one here. */
class Places<T extends ImportedRecord> {
  private readonly used = new Set<number>();

  constructor(
    private readonly byNumber: ReadonlyMap<number, KnownRecord<T>>,
    private next: number,
  ) {}

  give(
    { number, title }: T,
    same: KnownRecord<T> | undefined,
    isOver: boolean,
  ): Pick<Placed<T>, "target" | "known" | "taken"> {
    const there = number === null ? undefined : this.byNumber.get(number);
    const found = same ?? (there?.record.title === title || isOver ? there : undefined);
    if (found && this.use(found.number)) return { target: found.number, known: found, taken: null };
    if (number !== null && !there && this.use(number)) return { target: number, known: null, taken: null };
    const target = this.next++;
    this.used.add(target);
    return { target, known: null, taken: number === null ? null : (there ?? found ?? null) };
  }

  private use(number: number): boolean {
    if (this.used.has(number)) return false;
    this.used.add(number);
    return true;
  }
}

/** What the file says, as the record here would say it: what it does not tell stays as it is. */
export function completed<T extends ImportedRecord>(
  of: ImportKind<T>,
  { target, known }: Placed<T>,
  value: T,
  importer: { readonly kind: string; readonly name: string },
  now: Date,
): T & { readonly number: number } {
  const before = known?.record;
  const status = value.status || before?.status || of.defaultStatus;
  const author = value.author.name === "" ? (before?.author ?? importer) : value.author;
  const recordedAt = recordedTime(value.recordedAt, before?.recordedAt, now);
  // Every kind has these fields; the compiler does not see through the parameter.
  const told = { key: recordRef(of.kind, target), number: target, status, author, recordedAt };
  return Object.assign({}, value, told);
}

/** A file cannot have been written tomorrow. */
function recordedTime(written: string, before: string | undefined, now: Date): string {
  if (written === "") return before ?? now.toISOString();
  return Date.parse(written) > now.getTime() ? now.toISOString() : written;
}

export function stateOf<T extends ImportedRecord>(
  of: ImportKind<T>,
  { known, taken }: Placed<T>,
  record: T & { readonly number: number },
): { readonly state: ImportState; readonly changes: readonly FieldChange[] } {
  if (known === null) return { state: taken === null ? "new" : "conflict", changes: [] };
  if (of.write(known.record) === of.write(record)) return { state: "same", changes: [] };
  const changes = fieldChanges(everyField(of.shown(record), of.shown(known.record)), of.shown(record));
  const gone = fieldChanges(of.shown(known.record), everyField(of.shown(known.record), of.shown(record)));
  const named = new Set(changes.map(({ name }) => name));
  return { state: "changed", changes: [...changes, ...gone.filter(({ name }) => !named.has(name))] };
}

/** The fields of the first list with the values of the second, empty where it has none. */
function everyField(
  names: readonly { readonly name: string; readonly value: string | readonly string[] }[],
  values: readonly { readonly name: string; readonly value: string | readonly string[] }[],
) {
  const known = new Map(values.map(({ name, value }) => [name, value]));
  return names.map(({ name, value }) => ({ name, value: known.get(name) ?? (typeof value === "string" ? "" : []) }));
}
