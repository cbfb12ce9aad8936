import type { TenantSql } from "../client";
import { instantArray, int4Array, int8Array, textArray } from "../sql/arrays";
import { statement } from "../sql/statement";

interface SessionKey {
  readonly teamId: string;
  readonly sessionId: string;
}

export interface RequestRow {
  readonly id: string;
  readonly thread: string;
  readonly seq: number;
  readonly atMs: number;
  readonly model: string | null;
  readonly inputTokens: number | null;
  readonly cacheWriteTokens: number | null;
  readonly cacheReadTokens: number | null;
  readonly outputTokens: number | null;
  readonly reasoningTokens: number | null;
}

/** Streams repeat a response with growing numbers, so each number ends at its maximum; the place is the earliest. */
const UPSERT = statement(
  "model_request.upsert",
  `INSERT INTO model_request (team_id, session_id, response_id, thread, seq, occurred_at, model, input_tokens,
          cache_write_tokens, cache_read_tokens, output_tokens, reasoning_tokens)
   SELECT $1::uuid, $2::uuid, r.*
     FROM unnest($3::text[], $4::text[], $5::int8[], $6::timestamptz[], $7::text[], $8::int4[], $9::int4[], $10::int4[],
          $11::int4[], $12::int4[]) AS r
   ON CONFLICT (team_id, session_id, response_id) DO UPDATE
      SET seq = LEAST(model_request.seq, EXCLUDED.seq),
          occurred_at = LEAST(model_request.occurred_at, EXCLUDED.occurred_at),
          model = COALESCE(model_request.model, EXCLUDED.model),
          input_tokens = GREATEST(model_request.input_tokens, EXCLUDED.input_tokens),
          cache_write_tokens = GREATEST(model_request.cache_write_tokens, EXCLUDED.cache_write_tokens),
          cache_read_tokens = GREATEST(model_request.cache_read_tokens, EXCLUDED.cache_read_tokens),
          output_tokens = GREATEST(model_request.output_tokens, EXCLUDED.output_tokens),
          reasoning_tokens = GREATEST(model_request.reasoning_tokens, EXCLUDED.reasoning_tokens)
   RETURNING (xmax = 0) AS added`,
);

/** `requests` must name each response once. Answers how many were new. */
export async function upsertRequests(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  requests: readonly RequestRow[],
): Promise<number> {
  if (requests.length === 0) return 0;
  const sorted = [...requests].sort((a, b) => (a.id < b.id ? -1 : 1));
  const { rows } = await sql.query<{ added: boolean }>({
    ...UPSERT,
    values: [
      teamId,
      sessionId,
      textArray(sorted.map((request) => request.id)),
      textArray(sorted.map((request) => request.thread)),
      int8Array(sorted.map((request) => request.seq)),
      instantArray(sorted.map((request) => request.atMs)),
      textArray(sorted.map((request) => request.model)),
      int4Array(sorted.map((request) => request.inputTokens)),
      int4Array(sorted.map((request) => request.cacheWriteTokens)),
      int4Array(sorted.map((request) => request.cacheReadTokens)),
      int4Array(sorted.map((request) => request.outputTokens)),
      int4Array(sorted.map((request) => request.reasoningTokens)),
    ],
  });
  return rows.filter((row) => row.added).length;
}

const FIND = statement(
  "model_request.find",
  `SELECT response_id AS id, occurred_at AS at FROM model_request
    WHERE team_id = $1 AND session_id = ANY($2::uuid[]) AND response_id = ANY($3::text[])`,
);

/** Which of these responses the other sessions hold: the same name at the same instant. */
export async function findStoredRequests(
  sql: TenantSql,
  scope: { readonly teamId: string },
  sessionIds: readonly string[],
  requests: readonly Pick<RequestRow, "id" | "atMs">[],
): Promise<Set<string>> {
  if (requests.length === 0 || sessionIds.length === 0) return new Set();
  const values = [scope.teamId, sessionIds, textArray(requests.map((request) => request.id))];
  const { rows } = await sql.query<{ id: string; at: Date }>({ ...FIND, values });
  const atOf = new Map(requests.map((request) => [request.id, request.atMs]));
  return new Set(rows.filter((row) => atOf.get(row.id) === row.at.getTime()).map((row) => row.id));
}

const DROP_COPIED = statement(
  "model_request.drop_copied",
  `DELETE FROM model_request r USING model_request o
    WHERE r.team_id = $1 AND r.session_id = $2 AND o.team_id = $1 AND o.session_id = ANY($3::uuid[])
      AND o.response_id = r.response_id AND o.occurred_at = r.occurred_at
   RETURNING r.response_id`,
);

export async function dropCopiedRequests(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  family: readonly string[],
): Promise<number> {
  const { rows } = await sql.query({ ...DROP_COPIED, values: [teamId, sessionId, family] });
  return rows.length;
}
