import type { TenantSql } from "../client";
import type { ProjectKey } from "../memory/project-key";
import { int4Array, textArray } from "../sql/arrays";
import { statement } from "../sql/statement";

export interface ExchangedFailure {
  readonly number: number;
  readonly version: number;
  readonly status: string;
  readonly title: string;
  readonly fingerprint: string;
  readonly occurrences: number;
  readonly sessions: number;
  readonly agents: string[];
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly mergedInto: number | null;
  readonly type: string;
  readonly description: string;
  readonly approach: string;
  readonly rootCause: string;
  readonly fix: string;
  readonly affectedPaths: string[];
  readonly tags: string[];
  readonly evidence: unknown;
  readonly authorKind: string;
  readonly author: string;
  readonly createdAt: Date;
}

const SELECT = `SELECT f.number, f.version, f.status, v.title, f.fingerprint, f.occurrences, f.sessions, f.agents,
          f.first_seen_at AS "firstSeenAt", f.last_seen_at AS "lastSeenAt", f.merged_into AS "mergedInto", v.type,
          v.description, v.approach, v.root_cause AS "rootCause", v.fix, v.affected_paths AS "affectedPaths", v.tags,
          v.evidence, v.author_kind AS "authorKind", v.author, v.created_at AS "createdAt"
     FROM failure f JOIN failure_version v ON v.team_id = f.team_id AND v.project_id = f.project_id
                                          AND v.number = f.number AND v.version = f.version`;

const PAGE = statement(
  "exchange.failures",
  `${SELECT} WHERE f.team_id = $1 AND f.project_id = $2 AND f.number > $3 ORDER BY f.number LIMIT $4`,
);

/** Newest versions behind a number, in its order. */
export async function readFailurePage(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  after: number,
  limit: number,
): Promise<ExchangedFailure[]> {
  return (await sql.query<ExchangedFailure>({ ...PAGE, values: [teamId, projectId, after, limit] })).rows;
}

const KNOWN = statement(
  "exchange.known_failures",
  `${SELECT}
    WHERE f.team_id = $1 AND f.project_id = $2 AND (f.number = ANY($3::int4[]) OR f.fingerprint = ANY($4::text[]))`,
);

/** Failures of these numbers or fingerprints. */
export async function findFailures(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  numbers: readonly number[],
  fingerprints: readonly string[],
): Promise<ExchangedFailure[]> {
  const values = [teamId, projectId, int4Array(numbers), textArray(fingerprints)];
  return (await sql.query<ExchangedFailure>({ ...KNOWN, values })).rows;
}

const AS_ROWS = `jsonb_to_recordset($3::jsonb) AS r(number int, version int, status text, title text, fingerprint text,
          occurrences int, sessions int, agents jsonb, "firstSeenAt" timestamptz, "lastSeenAt" timestamptz,
          "mergedInto" int, type text, description text, approach text, "rootCause" text, fix text,
          "affectedPaths" jsonb, tags jsonb, evidence jsonb, "authorKind" text, author text, "createdAt" timestamptz)`;

const INSERT = statement(
  "exchange.insert_failures",
  `INSERT INTO failure (team_id, project_id, number, version, status, title, fingerprint, occurrences, sessions, agents,
          first_seen_at, last_seen_at, merged_into, created_at, updated_at)
   SELECT $1::uuid, $2::uuid, r.number, r.version, r.status, r.title, r.fingerprint, r.occurrences, r.sessions,
          ARRAY(SELECT jsonb_array_elements_text(r.agents)), r."firstSeenAt", r."lastSeenAt", r."mergedInto",
          r."createdAt", $4 FROM ${AS_ROWS}`,
);

const INSERT_FINGERPRINTS = statement(
  "exchange.insert_fingerprints",
  `INSERT INTO failure_fingerprint (team_id, project_id, fingerprint, number)
   SELECT $1::uuid, $2::uuid, r.fingerprint, COALESCE(r."mergedInto", r.number) FROM ${AS_ROWS}
   ON CONFLICT (team_id, project_id, fingerprint) DO NOTHING`,
);

/** A count is never made smaller by a file, nor the last time it was seen earlier. */
const MOVE = statement(
  "exchange.move_failures",
  `UPDATE failure f SET version = r.version, status = r.status, title = r.title, updated_at = $4,
          occurrences = GREATEST(f.occurrences, r.occurrences), sessions = GREATEST(f.sessions, r.sessions),
          first_seen_at = LEAST(f.first_seen_at, r."firstSeenAt"), last_seen_at = GREATEST(f.last_seen_at, r."lastSeenAt")
     FROM ${AS_ROWS}
    WHERE f.team_id = $1::uuid AND f.project_id = $2::uuid AND f.number = r.number AND f.version = r.version - 1`,
);

const INSERT_VERSIONS = statement(
  "exchange.insert_failure_versions",
  `INSERT INTO failure_version (team_id, project_id, number, version, status, title, type, description, approach,
          root_cause, fix, affected_paths, tags, evidence, author_kind, author, created_at)
   SELECT $1::uuid, $2::uuid, r.number, r.version, r.status, r.title, r.type, r.description, r.approach, r."rootCause",
          r.fix, ARRAY(SELECT jsonb_array_elements_text(r."affectedPaths")),
          ARRAY(SELECT jsonb_array_elements_text(r.tags)), r.evidence, r."authorKind", r.author, r."createdAt"
     FROM ${AS_ROWS}`,
);

export async function insertFailures(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  failures: readonly ExchangedFailure[],
  now: Date,
): Promise<void> {
  const rows = JSON.stringify(failures);
  await sql.query({ ...INSERT, values: [teamId, projectId, rows, now] });
  await sql.query({ ...INSERT_VERSIONS, values: [teamId, projectId, rows] });
  await sql.query({ ...INSERT_FINGERPRINTS, values: [teamId, projectId, rows] });
}

/** The next version of each; answers how many were where they were expected. */
export async function appendFailures(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  failures: readonly ExchangedFailure[],
  now: Date,
): Promise<number> {
  const rows = JSON.stringify(failures);
  const moved = await sql.query({ ...MOVE, values: [teamId, projectId, rows, now] });
  if (moved.rowCount === failures.length) await sql.query({ ...INSERT_VERSIONS, values: [teamId, projectId, rows] });
  return moved.rowCount ?? 0;
}

const LAST_SEEN = statement(
  "exchange.failures_last_seen",
  "SELECT max(last_seen_at) AS at FROM failure WHERE team_id = $1 AND project_id = $2",
);

export async function readLastSeen(sql: TenantSql, { teamId, projectId }: ProjectKey): Promise<Date | null> {
  const { rows } = await sql.query<{ at: Date | null }>({ ...LAST_SEEN, values: [teamId, projectId] });
  return rows[0]?.at ?? null;
}
