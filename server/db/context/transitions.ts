import type { ProjectScope } from "../../core/access/scope";
import type { SafeText } from "../../core/redact/safe-text";
import type { SessionKey } from "../analysis/session";
import type { Database, TenantSql } from "../client";
import { textArray } from "../sql/arrays";
import { statement } from "../sql/statement";

export interface NewTransition {
  readonly id: string;
  readonly entryId: string;
  readonly from: string;
  readonly to: string;
  readonly retained: SafeText | null;
  readonly reason: SafeText;
}

const LATEST = statement(
  "context.latest_transition",
  `SELECT created_at AS at FROM transition WHERE team_id = $1 AND session_id = $2
    ORDER BY created_at DESC, id DESC LIMIT 1`,
);

/** When the session's newest transition was made; null before the first. */
export async function latestTransitionAt(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<Date | null> {
  const { rows } = await sql.query<{ at: Date }>({ ...LATEST, values: [teamId, sessionId] });
  return rows[0]?.at ?? null;
}

const INSERT = statement(
  "context.insert_transitions",
  `INSERT INTO transition (team_id, session_id, actor_kind, actor, created_at, id, entry_id, from_residency, to_residency,
          retained, reason)
   SELECT $1::uuid, $2::uuid, $3, $4, $5::timestamptz, d.id::uuid, d.entry_id, d.from_residency, d.to_residency,
          d.retained, d.reason
     FROM unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[])
          AS d(id, entry_id, from_residency, to_residency, retained, reason)`,
);

/** What a person or an agent set. Runs write their own. */
export async function insertTransitions(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  actor: { readonly actorKind: string; readonly actor: SafeText; readonly at: Date },
  rows: readonly NewTransition[],
): Promise<void> {
  const columns = (["id", "entryId", "from", "to", "retained", "reason"] as const).map((name) =>
    textArray(rows.map((row) => row[name])),
  );
  await sql.query({ ...INSERT, values: [teamId, sessionId, actor.actorKind, actor.actor, actor.at, ...columns] });
}

export interface TransitionListRow {
  readonly id: string;
  readonly ref: string;
  readonly label: string;
  readonly thread: string;
  readonly from: string;
  readonly to: string;
  readonly actorKind: string;
  readonly actor: string;
  readonly reason: string;
  readonly rule: string | null;
  readonly run: number | null;
  readonly retained: string | null;
  readonly at: Date;
}

/** The newest first; keyset on (created_at, id). */
export async function listTransitions(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  query: {
    /** Of one event only. */
    readonly ref?: string;
    readonly after: { readonly at: Date; readonly id: string } | null;
    readonly limit: number;
  },
): Promise<TransitionListRow[]> {
  const { rows } = await db.pool.query<TransitionListRow>(
    `WITH page AS MATERIALIZED (
       SELECT * FROM transition
        WHERE team_id = $1::uuid AND session_id = $2::uuid
          AND ($3::timestamptz IS NULL OR (created_at, id) < ($3::timestamptz, $4::uuid))
          AND ($6::text IS NULL OR entry_id = $6::text)
        ORDER BY created_at DESC, id DESC LIMIT $5::int
     )
     SELECT t.id, t.entry_id AS ref, coalesce(e.label, '') AS label, coalesce(e.thread, '') AS thread,
            t.from_residency AS "from", t.to_residency AS "to", t.actor_kind AS "actorKind", t.actor, t.reason, t.rule,
            r.number AS run, t.retained, t.created_at AS at
       FROM page t
       LEFT JOIN event e ON e.team_id = t.team_id AND e.session_id = t.session_id AND e.entry_id = t.entry_id
       LEFT JOIN prune_run r ON r.team_id = t.team_id AND r.id = t.run_id
      ORDER BY t.created_at DESC, t.id DESC`,
    [scope.teamId, sessionId, query.after?.at ?? null, query.after?.id ?? null, query.limit, query.ref ?? null],
  );
  return rows;
}
