import type { TenantSql } from "../client";
import { statement } from "../sql/statement";

interface SessionKey {
  readonly teamId: string;
  readonly sessionId: string;
}

export interface SessionPlace {
  readonly id: string;
  readonly client: string;
  readonly cwd: string | null;
  readonly title: string | null;
}

const PLACE = statement(
  "files.session_place",
  "SELECT id, client, cwd, title FROM session WHERE team_id = $1 AND project_id = $2 AND number = $3",
);

export async function readSessionPlace(
  sql: TenantSql,
  { teamId, projectId }: { readonly teamId: string; readonly projectId: string },
  number: number,
): Promise<SessionPlace | null> {
  return (await sql.query<SessionPlace>({ ...PLACE, values: [teamId, projectId, number] })).rows[0] ?? null;
}

export interface EditCall {
  readonly tool: string;
  readonly target: string | null;
  /** The call's arguments: a patch names several files. */
  readonly text: string;
  /** How it ended; null while the result has not come. */
  readonly outcome: string | null;
  /** Model requests of its thread since. */
  readonly turnsAgo: number;
}

const EDITS = statement(
  "files.session_edits",
  `SELECT e.tool, e.target, COALESCE(c.text, '') AS text,
          (SELECT r.outcome FROM event r
            WHERE r.team_id = e.team_id AND r.session_id = e.session_id AND r.thread = e.thread
              AND r.call_id = e.call_id AND r.kind = 'tool_result' AND r.seq > e.seq ORDER BY r.seq LIMIT 1) AS outcome,
          (SELECT count(*)::int FROM model_request m
            WHERE m.team_id = e.team_id AND m.session_id = e.session_id AND m.thread = e.thread AND m.seq > e.seq) AS "turnsAgo"
     FROM event e LEFT JOIN content c ON c.team_id = e.team_id AND c.hash = e.content_hash
    WHERE e.team_id = $1 AND e.session_id = $2 AND e.kind = 'tool_call' AND e.tool_class = ANY('{edit,write}')
    ORDER BY e.occurred_at DESC, e.seq DESC LIMIT $3`,
);

/** The latest calls that edit or write files, newest first. */
export async function readEditCalls(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  limit: number,
): Promise<EditCall[]> {
  return (await sql.query<EditCall>({ ...EDITS, values: [teamId, sessionId, limit] })).rows;
}

const CHANGED = statement(
  "files.session_changed",
  `SELECT changed_paths AS paths FROM workspace_mark
    WHERE team_id = $1 AND session_id = $2 AND cardinality(changed_paths) > 0
    ORDER BY occurred_at DESC, seq DESC LIMIT 1`,
);

/** Paths of the git diff that the client reported last. */
export async function readChangedPaths(sql: TenantSql, { teamId, sessionId }: SessionKey): Promise<string[]> {
  return (await sql.query<{ paths: string[] }>({ ...CHANGED, values: [teamId, sessionId] })).rows[0]?.paths ?? [];
}

const PROMPTS = statement(
  "files.session_prompts",
  `SELECT left(c.text, $4) AS text
     FROM event e JOIN content c ON c.team_id = e.team_id AND c.hash = e.content_hash
    WHERE e.team_id = $1 AND e.session_id = $2 AND e.kind = 'user_prompt'
    ORDER BY e.occurred_at DESC, e.seq DESC LIMIT $3`,
);

/** The newest prompts first, each cut to `maxCharacters`. */
export async function readLastPrompts(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  limit: number,
  maxCharacters: number,
): Promise<string[]> {
  const { rows } = await sql.query<{ text: string }>({ ...PROMPTS, values: [teamId, sessionId, limit, maxCharacters] });
  return rows.map((row) => row.text);
}
