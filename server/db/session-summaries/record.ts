import type { TenantSql } from "../client";
import type { ProjectKey } from "../memory/project-key";
import { statement } from "../sql/statement";

export interface SummaryRecordRow {
  readonly number: number;
  readonly version: number;
  readonly title: string;
  readonly body: unknown;
  readonly authorKind: string;
  readonly updatedAt: Date;
  readonly session: number | null;
  readonly sessionTitle: string | null;
  readonly person: string | null;
}

const RECORD = statement(
  "session_summary.record",
  `SELECT r.number, r.version, r.title, v.body, v.author_kind AS "authorKind", r.updated_at AS "updatedAt",
          s.number AS session, s.title AS "sessionTitle", s.person
     FROM session_summary r
     JOIN session_summary_version v ON v.team_id = r.team_id AND v.project_id = r.project_id AND v.number = r.number
                                   AND v.version = r.version
     LEFT JOIN session s ON s.team_id = r.team_id AND s.id = r.session_id
    WHERE r.team_id = $1 AND r.project_id = $2 AND r.number = $3`,
);

export async function readSummary(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  number: number,
): Promise<SummaryRecordRow | null> {
  const { rows } = await sql.query<SummaryRecordRow>({ ...RECORD, values: [teamId, projectId, number] });
  return rows[0] ?? null;
}

export interface SummaryVersionRow {
  readonly version: number;
  readonly authorKind: string;
  readonly author: string;
  readonly createdAt: Date;
}

/** More versions than these are read one by one. */
const MAX_VERSIONS = 100;

const VERSIONS = statement(
  "session_summary.versions",
  `SELECT version, author_kind AS "authorKind", author, created_at AS "createdAt" FROM session_summary_version
    WHERE team_id = $1 AND project_id = $2 AND number = $3 ORDER BY version DESC LIMIT ${MAX_VERSIONS}`,
);

/** Newest first. */
export async function readSummaryVersions(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  number: number,
): Promise<SummaryVersionRow[]> {
  return (await sql.query<SummaryVersionRow>({ ...VERSIONS, values: [teamId, projectId, number] })).rows;
}

export interface SummaryTextRow extends SummaryVersionRow {
  /** Of the record: versions have none of their own. */
  readonly title: string;
  readonly body: unknown;
}

const VERSION = statement(
  "session_summary.version",
  `SELECT v.version, r.title, v.body, v.author_kind AS "authorKind", v.author, v.created_at AS "createdAt"
     FROM session_summary r
     JOIN session_summary_version v ON v.team_id = r.team_id AND v.project_id = r.project_id AND v.number = r.number
    WHERE r.team_id = $1 AND r.project_id = $2 AND r.number = $3 AND v.version = coalesce($4::int, r.version)`,
);

/** One version with its text, the newest for null; null when there is none. */
export async function readSummaryVersion(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  number: number,
  version: number | null,
): Promise<SummaryTextRow | null> {
  const { rows } = await sql.query<SummaryTextRow>({ ...VERSION, values: [teamId, projectId, number, version] });
  return rows[0] ?? null;
}
