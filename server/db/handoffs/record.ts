import type { Database, TenantTx } from "../client";
import type { ProjectKey } from "../memory/project-key";

type Reader = Database["prisma"] | TenantTx;

export interface HandoffRecordRow {
  readonly number: number;
  readonly version: number;
  readonly title: string;
  readonly addressedTo: string;
  readonly addresseeId: string | null;
  readonly addressee: string | null;
  readonly claimedAt: Date | null;
  readonly claimedById: string | null;
  readonly claimedBy: string | null;
  readonly acknowledgedAt: Date | null;
  readonly acknowledgedById: string | null;
  readonly acknowledgedBy: string | null;
  readonly updatedAt: Date;
  readonly note: unknown;
  readonly markdown: string;
  readonly authorKind: string;
  readonly session: number | null;
  readonly sessionTitle: string | null;
  /** Number of the session's newest checkpoint. */
  readonly checkpoint: number | null;
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
    `SELECT h.number, h.version, h.title, h.addressed_to AS "addressedTo", h.addressee_id AS "addresseeId",
            a.name AS addressee, h.claimed_at AS "claimedAt", h.claimed_by AS "claimedById", c.name AS "claimedBy",
            h.acknowledged_at AS "acknowledgedAt", h.acknowledged_by AS "acknowledgedById", k.name AS "acknowledgedBy",
            h.updated_at AS "updatedAt", v.note, v.markdown, v.author_kind AS "authorKind", s.number AS session,
            s.title AS "sessionTitle", s.cwd, s.person,
            (SELECT max(p.number) FROM checkpoint p WHERE p.team_id = h.team_id AND p.session_id = h.session_id)
              AS checkpoint
       FROM handoff h
       JOIN handoff_version v ON v.team_id = h.team_id AND v.project_id = h.project_id AND v.number = h.number
                             AND v.version = h.version
       LEFT JOIN session s ON s.team_id = h.team_id AND s.id = h.session_id
       LEFT JOIN member a ON a.team_id = h.team_id AND a.id = h.addressee_id
       LEFT JOIN member c ON c.team_id = h.team_id AND c.id = h.claimed_by
       LEFT JOIN member k ON k.team_id = h.team_id AND k.id = h.acknowledged_by
      WHERE h.team_id = $1 AND h.project_id = $2 AND ${condition}
      ORDER BY h.number LIMIT 1`,
    [teamId, projectId, "number" in by ? by.number : by.sessionId],
  );
  return rows[0] ?? null;
}

/** More versions than these are read one by one. */
const MAX_VERSIONS = 100;

/** Newest first. */
export async function readHandoffVersions(db: Reader, { teamId, projectId }: ProjectKey, number: number) {
  return db.handoffVersion.findMany({
    where: { teamId, projectId, number },
    select: { version: true, title: true, authorKind: true, author: true, createdAt: true },
    orderBy: { version: "desc" },
    take: MAX_VERSIONS,
  });
}

export type HandoffVersionRow = NonNullable<Awaited<ReturnType<typeof readHandoffVersion>>>;

/** One version with its text; null when there is none. */
export async function readHandoffVersion(
  db: Reader,
  { teamId, projectId }: ProjectKey,
  number: number,
  version: number,
) {
  return db.handoffVersion.findUnique({
    where: { teamId_projectId_number_version: { teamId, projectId, number, version } },
    select: { version: true, title: true, note: true, markdown: true, authorKind: true, author: true, createdAt: true },
  });
}

/** The newest version with its text; null when there is no such note. */
export async function readNewestVersion(
  db: Reader,
  { teamId, projectId }: ProjectKey,
  number: number,
): Promise<HandoffVersionRow | null> {
  return db.handoffVersion.findFirst({
    where: { teamId, projectId, number },
    select: { version: true, title: true, note: true, markdown: true, authorKind: true, author: true, createdAt: true },
    orderBy: { version: "desc" },
  });
}
