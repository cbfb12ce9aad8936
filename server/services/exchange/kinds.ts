import type { ShownField } from "../../core/decisions/field-changes";
import type { RecordKind } from "../../core/decisions/record-ref";
import { readFields } from "../../core/formats/blocks";
import { writeDecisionEntry } from "../../core/formats/decision-entry";
import { failureEntry } from "../../core/formats/failures-json";
import type {
  PortableConstraint,
  PortableDecision,
  PortableFailure,
  PortablePreference,
} from "../../core/formats/portable";
import { writeConstraint, writePreference } from "../../core/formats/rule-entries";
import type { TenantSql } from "../../db/client";
import { findDecisions } from "../../db/exchange/decisions";
import { findFailures } from "../../db/exchange/failures";
import { findRules } from "../../db/exchange/rules";
import type { ProjectKey } from "../../db/memory/project-key";
import { toPortableConstraint, toPortableDecision, toPortableFailure, toPortablePreference } from "./portable-rows";
import { importKey } from "./source-key";

/** What the import has to know of a kind of numbered records; everything else is the same for all of them. */
export interface ImportKind<T extends ImportedRecord> {
  readonly kind: RecordKind & ("decision" | "failure" | "constraint" | "preference");
  /** What names the record beside its number: where it came from, or what failed. */
  readonly sourceOf: (record: T) => string;
  readonly find: (
    sql: TenantSql,
    key: ProjectKey,
    numbers: readonly number[],
    sources: readonly string[],
  ) => Promise<readonly KnownRecord<T>[]>;
  /** The record as its file has it: two of one text say the same. */
  readonly write: (record: T & { readonly number: number }) => string;
  readonly shown: (record: T & { readonly number: number }) => readonly ShownField[];
  readonly defaultStatus: string;
}

export type ImportedRecord = PortableDecision | PortableFailure | PortableConstraint | PortablePreference;

export interface KnownRecord<T> {
  readonly number: number;
  readonly version: number;
  readonly source: string | null;
  readonly record: T & { readonly number: number };
}

export const DECISIONS: ImportKind<PortableDecision> = {
  kind: "decision",
  sourceOf: importKey,
  find: async (sql, key, numbers, sources) =>
    (await findDecisions(sql, key, numbers, sources)).map((row) => {
      const { version, sourceKey: source } = row;
      return { number: row.number, version, source, record: toPortableDecision(row) };
    }),
  write: writeDecisionEntry,
  shown: (record) => shownEntry(record.title, writeDecisionEntry(record)),
  defaultStatus: "accepted",
};

export const FAILURES: ImportKind<PortableFailure> = {
  kind: "failure",
  sourceOf: ({ fingerprint }) => fingerprint,
  find: async (sql, key, numbers, sources) =>
    (await findFailures(sql, key, numbers, sources)).map((row) => {
      const { number, version, fingerprint: source } = row;
      return { number, version, source, record: toPortableFailure(row) };
    }),
  write: failureEntry,
  shown: shownFailure,
  defaultStatus: "active",
};

export const CONSTRAINTS: ImportKind<PortableConstraint> = {
  kind: "constraint",
  sourceOf: importKey,
  find: async (sql, key, numbers, sources) =>
    (await findRules(sql, key, "constraint", numbers, sources)).map((row) => {
      const { number, version, sourceKey: source } = row;
      return { number, version, source, record: toPortableConstraint(row) };
    }),
  write: writeConstraint,
  shown: (record) => shownEntry(record.title, writeConstraint(record)),
  defaultStatus: "active",
};

export const PREFERENCES: ImportKind<PortablePreference> = {
  kind: "preference",
  sourceOf: importKey,
  find: async (sql, key, numbers, sources) =>
    (await findRules(sql, key, "preference", numbers, sources)).map((row) => {
      const { number, version, sourceKey: source } = row;
      return { number, version, source, record: toPortablePreference(row) };
    }),
  write: writePreference,
  shown: (record) => shownEntry(record.title, writePreference(record)),
  defaultStatus: "active",
};

/** The fields of an entry as its file names them. */
function shownEntry(title: string, entry: string): ShownField[] {
  const { fields } = readFields(entry.split("\n").slice(1));
  return [{ name: "Title", value: title }, ...fields.map(({ name, value }) => ({ name, value }))];
}

function shownFailure(record: PortableFailure): ShownField[] {
  return [
    { name: "Title", value: record.title },
    { name: "Status", value: record.status },
    { name: "Type", value: record.type },
    { name: "Description", value: record.description },
    { name: "Approach", value: record.approach },
    { name: "Root cause", value: record.rootCause },
    { name: "Fix", value: record.fix },
    { name: "Paths", value: record.affectedPaths },
    { name: "Tags", value: record.tags },
    { name: "Occurrences", value: String(record.occurrences) },
    { name: "First seen", value: record.firstSeenAt },
    { name: "Last seen", value: record.lastSeenAt },
    { name: "Evidence", value: record.evidence.map(({ ref, note }) => `${ref} ${note}`.trim()) },
    { name: "Author", value: record.author.name },
    { name: "Recorded", value: record.recordedAt },
  ];
}
