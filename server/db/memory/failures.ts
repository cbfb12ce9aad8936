import type { SafeText } from "../../core/redact/safe-text";
import type { TenantSql } from "../client";
import { int4Array, textArray } from "../sql/arrays";
import { statement } from "../sql/statement";
import type { ProjectKey } from "./project-key";

const HOLD = statement("failure.hold", "SELECT 1 AS held FROM counter WHERE team_id = $1 AND name = $2 FOR KEY SHARE");

/**
 * Until the transaction ends nobody merges or splits failures of the project, since those lock the series against each
 * other. Analyses do not wait for each other, and numbers are still given.
 */
export async function holdFailures(sql: TenantSql, { teamId, projectId }: ProjectKey): Promise<void> {
  await sql.query({ ...HOLD, values: [teamId, `failure:${projectId}`] });
}

const KNOWN = statement(
  "failure.known",
  `SELECT fingerprint, number FROM failure_fingerprint
    WHERE team_id = $1 AND project_id = $2 AND fingerprint = ANY($3::text[])`,
);

/** The failure that each known fingerprint leads to; without a lock. */
export async function findFingerprints(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  fingerprints: readonly string[],
): Promise<Map<string, number>> {
  const values = [teamId, projectId, textArray(fingerprints)];
  const { rows } = await sql.query<{ fingerprint: string; number: number }>({ ...KNOWN, values });
  return new Map(rows.map((row) => [row.fingerprint, row.number]));
}

export interface NewFailure {
  readonly number: number;
  readonly status: string;
  readonly fingerprint: SafeText;
  readonly title: SafeText;
  readonly type: string;
  readonly description: SafeText;
  readonly approach: SafeText;
  readonly fix: SafeText;
  readonly affectedPaths: readonly SafeText[];
  readonly evidence: readonly {
    readonly kind: "event";
    readonly session: number;
    readonly ref: string;
    readonly note: string;
  }[];
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
}

const INSERT = statement(
  "failure.insert",
  `INSERT INTO failure (team_id, project_id, number, version, status, title, fingerprint, occurrences, first_seen_at,
          last_seen_at, created_at, updated_at)
   SELECT $1::uuid, $2::uuid, f.number, 1, f.status, f.title, f.fingerprint, 0, f."firstSeenAt", f."lastSeenAt", $4, $4
     FROM jsonb_to_recordset($3::jsonb) AS f(number int, status text, title text, fingerprint text,
          "firstSeenAt" timestamptz, "lastSeenAt" timestamptz)
   ON CONFLICT (team_id, project_id, fingerprint) DO NOTHING
   RETURNING number`,
);

const INSERT_VERSIONS = statement(
  "failure_version.insert",
  `INSERT INTO failure_version (team_id, project_id, number, version, status, title, type, description, approach,
          root_cause, fix, affected_paths, tags, evidence, author_kind, author, session_id, created_at)
   SELECT $1::uuid, $2::uuid, f.number, 1, f.status, f.title, f.type, f.description, f.approach, '', f.fix,
          f."affectedPaths", '{}', f.evidence, 'system', 'analysis', $5::uuid, $4
     FROM jsonb_to_recordset($3::jsonb) AS f(number int, status text, title text, type text, description text,
          approach text, fix text, "affectedPaths" text[], evidence jsonb)`,
);

const INSERT_FINGERPRINTS = statement(
  "failure_fingerprint.insert",
  `INSERT INTO failure_fingerprint (team_id, project_id, fingerprint, number)
   SELECT $1::uuid, $2::uuid, f.fingerprint, f.number
     FROM jsonb_to_recordset($3::jsonb) AS f(number int, fingerprint text)
   ON CONFLICT (team_id, project_id, fingerprint) DO NOTHING`,
);

/** A fingerprint that another session recorded meanwhile is left to it. */
export async function insertFailures(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  sessionId: string,
  failures: readonly NewFailure[],
  now: Date,
): Promise<void> {
  if (failures.length === 0) return;
  const inserting = [teamId, projectId, JSON.stringify(failures), now];
  const { rows } = await sql.query<{ number: number }>({ ...INSERT, values: inserting });
  const inserted = new Set(rows.map((row) => row.number));
  const fresh = failures.filter((failure) => inserted.has(failure.number));
  if (fresh.length === 0) return;
  await sql.query({ ...INSERT_VERSIONS, values: [teamId, projectId, JSON.stringify(fresh), now, sessionId] });
  await sql.query({ ...INSERT_FINGERPRINTS, values: [teamId, projectId, JSON.stringify(fresh)] });
}

export interface LockedFailure {
  readonly number: number;
  readonly version: number;
  readonly status: string;
  /** Nobody but the analysis ever wrote it. */
  readonly isUntouched: boolean;
}

const LOCK = statement(
  "failure.lock",
  `SELECT number, version, status,
          version = 1 AND (SELECT v.author_kind = 'system' FROM failure_version v WHERE v.team_id = f.team_id
             AND v.project_id = f.project_id AND v.number = f.number AND v.version = 1) AS "isUntouched"
     FROM failure f
    WHERE team_id = $1 AND project_id = $2
      AND (number IN (SELECT x.number FROM failure_fingerprint x
                       WHERE x.team_id = $1 AND x.project_id = $2 AND x.fingerprint = ANY($3::text[]))
           OR number IN (SELECT o.number FROM failure_occurrence o
                          WHERE o.team_id = $1 AND o.project_id = $2 AND o.session_id = $4))
    ORDER BY number FOR UPDATE OF f`,
);

/** The failures that a session has or had, locked in one order, so that two sessions never wait for each other. */
export async function lockFailures(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  sessionId: string,
  fingerprints: readonly string[],
): Promise<LockedFailure[]> {
  const values = [teamId, projectId, textArray(fingerprints), sessionId];
  return (await sql.query<LockedFailure>({ ...LOCK, values })).rows;
}

export interface OccurrenceRow {
  readonly number: number;
  readonly entryId: string;
  readonly at: string;
  readonly agent: string;
  readonly resolvedBy: string | null;
  /** What the event itself says it is, wherever a person put it. */
  readonly fingerprint: string;
}

const MOVED = statement(
  "failure_occurrence.moved",
  `SELECT entry_id AS "entryId", number FROM failure_occurrence
    WHERE team_id = $1 AND project_id = $2 AND session_id = $3 AND moved_by IS NOT NULL`,
);

/** Events of a session that a person put under another failure, with its number. */
export async function readMovedByHand(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  sessionId: string,
): Promise<Map<string, number>> {
  const { rows } = await sql.query<{ entryId: string; number: number }>({
    ...MOVED,
    values: [teamId, projectId, sessionId],
  });
  return new Map(rows.map((row) => [row.entryId, row.number]));
}

const UPSERT_OCCURRENCES = statement(
  "failure_occurrence.upsert",
  `INSERT INTO failure_occurrence (team_id, project_id, number, session_id, entry_id, occurred_at, agent, resolved_by_entry_id,
          fingerprint)
   SELECT $1::uuid, $2::uuid, o.number, $3::uuid, o."entryId", o.at, o.agent, o."resolvedBy", o.fingerprint
     FROM jsonb_to_recordset($4::jsonb) AS o(number int, "entryId" text, at timestamptz, agent text, "resolvedBy" text,
          fingerprint text)
   ON CONFLICT (team_id, project_id, number, session_id, entry_id) DO UPDATE
      SET resolved_by_entry_id = EXCLUDED.resolved_by_entry_id, agent = EXCLUDED.agent, occurred_at = EXCLUDED.occurred_at,
          fingerprint = EXCLUDED.fingerprint
    WHERE (failure_occurrence.resolved_by_entry_id, failure_occurrence.agent, failure_occurrence.occurred_at,
           failure_occurrence.fingerprint)
          IS DISTINCT FROM (EXCLUDED.resolved_by_entry_id, EXCLUDED.agent, EXCLUDED.occurred_at, EXCLUDED.fingerprint)`,
);

const DELETE_OTHERS = statement(
  "failure_occurrence.delete_others",
  `DELETE FROM failure_occurrence o
    WHERE o.team_id = $1 AND o.project_id = $2 AND o.session_id = $3
      AND NOT EXISTS (SELECT 1 FROM unnest($4::int4[], $5::text[]) AS k(number, entry_id)
                       WHERE k.number = o.number AND k.entry_id = o.entry_id)`,
);

/** What a session has of each failure is exactly these rows afterwards. */
export async function replaceOccurrences(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  sessionId: string,
  rows: readonly OccurrenceRow[],
): Promise<void> {
  const numbers = int4Array(rows.map((row) => row.number));
  const entries = textArray(rows.map((row) => row.entryId));
  await sql.query({ ...DELETE_OTHERS, values: [teamId, projectId, sessionId, numbers, entries] });
  if (rows.length === 0) return;
  await sql.query({ ...UPSERT_OCCURRENCES, values: [teamId, projectId, sessionId, JSON.stringify(rows)] });
}

export interface FailureSums {
  readonly number: number;
  readonly occurrences: number;
  readonly sessions: number;
  readonly agents: readonly string[];
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly lastIsResolved: boolean;
  /** When a person set the status that it has; null when the analysis did. An edit that leaves it says nothing of it. */
  readonly setByPersonAt: Date | null;
}

/** Per failure of `$3` what its occurrences add up to; one without any is left out. */
export const SUMS = statement(
  "failure.sums",
  `SELECT o.number, o.occurrences, o.sessions, o.agents, o."firstSeenAt", o."lastSeenAt", o."lastIsResolved",
          CASE WHEN v.author_kind <> 'system' THEN v.created_at END AS "setByPersonAt"
     FROM (SELECT number, count(*)::int AS occurrences, count(DISTINCT session_id)::int AS sessions,
                  array_agg(DISTINCT agent ORDER BY agent) AS agents, min(occurred_at) AS "firstSeenAt", max(occurred_at) AS "lastSeenAt",
                  (array_agg(resolved_by_entry_id IS NOT NULL ORDER BY occurred_at DESC, entry_id DESC))[1] AS "lastIsResolved"
             FROM failure_occurrence
            WHERE team_id = $1 AND project_id = $2 AND number = ANY($3::int4[])
            GROUP BY number) o
     JOIN failure f ON f.team_id = $1 AND f.project_id = $2 AND f.number = o.number
     LEFT JOIN failure_version v ON v.team_id = $1 AND v.project_id = $2 AND v.number = f.number
      AND v.version = (SELECT coalesce(max(w.version), 0) + 1 FROM failure_version w
                        WHERE w.team_id = $1 AND w.project_id = $2 AND w.number = f.number AND w.status <> f.status)`,
);

export async function sumOccurrences(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  numbers: readonly number[],
): Promise<FailureSums[]> {
  const values = [teamId, projectId, int4Array(numbers)];
  return (await sql.query<FailureSums>({ ...SUMS, values })).rows;
}

export interface FailureChange {
  readonly number: number;
  readonly occurrences: number;
  readonly sessions: number;
  readonly agents: readonly string[];
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  readonly version: number;
  readonly status: string;
}

const UPDATE = statement(
  "failure.update_sums",
  `UPDATE failure f
      SET occurrences = c.occurrences, sessions = c.sessions, agents = c.agents, first_seen_at = c."firstSeenAt", last_seen_at = c."lastSeenAt", version = c.version,
          status = c.status, updated_at = $4
     FROM jsonb_to_recordset($3::jsonb) AS c(number int, occurrences int, sessions int, agents text[], "firstSeenAt" timestamptz,
          "lastSeenAt" timestamptz, version int, status text)
    WHERE f.team_id = $1 AND f.project_id = $2 AND f.number = c.number
      AND (f.occurrences, f.sessions, f.agents, f.first_seen_at, f.last_seen_at, f.version, f.status)
          IS DISTINCT FROM (c.occurrences, c.sessions, c.agents, c."firstSeenAt", c."lastSeenAt", c.version, c.status)`,
);

export async function updateFailures(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  changes: readonly FailureChange[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  await sql.query({ ...UPDATE, values: [teamId, projectId, JSON.stringify(changes), now] });
}

/** A new version that says no more than the last one but for its status, why it has it and, if it is known, the fix. */
export interface StatusVersion {
  readonly number: number;
  readonly version: number;
  readonly status: string;
  readonly fix: SafeText;
  readonly affectedPaths: readonly SafeText[];
  /** Where it occurred again; takes the place of what an earlier reopening left. */
  readonly reopenedBy: { readonly session: number; readonly ref: string; readonly note: string } | null;
}

const APPEND = statement(
  "failure_version.append_status",
  `INSERT INTO failure_version (team_id, project_id, number, version, status, title, type, description, approach,
          root_cause, fix, affected_paths, tags, evidence, author_kind, author, session_id, created_at)
   SELECT v.team_id, v.project_id, v.number, n.version, n.status, v.title, v.type, v.description, v.approach, v.root_cause,
          CASE WHEN n.fix = '' THEN v.fix ELSE n.fix END,
          CASE WHEN n."affectedPaths" = '{}' THEN v.affected_paths ELSE n."affectedPaths" END,
          v.tags,
          CASE WHEN n."reopenedBy" IS NULL OR n."reopenedBy" = 'null' THEN v.evidence
               ELSE jsonb_build_array(jsonb_build_object('kind', 'event') || n."reopenedBy") || coalesce(
                 (SELECT jsonb_agg(e) FROM jsonb_array_elements(v.evidence) AS e
                   WHERE coalesce(e->>'note', '') NOT LIKE 'Reopened:%'), '[]') END,
          'system', 'analysis', $4::uuid, $5
     FROM jsonb_to_recordset($3::jsonb) AS n(number int, version int, status text, fix text, "affectedPaths" text[],
          "reopenedBy" jsonb)
     JOIN failure_version v ON v.team_id = $1 AND v.project_id = $2 AND v.number = n.number AND v.version = n.version - 1`,
);

export async function appendStatusVersions(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  sessionId: string,
  versions: readonly StatusVersion[],
  now: Date,
): Promise<void> {
  if (versions.length === 0) return;
  await sql.query({ ...APPEND, values: [teamId, projectId, JSON.stringify(versions), sessionId, now] });
}

const DELETE_FINGERPRINTS = statement(
  "failure_fingerprint.delete_empty",
  `DELETE FROM failure_fingerprint WHERE team_id = $1 AND project_id = $2 AND number = ANY($3::int4[])`,
);
const DELETE_VERSIONS = statement(
  "failure_version.delete_first",
  `DELETE FROM failure_version WHERE team_id = $1 AND project_id = $2 AND number = ANY($3::int4[])`,
);
const DELETE = statement(
  "failure.delete_empty",
  `DELETE FROM failure WHERE team_id = $1 AND project_id = $2 AND number = ANY($3::int4[])`,
);

/** For failures that no session has any more and that nobody but the analysis ever wrote. */
export async function deleteFailures(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length === 0) return;
  const values = [teamId, projectId, int4Array(numbers)];
  await sql.query({ ...DELETE_FINGERPRINTS, values });
  await sql.query({ ...DELETE_VERSIONS, values });
  await sql.query({ ...DELETE, values });
}
