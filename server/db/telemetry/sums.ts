import type { NoiseClass } from "../../core/prune/model";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import { PASSES_OF_WIDE, SUM_WIDE, wideColumn } from "../sql/rollup-tiers";
import type { Source } from "./tables";
import { passCondition, type SqlParams } from "./where";

export type RollupPass = "added" | NoiseClass;

/** Figures of one pass of one group. */
export interface SumsRow {
  readonly pass: RollupPass;
  readonly events: number;
  readonly tokens: number;
  readonly carriedTokens: number;
  readonly costNanoUsd: number;
  readonly unpricedTokens: number;
}

/** The five sums of every group. As float8 they arrive as numbers; token sums stay far below 2^53. */
export const SUMS = `
  sum(r.events)::float8 AS events,
  sum(r.tokens)::float8 AS tokens,
  sum(r.carried_tokens)::float8 AS "carriedTokens",
  sum(r.cost_nano_usd)::float8 AS "costNanoUsd",
  sum(r.unpriced_tokens)::float8 AS "unpricedTokens"`;

/** The same sums under the columns' own names, to be summed up again. */
const INNER_SUMS = `
  sum(r.events)::int8 AS events,
  sum(r.tokens)::int8 AS tokens,
  sum(r.carried_tokens)::int8 AS carried_tokens,
  sum(r.cost_nano_usd)::int8 AS cost_nano_usd,
  sum(r.unpriced_tokens)::int8 AS unpriced_tokens`;

/**
 * For the transaction that it opens: with its default of 4 MB Postgres sorts hundreds of thousands of rows on disk to
 * group them, by the collation of their names, where a hash of a few hundred groups fits in memory.
 */
export const ROOM_TO_HASH = "SET LOCAL work_mem = '64MB'";

/** A name of the answer and the expression, over the alias `r`, that it stands for. */
export type Keys = Readonly<Record<string, string>>;

export interface SumsQuery {
  readonly source: Source;
  readonly keys: Keys;
  readonly where: string;
  readonly filter: TelemetryFilter;
  readonly params: SqlParams;
  /** Sets of the names in `keys`, for several breakdowns of one reading; the other names are null in each. */
  readonly sets?: readonly (readonly string[])[];
}

const quoted = (names: readonly string[], alias = "") => names.map((name) => `${alias}"${name}"`).join(", ");

/**
 * A statement that answers the keys, the pass and its figures, one row a pass and group, whatever the table's shape.
 * With sets, rows are summed up before they are broken down: five breakdowns of hundreds of thousands of rows cost
 * seconds, and of the few hundred groups that are left next to nothing.
 */
export function sumsSql(query: SumsQuery): string {
  return query.source.isWide ? wideSums(query) : narrowSums(query);
}

function narrowSums({ source: { table }, keys, where, sets }: SumsQuery): string {
  const names = Object.keys(keys);
  const selected = names.map((name) => `${keys[name]} AS "${name}"`);
  const grouped = [...names.map((_, index) => String(index + 1)), String(names.length + 1)].join(", ");
  const inner = `SELECT ${[...selected, "r.pass"].join(", ")}, ${sets ? INNER_SUMS : SUMS}
    FROM ${table} r WHERE ${where} GROUP BY ${grouped}`;
  if (!sets) return inner;
  return `SELECT ${quoted(names, "r.")}, r.pass, ${SUMS} FROM (${inner}) r
    GROUP BY r.pass, GROUPING SETS (${sets.map((set) => `(${quoted(set, "r.")})`).join(", ")})`;
}

function wideSums({ source: { table }, keys, where, filter, params, sets }: SumsQuery): string {
  const names = Object.keys(keys);
  const selected = names.map((name) => `${keys[name]} AS "${name}"`);
  const grouped = names.length > 0 ? `GROUP BY ${names.map((_, index) => String(index + 1)).join(", ")}` : "";
  let wide = `SELECT ${[...selected, SUM_WIDE].join(", ")} FROM ${table} r WHERE ${where} ${grouped}`;
  if (sets) {
    wide = `SELECT ${quoted(names, "r.")}, ${SUM_WIDE} FROM (${wide}) r
      GROUP BY GROUPING SETS (${sets.map((set) => `(${quoted(set, "r.")})`).join(", ")})`;
  }
  return `SELECT ${[...names.map((name) => `w."${name}"`), "p.*"].join(", ")}
    FROM (${wide}) w CROSS JOIN LATERAL ${PASSES_OF_WIDE} p WHERE ${passCondition("p", filter, params)}`;
}

/** Sum of the tokens of some passes over a group; classes that the filter leaves out do not count. */
export function tokensOf(source: Source, passes: readonly RollupPass[], filter: TelemetryFilter): string {
  const counted = passes.filter((pass) => pass === "added" || filter.pass.length === 0 || filter.pass.includes(pass));
  if (counted.length === 0) return "0::int8";
  return source.isWide
    ? `sum(${counted.map((pass) => `r.${wideColumn(pass, "tokens")}`).join(" + ")})`
    : `coalesce(sum(r.tokens) FILTER (WHERE r.pass IN (${counted.map((pass) => `'${pass}'`).join(", ")})), 0)`;
}

/** Whether a row is of what was added, or tells something of it. */
export function hasAdded(source: Source): string {
  return source.isWide ? "r.added_events > 0" : "r.pass = 'added'";
}

/** Whether a row holds noise of one of the classes. */
export function hasNoise(source: Source, classes: readonly NoiseClass[]): string {
  return source.isWide
    ? `(${classes.map((name) => `r.${wideColumn(name, "tokens")}`).join(" + ")}) > 0`
    : `(r.pass IN (${classes.map((name) => `'${name}'`).join(", ")}) AND r.tokens > 0)`;
}
