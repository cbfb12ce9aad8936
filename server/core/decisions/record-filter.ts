import { z } from "zod";
import { SearchableText } from "../telemetry/filter";
import { addDays, instantOf, readLocal } from "../telemetry/zone";

/**
 * What the lists, histories and exports of decisions and failures are filtered by: one object, one form in the address
 * (`status=accepted&tag=webhooks&author=Ines&path=src/webhooks&from=2026-11-01&to=2026-11-30&q=retry`).
 */

const MAX_VALUES = 20;
const MAX_VALUE_LENGTH = 300;

const LocalDay = z
  .string()
  .refine((text) => readLocal(text)?.hasHour === false, "Write a day as 2026-11-27.")
  .nullable()
  .default(null);

const Values = z
  .array(SearchableText.max(MAX_VALUE_LENGTH, `Shorten the value to ${MAX_VALUE_LENGTH} characters.`))
  .max(MAX_VALUES, `Send at most ${MAX_VALUES} values.`)
  .transform((values) => [...new Set(values)].sort())
  .default([]);

/** The shape without its status, whose words differ by room. */
export const RECORD_FILTER_SHAPE = {
  /** All of them must be there. */
  tag: Values,
  /** One of them wrote the newest version (or, of failures, ran into it). */
  author: Values,
  /** One of them is an affected path, or a folder above one. */
  path: Values,
  /** First and last day, both included, in the project's time zone. */
  from: LocalDay,
  to: LocalDay,
  text: SearchableText.max(200, "Search for at most 200 characters.").default(""),
};

export interface RecordFilter<Status extends string = string> {
  readonly status: Status | null;
  readonly tag: readonly string[];
  readonly author: readonly string[];
  readonly path: readonly string[];
  readonly from: string | null;
  readonly to: string | null;
  readonly text: string;
  /** Only decisions of which a review is due. */
  readonly due?: boolean;
}

export const DECISION_SORTS = ["newest", "oldest", "decided", "changed"] as const;
export type DecisionSort = (typeof DECISION_SORTS)[number];

export const FAILURE_SORTS = ["last", "often", "first", "newest"] as const;
export type FailureSort = (typeof FAILURE_SORTS)[number];

/** The instants between which a range of days lies: the first included, the last not; null where it is open. */
export function instantsOfDays(
  { from, to }: Pick<RecordFilter, "from" | "to">,
  timeZone: string,
): { fromMs: number | null; untilMs: number | null } {
  const first = from === null ? null : readLocal(from);
  const last = to === null ? null : readLocal(to);
  return {
    fromMs: first && instantOf(first.local, timeZone),
    untilMs: last && instantOf(addDays(last.local, 1), timeZone),
  };
}

/** The list as it is before anybody filters it. */
export const NO_RECORD_FILTER: RecordFilter<never> = {
  status: null,
  tag: [],
  author: [],
  path: [],
  from: null,
  to: null,
  text: "",
};
