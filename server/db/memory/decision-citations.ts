import type { Database } from "../client";
import type { ProjectKey } from "./project-key";

export interface CitationRow {
  readonly kind: "decision" | "failure" | "handoff" | "summary" | "run";
  /** The citing record; of a run, its session. */
  readonly number: number;
  readonly run: number | null;
  readonly title: string;
  readonly at: Date;
  /** Orders what is of one time. */
  readonly key: string;
}

/** Who names a decision, in their newest version; `name` is a pattern that finds it and no longer number. */
const CITING = `
  SELECT 'handoff' AS kind, r.number, NULL::int AS run, r.title, r.updated_at AS at, 'handoff ' || r.number AS key
    FROM handoff r JOIN handoff_version v ON v.team_id = r.team_id AND v.project_id = r.project_id
                                         AND v.number = r.number AND v.version = r.version
   WHERE r.team_id = $1 AND r.project_id = $2 AND v.markdown LIKE '%DEC-%' AND v.markdown ~ $3
  UNION ALL
  SELECT 'failure', r.number, NULL, r.title, r.updated_at, 'failure ' || r.number
    FROM failure r JOIN failure_version v ON v.team_id = r.team_id AND v.project_id = r.project_id
                                         AND v.number = r.number AND v.version = r.version
   WHERE r.team_id = $1 AND r.project_id = $2
     AND concat_ws(E'\\n', v.title, v.description, v.approach, v.root_cause, v.fix, v.evidence) ~ $3
  UNION ALL
  SELECT 'decision', r.number, NULL, r.title, r.updated_at, 'decision ' || r.number
    FROM decision r JOIN decision_version v ON v.team_id = r.team_id AND v.project_id = r.project_id
                                           AND v.number = r.number AND v.version = r.version
   WHERE r.team_id = $1 AND r.project_id = $2 AND r.number <> $4::int
     AND ($4::int = ANY (v.supersedes) OR $4::int = ANY (v.amends)
       OR concat_ws(E'\\n', v.title, v.context, v.decision, v.reasoning, v.impact, v.alternatives, v.links, v.evidence) ~ $3)
  UNION ALL
  SELECT 'summary', r.number, NULL, r.title, r.updated_at, 'summary ' || r.number
    FROM session_summary r JOIN session_summary_version v ON v.team_id = r.team_id AND v.project_id = r.project_id
                                                         AND v.number = r.number AND v.version = r.version
   WHERE r.team_id = $1 AND r.project_id = $2 AND v.body::text ~ $3
  UNION ALL
  SELECT 'run', s.number, p.number, coalesce(s.title, ''), p.created_at, 'run ' || s.number || ' ' || p.number
    FROM session s JOIN prune_run p ON p.team_id = s.team_id AND p.session_id = s.id
   WHERE s.team_id = $1 AND s.project_id = $2 AND p.undone_at IS NULL
     AND EXISTS (SELECT 1 FROM summary u, unnest(u.evidence) AS e
                  WHERE u.team_id = p.team_id AND u.run_id = p.id AND e ~ $3)`;

/** The newest first, behind a time and key. */
export async function readCitations(
  db: Database,
  { teamId, projectId }: ProjectKey,
  number: number,
  after: { readonly at: Date; readonly key: string } | null,
  limit: number,
): Promise<CitationRow[]> {
  const { rows } = await db.pool.query<CitationRow>(
    `SELECT kind, number, run, title, at, key FROM (${CITING}) AS citing
      WHERE $5::timestamptz IS NULL OR (at, key COLLATE "C") < ($5::timestamptz, $6::text COLLATE "C")
      ORDER BY at DESC, key COLLATE "C" DESC LIMIT $7::int`,
    [teamId, projectId, `\\mDEC-0*${number}(?![0-9])`, number, after?.at ?? null, after?.key ?? null, limit],
  );
  return rows;
}
