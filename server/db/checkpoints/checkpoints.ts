import type { SafeText } from "../../core/redact/safe-text";
import type { Database, TenantSql } from "../client";
import { statement } from "../sql/statement";
import { SqlParams } from "../telemetry/where";

interface ProjectKey {
  readonly teamId: string;
  readonly projectId: string;
}

export interface CheckpointHeadRow {
  readonly session: number;
  readonly sessionTitle: string | null;
  readonly id: string;
  readonly number: number;
  readonly trigger: string;
  readonly actorKind: string;
  readonly actor: string;
  readonly note: string;
  readonly stage: string | null;
  readonly policyVersion: number;
  readonly tokens: number;
  readonly contextTokens: number;
  readonly createdAt: Date;
  /** Batches came in after it was saved. */
  readonly isOutdated: boolean;
  readonly resumedAt: Date | null;
  readonly resumedBy: string | null;
}

const HEAD_COLUMNS = `s.number AS session, s.title AS "sessionTitle", c.id, c.number, c.trigger, c.actor_kind AS "actorKind",
  c.actor, c.note, c.stage, c.policy_version AS "policyVersion", c.tokens, c.context_tokens::float8 AS "contextTokens",
  c.created_at AS "createdAt", s.ingest_revision > c.ingest_revision AS "isOutdated", c.resumed_at AS "resumedAt",
  c.resumed_by AS "resumedBy"`;

const FROM = `FROM checkpoint c
  JOIN session s ON s.team_id = c.team_id AND s.id = c.session_id`;

/** Newest first; keyset on (created, id). */
export async function listCheckpoints(
  db: Database,
  key: ProjectKey,
  query: {
    readonly session: number | null;
    readonly after: { readonly at: Date; readonly id: string } | null;
    readonly limit: number;
  },
): Promise<CheckpointHeadRow[]> {
  const params = new SqlParams();
  const where = [`c.team_id = ${params.add(key.teamId)}::uuid`, `s.project_id = ${params.add(key.projectId)}::uuid`];
  if (query.session !== null) where.push(`s.number = ${params.add(query.session)}::int`);
  if (query.after) {
    const { at, id } = query.after;
    where.push(`(c.created_at, c.id) < (${params.add(at)}::timestamptz, ${params.add(id)}::uuid)`);
  }
  const { rows } = await db.pool.query<CheckpointHeadRow>(
    `SELECT ${HEAD_COLUMNS} ${FROM} WHERE ${where.join(" AND ")}
      ORDER BY c.created_at DESC, c.id DESC LIMIT ${params.add(query.limit)}::int`,
    params.values,
  );
  return rows;
}

export interface CheckpointRecordRow extends CheckpointHeadRow {
  readonly state: unknown;
  readonly text: string;
}

/** By session and number; without a number the latest of the session, without either the latest of the project. */
export async function readCheckpoint(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  which: { readonly session: number | null; readonly number: number | null },
): Promise<CheckpointRecordRow | null> {
  const { rows } = await sql.query<CheckpointRecordRow>(
    `SELECT ${HEAD_COLUMNS}, c.state, c.text ${FROM}
      WHERE c.team_id = $1 AND s.project_id = $2 AND ($3::int IS NULL OR s.number = $3::int)
        AND ($4::int IS NULL OR c.number = $4::int)
      ORDER BY c.created_at DESC, c.id DESC LIMIT 1`,
    [teamId, projectId, which.session, which.number],
  );
  return rows[0] ?? null;
}

const LOCK = statement(
  "checkpoint.lock_session",
  `SELECT ingest_revision AS "ingestRevision" FROM session WHERE team_id = $1 AND id = $2 FOR UPDATE`,
);
const LAST = statement(
  "checkpoint.last_number",
  "SELECT max(number) AS last FROM checkpoint WHERE team_id = $1 AND session_id = $2",
);

/** The next number of a session's checkpoints; the session stays locked until the transaction ends. */
export async function nextCheckpointNumber(sql: TenantSql, teamId: string, sessionId: string): Promise<number> {
  await sql.query({ ...LOCK, values: [teamId, sessionId] });
  const { rows } = await sql.query<{ last: number | null }>({ ...LAST, values: [teamId, sessionId] });
  return (rows[0]?.last ?? 0) + 1;
}

export interface NewCheckpoint {
  readonly id: string;
  readonly sessionId: string;
  readonly number: number;
  readonly trigger: string;
  readonly actorKind: string;
  readonly actor: SafeText;
  readonly note: SafeText;
  readonly stage: string | null;
  readonly policyVersion: number;
  /** Of the events that it was made from. */
  readonly ingestRevision: number;
  /** JSON text whose strings passed the funnel. */
  readonly state: string;
  readonly text: SafeText;
  readonly tokens: number;
  readonly contextTokens: number;
  readonly createdAt: Date;
}

const INSERT = statement(
  "checkpoint.insert",
  `INSERT INTO checkpoint (team_id, id, session_id, number, trigger, actor_kind, actor, note, stage, policy_version,
          ingest_revision, state, text, tokens, context_tokens, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::jsonb, $13, $14, $15, $16)`,
);

export async function insertCheckpoint(sql: TenantSql, teamId: string, checkpoint: NewCheckpoint): Promise<void> {
  const { id, sessionId, number, trigger, actorKind, actor, note, stage, policyVersion, ingestRevision } = checkpoint;
  const { state, text, tokens, contextTokens, createdAt } = checkpoint;
  const who = [teamId, id, sessionId, number, trigger, actorKind, actor, note, stage, policyVersion, ingestRevision];
  await sql.query({ ...INSERT, values: [...who, state, text, tokens, contextTokens, createdAt] });
}

const RESUME = statement(
  "checkpoint.resume",
  "UPDATE checkpoint SET resumed_at = $3, resumed_by = $4 WHERE team_id = $1 AND id = $2",
);

/** The latest who resumed stands; nothing else of a checkpoint ever changes. */
export async function noteResumed(
  sql: TenantSql,
  teamId: string,
  id: string,
  { by, at }: { readonly by: SafeText; readonly at: Date },
): Promise<void> {
  await sql.query({ ...RESUME, values: [teamId, id, at, by] });
}

const LOCK_CHECKPOINT = statement(
  "checkpoint.lock",
  `SELECT resumed_at AS "resumedAt", resumed_by AS "resumedBy" FROM checkpoint WHERE team_id = $1 AND id = $2 FOR UPDATE`,
);

/** Who resumed so far; the row stays locked, so that two who resume at once hear of each other. */
export async function lockResumed(
  sql: TenantSql,
  teamId: string,
  id: string,
): Promise<Pick<CheckpointHeadRow, "resumedAt" | "resumedBy"> | null> {
  const { rows } = await sql.query<Pick<CheckpointHeadRow, "resumedAt" | "resumedBy">>({
    ...LOCK_CHECKPOINT,
    values: [teamId, id],
  });
  return rows[0] ?? null;
}
