import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

export interface ProjectKey {
  readonly teamId: string;
  readonly projectId: string;
}

/** A session as the writers need it; the row is locked until the transaction ends. */
export interface LockedSession {
  readonly id: string;
  readonly number: number;
  readonly branch: string | null;
  readonly person: string;
  readonly windowTokens: number | null;
  readonly model: string | null;
  /** Told by the client; null while only inferred. */
  readonly stage: string | null;
  readonly rootEntryId: string | null;
  readonly forkedFromId: string | null;
  readonly lastEventAt: Date;
  readonly provenTokens: string;
}

const COLUMNS = `id, number, branch, person, window_tokens AS "windowTokens", model,
  CASE WHEN stage_told THEN stage END AS stage, root_entry_id AS "rootEntryId",
  forked_from_id AS "forkedFromId", last_event_at AS "lastEventAt", proven_tokens AS "provenTokens"`;

const LOCK = statement(
  "session.lock",
  `SELECT ${COLUMNS} FROM session
    WHERE team_id = $1 AND project_id = $2 AND client = $3 AND native_id = $4 FOR UPDATE`,
);

export async function lockSession(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  client: string,
  nativeId: string,
): Promise<LockedSession | null> {
  const { rows } = await sql.query<LockedSession>({ ...LOCK, values: [teamId, projectId, client, nativeId] });
  return rows[0] ?? null;
}

const TAKE_NUMBER = statement(
  "counter.take",
  `INSERT INTO counter (team_id, name, value) VALUES ($1, $2, 1)
   ON CONFLICT (team_id, name) DO UPDATE SET value = counter.value + 1 RETURNING value`,
);

/** The next number of a series; the counter stays locked until the transaction ends, so none is given twice. */
export async function takeNumber(sql: TenantSql, teamId: string, name: string): Promise<number> {
  const { rows } = await sql.query<{ value: string }>({ ...TAKE_NUMBER, values: [teamId, name] });
  return Number(rows[0]?.value);
}

const GIVE_BACK = statement(
  "counter.give_back",
  "UPDATE counter SET value = value - 1 WHERE team_id = $1 AND name = $2",
);

/** Only in the transaction that took the number. */
export async function giveNumberBack(sql: TenantSql, teamId: string, name: string): Promise<void> {
  await sql.query({ ...GIVE_BACK, values: [teamId, name] });
}

export interface NewSession {
  readonly id: string;
  readonly number: number;
  readonly client: string;
  readonly nativeId: string;
  readonly memberId: string | null;
  readonly person: string;
  readonly captureMode: string;
  readonly startedAt: Date;
  readonly now: Date;
}

const INSERT = statement(
  "session.insert",
  `INSERT INTO session (team_id, project_id, id, number, client, native_id, member_id, person, capture_mode,
          started_at, last_event_at, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $11)
   RETURNING ${COLUMNS}`,
);

export async function insertSession(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  session: NewSession,
): Promise<LockedSession> {
  const { id, number, client, nativeId, memberId, person, captureMode, startedAt, now } = session;
  const { rows } = await sql.query<LockedSession>({
    ...INSERT,
    values: [teamId, projectId, id, number, client, nativeId, memberId, person, captureMode, startedAt, now],
  });
  const row = rows[0];
  if (!row) throw new Error(`Session ${id} was not inserted.`);
  return row;
}

/**
 * What a batch tells about its session. Told values of the newest batch win; older batches only fill gaps. A title that
 * the analysis derived counts as a gap.
 */
export interface SessionChange {
  readonly isNewest: boolean;
  readonly clientVersion: string | null;
  readonly title: string | null;
  readonly model: string | null;
  readonly windowTokens: number | null;
  readonly stage: string | null;
  readonly person: string | null;
  readonly cwd: string | null;
  readonly branch: string | null;
  readonly head: string | null;
  readonly rootEntryId: string | null;
  readonly forkedFromId: string | null;
  readonly startedAt: Date | null;
  readonly lastEventAt: Date | null;
  readonly addedEvents: number;
  readonly addedRequests: number;
  readonly addedTokens: number;
  readonly redactions: number;
  readonly now: Date;
}

const told = (column: string, parameter: number) =>
  `${column} = CASE WHEN $3 THEN COALESCE($${parameter}, ${column}) ELSE COALESCE(${column}, $${parameter}) END`;

const UPDATE = statement(
  "session.update",
  `UPDATE session SET
          ${told("client_version", 4)}, ${told("model", 6)}, ${told("window_tokens", 7)},
          title = CASE WHEN $5::text IS NOT NULL AND ($3 OR NOT title_told) THEN $5 ELSE title END,
          title_told = title_told OR $5::text IS NOT NULL,
          ${told("stage", 8)}, stage_told = stage_told OR $8::text IS NOT NULL,
          person = CASE WHEN $9::text IS NOT NULL AND ($3 OR person = '') THEN $9 ELSE person END,
          ${told("cwd", 10)}, ${told("branch", 11)}, ${told("head", 12)},
          root_entry_id = COALESCE($13, root_entry_id), forked_from_id = COALESCE($14::uuid, forked_from_id),
          started_at = LEAST(started_at, $15), last_event_at = GREATEST(last_event_at, $16),
          event_count = event_count + $17, request_count = request_count + $18, added_tokens = added_tokens + $19,
          redactions = redactions + $20, ingest_revision = ingest_revision + 1, updated_at = $21
    WHERE team_id = $1 AND id = $2`,
);

export async function updateSession(
  sql: TenantSql,
  scope: { readonly teamId: string },
  sessionId: string,
  change: SessionChange,
): Promise<void> {
  await sql.query({
    ...UPDATE,
    values: [
      scope.teamId,
      sessionId,
      change.isNewest,
      change.clientVersion,
      change.title,
      change.model,
      change.windowTokens,
      change.stage,
      change.person,
      change.cwd,
      change.branch,
      change.head,
      change.rootEntryId,
      change.forkedFromId,
      change.startedAt,
      change.lastEventAt,
      change.addedEvents,
      change.addedRequests,
      change.addedTokens,
      change.redactions,
      change.now,
    ],
  });
}

const FAMILY = statement(
  "session.family",
  `SELECT id, forked_from_id AS "forkedFromId" FROM session
    WHERE team_id = $1 AND project_id = $2 AND root_entry_id = $3 AND client = $4 AND id <> $5 ORDER BY number`,
);

export interface Relative {
  readonly id: string;
  readonly forkedFromId: string | null;
}

/** The other sessions whose history begins with an entry of the same name: originals, resumed and forked copies. */
export async function findFamily(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  session: { readonly id: string; readonly client: string; readonly rootEntryId: string },
): Promise<Relative[]> {
  const values = [teamId, projectId, session.rootEntryId, session.client, session.id];
  const { rows } = await sql.query<Relative>({ ...FAMILY, values });
  return rows;
}

const LOCK_ID = statement("session.lock_id", "SELECT id FROM session WHERE team_id = $1 AND id = $2 FOR UPDATE");

/** Makes uploads of one family wait for each other, so that an entry which both carry is stored once. */
export async function lockFamilyHead(sql: TenantSql, scope: { readonly teamId: string }, id: string): Promise<void> {
  await sql.query({ ...LOCK_ID, values: [scope.teamId, id] });
}
