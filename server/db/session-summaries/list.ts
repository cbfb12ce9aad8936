import { recordNumber } from "../../core/decisions/record-ref";
import type { Database } from "../client";
import type { ProjectKey } from "../memory/project-key";
import { SqlParams } from "../telemetry/where";

export interface SummaryQuery {
  readonly person: string | null;
  readonly agent: string | null;
  readonly branch: string | null;
  /** Number of a session. */
  readonly session: number | null;
  /** Included, and not included. */
  readonly from: Date | null;
  readonly until: Date | null;
  readonly text: string;
}

export interface SummaryListRow {
  readonly number: number;
  readonly version: number;
  readonly title: string;
  readonly session: number | null;
  readonly client: string | null;
  readonly person: string | null;
  readonly agents: string[];
  readonly branch: string | null;
  readonly authorKind: string;
  readonly author: string;
  readonly worked: number;
  readonly failed: number;
  readonly remaining: number;
  readonly blockers: number;
  readonly lastAt: Date;
}

const LAST_AT = "coalesce(s.last_event_at, r.updated_at)";
const AGENTS = "v.body->'from'->'agents'";
const BRANCH = "coalesce(s.branch, v.body->'from'->>'branch', '')";
const FROM = `session_summary r
       JOIN session_summary_version v ON v.team_id = r.team_id AND v.project_id = r.project_id AND v.number = r.number
                                     AND v.version = r.version
       LEFT JOIN session s ON s.team_id = r.team_id AND s.id = r.session_id`;

/** How many statements the sections have that a list tells of. */
const COUNTS = ["worked", "failed", "remaining", "blockers"]
  .map((section) => `jsonb_array_length(v.body->'${section}') AS ${section}`)
  .join(", ");

function conditionsOf(params: SqlParams, key: ProjectKey, query: SummaryQuery): string {
  const where = [`r.team_id = ${params.add(key.teamId)}::uuid`, `r.project_id = ${params.add(key.projectId)}::uuid`];
  if (query.person !== null) where.push(`s.person = ${params.add(query.person)}::text`);
  if (query.agent !== null) where.push(`${AGENTS} ? ${params.add(query.agent)}::text`);
  if (query.branch !== null) where.push(`${BRANCH} = ${params.add(query.branch)}::text`);
  if (query.session !== null) where.push(`s.number = ${params.add(query.session)}::int`);
  if (query.from !== null) where.push(`${LAST_AT} >= ${params.add(query.from)}::timestamptz`);
  if (query.until !== null) where.push(`${LAST_AT} < ${params.add(query.until)}::timestamptz`);
  if (query.text !== "") where.push(found(query.text, params));
  return where.join(" AND ");
}

/** By words of the title or of a statement, or by the summary's own name; `%` and `_` are letters like others. */
function found(text: string, params: SqlParams): string {
  const pattern = params.add(`%${text.replace(/[\\%_]/g, "\\$&")}%`);
  const number = recordNumber("summary", text.trim().toUpperCase());
  const named = number === null ? "" : ` OR r.number = ${params.add(number)}::int`;
  // Strings alone: the names of the fields are no words of the summary.
  return `(r.title ILIKE ${pattern} OR EXISTS (
      SELECT 1 FROM jsonb_path_query(v.body, '$.** ? (@.type() == "string")') AS t(word)
       WHERE t.word #>> '{}' ILIKE ${pattern})${named})`;
}

/** One page, the latest session first; keyset on (last event, number). */
export async function listSummaries(
  db: Database,
  key: ProjectKey,
  query: SummaryQuery,
  page: { readonly after: { readonly at: Date; readonly number: number } | null; readonly limit: number },
): Promise<SummaryListRow[]> {
  const params = new SqlParams();
  const where = [conditionsOf(params, key, query)];
  if (page.after !== null) {
    where.push(
      `(${LAST_AT}, r.number) < (${params.add(page.after.at)}::timestamptz, ${params.add(page.after.number)}::int)`,
    );
  }
  const { rows } = await db.pool.query<SummaryListRow>(
    `SELECT r.number, r.version, r.title, s.number AS session, coalesce(s.client, v.body->'from'->>'client') AS client,
            s.person, ARRAY(SELECT jsonb_array_elements_text(${AGENTS})) AS agents, nullif(${BRANCH}, '') AS branch,
            v.author_kind AS "authorKind", v.author, ${COUNTS}, ${LAST_AT} AS "lastAt"
       FROM ${FROM}
      WHERE ${where.join(" AND ")}
      ORDER BY "lastAt" DESC, r.number DESC LIMIT ${params.add(page.limit)}::int`,
    params.values,
  );
  return rows;
}

/** Summaries of the project, and of the filter. */
export async function countSummaries(
  db: Database,
  key: ProjectKey,
  query: SummaryQuery,
): Promise<{ total: number; found: number }> {
  const params = new SqlParams();
  const where = conditionsOf(params, key, query);
  const { rows } = await db.pool.query<{ total: number; found: number }>(
    `SELECT (SELECT count(*)::int FROM session_summary t WHERE t.team_id = $1::uuid AND t.project_id = $2::uuid) AS total,
            (SELECT count(*)::int FROM ${FROM} WHERE ${where}) AS found`,
    params.values,
  );
  return rows[0] ?? { total: 0, found: 0 };
}

export interface SummaryFacetRow {
  readonly facet: "people" | "agents" | "branches";
  readonly value: string;
  readonly count: number;
}

/** People, agents and branches of the project's summaries, the most frequent first. */
export async function readSummaryFacets(db: Database, key: ProjectKey, limit: number): Promise<SummaryFacetRow[]> {
  const part = (facet: SummaryFacetRow["facet"], value: string, more = "") =>
    `(SELECT '${facet}' AS facet, ${value} AS value, count(*)::int AS count FROM ${FROM}${more}
       WHERE r.team_id = $1::uuid AND r.project_id = $2::uuid AND ${value} <> ''
       GROUP BY 2 ORDER BY 3 DESC, 2 LIMIT $3::int)`;
  const { rows } = await db.pool.query<SummaryFacetRow>(
    [
      part("people", "s.person"),
      part("agents", "a.name", ` CROSS JOIN LATERAL jsonb_array_elements_text(${AGENTS}) AS a(name)`),
      part("branches", BRANCH),
    ].join(" UNION ALL "),
    [key.teamId, key.projectId, limit],
  );
  return rows;
}

export type SessionSummaryRow = Pick<
  SummaryListRow,
  "number" | "title" | "worked" | "failed" | "remaining" | "blockers"
>;

/** The summary of a session; null while there is none. */
export async function readSummaryOfSession(
  db: Database,
  { teamId, projectId }: ProjectKey,
  sessionId: string,
): Promise<SessionSummaryRow | null> {
  const { rows } = await db.pool.query<SessionSummaryRow>(
    `SELECT r.number, r.title, ${COUNTS}
       FROM ${FROM}
      WHERE r.team_id = $1::uuid AND r.project_id = $2::uuid AND r.session_id = $3::uuid ORDER BY r.number LIMIT 1`,
    [teamId, projectId, sessionId],
  );
  return rows[0] ?? null;
}
