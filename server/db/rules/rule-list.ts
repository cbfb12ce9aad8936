import type { RuleKind } from "../../core/rules/statuses";
import type { RuleSort } from "../../core/rules/views";
import type { Database } from "../client";
import type { ProjectKey } from "../memory/project-key";
import {
  afterOf,
  allOf,
  conditionsOf,
  fromRecord,
  type Keyset,
  type RecordColumns,
  type RecordQuery,
} from "../memory/record-query";
import { SqlParams } from "../telemetry/where";

export interface RuleListRow {
  readonly number: number;
  readonly version: number;
  readonly status: string;
  readonly title: string;
  readonly tags: string[];
  readonly affectedPaths: string[];
  readonly authorKind: string;
  readonly author: string;
  readonly updatedAt: Date;
  readonly evidence: unknown;
}

const SHARED = {
  status: "r.status",
  isStatus: (parameter: string) => `r.status = ${parameter}`,
  authors: "ARRAY[CASE WHEN v.author_kind = 'system' THEN 'Context Steward' ELSE v.author END]",
  inTime: (from: string | null, until: string | null) =>
    [from && `r.updated_at >= ${from}`, until && `r.updated_at < ${until}`]
      .filter((part) => part !== null)
      .join(" AND "),
};

/** Evidence of a later session adds a version with that session. */
function ofSession(versions: RecordColumns["versions"]): RecordColumns["ofSession"] {
  return (parameter) =>
    `EXISTS (SELECT 1 FROM ${versions} x WHERE x.team_id = r.team_id AND x.project_id = r.project_id
                AND x.number = r.number AND x.session_id = ${parameter})`;
}

export const RULE_COLUMNS: Readonly<Record<RuleKind, RecordColumns>> = {
  constraint: {
    ...SHARED,
    table: "constraint_record",
    versions: "constraint_version",
    paths: "v.affected_paths",
    searched: ["v.title", "v.rule", "v.reason"],
    ofSession: ofSession("constraint_version"),
  },
  preference: {
    ...SHARED,
    table: "preference",
    versions: "preference_version",
    paths: "'{}'::text[]",
    searched: ["v.title", "v.text"],
    ofSession: ofSession("preference_version"),
  },
};

export const RULE_ORDERS: Readonly<Record<RuleSort, Omit<Keyset, "after">>> = {
  newest: { by: "r.number", type: "int", direction: "DESC" },
  oldest: { by: "r.number", type: "int", direction: "ASC" },
  changed: { by: "r.updated_at", type: "timestamptz", direction: "DESC" },
};

/** One page in the order of the keyset. */
export async function listRules(
  db: Database,
  key: ProjectKey,
  kind: RuleKind,
  query: RecordQuery,
  keyset: Keyset,
  limit: number,
): Promise<RuleListRow[]> {
  const columns = RULE_COLUMNS[kind];
  const params = new SqlParams();
  const where = allOf(conditionsOf(params, key, query, columns));
  const { by, direction } = keyset;
  const { rows } = await db.pool.query<RuleListRow>(
    `SELECT r.number, r.version, r.status, r.title, v.tags, ${columns.paths} AS "affectedPaths",
            v.author_kind AS "authorKind", v.author, r.updated_at AS "updatedAt", v.evidence
       FROM ${fromRecord(columns)}
      WHERE ${where} AND ${afterOf(params, keyset)}
      ORDER BY ${by} ${direction}, r.number ${direction} LIMIT ${params.add(limit)}::int`,
    params.values,
  );
  return rows;
}
