import type { ProjectScope } from "../../core/access/scope";
import type { NumberedKind } from "../../core/search/read-query";
import type { Database } from "../client";
import { SqlParams } from "../telemetry/where";

export interface FoundRecordRow {
  readonly kind: NumberedKind;
  readonly number: number;
  readonly title: string;
  /** Client of a session, status of a record; empty for a summary. */
  readonly detail: string;
  /** Of a summary: the session that it sums up. */
  readonly session: number | null;
}

export interface RecordQuery {
  readonly kind: NumberedKind | null;
  readonly digits: string | null;
  readonly words: readonly string[];
  /** Rows a kind. */
  readonly limit: number;
}

/** `from` carries the alias `x`; `at` is the time by which equal matches are ordered. */
const SOURCES: Readonly<
  Record<NumberedKind, { from: string; at: string; columns: string; text: string; title?: string }>
> = {
  session: {
    from: "session x",
    at: "x.last_event_at",
    columns: "x.client AS detail, x.number AS session",
    text: "concat_ws(' ', x.title, x.branch)",
    title: "coalesce(x.title, '')",
  },
  decision: {
    from: "decision x",
    at: "x.updated_at",
    columns: "x.status AS detail, NULL::int AS session",
    text: "x.title",
  },
  failure: {
    from: "failure x",
    at: "x.updated_at",
    columns: "x.status AS detail, NULL::int AS session",
    text: "x.title",
  },
  constraint: {
    from: "constraint_record x",
    at: "x.updated_at",
    columns: "x.status AS detail, NULL::int AS session",
    text: "x.title",
  },
  preference: {
    from: "preference x",
    at: "x.updated_at",
    columns: "x.status AS detail, NULL::int AS session",
    text: "x.title",
  },
  handoff: {
    from: "handoff x",
    at: "x.updated_at",
    columns: "x.status AS detail, NULL::int AS session",
    text: "x.title",
  },
  summary: {
    from: "session_summary x LEFT JOIN session s ON s.team_id = x.team_id AND s.id = x.session_id",
    at: "x.updated_at",
    columns: "'' AS detail, s.number AS session",
    text: "x.title",
  },
};

/**
 * Records whose number begins with the digits or whose name has all words. The exact number comes first, then the
 * newest. Reads names only and no texts, so that it stays quick on every key that is pressed.
 */
export async function findRecords(db: Database, scope: ProjectScope, query: RecordQuery): Promise<FoundRecordRow[]> {
  const params = new SqlParams();
  const team = params.add(scope.teamId);
  const project = params.add(scope.projectId);
  const digits = params.add(query.digits);
  const words = params.add(patternsOf(query.words));
  const limit = params.add(query.limit);
  const matches = (text: string) =>
    `(x.number::text LIKE ${digits}::text || '%' OR (cardinality(${words}::text[]) > 0 AND ${text} ILIKE ALL (${words}::text[])))`;
  const kinds = Object.entries(SOURCES).filter(([kind]) => query.kind === null || query.kind === kind);
  const parts = kinds.map(
    ([kind, { from, at, columns, text, title = "x.title" }]) =>
      `(SELECT '${kind}' AS kind, x.number, ${title} AS title, ${columns}, ${at} AS at,
               coalesce(x.number::text = ${digits}::text, false) AS exact
          FROM ${from}
         WHERE x.team_id = ${team}::uuid AND x.project_id = ${project}::uuid AND ${matches(text)}
         ORDER BY exact DESC, ${at} DESC, x.number DESC LIMIT ${limit}::int)`,
  );
  const { rows } = await db.pool.query<FoundRecordRow>(
    `SELECT kind, number, title, detail, session FROM (${parts.join(" UNION ALL ")}) found
      ORDER BY kind, exact DESC, at DESC, number DESC`,
    params.values,
  );
  return rows;
}

export interface FoundNameRow {
  readonly kind: "agent" | "skill" | "person" | "member";
  readonly name: string;
}

/** Agents, skills and people whose name has all words; the most used first. */
export async function findNames(
  db: Database,
  scope: ProjectScope,
  words: readonly string[],
  limit: number,
): Promise<FoundNameRow[]> {
  const { rows } = await db.pool.query<FoundNameRow>(
    `(SELECT 'agent' AS kind, r.value AS name, sum(r.added_events)::int8 AS uses
        FROM rollup_hour r
       WHERE r.team_id = $1::uuid AND r.project_id = $2::uuid AND r.dimension = 'agent' AND r.value <> 'auxiliary'
         AND r.value ILIKE ALL ($3::text[])
       GROUP BY 2 ORDER BY 3 DESC, 2 LIMIT $4::int)
     UNION ALL
     (SELECT 'skill', c.name, c.loads::int8 FROM catalogue_item c
       WHERE c.team_id = $1::uuid AND c.project_id = $2::uuid AND c.kind = 'skill' AND c.name ILIKE ALL ($3::text[])
       ORDER BY 3 DESC, 2 LIMIT $4::int)
     UNION ALL
     (SELECT 'person', s.person, count(*)::int8 FROM session s
       WHERE s.team_id = $1::uuid AND s.project_id = $2::uuid AND s.person <> '' AND s.person ILIKE ALL ($3::text[])
       GROUP BY 2 ORDER BY 3 DESC, 2 LIMIT $4::int)
     UNION ALL
     (SELECT 'member', m.name, 0::int8 FROM member m
       WHERE m.team_id = $1::uuid AND m.removed_at IS NULL AND concat_ws(' ', m.name, m.email) ILIKE ALL ($3::text[])
       ORDER BY 2 LIMIT $4::int)`,
    [scope.teamId, scope.projectId, patternsOf(words), limit],
  );
  return rows;
}

/** `%` and `_` in a search are letters like others. */
function patternsOf(words: readonly string[]): string[] {
  return words.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
}
