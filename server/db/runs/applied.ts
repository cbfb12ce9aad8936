import type { SessionKey } from "../analysis/session";
import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

export interface CommittedRun {
  readonly id: string;
  readonly appliedAt: Date | null;
}

const FIND = statement(
  "run.find_committed",
  `SELECT id, applied_at AS "appliedAt" FROM prune_run
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

/** A change that a run made, whether it still is the newest one of its event, and whether its client took it back. */
export interface RunChange {
  readonly ref: string;
  readonly fromResidency: string;
  readonly toResidency: string;
  readonly isNewest: boolean;
  readonly isTakenBack: boolean;
}

const CHANGES = statement(
  "run.changes",
  `SELECT t.entry_id AS ref, t.from_residency AS "fromResidency", t.to_residency AS "toResidency",
          NOT EXISTS (SELECT FROM transition n WHERE n.team_id = t.team_id AND n.session_id = t.session_id
                         AND n.entry_id = t.entry_id AND (n.created_at, n.id) > (t.created_at, t.id)) AS "isNewest",
          EXISTS (SELECT FROM transition b WHERE b.team_id = t.team_id AND b.session_id = t.session_id
                     AND b.entry_id = t.entry_id AND b.run_id = t.run_id AND b.rule IS NULL) AS "isTakenBack"
     FROM transition t
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
