import type { SessionKey } from "../analysis/session";
import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

/** A session as a run needs it; the row is locked until the transaction ends, so no upload comes in between. */
export interface LockedForRun {
  readonly revision: number;
  /** Model requests so far: the turn. */
  readonly requests: number;
  readonly client: string;
}

const LOCK = statement(
  "run.lock_session",
  `SELECT ingest_revision AS revision, request_count AS requests, client FROM session WHERE team_id = $1 AND id = $2 FOR UPDATE`,
);

/** Null when the session is gone. */
export async function lockForRun(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<LockedForRun | null> {
  const { rows } = await sql.query<LockedForRun>({ ...LOCK, values: [teamId, sessionId] });
  return rows[0] ?? null;
}

const REFUSALS = statement(
  "run.refusals",
  `SELECT count(*)::int AS count FROM audit_entry a
    WHERE a.team_id = $1 AND a.action = 'prune.refused' AND a.subject = $2::text
      AND a.detail->>'question' = $3 AND (a.detail->>'requests')::int = $4 AND (a.detail->>'policy')::int = $5
      AND a.occurred_at >= GREATEST($6::timestamptz,
            (SELECT max(t.created_at) FROM transition t WHERE t.team_id = $1 AND t.session_id = $2::uuid),
            (SELECT max(k.created_at) FROM acknowledgement k WHERE k.team_id = $1 AND k.session_id = $2::uuid),
            (SELECT max(GREATEST(p.created_at, p.released_at)) FROM pin p WHERE p.team_id = $1 AND p.session_id = $2::uuid))`,
);

/** One question, as it was asked of a session in one turn. */
export interface AskedRun {
  readonly question: string;
  readonly requests: number;
  readonly policyVersion: number;
}

/** How often it was refused since anything changed that could lead to another answer; looked for from `since` on. */
export async function countRefusals(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  { question, requests, policyVersion }: AskedRun,
  since: Date,
): Promise<number> {
  const values = [teamId, sessionId, question, requests, policyVersion, since];
  const { rows } = await sql.query<{ count: number }>({ ...REFUSALS, values });
  return rows[0]?.count ?? 0;
}

const NOTE = statement(
  "run.note",
  `INSERT INTO audit_entry (team_id, id, occurred_at, actor_kind, actor, action, subject, project_id, detail)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb)`,
);

export interface RunNote {
  readonly id: string;
  readonly at: Date;
  readonly actorKind: string;
  readonly actor: string;
  readonly sessionId: string;
}

type NoteScope = { readonly teamId: string; readonly projectId: string };

/** A refused run leaves no run; that it was asked for stays on record, so that a loop can be seen and stopped. */
export async function noteRefusal(sql: TenantSql, scope: NoteScope, refusal: AskedRun & RunNote): Promise<void> {
  const { question, requests, policyVersion } = refusal;
  await note(sql, scope, refusal, "prune.refused", { question, requests, policy: policyVersion });
}

/** Who took a whole run back. */
export async function noteUndo(
  sql: TenantSql,
  scope: NoteScope,
  undo: RunNote & { readonly run: number; readonly putBack: number; readonly kept: number },
): Promise<void> {
  const { run, putBack, kept } = undo;
  await note(sql, scope, undo, "prune.undone", { run, putBack, kept });
}

async function note(
  sql: TenantSql,
  { teamId, projectId }: NoteScope,
  { id, at, actorKind, actor, sessionId }: RunNote,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  const values = [teamId, id, at, actorKind, actor, action, sessionId, projectId, JSON.stringify(detail)];
  await sql.query({ ...NOTE, values });
}
