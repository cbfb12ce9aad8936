import { z } from "zod";
import { EVENT_KIND_NAMES, STAGES } from "../events/kinds";
import { NOISE_CLASSES } from "../prune/model";
import { readLocal } from "./zone";

/**
 * What a person looks at: one object for every chart, table, export and link. In a URL each dimension repeats its
 * own name (`agent=main&agent=explorer`); an empty value means "none" (`skill=`: while no skill was active).
 */

export const RANGE_PRESETS = ["24h", "7d", "14d", "30d", "all"] as const;
export type RangePreset = (typeof RANGE_PRESETS)[number];

/** Dimensions in the order in which URLs and chips name them. */
export const DIMENSIONS = [
  "client",
  "agent",
  "skill",
  "tool",
  "kind",
  "pass",
  "model",
  "person",
  "branch",
  "stage",
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Known only by session and not by the project's own rollups. */
export const SESSION_DIMENSIONS = ["model", "person", "branch", "stage"] as const satisfies readonly Dimension[];

const MAX_VALUES = 50;
const MAX_VALUE_LENGTH = 256;

const LocalTimeText = z
  .string()
  .max(13)
  .refine((text) => readLocal(text) !== null, "Write a day as 2026-11-27, or an hour as 2026-11-27T14.");

/** Text that a query can look for: Postgres has no character 0, so no stored name does. */
export const SearchableText = z.string().refine((text) => !text.includes("\0"), "Remove the character U+0000.");

const Names = z
  .array(SearchableText.max(MAX_VALUE_LENGTH, `Shorten the value to ${MAX_VALUE_LENGTH} characters.`))
  .max(MAX_VALUES, `Send at most ${MAX_VALUES} values.`)
  .transform(canonicalValues)
  .default([]);

function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z
    .array(z.enum(values, { error: `Use one of ${values.map((value) => value || "(empty)").join(", ")}.` }))
    .max(MAX_VALUES)
    .transform(canonicalValues)
    .default([]);
}

/** Sorted and without repeats, so that equal filters have equal URLs. */
function canonicalValues<Value extends string>(values: readonly Value[]): Value[] {
  return [...new Set(values)].sort();
}

const SHAPE = {
  /** Null: the page chooses a range in which there is something to see. */
  range: z
    .enum(RANGE_PRESETS, { error: `Use one of ${RANGE_PRESETS.join(", ")}.` })
    .nullable()
    .default(null),
  /** First and last day (or hour), both included, in the project's time zone; they take the preset's place. */
  from: LocalTimeText.nullable().default(null),
  to: LocalTimeText.nullable().default(null),
  client: Names,
  agent: Names,
  skill: Names,
  tool: Names,
  kind: oneOf(EVENT_KIND_NAMES),
  pass: oneOf(NOISE_CLASSES),
  model: Names,
  person: Names,
  branch: Names,
  stage: oneOf(["", ...STAGES]),
  /**
   * Files and commands, as the charts of targets name them: only what they brought to sessions in which they were
   * noise. No menu offers them, so they are no dimension; the charts link to them.
   */
  target: Names,
};

export const TelemetryFilterSchema = z
  .strictObject(SHAPE)
  .refine(isOrdered, { path: ["to"], error: "The range ends before it begins; swap from and to." })
  .transform(canonicalRange);

export type TelemetryFilter = z.output<typeof TelemetryFilterSchema>;

interface RangeChoice {
  range: RangePreset | null;
  from: string | null;
  to: string | null;
}

function isOrdered({ from, to }: RangeChoice): boolean {
  // Equal forms compare as text; "2026-11-27" holds all hours of that day.
  return from === null || to === null || from.slice(0, to.length) <= to.slice(0, from.length);
}

/** Times of its own win over a preset; a URL never holds both. */
function canonicalRange<Filter extends RangeChoice>(filter: Filter): Filter {
  return filter.from === null && filter.to === null ? filter : { ...filter, range: null };
}

export const NO_FILTER: TelemetryFilter = TelemetryFilterSchema.parse({});

/** What was wrong with a URL, by field; the rest of the URL still counts. */
export interface FilterProblem {
  readonly field: string;
  readonly value: string;
  readonly message: string;
}

const RANGE_FIELDS = ["range", "from", "to"] as const;
/** Fields of several values, in the order in which URLs name them. */
const LIST_FIELDS = [...DIMENSIONS, "target"] as const;

/** Reads a URL. A field that cannot be read is named and left out; its neighbours are kept. */
export function parseFilter(params: URLSearchParams): { filter: TelemetryFilter; problems: FilterProblem[] } {
  const problems: FilterProblem[] = [];
  const raw: Record<string, unknown> = {};
  for (const field of RANGE_FIELDS) {
    const value = params.get(field);
    if (value !== null && value !== "") keepIfValid(raw, field, value, value, problems);
  }
  for (const dimension of LIST_FIELDS) {
    const values = params.getAll(dimension).filter((value) => keepIfValid({}, dimension, [value], value, problems));
    if (values.length > 0) keepIfValid(raw, dimension, values, values.join(", "), problems);
  }
  const parsed = TelemetryFilterSchema.safeParse(raw);
  if (parsed.success) return { filter: parsed.data, problems };
  // Only the order of from and to can still be wrong: each field is valid by itself.
  for (const issue of parsed.error.issues) {
    problems.push({ field: issue.path.join("."), value: String(raw["to"] ?? ""), message: issue.message });
  }
  return { filter: TelemetryFilterSchema.parse({ ...raw, from: null, to: null }), problems };
}

function keepIfValid(
  target: Record<string, unknown>,
  field: keyof typeof SHAPE,
  value: unknown,
  shown: string,
  problems: FilterProblem[],
): boolean {
  const parsed = SHAPE[field].safeParse(value);
  if (parsed.success) {
    target[field] = value;
    return true;
  }
  problems.push({ field, value: shown, message: parsed.error.issues[0]?.message ?? "This cannot be read." });
  return false;
}

/** The canonical URL of a filter: equal filters give equal text. */
export function writeFilter(filter: TelemetryFilter): URLSearchParams {
  const params = new URLSearchParams();
  for (const field of RANGE_FIELDS) {
    const value = filter[field];
    if (value !== null) params.set(field, value);
  }
  for (const dimension of LIST_FIELDS) {
    for (const value of filter[dimension]) params.append(dimension, value);
  }
  return params;
}

/** A change of a filter: a dimension's new values, a new range. */
export type FilterChange = Partial<{ [Field in keyof TelemetryFilter]: TelemetryFilter[Field] }>;

/** The filter with a change, canonical again. A preset takes the place of from and to, and the other way round. */
export function withChange(filter: TelemetryFilter, change: FilterChange): TelemetryFilter {
  const range = change.range ? { from: null, to: null } : {};
  return TelemetryFilterSchema.parse({ ...filter, ...range, ...change });
}

/** Whether anything but a range is chosen. */
export function hasDimensions(filter: TelemetryFilter): boolean {
  return LIST_FIELDS.some((dimension) => filter[dimension].length > 0);
}
