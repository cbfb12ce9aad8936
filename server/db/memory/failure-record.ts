import type { Database, TenantTx } from "../client";
import type { ProjectKey } from "./project-key";

const RECORD = {
  status: true,
  version: true,
  occurrences: true,
  firstSeenAt: true,
  lastSeenAt: true,
  mergedInto: true,
} as const;

const CONTENT = {
  title: true,
  type: true,
  description: true,
  approach: true,
  rootCause: true,
  fix: true,
  affectedPaths: true,
  tags: true,
  evidence: true,
} as const;

const VERSION = {
  ...CONTENT,
  version: true,
  status: true,
  authorKind: true,
  author: true,
  sessionId: true,
  createdAt: true,
} as const;

type Reader = Database["prisma"] | TenantTx;
export type FailureVersionRow = Awaited<ReturnType<typeof readFailureVersions>>[number];
/** What a version says; strings of it passed the funnel. */
export type FailureContent = Pick<FailureVersionRow, keyof typeof CONTENT>;

export async function readFailure(db: Reader, { teamId, projectId }: ProjectKey, number: number) {
  return db.failure.findFirst({ where: { teamId, projectId, number }, select: RECORD });
}

/** Newest first. */
export async function readFailureVersions(db: Reader, { teamId, projectId }: ProjectKey, number: number, take = 100) {
  return db.failureVersion.findMany({
    where: { teamId, projectId, number },
    select: VERSION,
    orderBy: { version: "desc" },
    take,
  });
}

/** The newest versions of several failures, in the order of their numbers. */
export async function readNewestFailures(db: Database, { teamId, projectId }: ProjectKey, numbers: readonly number[]) {
  const records = await db.prisma.failure.findMany({
    where: { teamId, projectId, number: { in: [...numbers] } },
    select: { number: true, version: true },
  });
  if (records.length === 0) return [];
  return db.prisma.failureVersion.findMany({
    where: { teamId, projectId, OR: records },
    select: { ...VERSION, number: true },
    orderBy: { number: "asc" },
  });
}

export async function findFailureByFingerprint(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  fingerprint: string,
): Promise<number | null> {
  const where = { teamId, projectId, fingerprint };
  const found = await tx.failureFingerprint.findFirst({ where, select: { number: true } });
  return found?.number ?? null;
}

/** The folders that some sessions ran in; a session without one, or a deleted one, is left out. */
export async function readFolders(
  db: Database,
  { teamId }: ProjectKey,
  sessionIds: readonly string[],
): Promise<{ sessionId: string; cwd: string }[]> {
  const { rows } = await db.pool.query<{ sessionId: string; cwd: string }>(
    `SELECT id AS "sessionId", cwd FROM session WHERE team_id = $1 AND id = ANY($2::uuid[]) AND cwd IS NOT NULL`,
    [teamId, sessionIds],
  );
  return rows;
}

export interface OccurrenceListRow {
  /** Null once the session was deleted: what it taught stays. */
  readonly session: number | null;
  readonly sessionTitle: string | null;
  readonly ref: string;
  readonly at: Date;
  readonly agent: string;
  readonly resolvedBy: string | null;
  readonly fingerprint: string;
  readonly isMovedByHand: boolean;
}

/** Newest first. */
export async function readOccurrences(
  db: Database,
  { teamId, projectId }: ProjectKey,
  number: number,
  limit: number,
): Promise<OccurrenceListRow[]> {
  const { rows } = await db.pool.query<OccurrenceListRow>(
    `SELECT s.number AS session, s.title AS "sessionTitle", o.entry_id AS ref, o.occurred_at AS at,
            o.agent, o.resolved_by_entry_id AS "resolvedBy", o.fingerprint, o.moved_by IS NOT NULL AS "isMovedByHand"
       FROM failure_occurrence o LEFT JOIN session s ON s.team_id = o.team_id AND s.id = o.session_id
      WHERE o.team_id = $1 AND o.project_id = $2 AND o.number = $3
      ORDER BY o.occurred_at DESC, o.entry_id DESC LIMIT $4`,
    [teamId, projectId, number, limit],
  );
  return rows;
}

export interface FingerprintRow {
  readonly fingerprint: string;
  readonly occurrences: number;
  readonly lastSeenAt: Date | null;
  readonly leadsHere: boolean;
}

/** What leads to a failure and what its occurrences are, the most frequent first. */
export async function readFingerprints(
  db: Database,
  { teamId, projectId }: ProjectKey,
  number: number,
  limit: number,
): Promise<FingerprintRow[]> {
  const { rows } = await db.pool.query<FingerprintRow>(
    `SELECT fingerprint, coalesce(o.occurrences, 0) AS occurrences, o.last_seen_at AS "lastSeenAt",
            x.fingerprint IS NOT NULL AS "leadsHere"
       FROM (SELECT fingerprint, count(*)::int AS occurrences, max(occurred_at) AS last_seen_at FROM failure_occurrence
              WHERE team_id = $1 AND project_id = $2 AND number = $3 GROUP BY fingerprint) o
       FULL JOIN (SELECT fingerprint FROM failure_fingerprint
                   WHERE team_id = $1 AND project_id = $2 AND number = $3) x USING (fingerprint)
      ORDER BY 2 DESC, 1 LIMIT $4`,
    [teamId, projectId, number, limit],
  );
  return rows;
}

/** The failures that were merged into one directly. */
export async function readMerged(db: Database, { teamId, projectId }: ProjectKey, number: number, take: number) {
  return db.prisma.failure.findMany({
    where: { teamId, projectId, mergedInto: number },
    select: { number: true, version: true, title: true },
    orderBy: { number: "asc" },
    take,
  });
}

export interface SessionOccurrenceRow {
  readonly number: number;
  readonly here: number;
  readonly lastRef: string;
  readonly resolvedBy: string | null;
}

/** How often each failure occurred in one session, with its last occurrence there. */
export async function readSessionOccurrences(
  db: Database,
  { teamId, projectId }: ProjectKey,
  sessionId: string,
): Promise<SessionOccurrenceRow[]> {
  const { rows } = await db.pool.query<SessionOccurrenceRow>(
    `SELECT number, count(*)::int AS here,
            (array_agg(entry_id ORDER BY occurred_at DESC, entry_id DESC))[1] AS "lastRef",
            (array_agg(resolved_by_entry_id ORDER BY occurred_at DESC, entry_id DESC))[1] AS "resolvedBy"
       FROM failure_occurrence WHERE team_id = $1 AND project_id = $2 AND session_id = $3 GROUP BY number`,
    [teamId, projectId, sessionId],
  );
  return rows;
}

/** False when the record has moved on to another version meanwhile. */
export async function moveFailure(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  change: { number: number; fromVersion: number; status: string; title: string; now: Date },
): Promise<boolean> {
  const { number, fromVersion, status, title, now } = change;
  const { count } = await tx.failure.updateMany({
    where: { teamId, projectId, number, version: fromVersion, mergedInto: null },
    data: { version: fromVersion + 1, status, title, updatedAt: now },
  });
  return count === 1;
}

export interface NewFailureVersion {
  readonly number: number;
  readonly version: number;
  readonly status: string;
  readonly content: FailureContent;
  readonly authorKind: string;
  readonly author: string;
  readonly sessionId: string | null;
  readonly now: Date;
}

/** Recorded by hand: it occurred once, at `now`. */
export async function insertFailureByHand(
  tx: TenantTx,
  key: ProjectKey,
  first: NewFailureVersion,
  fingerprint: string,
): Promise<void> {
  const { teamId, projectId } = key;
  const { number, version, status, content, now } = first;
  const times = { firstSeenAt: now, lastSeenAt: now, createdAt: now, updatedAt: now };
  const { title } = content;
  await tx.failure.create({
    data: { teamId, projectId, number, version, status, title, fingerprint, occurrences: 1, ...times },
    select: { number: true },
  });
  const select = { number: true } as const;
  await tx.failureFingerprint.create({ data: { teamId, projectId, fingerprint, number }, select });
  await appendFailureVersion(tx, key, first);
}

export async function appendFailureVersion(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  { content, now, ...version }: NewFailureVersion,
): Promise<void> {
  const { evidence, ...columns } = content;
  await tx.failureVersion.create({
    data: { ...columns, ...version, teamId, projectId, createdAt: now, evidence: evidence ?? [] },
    select: { version: true },
  });
}
