import type { DecisionSort } from "../../core/decisions/record-filter";
import type { Database } from "../client";
import { SqlParams } from "../telemetry/where";
import { isDue } from "./decision-due";
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

export interface DecisionListRow {
  readonly number: number;
  readonly version: number;
  readonly status: string;
  readonly title: string;
  readonly tags: string[];
  readonly authorKind: string;
  readonly author: string;
  readonly decidedOn: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly session: number | null;
  readonly decision: string;
  readonly evidence: unknown;
  /** Sessions in which the same question, or plan, got the same answer. */
  readonly sessions: number;
}

const DECIDED = "coalesce(v.decided_on, r.created_at)";

/** Of drafts that say the same the oldest, as the review queue has it; each row tells in how many sessions it was found. */
const STANDS_FOR_EQUAL = `(r.status <> 'draft' OR NOT EXISTS (
  SELECT 1 FROM decision o
    JOIN decision_version ov ON ov.team_id = o.team_id AND ov.project_id = o.project_id AND ov.number = o.number
                            AND ov.version = o.version
   WHERE o.team_id = r.team_id AND o.project_id = r.project_id AND o.status = 'draft' AND o.title = r.title
     AND o.number < r.number AND ov.context = v.context AND ov.decision = v.decision))`;

export const DECISION_COLUMNS: RecordColumns = {
  table: "decision",
  versions: "decision_version",
  standsForEqual: STANDS_FOR_EQUAL,
  status: "r.status",
  isStatus: (parameter) => `r.status = ${parameter}`,
  authors: "ARRAY[v.author]",
  paths: "v.affected_paths",
  searched: ["v.title", "v.decision", "v.context", "v.reasoning"],
  inTime: (from, until) =>
    [from && `${DECIDED} >= ${from}`, until && `${DECIDED} < ${until}`].filter((part) => part !== null).join(" AND "),
  ofSession: (parameter) => `r.session_id = ${parameter}`,
  isDue,
};

export const DECISION_ORDERS: Readonly<Record<DecisionSort, Omit<Keyset, "after">>> = {
  newest: { by: "r.number", type: "int", direction: "DESC" },
  oldest: { by: "r.number", type: "int", direction: "ASC" },
  decided: { by: DECIDED, type: "timestamptz", direction: "DESC" },
  changed: { by: "r.updated_at", type: "timestamptz", direction: "DESC" },
};

/** One page in the order of the keyset. */
export async function listDecisions(
  db: Database,
  key: ProjectKey,
  query: RecordQuery,
  keyset: Keyset,
  limit: number,
): Promise<DecisionListRow[]> {
  const params = new SqlParams();
  const where = allOf(conditionsOf(params, key, query, DECISION_COLUMNS));
  const { by, direction } = keyset;
  const { rows } = await db.pool.query<DecisionListRow>(
    `WITH page AS MATERIALIZED (
     SELECT r.number, r.version, r.status, r.title, v.tags, v.author_kind AS "authorKind", v.author,
            v.decided_on AS "decidedOn", r.created_at AS "createdAt", r.updated_at AS "updatedAt",
            s.number AS session, v.decision, v.evidence, v.context, ${by} AS sorted
       FROM ${fromRecord(DECISION_COLUMNS)}
       LEFT JOIN session s ON s.team_id = r.team_id AND s.id = r.session_id
      WHERE ${where} AND ${afterOf(params, keyset)}
      ORDER BY ${by} ${direction}, r.number ${direction} LIMIT ${params.add(limit)}::int),
     alike AS (
     SELECT r.title, v.decision, v.context, count(DISTINCT r.session_id)::int AS sessions
       FROM ${fromRecord(DECISION_COLUMNS)}
      WHERE r.team_id = $1::uuid AND r.project_id = $2::uuid AND r.title IN (SELECT title FROM page)
      GROUP BY r.title, v.decision, v.context)
     SELECT number, version, status, title, tags, "authorKind", author, "decidedOn", "createdAt", "updatedAt", session,
            decision, evidence, sessions
       FROM page JOIN alike USING (title, decision, context)
      ORDER BY sorted ${direction}, number ${direction}`,
    params.values,
  );
  return rows;
}

export interface DecisionPointRow {
  readonly number: number;
  readonly title: string;
  readonly status: string;
  readonly at: Date;
  readonly supersedes: number[];
}

/** The newest that match, the newest first. */
export async function readDecisionPoints(
  db: Database,
  key: ProjectKey,
  query: RecordQuery,
  limit: number,
): Promise<DecisionPointRow[]> {
  const params = new SqlParams();
  const where = allOf(conditionsOf(params, key, query, DECISION_COLUMNS));
  const { rows } = await db.pool.query<DecisionPointRow>(
    `SELECT r.number, r.title, r.status, ${DECIDED} AS at, v.supersedes
       FROM ${fromRecord(DECISION_COLUMNS)}
      WHERE ${where} ORDER BY ${DECIDED} DESC, r.number DESC LIMIT ${params.add(limit)}::int`,
    params.values,
  );
  return rows;
}

export async function countDecisions(db: Database, key: ProjectKey, query: RecordQuery): Promise<number> {
  const params = new SqlParams();
  const where = allOf(conditionsOf(params, key, query, DECISION_COLUMNS));
  const { rows } = await db.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${fromRecord(DECISION_COLUMNS)} WHERE ${where}`,
    params.values,
  );
  return rows[0]?.count ?? 0;
}
