import type { Database } from "../client";
import { SqlParams } from "../telemetry/where";
import { escapeLike } from "./decision-list";
import type { ProjectKey } from "./project-key";

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

export interface FailureQuery {
  readonly status: string | null;
  readonly text: string;
  readonly after: { readonly lastSeenAt: Date; readonly number: number } | null;
  readonly sessionId: string | null;
  readonly limit: number;
}

/** The latest occurrence first; keyset on (last seen, number). */
export async function listFailures(db: Database, key: ProjectKey, query: FailureQuery): Promise<FailureListRow[]> {
  const params = new SqlParams();
  const where = [`f.team_id = ${params.add(key.teamId)}::uuid`, `f.project_id = ${params.add(key.projectId)}::uuid`];
  if (query.status !== null) where.push(`f.status = ${params.add(query.status)}`);
  if (query.text !== "") {
    const pattern = params.add(`%${escapeLike(query.text)}%`);
    where.push(`(f.title ILIKE ${pattern} OR f.fingerprint ILIKE ${pattern})`);
  }
  if (query.after) {
    const { lastSeenAt, number } = query.after;
    where.push(`(f.last_seen_at, f.number) < (${params.add(lastSeenAt)}::timestamptz, ${params.add(number)}::int)`);
  }
  if (query.sessionId !== null) {
    where.push(`EXISTS (SELECT 1 FROM failure_occurrence x WHERE x.team_id = f.team_id AND x.project_id = f.project_id
                         AND x.number = f.number AND x.session_id = ${params.add(query.sessionId)}::uuid)`);
  }
  const { rows } = await db.pool.query<FailureListRow>(
    `SELECT p.number, p.version, p.status, p.title, s.cwd, v.type, p.occurrences, o.sessions, o.agents,
            p.first_seen_at AS "firstSeenAt", p.last_seen_at AS "lastSeenAt"
       FROM (SELECT * FROM failure f WHERE ${where.join(" AND ")}
              ORDER BY f.last_seen_at DESC, f.number DESC LIMIT ${params.add(query.limit)}::int) p
       JOIN failure_version v ON v.team_id = p.team_id AND v.project_id = p.project_id AND v.number = p.number
                             AND v.version = p.version
       JOIN failure_version f1 ON f1.team_id = p.team_id AND f1.project_id = p.project_id AND f1.number = p.number
                              AND f1.version = 1
       LEFT JOIN session s ON s.team_id = f1.team_id AND s.id = f1.session_id
       CROSS JOIN LATERAL (
         SELECT count(DISTINCT session_id)::int AS sessions, coalesce(array_agg(DISTINCT agent), '{}') AS agents
           FROM failure_occurrence x
          WHERE x.team_id = p.team_id AND x.project_id = p.project_id AND x.number = p.number) o
      ORDER BY p.last_seen_at DESC, p.number DESC`,
    params.values,
  );
  return rows;
}

export async function countFailures(
  db: Database,
  { teamId, projectId }: ProjectKey,
): Promise<{ status: string; count: number }[]> {
  const { rows } = await db.pool.query<{ status: string; count: number }>(
    "SELECT status, count(*)::int AS count FROM failure WHERE team_id = $1 AND project_id = $2 GROUP BY status",
    [teamId, projectId],
  );
  return rows;
}
