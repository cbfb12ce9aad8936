import type { NumberField, PolicyUnit } from "./fields";

/** How the numbers of a policy read, and how people write them: shares as percent, pauses as minutes. */

const MINUTE_MS = 60_000;
const PERCENT: ReadonlySet<PolicyUnit> = new Set(["share"]);

const UNIT_WORDS: Readonly<Record<PolicyUnit, readonly [one: string, many: string]>> = {
  share: ["%", "%"],
  tokens: ["token", "tokens"],
  turns: ["turn", "turns"],
  minutes: ["minute", "minutes"],
  milliseconds: ["minute", "minutes"],
  lines: ["line", "lines"],
  times: ["reference", "references"],
  places: ["place", "places"],
};

/** The number as people see it: 0.4 is 40 (%), 300,000 ms are 5 (minutes). */
export function toShown(unit: PolicyUnit, value: number): number {
  if (unit === "share") return Math.round(value * 1e6) / 1e4;
  return unit === "milliseconds" ? Math.round((value / MINUTE_MS) * 1e3) / 1e3 : value;
}

/** The inverse of `toShown`. */
export function fromShown(unit: PolicyUnit, shown: number): number {
  if (unit === "share") return shown / 100;
  return unit === "milliseconds" ? Math.round(shown * MINUTE_MS) : shown;
}

/** "45,000", "12.5": digits as in all texts of the product. */
export function shownDigits(unit: PolicyUnit, value: number): string {
  const [whole = "0", fraction] = String(toShown(unit, value)).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

export function unitWord(unit: PolicyUnit, value: number): string {
  const [one, many] = UNIT_WORDS[unit];
  return toShown(unit, value) === 1 ? one : many;
}

/** "40 %", "45,000 tokens", "1 turn", "5 minutes". */
export function valueWords(unit: PolicyUnit, value: number): string {
  return `${shownDigits(unit, value)} ${unitWord(unit, value)}`;
}

const TYPED = /^\d{1,12}([.]\d{1,4})?$/;

/** What a person typed into the field of a number; null when it is no number that the field can hold. */
export function readTyped(unit: PolicyUnit, typed: string): number | null {
  const plain = typed.replace(/[\s,_%]/g, "");
  return TYPED.test(plain) ? fromShown(unit, Number(plain)) : null;
}

/** What the field takes, as the sentence of its error: names the field, the bounds and the unit. */
export function boundsSentence({ label, unit, min, max }: NumberField): string {
  const kind = PERCENT.has(unit) ? "a share" : unit === "milliseconds" ? "a number" : "a whole number";
  const from = shownDigits(unit, min);
  return `${label}: write ${kind} from ${from} to ${valueWords(unit, max)}.`;
}
