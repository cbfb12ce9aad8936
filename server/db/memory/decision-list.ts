import type { Database } from "../client";
import { SqlParams } from "../telemetry/where";
import type { ProjectKey } from "./project-key";

export interface DecisionListRow {
  readonly number: number;
  readonly version: number;
  readonly status: string;
  readonly title: string;
  readonly tags: string[];
  readonly authorKind: string;
  readonly author: string;
  readonly decidedOn: Date | null;
  readonly updatedAt: Date;
  readonly session: number | null;
  readonly decision: string;
  readonly evidence: unknown;
  /** Sessions in which the same question, or plan, got the same answer. */
  readonly sessions: number;
}

export interface DecisionQuery {
  readonly status: string | null;
  readonly tag: string | null;
  readonly text: string;
  readonly before: number | null;
  readonly sessionId: string | null;
  readonly limit: number;
}

/** Newest number first; keyset on the number. */
export async function listDecisions(db: Database, key: ProjectKey, query: DecisionQuery): Promise<DecisionListRow[]> {
  const params = new SqlParams();
  const where = [`d.team_id = ${params.add(key.teamId)}::uuid`, `d.project_id = ${params.add(key.projectId)}::uuid`];
  if (query.status !== null) where.push(`d.status = ${params.add(query.status)}`);
  if (query.before !== null) where.push(`d.number < ${params.add(query.before)}::int`);
  if (query.sessionId !== null) where.push(`d.session_id = ${params.add(query.sessionId)}::uuid`);
  if (query.tag !== null) where.push(`${params.add(query.tag)} = ANY(v.tags)`);
  if (query.text !== "") {
    const pattern = params.add(`%${escapeLike(query.text)}%`);
    where.push(`(v.title ILIKE ${pattern} OR v.decision ILIKE ${pattern} OR v.context ILIKE ${pattern})`);
  }
  const { rows } = await db.pool.query<DecisionListRow>(
    `WITH page AS MATERIALIZED (
     SELECT d.number, d.version, d.status, d.title, v.tags, v.author_kind AS "authorKind", v.author,
            v.decided_on AS "decidedOn", d.updated_at AS "updatedAt", s.number AS session, v.decision, v.evidence,
            v.context
       FROM decision d
       JOIN decision_version v ON v.team_id = d.team_id AND v.project_id = d.project_id AND v.number = d.number
                              AND v.version = d.version
       LEFT JOIN session s ON s.team_id = d.team_id AND s.id = d.session_id
      WHERE ${where.join(" AND ")}
      ORDER BY d.number DESC LIMIT ${params.add(query.limit)}::int),
     alike AS (
     SELECT d.title, v.decision, v.context, count(DISTINCT d.session_id)::int AS sessions
       FROM decision d
       JOIN decision_version v ON v.team_id = d.team_id AND v.project_id = d.project_id AND v.number = d.number
                              AND v.version = d.version
      WHERE d.team_id = $1::uuid AND d.project_id = $2::uuid AND d.title IN (SELECT title FROM page)
      GROUP BY d.title, v.decision, v.context)
     SELECT number, version, status, title, tags, "authorKind", author, "decidedOn", "updatedAt", session, decision,
            evidence, sessions
       FROM page JOIN alike USING (title, decision, context)
      ORDER BY number DESC`,
    params.values,
  );
  return rows;
}

/** `%` and `_` in a search are letters like others. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

export async function countDecisions(
  db: Database,
  { teamId, projectId }: ProjectKey,
): Promise<{ status: string; count: number }[]> {
  const { rows } = await db.pool.query<{ status: string; count: number }>(
    "SELECT status, count(*)::int AS count FROM decision WHERE team_id = $1 AND project_id = $2 GROUP BY status",
    [teamId, projectId],
  );
  return rows;
}

/** Tags of the newest versions, the most used first. */
export async function readDecisionTags(
  db: Database,
  { teamId, projectId }: ProjectKey,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.pool.query<{ tag: string }>(
    `SELECT t.tag FROM decision d
       JOIN decision_version v ON v.team_id = d.team_id AND v.project_id = d.project_id AND v.number = d.number
                              AND v.version = d.version
      CROSS JOIN LATERAL unnest(v.tags) AS t(tag)
      WHERE d.team_id = $1 AND d.project_id = $2
      GROUP BY t.tag ORDER BY count(*) DESC, t.tag LIMIT $3`,
    [teamId, projectId, limit],
  );
  return rows.map((row) => row.tag);
}
