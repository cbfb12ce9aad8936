import type { TenantSql } from "../client";
import type { ProjectKey } from "../memory/project-key";
import { statement } from "../sql/statement";

export interface ExchangedFile {
  readonly path: string;
  readonly language: string;
  readonly sha256: string;
  readonly lines: number;
  readonly tokens: number;
  readonly imports: string[];
  readonly outline: unknown;
  readonly commits: number;
  readonly lastCommitAt: Date | null;
  readonly coverage: number | null;
  readonly isTest: boolean;
  readonly isGenerated: boolean;
}

const PAGE = statement(
  "exchange.files",
  `SELECT path, language, sha256, lines, tokens, imports, outline, commits, last_commit_at AS "lastCommitAt", coverage,
          is_test AS "isTest", is_generated AS "isGenerated"
     FROM project_file WHERE team_id = $1 AND project_id = $2 AND path COLLATE "C" > $3 ORDER BY path COLLATE "C" LIMIT $4`,
);

/** Files of the index behind a path, in the order of their code points: the same on every server. */
export async function readFilePage(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  after: string,
  limit: number,
): Promise<ExchangedFile[]> {
  return (await sql.query<ExchangedFile>({ ...PAGE, values: [teamId, projectId, after, limit] })).rows;
}

export interface PinnedFile {
  readonly path: string;
  readonly level: string;
  readonly by: string | null;
  readonly at: Date | null;
}

const PINS = statement(
  "exchange.pins",
  `SELECT path, pinned_priority AS level, pinned_by AS "by", pinned_at AS "at"
     FROM project_file WHERE team_id = $1 AND project_id = $2 AND pinned_priority IS NOT NULL ORDER BY path LIMIT $3`,
);

export async function readPinnedFiles(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  limit: number,
): Promise<PinnedFile[]> {
  return (await sql.query<PinnedFile>({ ...PINS, values: [teamId, projectId, limit] })).rows;
}

const COUNTS = statement(
  "exchange.counts",
  `SELECT 'decisions' AS kind, status, count(*)::int AS records, 0::bigint AS occurrences
     FROM decision WHERE team_id = $1 AND project_id = $2 GROUP BY status
   UNION ALL
   SELECT 'failures', status, count(*)::int, sum(occurrences) FROM failure
    WHERE team_id = $1 AND project_id = $2 GROUP BY status
   UNION ALL
   SELECT 'constraints', status, count(*)::int, 0 FROM constraint_record
    WHERE team_id = $1 AND project_id = $2 GROUP BY status
   UNION ALL
   SELECT 'preferences', status, count(*)::int, 0 FROM preference
    WHERE team_id = $1 AND project_id = $2 GROUP BY status
   UNION ALL
   SELECT 'summaries', '', count(*)::int, 0 FROM session_summary WHERE team_id = $1 AND project_id = $2
   UNION ALL
   SELECT 'files', '', count(*)::int, 0 FROM project_file WHERE team_id = $1 AND project_id = $2`,
);

export interface RecordCount {
  readonly kind: "decisions" | "failures" | "constraints" | "preferences" | "summaries" | "files";
  readonly status: string;
  readonly records: number;
  /** A bigint, as text. */
  readonly occurrences: string;
}

export async function countRecords(sql: TenantSql, { teamId, projectId }: ProjectKey): Promise<RecordCount[]> {
  return (await sql.query<RecordCount>({ ...COUNTS, values: [teamId, projectId] })).rows;
}

const PROJECT_NAME = statement("exchange.project_name", "SELECT name FROM project WHERE team_id = $1 AND id = $2");

export async function readProjectName(sql: TenantSql, { teamId, projectId }: ProjectKey): Promise<string> {
  const { rows } = await sql.query<{ name: string }>({ ...PROJECT_NAME, values: [teamId, projectId] });
  return rows[0]?.name ?? "";
}
