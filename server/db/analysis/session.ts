import type { SafeText } from "../../core/redact/safe-text";
import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

export interface SessionKey {
  readonly teamId: string;
  readonly sessionId: string;
}

/** What the analysis must know of a session before it reads the rest. */
export interface SessionHead {
  readonly id: string;
  readonly projectId: string;
  readonly projectSlug: string;
  readonly teamSlug: string;
  readonly timeZone: string;
  readonly number: number;
  readonly client: string;
  readonly model: string | null;
  readonly windowTokens: number | null;
  readonly stage: string | null;
  readonly branch: string | null;
  readonly cwd: string | null;
  readonly person: string;
  readonly ingestRevision: number;
  readonly analysedRevision: number;
  readonly analysedPolicyVersion: number | null;
}

const HEAD = statement(
  "analysis.head",
  `SELECT s.id, s.project_id AS "projectId", p.slug AS "projectSlug", t.slug AS "teamSlug", p.time_zone AS "timeZone",
          s.number, s.client, s.model, s.window_tokens AS "windowTokens",
          CASE WHEN s.stage_told THEN s.stage END AS stage, s.branch, s.cwd, s.person,
          s.ingest_revision AS "ingestRevision", s.analysed_revision AS "analysedRevision",
          s.analysed_policy_version AS "analysedPolicyVersion"
     FROM session s
     JOIN project p ON p.team_id = s.team_id AND p.id = s.project_id
     JOIN team t ON t.team_id = s.team_id
    WHERE s.team_id = $1 AND s.id = $2`,
);

export async function findSessionHead(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<SessionHead | null> {
  const { rows } = await sql.query<SessionHead>({ ...HEAD, values: [teamId, sessionId] });
  return rows[0] ?? null;
}

const LOCK = statement(
  "analysis.lock",
  `SELECT ingest_revision AS "ingestRevision", person FROM session WHERE team_id = $1 AND id = $2 FOR UPDATE`,
);

/** Locks the session; null when it is gone. */
export async function lockForAnalysis(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
): Promise<{ ingestRevision: number; person: string } | null> {
  const { rows } = await sql.query<{ ingestRevision: number; person: string }>({
    ...LOCK,
    values: [teamId, sessionId],
  });
  return rows[0] ?? null;
}

const UNJUDGED = statement(
  "analysis.unjudged_projects",
  `SELECT DISTINCT team_id AS "teamId", project_id AS "projectId" FROM session
    WHERE analysed_revision > 0 AND analysed_policy_version IS NULL`,
);

/**
 * Projects of all teams with sessions that were analysed under no policy: an update that must read sessions anew to
 * count something takes the version away, and the next analysis sets it.
 */
export async function listUnjudgedProjects(sql: TenantSql): Promise<{ teamId: string; projectId: string }[]> {
  return (await sql.query<{ teamId: string; projectId: string }>(UNJUDGED)).rows;
}

export interface SessionTotals {
  readonly revision: number;
  readonly policyVersion: number;
  readonly provenTokens: number;
  readonly idleTokens: number;
  readonly carriedTokens: number;
  readonly costNanoUsd: number;
  readonly peakContextTokens: number | null;
  /** Derived from the prompts; a told one stays. */
  readonly title: SafeText | null;
  readonly now: Date;
}

const FINISH = statement(
  "analysis.finish",
  `UPDATE session SET analysed_revision = $3, analysed_policy_version = $4, proven_tokens = $5, idle_tokens = $6,
          carried_tokens = $7, cost_nano_usd = $8, peak_context_tokens = $9, analysed_at = $10, analysis_error = NULL,
          title = CASE WHEN title_told THEN title ELSE $11 END
    WHERE team_id = $1 AND id = $2`,
);

export async function finishAnalysis(sql: TenantSql, key: SessionKey, totals: SessionTotals): Promise<void> {
  const { revision, policyVersion, provenTokens, idleTokens, carriedTokens, costNanoUsd, peakContextTokens } = totals;
  await sql.query({
    ...FINISH,
    values: [
      key.teamId,
      key.sessionId,
      revision,
      policyVersion,
      provenTokens,
      idleTokens,
      carriedTokens,
      costNanoUsd,
      peakContextTokens,
      totals.now,
      totals.title,
    ],
  });
}

const NOTE_ERROR = statement(
  "analysis.note_error",
  "UPDATE session SET analysis_error = $3 WHERE team_id = $1 AND id = $2",
);

export async function noteAnalysisError(sql: TenantSql, key: SessionKey, error: string): Promise<void> {
  await sql.query({ ...NOTE_ERROR, values: [key.teamId, key.sessionId, error] });
}

const POLICY = statement(
  "analysis.policy",
  `SELECT version, body FROM policy_version WHERE team_id = $1 AND project_id = $2 ORDER BY version DESC LIMIT 1`,
);

/** The newest policy of a project as it was saved; null while it has none of its own. */
export async function findLatestPolicy(
  sql: TenantSql,
  teamId: string,
  projectId: string,
): Promise<{ version: number; body: unknown } | null> {
  const { rows } = await sql.query<{ version: number; body: unknown }>({ ...POLICY, values: [teamId, projectId] });
  return rows[0] ?? null;
}

const SESSIONS_OF_PROJECT = statement(
  "analysis.sessions_of_project",
  "SELECT id FROM session WHERE team_id = $1 AND project_id = $2 AND id > $3 ORDER BY id LIMIT $4",
);

/** Ids of a project's sessions in order, from behind `afterId` on. */
export async function listSessionIds(
  sql: TenantSql,
  teamId: string,
  projectId: string,
  afterId: string,
  limit: number,
): Promise<string[]> {
  const values = [teamId, projectId, afterId, limit];
  const { rows } = await sql.query<{ id: string }>({ ...SESSIONS_OF_PROJECT, values });
  return rows.map((row) => row.id);
}
