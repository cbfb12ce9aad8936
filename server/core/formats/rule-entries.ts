import { recordRef } from "../decisions/record-ref";
import { COMMON_NAMES, commonFields, readCommon } from "./common-fields";
import { type Entry, type EntryField, fieldNames, readEntries, textOf, writeEntry } from "./entries";
import { readWords, writeWords } from "./lists";
import type { PortableConstraint, PortableHead, PortablePreference, ReadProblem, ReadRecords } from "./portable";

/** CONSTRAINTS.md and PREFERENCES.md: a heading, then an entry each. */

type Numbered<T> = T & { readonly number: number };

export function writeConstraint(record: Numbered<PortableConstraint>): string {
  return writeRule("constraint", record, [
    { name: "Rule", value: record.rule, always: true },
    { name: "Reason", value: record.reason },
    { name: "Status", value: record.status },
    { name: "Affected Paths", value: writeWords(record.affectedPaths) },
    ...commonFields(record),
  ]);
}

export function writePreference(record: Numbered<PortablePreference>): string {
  return writeRule("preference", record, [
    { name: "Preference", value: record.text, always: true },
    { name: "Status", value: record.status },
    ...commonFields(record),
  ]);
}

function writeRule(kind: "constraint" | "preference", record: Numbered<PortableHead>, fields: EntryField[]): string {
  return writeEntry(kind, { number: record.number, title: record.title, session: null }, fields);
}

const CONSTRAINT_NAMES = fieldNames(["Rule", "Reason", "Status", "Affected Paths", ...COMMON_NAMES], {
  why: "Reason",
  paths: "Affected Paths",
});
const PREFERENCE_NAMES = fieldNames(["Preference", "Status", ...COMMON_NAMES], { text: "Preference" });

export function readConstraints(file: string, text: string): ReadRecords<PortableConstraint> {
  return readRules("constraint", file, text, CONSTRAINT_NAMES, (entry) => ({
    rule: textOf(entry, "Rule"),
    reason: textOf(entry, "Reason"),
    affectedPaths: readWords(textOf(entry, "Affected Paths")),
  }));
}

export function readPreferences(file: string, text: string): ReadRecords<PortablePreference> {
  return readRules("preference", file, text, PREFERENCE_NAMES, (entry) => ({ text: textOf(entry, "Preference") }));
}

function readRules<Own extends object>(
  kind: "constraint" | "preference",
  file: string,
  text: string,
  names: ReadonlyMap<string, string>,
  own: (entry: Entry) => Own,
) {
  const { entries, problems } = readEntries(kind, file, text, names);
  const all: ReadProblem[] = [...problems];
  const records = entries.flatMap((entry) => {
    const { number, title, line } = entry;
    if (title === "") {
      const message = "The entry has no title. Write one behind its number.";
      all.push({ file, line, field: "title", message });
      return [];
    }
    const status = textOf(entry, "Status").trim().toLowerCase();
    const head = { number, key: recordRef(kind, number), title, status };
    return [{ value: { ...head, ...own(entry), ...readCommon(entry, file, all) }, file, line }];
  });
  return { records, problems: all };
}
