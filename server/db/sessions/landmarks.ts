import type { ProjectScope } from "../../core/access/scope";
import type { Database } from "../client";

export interface PlaceRow {
  readonly thread: string;
  readonly seq: number;
  readonly at: Date;
  readonly name: string;
}

export interface BoundaryRow extends PlaceRow {
  readonly inferred: boolean;
}

export async function readBoundaries(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  limit: number,
): Promise<BoundaryRow[]> {
  const { rows } = await db.pool.query<BoundaryRow>(
    `SELECT thread, seq::float8 AS seq, occurred_at AS at, kind AS name, inferred FROM boundary
     WHERE team_id = $1::uuid AND session_id = $2::uuid ORDER BY occurred_at, seq, kind LIMIT $3::int`,
    [scope.teamId, sessionId, limit],
  );
  return rows;
}

/** Where a context began anew; the first epoch of a thread began with it. */
export async function readEpochStarts(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  limit: number,
): Promise<PlaceRow[]> {
  const { rows } = await db.pool.query<PlaceRow>(
    `SELECT thread, first_seq::float8 AS seq, started_at AS at, cause AS name FROM epoch
     WHERE team_id = $1::uuid AND session_id = $2::uuid AND number > 0 AND started_at IS NOT NULL
     ORDER BY started_at, first_seq LIMIT $3::int`,
    [scope.teamId, sessionId, limit],
  );
  return rows;
}

/** Marks whose branch is another than in the thread's mark before. */
export async function readBranchChanges(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  limit: number,
): Promise<PlaceRow[]> {
  const { rows } = await db.pool.query<PlaceRow>(
    `SELECT thread, seq::float8 AS seq, at, name FROM (
       SELECT thread, seq, occurred_at AS at, branch AS name,
              lag(branch) OVER (PARTITION BY thread ORDER BY seq) AS before
       FROM workspace_mark WHERE team_id = $1::uuid AND session_id = $2::uuid AND branch IS NOT NULL
     ) m
     WHERE before IS DISTINCT FROM name ORDER BY at, seq LIMIT $3::int`,
    [scope.teamId, sessionId, limit],
  );
  return rows;
}

export interface OutputRow {
  readonly thread: string;
  readonly seq: number;
  readonly at: Date;
  readonly command: string;
  readonly output: string;
}

/** More of an output is not looked at: commits and requests are told in its first lines. */
const OUTPUT_CHARACTERS = 20_000;

/** What commands that commit, or speak of pull requests, printed. Calls first, results by their names: no join. */
export async function readGitOutputs(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  limit: number,
): Promise<OutputRow[]> {
  const calls = await db.pool.query<{ callId: string; command: string }>(
    `SELECT call_id AS "callId", label AS command FROM event
     WHERE team_id = $1::uuid AND session_id = $2::uuid AND kind = 'tool_call' AND call_id IS NOT NULL
       AND label ~ '\\mgit\\M.*\\mcommit\\M|\\mgh\\M.*\\mpr\\M|\\mglab\\M.*\\mmr\\M' ORDER BY seq LIMIT $3::int`,
    [scope.teamId, sessionId, limit],
  );
  if (calls.rows.length === 0) return [];
  const commands = new Map(calls.rows.map(({ callId, command }) => [callId, command]));
  const { rows } = await db.pool.query<Omit<OutputRow, "command"> & { callId: string }>(
    `SELECT e.call_id AS "callId", e.thread, e.seq::float8 AS seq, e.occurred_at AS at, left(c.text, $4::int) AS output
     FROM event e JOIN content c ON c.team_id = $1::uuid AND c.hash = e.content_hash
     WHERE e.team_id = $1::uuid AND e.session_id = $2::uuid AND e.kind <> 'tool_call'
       AND e.call_id = ANY($3::text[]) ORDER BY e.seq LIMIT $5::int`,
    [scope.teamId, sessionId, [...commands.keys()], OUTPUT_CHARACTERS, limit],
  );
  return rows.map(({ callId, ...row }) => ({ ...row, command: commands.get(callId) ?? "" }));
}

export interface RepositoryRow {
  readonly remote: string | null;
  readonly branch: string | null;
  readonly head: string | null;
}

/** The session's own branch and commit, and the project's first remote. */
export async function readRepository(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
): Promise<RepositoryRow | null> {
  const { rows } = await db.pool.query<RepositoryRow>(
    `SELECT s.branch, s.head,
            (SELECT p.value FROM project_source p
             WHERE p.team_id = s.team_id AND p.project_id = s.project_id AND p.kind = 'git_remote'
             ORDER BY p.created_at, p.value LIMIT 1) AS remote
     FROM session s WHERE s.team_id = $1::uuid AND s.id = $2::uuid`,
    [scope.teamId, sessionId],
  );
  return rows[0] ?? null;
}
