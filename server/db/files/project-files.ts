import type { SafeText } from "../../core/redact/safe-text";
import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

interface ProjectKey {
  readonly teamId: string;
  readonly projectId: string;
}

/** A file of one part of an index; names and paths have passed the funnel. */
export interface NewProjectFile {
  readonly path: SafeText;
  readonly language: SafeText;
  readonly sha256: string;
  readonly lines: number;
  readonly tokens: number;
  readonly imports: readonly SafeText[];
  readonly outline: readonly { readonly name: SafeText; readonly kind: string; readonly line: number }[];
  readonly commits: number;
  readonly lastCommitAt: string | null;
  readonly coverage: number | null;
  readonly isTest: boolean;
  readonly isGenerated: boolean;
}

/** A pin stays; a file that a later index has written already is left alone. */
const UPSERT = statement(
  "files.upsert",
  `INSERT INTO project_file (team_id, project_id, path, language, sha256, lines, tokens, imports, outline, commits,
          last_commit_at, coverage, is_test, is_generated, index_id)
   SELECT $1::uuid, $2::uuid, f.path, f.language, f.sha256, f.lines, f.tokens,
          ARRAY(SELECT jsonb_array_elements_text(f.imports)), f.outline, f.commits, f."lastCommitAt", f.coverage,
          f."isTest", f."isGenerated", $3::uuid
     FROM jsonb_to_recordset($4::jsonb) AS f(path text, language text, sha256 text, lines int, tokens int, imports jsonb,
          outline jsonb, commits int, "lastCommitAt" timestamptz, coverage float8, "isTest" bool, "isGenerated" bool)
   ON CONFLICT (team_id, project_id, path) DO UPDATE
      SET language = EXCLUDED.language, sha256 = EXCLUDED.sha256, lines = EXCLUDED.lines, tokens = EXCLUDED.tokens,
          imports = EXCLUDED.imports, outline = EXCLUDED.outline, commits = EXCLUDED.commits,
          last_commit_at = EXCLUDED.last_commit_at, coverage = EXCLUDED.coverage, is_test = EXCLUDED.is_test,
          is_generated = EXCLUDED.is_generated, index_id = EXCLUDED.index_id
    WHERE project_file.index_id <= EXCLUDED.index_id`,
);

/** Paths must be distinct. */
export async function upsertProjectFiles(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  indexId: string,
  files: readonly NewProjectFile[],
): Promise<void> {
  await sql.query({ ...UPSERT, values: [teamId, projectId, indexId, JSON.stringify(files)] });
}

const COUNT_SINCE = statement(
  "files.count_since",
  `SELECT count(*)::int AS files FROM project_file WHERE team_id = $1 AND project_id = $2 AND index_id >= $3`,
);

/** Files that this index or a later one has written. */
export async function countFilesSince(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  indexId: string,
): Promise<number> {
  const { rows } = await sql.query<{ files: number }>({ ...COUNT_SINCE, values: [teamId, projectId, indexId] });
  return rows[0]?.files ?? 0;
}

const DELETE_BEFORE = statement(
  "files.delete_before",
  `DELETE FROM project_file
    WHERE team_id = $1 AND project_id = $2 AND path IN (
      SELECT path FROM project_file WHERE team_id = $1 AND project_id = $2 AND index_id < $3 ORDER BY path LIMIT $4)`,
);

/** Removes up to `limit` files that no index since has named, and answers how many. */
export async function deleteFilesBefore(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  indexId: string,
  limit: number,
): Promise<number> {
  const { rowCount } = await sql.query({ ...DELETE_BEFORE, values: [teamId, projectId, indexId, limit] });
  return rowCount ?? 0;
}

export interface FileToRank {
  readonly path: string;
  readonly language: string;
  readonly lines: number;
  readonly tokens: number;
  readonly imports: readonly string[];
  readonly names: string;
  readonly declaresOnlyTypes: boolean;
  readonly commits: number;
  readonly coverage: number | null;
  readonly isTest: boolean;
  readonly isGenerated: boolean;
  readonly pinnedPriority: string | null;
  readonly pinnedBy: string | null;
  readonly pinnedAt: Date | null;
}

const TO_RANK = statement(
  "files.to_rank",
  `SELECT path, language, lines, tokens, imports, commits, coverage, is_test AS "isTest",
          is_generated AS "isGenerated", pinned_priority AS "pinnedPriority", pinned_by AS "pinnedBy",
          pinned_at AS "pinnedAt",
          CASE WHEN $4 THEN COALESCE((SELECT string_agg(o->>'name', ' ') FROM jsonb_array_elements(outline) o), '')
               ELSE '' END AS names,
          COALESCE((SELECT bool_and(o->>'kind' = ANY($5)) FROM jsonb_array_elements(outline) o), false)
            AS "declaresOnlyTypes"
     FROM project_file WHERE team_id = $1 AND project_id = $2 ORDER BY path LIMIT $3`,
);

/** All files with what ranking needs; `withNames` also loads the declared names. */
export async function readFilesToRank(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  query: { readonly withNames: boolean; readonly typeKinds: readonly string[]; readonly limit: number },
): Promise<FileToRank[]> {
  const values = [teamId, projectId, query.limit, query.withNames, query.typeKinds];
  return (await sql.query<FileToRank>({ ...TO_RANK, values })).rows;
}

const PIN = statement(
  "files.pin",
  `UPDATE project_file SET pinned_priority = $4, pinned_by = $5, pinned_at = $6
    WHERE team_id = $1 AND project_id = $2 AND path = $3`,
);

/** Sets or, with null, takes away the pin of a file. Answers false when the index does not know the file. */
export async function setFilePin(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  path: string,
  pin: { readonly level: string; readonly by: SafeText; readonly at: Date } | null,
): Promise<boolean> {
  const values = [teamId, projectId, path, pin?.level ?? null, pin?.by ?? null, pin?.at ?? null];
  return ((await sql.query({ ...PIN, values })).rowCount ?? 0) > 0;
}

export interface FileOutlineRow {
  readonly path: string;
  readonly language: string;
  readonly lines: number;
  readonly tokens: number;
  readonly sha256: string;
  readonly outline: unknown;
  readonly imports: string[];
  readonly commits: number;
  readonly lastCommitAt: Date | null;
  readonly coverage: number | null;
}

const OUTLINE = statement(
  "files.outline",
  `SELECT path, language, lines, tokens, sha256, outline, imports, commits, last_commit_at AS "lastCommitAt", coverage
     FROM project_file WHERE team_id = $1 AND project_id = $2 AND path = $3`,
);

export async function readFileOutline(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  path: string,
): Promise<FileOutlineRow | null> {
  return (await sql.query<FileOutlineRow>({ ...OUTLINE, values: [teamId, projectId, path] })).rows[0] ?? null;
}

const IMPORTERS = statement(
  "files.importers",
  `SELECT path FROM project_file WHERE team_id = $1 AND project_id = $2 AND $3 = ANY(imports) ORDER BY path LIMIT $4`,
);

export async function readImporters(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  path: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql.query<{ path: string }>({ ...IMPORTERS, values: [teamId, projectId, path, limit] });
  return rows.map((row) => row.path);
}

const PATHS_LIKE = statement(
  "files.paths_like",
  `SELECT path FROM project_file
    WHERE team_id = $1 AND project_id = $2 AND right(path, length($3)) = $3 ORDER BY path LIMIT $4`,
);

/** Paths that end alike, for a person who wrote only a file's name. */
export async function readPathsEndingWith(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  ending: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql.query<{ path: string }>({ ...PATHS_LIKE, values: [teamId, projectId, ending, limit] });
  return rows.map((row) => row.path);
}
