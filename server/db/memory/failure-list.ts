import type { FailureSort } from "../../core/decisions/record-filter";
import { ESCALATE_AT, WARN_AT } from "../../core/failures/severity";
import type { Database } from "../client";
import { int4Array } from "../sql/arrays";
import { SqlParams } from "../telemetry/where";
import type { ProjectKey } from "./project-key";
import {
  afterOf,
  allOf,
  conditionsOf,
  fromRecord,
  type Keyset,
  type RecordColumns,
  type RecordQuery,
} from "./record-query";

export interface FailureListRow {
  readonly number: number;
  readonly version: number;
  readonly status: string;
  readonly title: string;
  /** The folder of the session that it was found in: the title is of its first version. */
  readonly cwd: string | null;
  readonly type: string;
  readonly occurrences: number;
  readonly sessions: number;
  readonly agents: string[];
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

const OWN = "x.team_id = r.team_id AND x.project_id = r.project_id AND x.number = r.number";
/** A failure's state, as core/failures/states names them and severity counts them. */
const STATE = `CASE WHEN r.status = 'resolved' THEN 'resolved' WHEN r.occurrences >= ${ESCALATE_AT} THEN 'escalate'
                    WHEN r.occurrences >= ${WARN_AT} THEN 'warn' ELSE 'once' END`;

export const FAILURE_COLUMNS: RecordColumns = {
  table: "failure",
  // The number of a merged failure leads to the one that stands for both.
  listed: "r.merged_into IS NULL",
  versions: "failure_version",
  status: STATE,
  isStatus: (parameter) => `${parameter}::text IN (r.status, ${STATE})`,
  authors: `(r.agents || CASE WHEN v.author_kind = 'system' THEN '{}'::text[] ELSE ARRAY[v.author] END)`,
  paths: "v.affected_paths",
  searched: ["v.title", "r.fingerprint", "v.description", "v.approach", "v.root_cause", "v.fix"],
  inTime: (from, until) => {
    const inside = (column: string) =>
      [from && `${column} >= ${from}`, until && `${column} < ${until}`].filter((part) => part !== null).join(" AND ");
    // What was recorded by hand has no occurrence in a session.
    return `EXISTS (SELECT 1 FROM failure_occurrence x WHERE ${OWN} AND ${inside("x.occurred_at")})
            OR (${inside("r.last_seen_at")})`;
  },
  ofSession: (parameter) => `EXISTS (SELECT 1 FROM failure_occurrence x WHERE ${OWN} AND x.session_id = ${parameter})`,
};

export const FAILURE_ORDERS: Readonly<Record<FailureSort, Omit<Keyset, "after">>> = {
  last: { by: "r.last_seen_at", type: "timestamptz", direction: "DESC" },
  often: { by: "r.occurrences", type: "int", direction: "DESC" },
  first: { by: "r.first_seen_at", type: "timestamptz", direction: "DESC" },
  newest: { by: "r.number", type: "int", direction: "DESC" },
};

/** One page in the order of the keyset. */
export async function listFailures(
  db: Database,
  key: ProjectKey,
  query: RecordQuery,
  keyset: Keyset,
  limit: number,
): Promise<FailureListRow[]> {
  const params = new SqlParams();
  const where = allOf(conditionsOf(params, key, query, FAILURE_COLUMNS));
  const { by, direction } = keyset;
  const { rows } = await db.pool.query<FailureListRow>(
    `SELECT r.number, r.version, r.status, r.title, s.cwd, r.type, r.occurrences, r.sessions, r.agents,
            r.first_seen_at AS "firstSeenAt", r.last_seen_at AS "lastSeenAt"
       FROM (SELECT r.*, v.type FROM ${fromRecord(FAILURE_COLUMNS)}
              WHERE ${where} AND ${afterOf(params, keyset)}
              ORDER BY ${by} ${direction}, r.number ${direction} LIMIT ${params.add(limit)}::int) r
       JOIN failure_version f1 ON f1.team_id = r.team_id AND f1.project_id = r.project_id AND f1.number = r.number
                              AND f1.version = 1
       LEFT JOIN session s ON s.team_id = f1.team_id AND s.id = f1.session_id
      ORDER BY ${by} ${direction}, r.number ${direction}`,
    params.values,
  );
  return rows;
}

export interface OccurrenceWeekRow {
  readonly number: number;
  /** The Monday that it begins with, in the zone that was asked for: 2026-11-23. */
  readonly week: string;
  readonly count: number;
}

/** Occurrences of some failures by week, since an instant. */
export async function readOccurrenceWeeks(
  db: Database,
  { teamId, projectId }: ProjectKey,
  numbers: readonly number[],
  since: Date,
  timeZone: string,
): Promise<OccurrenceWeekRow[]> {
  if (numbers.length === 0) return [];
  const { rows } = await db.pool.query<OccurrenceWeekRow>(
    `SELECT number, to_char(date_trunc('week', occurred_at AT TIME ZONE $5), 'YYYY-MM-DD') AS week, count(*)::int AS count
       FROM failure_occurrence
      WHERE team_id = $1 AND project_id = $2 AND number = ANY($3::int4[]) AND occurred_at >= $4
      GROUP BY 1, 2`,
    [teamId, projectId, int4Array(numbers), since, timeZone],
  );
  return rows;
}

export interface FailureDayRow {
  readonly day: string;
  readonly fresh: number;
  readonly again: number;
}

/**
 * Occurrences by day of all failures that match, from `since` to before `until`; the first one of a failure is fresh.
 * Days without any are left out; oldest first. Each day is counted along an index: a registry has hundreds of thousands
 * of occurrences, and to ask each for its day takes longer than to count them.
 */
export async function readFailureDays(
  db: Database,
  key: ProjectKey,
  query: RecordQuery,
  { since, until, timeZone }: { readonly since: Date; readonly until: Date; readonly timeZone: string },
): Promise<FailureDayRow[]> {
  const params = new SqlParams();
  const where = allOf(conditionsOf(params, key, query, FAILURE_COLUMNS));
  const zone = `${params.add(timeZone)}::text`;
  const [from, to] = [since, until].map((at) => `${params.add(at)}::timestamptz`);
  const isOfProject = "x.team_id = $1::uuid AND x.project_id = $2::uuid";
  const isChosen = isEvery(query) ? "true" : "x.number IN (SELECT number FROM chosen)";
  const { rows } = await db.pool.query<FailureDayRow>(
    `WITH chosen AS MATERIALIZED (SELECT r.number, r.first_seen_at FROM ${fromRecord(FAILURE_COLUMNS)} WHERE ${where}),
     fresh AS MATERIALIZED (
       SELECT (c.first_seen_at AT TIME ZONE ${zone})::date AS day, count(*)::int AS count
         FROM chosen c JOIN failure_occurrence x ON ${isOfProject} AND x.number = c.number
                                                AND x.occurred_at = c.first_seen_at
        WHERE c.first_seen_at >= ${from} AND c.first_seen_at < ${to} GROUP BY 1),
     days AS (
       SELECT d::date AS day, greatest(d::date::timestamp AT TIME ZONE ${zone}, ${from}) AS begins,
              least((d::date + 1)::timestamp AT TIME ZONE ${zone}, ${to}) AS ends
         FROM generate_series((${from} AT TIME ZONE ${zone})::date, (${to} AT TIME ZONE ${zone})::date,
                              interval '1 day') AS d),
     counted AS (
       SELECT d.day, (SELECT count(*)::int FROM failure_occurrence x
                       WHERE ${isOfProject} AND x.occurred_at >= d.begins AND x.occurred_at < d.ends AND ${isChosen}) AS count
         FROM days d)
     SELECT to_char(c.day, 'YYYY-MM-DD') AS day, coalesce(f.count, 0) AS fresh, c.count - coalesce(f.count, 0) AS again
       FROM counted c LEFT JOIN fresh f USING (day) WHERE c.count > 0 ORDER BY 1`,
    params.values,
  );
  return rows;
}

/** Whether a query leaves no failure out that occurred in its time. */
function isEvery({ status, tags, authors, paths, text, sessionId }: RecordQuery): boolean {
  return status === null && tags.length + authors.length + paths.length === 0 && text === "" && sessionId === null;
}
