import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

interface ProjectKey {
  readonly teamId: string;
  readonly projectId: string;
}

export interface RecordRow {
  readonly kind: "decision" | "failure" | "constraint" | "preference" | "summary";
  readonly number: number;
  readonly title: string;
  readonly status: string;
  readonly risk: string;
  readonly tags: string[];
  readonly paths: string[];
  /** Of what would be loaded. */
  readonly characters: number;
  readonly updatedAt: Date;
}

/** More of a kind than this is found by search. */
const MAX_RECORDS = 300;

const RECORDS = statement(
  "budget.records",
  `(SELECT 'decision' AS kind, d.number, d.title, d.status, v.risk, v.tags, v.affected_paths AS paths,
           length(v.title) + length(v.decision) + length(v.reasoning) AS characters, d.updated_at AS "updatedAt"
      FROM decision d
      JOIN decision_version v ON v.team_id = d.team_id AND v.project_id = d.project_id AND v.number = d.number
                             AND v.version = d.version
     WHERE d.team_id = $1 AND d.project_id = $2 AND d.status NOT IN ('rejected', 'draft')
     ORDER BY d.number DESC LIMIT $3)
   UNION ALL
   (SELECT 'failure', f.number, f.title, f.status, '', v.tags, v.affected_paths,
           length(v.title) + length(v.approach) + length(v.root_cause) + length(v.fix), f.last_seen_at
      FROM failure f
      JOIN failure_version v ON v.team_id = f.team_id AND v.project_id = f.project_id AND v.number = f.number
                            AND v.version = f.version
     WHERE f.team_id = $1 AND f.project_id = $2 AND f.merged_into IS NULL
     ORDER BY f.last_seen_at DESC, f.number DESC LIMIT $3)
   UNION ALL
   (SELECT 'constraint', c.number, c.title, c.status, '', v.tags, v.affected_paths,
           length(v.title) + length(v.rule) + length(v.reason), c.updated_at
      FROM constraint_record c
      JOIN constraint_version v ON v.team_id = c.team_id AND v.project_id = c.project_id AND v.number = c.number
                               AND v.version = c.version
     WHERE c.team_id = $1 AND c.project_id = $2 AND c.status = 'active'
     ORDER BY c.number DESC LIMIT $3)
   UNION ALL
   (SELECT 'preference', p.number, p.title, p.status, '', v.tags, '{}', length(v.title) + length(v.text), p.updated_at
      FROM preference p
      JOIN preference_version v ON v.team_id = p.team_id AND v.project_id = p.project_id AND v.number = p.number
                               AND v.version = p.version
     WHERE p.team_id = $1 AND p.project_id = $2 AND p.status = 'active'
     ORDER BY p.number DESC LIMIT $3)
   UNION ALL
   (SELECT 'summary', s.number, s.title, '', '', '{}', '{}', length(v.body::text), s.updated_at
      FROM session_summary s
      JOIN session_summary_version v ON v.team_id = s.team_id AND v.project_id = s.project_id AND v.number = s.number
                                    AND v.version = s.version
     WHERE s.team_id = $1 AND s.project_id = $2
     ORDER BY s.number DESC LIMIT $3)`,
);

/** Records of a project that may be loaded, the newest of each kind first. */
export async function readRecords(sql: TenantSql, { teamId, projectId }: ProjectKey): Promise<RecordRow[]> {
  return (await sql.query<RecordRow>({ ...RECORDS, values: [teamId, projectId, MAX_RECORDS] })).rows;
}

export interface ProjectCounts {
  readonly filesIndexed: number;
  readonly decisionsLoaded: number;
}

const COUNTS = statement(
  "budget.counts",
  `SELECT (SELECT count(*)::int4 FROM project_file f WHERE f.team_id = $1 AND f.project_id = $2) AS "filesIndexed",
          (SELECT count(*)::int4 FROM decision d WHERE d.team_id = $1 AND d.project_id = $2
              AND d.status IN ('proposed', 'accepted')) AS "decisionsLoaded"`,
);

/** What the start line tells: files of the index, and decisions that hold or are proposed. Nobody loads a draft. */
export async function readCounts(sql: TenantSql, { teamId, projectId }: ProjectKey): Promise<ProjectCounts> {
  const { rows } = await sql.query<ProjectCounts>({ ...COUNTS, values: [teamId, projectId] });
  return rows[0] ?? { filesIndexed: 0, decisionsLoaded: 0 };
}

const OUTLINES = statement(
  "budget.outlines",
  `SELECT path, length(outline::text) AS characters FROM project_file
    WHERE team_id = $1 AND project_id = $2 AND path = ANY($3::text[])`,
);

export async function readOutlines(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  paths: readonly string[],
): Promise<{ path: string; characters: number }[]> {
  if (paths.length === 0) return [];
  const { rows } = await sql.query<{ path: string; characters: number }>({
    ...OUTLINES,
    values: [teamId, projectId, paths],
  });
  return rows;
}
