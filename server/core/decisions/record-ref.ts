/** How records of a project are named: DEC-001, FAIL-012, HND-1204. */
export const RECORD_PREFIXES = {
  decision: "DEC",
  failure: "FAIL",
  constraint: "CON",
  preference: "PREF",
  summary: "SUM",
  handoff: "HND",
} as const;
export type RecordKind = keyof typeof RECORD_PREFIXES;

export function recordRef(kind: RecordKind, number: number): string {
  return `${RECORD_PREFIXES[kind]}-${String(number).padStart(3, "0")}`;
}

/** The number in a name such as `DEC-015`; null for anything else. */
export function recordNumber(kind: RecordKind, ref: string): number | null {
  const match = new RegExp(`^${RECORD_PREFIXES[kind]}-(\\d+)$`).exec(ref);
  return match ? Number(match[1]) : null;
}
