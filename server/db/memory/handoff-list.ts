import type { Database } from "../client";
import { SqlParams } from "../telemetry/where";
import type { ProjectKey } from "./project-key";

export interface HandoffListRow {
  readonly number: number;
  readonly version: number;
  readonly status: string;
  readonly title: string;
  readonly addressedTo: string;
  readonly session: number | null;
  readonly client: string | null;
  readonly person: string | null;
  /** The session's last event; when the note last changed, once the session is gone. */
  readonly lastAt: Date;
  readonly completeness: unknown;
}

const LAST_AT = "coalesce(s.last_event_at, h.updated_at)";

/** The session that worked last first; keyset on (last event, number). */
export async function listHandoffs(
  db: Database,
  key: ProjectKey,
  query: { readonly after: { readonly lastAt: Date; readonly number: number } | null; readonly limit: number },
): Promise<HandoffListRow[]> {
  const params = new SqlParams();
  const where = [`h.team_id = ${params.add(key.teamId)}::uuid`, `h.project_id = ${params.add(key.projectId)}::uuid`];
  if (query.after) {
    const { lastAt, number } = query.after;
    where.push(`(${LAST_AT}, h.number) < (${params.add(lastAt)}::timestamptz, ${params.add(number)}::int)`);
  }
  const { rows } = await db.pool.query<HandoffListRow>(
    `SELECT h.number, h.version, h.status, h.title, h.addressed_to AS "addressedTo", s.number AS session, s.client, s.person,
            ${LAST_AT} AS "lastAt", v.note->'completeness' AS completeness
       FROM handoff h
       JOIN handoff_version v ON v.team_id = h.team_id AND v.project_id = h.project_id AND v.number = h.number
                             AND v.version = h.version
       LEFT JOIN session s ON s.team_id = h.team_id AND s.id = h.session_id
      WHERE ${where.join(" AND ")}
      ORDER BY ${LAST_AT} DESC, h.number DESC LIMIT ${params.add(query.limit)}::int`,
    params.values,
  );
  return rows;
}

export interface HandoffRecordRow {
  readonly number: number;
  readonly version: number;
  readonly status: string;
  readonly title: string;
  readonly addressedTo: string;
  readonly updatedAt: Date;
  readonly note: unknown;
  readonly markdown: string;
  readonly session: number | null;
  readonly sessionTitle: string | null;
  readonly cwd: string | null;
  readonly person: string | null;
}

/** By its number, or the first one of a session. */
export async function readHandoff(
  db: Database,
  { teamId, projectId }: ProjectKey,
  by: { readonly number: number } | { readonly sessionId: string },
): Promise<HandoffRecordRow | null> {
  const condition = "number" in by ? "h.number = $3::int" : "h.session_id = $3::uuid";
  const { rows } = await db.pool.query<HandoffRecordRow>(
    `SELECT h.number, h.version, h.status, h.title, h.addressed_to AS "addressedTo", h.updated_at AS "updatedAt",
            v.note, v.markdown, s.number AS session, s.title AS "sessionTitle", s.cwd, s.person
       FROM handoff h
       JOIN handoff_version v ON v.team_id = h.team_id AND v.project_id = h.project_id AND v.number = h.number
                             AND v.version = h.version
       LEFT JOIN session s ON s.team_id = h.team_id AND s.id = h.session_id
      WHERE h.team_id = $1 AND h.project_id = $2 AND ${condition}
      ORDER BY h.number LIMIT 1`,
    [teamId, projectId, "number" in by ? by.number : by.sessionId],
  );
  return rows[0] ?? null;
}

/** Newest first. */
export async function readHandoffVersions(db: Database, { teamId, projectId }: ProjectKey, number: number) {
  return db.prisma.handoffVersion.findMany({
    where: { teamId, projectId, number },
    select: { version: true, title: true, authorKind: true, author: true, createdAt: true },
    orderBy: { version: "desc" },
  });
}
