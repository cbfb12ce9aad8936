import type { SafeText } from "../../core/redact/safe-text";
import type { SessionKey } from "../analysis/session";
import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

export interface CommittedRun {
  readonly id: string;
  readonly appliedAt: Date | null;
  readonly undoneAt: Date | null;
  readonly undoneBy: string | null;
}

const FIND = statement(
  "run.find_committed",
  `SELECT id, applied_at AS "appliedAt", undone_at AS "undoneAt", undone_by AS "undoneBy" FROM prune_run
    WHERE team_id = $1 AND session_id = $2 AND number = $3 AND mode = 'committed'`,
);

export async function findCommittedRun(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  number: number,
): Promise<CommittedRun | null> {
  const { rows } = await sql.query<CommittedRun>({ ...FIND, values: [teamId, sessionId, number] });
  return rows[0] ?? null;
}

/** A change that a run made, with what stood before it and what came after. What undone runs wrote counts as never made. */
export interface RunChange {
  readonly ref: string;
  readonly toResidency: string;
  readonly priorResidency: string;
  readonly priorRetained: string | null;
  /** The client did not apply it and took it back, or the run was undone. */
  readonly isTakenBack: boolean;
  /** Null while the run's change is the newest of its event. */
  readonly laterResidency: string | null;
  readonly laterActor: string | null;
  readonly laterActorKind: string | null;
  /** Number of the run that changed it later. */
  readonly laterRun: number | null;
}

const OTHERS = `FROM transition n LEFT JOIN prune_run u ON u.team_id = n.team_id AND u.id = n.run_id
     WHERE n.team_id = t.team_id AND n.session_id = t.session_id AND n.entry_id = t.entry_id
       AND n.run_id IS DISTINCT FROM t.run_id AND u.undone_at IS NULL`;

const CHANGES = statement(
  "run.changes",
  `SELECT t.entry_id AS ref, t.to_residency AS "toResidency",
          coalesce(prior.to_residency, 'full') AS "priorResidency", prior.retained AS "priorRetained",
          EXISTS (SELECT FROM transition b WHERE b.team_id = t.team_id AND b.session_id = t.session_id
                     AND b.entry_id = t.entry_id AND b.run_id = t.run_id AND b.rule IS NULL) AS "isTakenBack",
          later.to_residency AS "laterResidency", later.actor AS "laterActor", later.actor_kind AS "laterActorKind",
          later.number AS "laterRun"
     FROM transition t
     LEFT JOIN LATERAL (
       SELECT n.to_residency, n.retained ${OTHERS} AND (n.created_at, n.id) < (t.created_at, t.id)
        ORDER BY n.created_at DESC, n.id DESC LIMIT 1) prior ON true
     LEFT JOIN LATERAL (
       SELECT n.to_residency, n.actor, n.actor_kind, u.number ${OTHERS} AND (n.created_at, n.id) > (t.created_at, t.id)
        ORDER BY n.created_at DESC, n.id DESC LIMIT 1) later ON true
    WHERE t.team_id = $1 AND t.session_id = $2 AND t.run_id = $3 AND t.rule IS NOT NULL
    ORDER BY t.entry_id`,
);

export async function readChanges(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  runId: string,
): Promise<RunChange[]> {
  return (await sql.query<RunChange>({ ...CHANGES, values: [teamId, sessionId, runId] })).rows;
}

const SET_APPLIED = statement(
  "run.set_applied",
  "UPDATE prune_run SET applied_at = $3 WHERE team_id = $1 AND id = $2 AND applied_at IS NULL",
);

export async function setApplied(sql: TenantSql, teamId: string, runId: string, now: Date): Promise<void> {
  await sql.query({ ...SET_APPLIED, values: [teamId, runId, now] });
}

const SET_UNDONE = statement(
  "run.set_undone",
  "UPDATE prune_run SET undone_at = $3, undone_by = $4 WHERE team_id = $1 AND id = $2 AND undone_at IS NULL",
);

export async function setUndone(
  sql: TenantSql,
  teamId: string,
  runId: string,
  { at, by }: { readonly at: Date; readonly by: SafeText },
): Promise<void> {
  await sql.query({ ...SET_UNDONE, values: [teamId, runId, at, by] });
}

const LAST_UNDONE = statement(
  "run.last_undone",
  `SELECT number, undone_at AS "undoneAt" FROM prune_run
    WHERE team_id = $1 AND session_id = $2 AND undone_at IS NOT NULL ORDER BY undone_at DESC, number DESC LIMIT 1`,
);

export interface UndoneRun {
  readonly number: number;
  readonly undoneAt: Date;
}

/** The run of the session that was undone last; null when none was. */
export async function readLastUndone(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<UndoneRun | null> {
  const { rows } = await sql.query<UndoneRun>({ ...LAST_UNDONE, values: [teamId, sessionId] });
  return rows[0] ?? null;
}
