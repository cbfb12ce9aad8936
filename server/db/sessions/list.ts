import type { ProjectScope } from "../../core/access/scope";
import { NOISE_CLASSES, PROVEN_CLASSES } from "../../core/prune/model";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { SessionSort } from "../../core/telemetry/session-views";
import type { Database } from "../client";
import { wideColumn } from "../sql/rollup-tiers";
import type { GrainedPeriod } from "../telemetry/breakdown";
import { hasAdded, hasNoise, tokensOf } from "../telemetry/sums";
import { type Source as FigureSource, sourceFor } from "../telemetry/tables";
import { rollupWhere, SqlParams } from "../telemetry/where";
import { type ModelSize, tenthSql, windowTokensSql } from "../telemetry/window-tenth";

export interface SessionListRow {
  readonly id: string;
  readonly number: number;
  readonly title: string | null;
  readonly client: string;
  readonly model: string | null;
  readonly person: string;
  readonly branch: string | null;
  readonly stage: string | null;
  readonly startedAt: Date;
  readonly lastEventAt: Date;
  readonly requestCount: number;
  readonly windowTokens: number | null;
  readonly peakContextTokens: number | null;
  readonly analysed: boolean;
  /** What the list is sorted by: milliseconds since 1970, tokens, or billionths of a dollar. */
  readonly sortKey: number;
}

export interface ListQuery {
  readonly filter: TelemetryFilter;
  readonly period: GrainedPeriod;
  readonly sort: SessionSort;
  /** False lists sessions without a single event too. */
  readonly mustMatch: boolean;
  readonly search: string;
  /** The tenth of the window that the fullest request reached, see `tenthSql`; null lists all. */
  readonly window: { readonly tenth: number; readonly sizes: readonly ModelSize[] } | null;
}

/** Where a page ended, or which session's neighbours are asked for. */
export interface ListPlace {
  readonly sortKey: number;
  readonly id: string;
}

const COLUMNS = `s.id, s.number, s.title, s.client, s.model, s.person, s.branch, s.stage,
  s.started_at AS "startedAt", s.last_event_at AS "lastEventAt", s.request_count AS "requestCount",
  s.window_tokens AS "windowTokens", s.peak_context_tokens AS "peakContextTokens",
  s.ingest_revision <= s.analysed_revision AS analysed`;

/** A session matches by what it added, or, with a filter by noise class, by noise of that class. */
function matching(source: FigureSource, { filter }: ListQuery): string {
  return filter.pass.length > 0 ? hasNoise(source, filter.pass) : hasAdded(source);
}

/** The figure of an order inside the filter; null for the orders by time, which need no sum. */
function figureOf(source: FigureSource, { filter, sort }: ListQuery): string | null {
  switch (sort) {
    case "date":
    case "oldest":
      return null;
    case "added":
      return tokensOf(source, ["added"], filter);
    case "noise":
      return tokensOf(source, filter.pass.length > 0 ? NOISE_CLASSES : PROVEN_CLASSES, filter);
    case "carried":
      return figureSum(source, "carried_tokens", filter);
    case "cost":
      return figureSum(source, "cost_nano_usd", filter);
  }
}

/** A figure of the proven noise of a group, as far as the filter leaves it in. */
function figureSum(source: FigureSource, figure: "carried_tokens" | "cost_nano_usd", filter: TelemetryFilter): string {
  const counted = PROVEN_CLASSES.filter((pass) => filter.pass.length === 0 || filter.pass.includes(pass));
  if (counted.length === 0) return "0::int8";
  return source.isWide
    ? `sum(${counted.map((pass) => `r.${wideColumn(pass, figure)}`).join(" + ")})`
    : `coalesce(sum(r.${figure}) FILTER (WHERE r.pass IN (${counted.map((pass) => `'${pass}'`).join(", ")})), 0)`;
}

/** `%` and `_` in a search are letters like others. `12`, `#12` and `S-12` find the session of that number too. */
function searchCondition(search: string, params: SqlParams): string {
  if (search === "") return "TRUE";
  const pattern = params.add(`%${search.replace(/[\\%_]/g, "\\$&")}%`);
  const number = /^(?:#|S-)?([1-9]\d{0,8})$/i.exec(search)?.[1];
  const byNumber = number === undefined ? "" : `s.number = ${params.add(Number(number))}::int OR `;
  return `(${byNumber}s.title ILIKE ${pattern} OR s.branch ILIKE ${pattern} OR s.person ILIKE ${pattern})`;
}

function windowCondition({ window }: ListQuery, params: SqlParams): string {
  if (window === null) return "TRUE";
  const share = `s.peak_context_tokens::numeric / ${windowTokensSql(window.sizes, params)}`;
  return `(SELECT ${tenthSql("w.share")} FROM (SELECT ${share} AS share) w) = ${params.add(window.tenth)}::int`;
}

type Source = { readonly from: string; readonly key: string; readonly order: string; readonly conditions: string[] };

/** Sessions under the filter, from newest to oldest or by a figure; the key tells their order with the id. */
function sourceOf(scope: ProjectScope, query: ListQuery, params: SqlParams): Source {
  const conditions = [
    `s.team_id = ${params.add(scope.teamId)}::uuid`,
    `s.project_id = ${params.add(scope.projectId)}::uuid`,
    searchCondition(query.search, params),
    windowCondition(query, params),
  ];
  const source = sourceFor(query.filter, { sessions: true, hours: query.period.grain === "hour" });
  const where = () => rollupWhere(source, scope, query.filter, query.period, params);
  const figure = figureOf(source, query);
  if (figure !== null) {
    const from = `(SELECT r.session_id, ${figure} AS figure FROM ${source.table} r WHERE ${where()}
                   GROUP BY r.session_id HAVING bool_or(${matching(source, query)})) n
                  JOIN session s ON s.id = n.session_id`;
    return { from, key: "n.figure::float8", order: "n.figure", conditions };
  }
  if (query.mustMatch) {
    conditions.push(
      `EXISTS (SELECT 1 FROM ${source.table} r WHERE r.session_id = s.id AND ${where()} AND ${matching(source, query)})`,
    );
  }
  return {
    from: "session s",
    key: "(extract(epoch FROM s.last_event_at) * 1000)::float8",
    order: "s.last_event_at",
    conditions,
  };
}

/** The condition of a row that stands beyond a place. */
function beyond(query: ListQuery, place: ListPlace, sign: "<" | ">", params: SqlParams): string {
  const byTime = query.sort === "date" || query.sort === "oldest";
  const key = byTime
    ? `(s.last_event_at, s.id) ${sign} (${params.add(new Date(place.sortKey))}::timestamptz`
    : `(n.figure, s.id) ${sign} (${params.add(place.sortKey)}::numeric`;
  return `${key}, ${params.add(place.id)}::uuid)`;
}

/** A list goes down from the largest key; the oldest first go up. */
function directionOf({ sort }: ListQuery): "ASC" | "DESC" {
  return sort === "oldest" ? "ASC" : "DESC";
}

/**
 * One page, by keyset on (key, id). A session whose figure changes between two pages may move, as in any list of live
 * numbers.
 */
export async function listPage(
  db: Database,
  scope: ProjectScope,
  query: ListQuery,
  page: { readonly after: ListPlace | null; readonly limit: number },
): Promise<SessionListRow[]> {
  const params = new SqlParams();
  const { from, key, order, conditions } = sourceOf(scope, query, params);
  const direction = directionOf(query);
  if (page.after) conditions.push(beyond(query, page.after, direction === "DESC" ? "<" : ">", params));
  const { rows } = await db.pool.query<SessionListRow>(
    `SELECT ${COLUMNS}, ${key} AS "sortKey" FROM ${from}
     WHERE ${conditions.join(" AND ")}
     ORDER BY ${order} ${direction}, s.id ${direction} LIMIT ${params.add(page.limit)}::int`,
    params.values,
  );
  return rows;
}

/** Where a session stands in a list; null when the list does not have it. */
export async function findInList(
  db: Database,
  scope: ProjectScope,
  query: ListQuery,
  number: number,
): Promise<ListPlace | null> {
  const params = new SqlParams();
  const { from, key, conditions } = sourceOf(scope, query, params);
  conditions.push(`s.number = ${params.add(number)}::int`);
  const { rows } = await db.pool.query<ListPlace>(
    `SELECT s.id, ${key} AS "sortKey" FROM ${from} WHERE ${conditions.join(" AND ")}`,
    params.values,
  );
  return rows[0] ?? null;
}

/** The number of the session before (−1) or after (1) a place of a list; null at its end. */
export async function findNeighbour(
  db: Database,
  scope: ProjectScope,
  query: ListQuery,
  place: ListPlace,
  step: -1 | 1,
): Promise<number | null> {
  const params = new SqlParams();
  const { from, order, conditions } = sourceOf(scope, query, params);
  const goesDown = (directionOf(query) === "DESC") === (step === 1);
  const direction = goesDown ? "DESC" : "ASC";
  conditions.push(beyond(query, place, goesDown ? "<" : ">", params));
  const { rows } = await db.pool.query<{ number: number }>(
    `SELECT s.number FROM ${from} WHERE ${conditions.join(" AND ")}
     ORDER BY ${order} ${direction}, s.id ${direction} LIMIT 1`,
    params.values,
  );
  return rows[0]?.number ?? null;
}
