import type { TenantSql } from "../client";
import { instantArray, int8Array, textArray } from "../sql/arrays";
import { statement } from "../sql/statement";

interface SessionKey {
  readonly teamId: string;
  readonly sessionId: string;
}

export interface BoundaryRow {
  readonly thread: string;
  readonly seq: number;
  readonly kind: string;
  readonly atMs: number;
  readonly toSeq: number | null;
}

const INSERT_BOUNDARIES = statement(
  "boundary.insert",
  `INSERT INTO boundary (team_id, session_id, thread, seq, kind, occurred_at, to_seq)
   SELECT $1::uuid, $2::uuid, b.*
     FROM unnest($3::text[], $4::int8[], $5::text[], $6::timestamptz[], $7::int8[]) AS b
   ON CONFLICT (team_id, session_id, thread, seq, kind) DO NOTHING
   RETURNING thread, kind`,
);

/** Answers which were new. */
export async function insertBoundaries(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  rows: readonly BoundaryRow[],
): Promise<Pick<BoundaryRow, "thread" | "kind">[]> {
  if (rows.length === 0) return [];
  const inserted = await sql.query<Pick<BoundaryRow, "thread" | "kind">>({
    ...INSERT_BOUNDARIES,
    values: [
      teamId,
      sessionId,
      textArray(rows.map((row) => row.thread)),
      int8Array(rows.map((row) => row.seq)),
      textArray(rows.map((row) => row.kind)),
      instantArray(rows.map((row) => row.atMs)),
      int8Array(rows.map((row) => row.toSeq)),
    ],
  });
  return inserted.rows;
}

export interface MarkRow {
  readonly thread: string;
  readonly seq: number;
  readonly atMs: number;
  readonly branch: string | null;
  readonly head: string | null;
  readonly cwd: string | null;
  readonly stage: string | null;
  readonly changedPaths: readonly string[];
}

/** Paths travel as one JSON array a mark: unnest would flatten an array of arrays. */
const INSERT_MARKS = statement(
  "mark.insert",
  `INSERT INTO workspace_mark (team_id, session_id, thread, seq, occurred_at, branch, head, cwd, stage, changed_paths)
   SELECT $1::uuid, $2::uuid, m.thread, m.seq, m.at, m.branch, m.head, m.cwd, m.stage,
          ARRAY(SELECT jsonb_array_elements_text(m.paths::jsonb))
     FROM unnest($3::text[], $4::int8[], $5::timestamptz[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
          AS m(thread, seq, at, branch, head, cwd, stage, paths)
   ON CONFLICT (team_id, session_id, thread, seq) DO NOTHING
   RETURNING thread, seq::float8 AS seq, stage`,
);

/** Answers which were new. */
export async function insertMarks(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  rows: readonly MarkRow[],
): Promise<Pick<MarkRow, "thread" | "seq" | "stage">[]> {
  if (rows.length === 0) return [];
  const inserted = await sql.query<Pick<MarkRow, "thread" | "seq" | "stage">>({
    ...INSERT_MARKS,
    values: [
      teamId,
      sessionId,
      textArray(rows.map((row) => row.thread)),
      int8Array(rows.map((row) => row.seq)),
      instantArray(rows.map((row) => row.atMs)),
      textArray(rows.map((row) => row.branch)),
      textArray(rows.map((row) => row.head)),
      textArray(rows.map((row) => row.cwd)),
      textArray(rows.map((row) => row.stage)),
      textArray(rows.map((row) => JSON.stringify(row.changedPaths))),
    ],
  });
  return inserted.rows;
}

const TOLD_STAGE = statement(
  "mark.told_stage",
  `SELECT stage
     FROM workspace_mark
    WHERE team_id = $1::uuid AND session_id = $2::uuid AND thread = $3 AND seq < $4::int8 AND stage IS NOT NULL
    ORDER BY seq DESC
    LIMIT 1`,
);

/** The stage that the last mark in front of a position of a thread told; null without one. */
export async function readToldStage(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  { thread, seq }: Pick<MarkRow, "thread" | "seq">,
): Promise<string | null> {
  const found = await sql.query<{ stage: string }>({ ...TOLD_STAGE, values: [teamId, sessionId, thread, seq] });
  return found.rows[0]?.stage ?? null;
}
