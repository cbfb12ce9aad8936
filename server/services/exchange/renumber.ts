import { RECORD_PREFIXES, type RecordKind, recordRef } from "../../core/decisions/record-ref";

/** For each kind the numbers that a file gave, and those that its records have here, where they differ. */
export type NewNumbers = ReadonlyMap<RecordKind, ReadonlyMap<number, number>>;

const REF = /\b(DEC|FAIL|CON|PREF|SUM|HND)-(\d{1,9})\b/g;
const KIND_OF = new Map<string, string>(Object.entries(RECORD_PREFIXES).map(([kind, prefix]) => [prefix, kind]));

/** A copy in which names of records (`DEC-012`) are those that the records have here. */
export function renumbered<T>(value: T, numbers: NewNumbers): T {
  if ([...numbers.values()].every((of) => of.size === 0)) return value;
  return mapStrings(value, (text) =>
    text.replace(REF, (ref, prefix: string, digits: string) => {
      const kind = KIND_OF.get(prefix);
      const known = [...numbers].find(([one]) => one === kind);
      const number = known?.[1].get(Number(digits));
      return known === undefined || number === undefined ? ref : recordRef(known[0], number);
    }),
  ) as T; // the shape does not change, only strings are replaced by strings
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]));
}
