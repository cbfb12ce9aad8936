import type { TenantSql } from "../client";
import { instantArray, int4Array, int8Array, textArray } from "../sql/arrays";
import { statement } from "../sql/statement";
import type { SessionKey } from "./session";

export interface EpochRow {
  readonly thread: string;
  readonly number: number;
  readonly cause: string;
  readonly firstSeq: number;
  readonly startedAtMs: number | null;
}

const UPSERT = statement(
  "epoch.upsert",
  `INSERT INTO epoch (team_id, session_id, thread, number, cause, first_seq, started_at)
   SELECT $1::uuid, $2::uuid, e.* FROM unnest($3::text[], $4::int4[], $5::text[], $6::int8[], $7::timestamptz[]) AS e
   ON CONFLICT (team_id, session_id, thread, number) DO UPDATE
      SET cause = EXCLUDED.cause, first_seq = EXCLUDED.first_seq, started_at = EXCLUDED.started_at
    WHERE (epoch.cause, epoch.first_seq, epoch.started_at)
          IS DISTINCT FROM (EXCLUDED.cause, EXCLUDED.first_seq, EXCLUDED.started_at)`,
);

const DROP_OTHERS = statement(
  "epoch.drop_others",
  `DELETE FROM epoch e WHERE e.team_id = $1 AND e.session_id = $2
      AND NOT EXISTS (SELECT FROM unnest($3::text[], $4::int4[]) AS k(thread, number)
                       WHERE k.thread = e.thread AND k.number = e.number)`,
);

/** Makes the stored epochs of a session these ones. */
export async function replaceEpochs(
  sql: TenantSql,
  { teamId, sessionId }: SessionKey,
  rows: readonly EpochRow[],
): Promise<void> {
  const threads = textArray(rows.map((row) => row.thread));
  const numbers = int4Array(rows.map((row) => row.number));
  await sql.query({ ...DROP_OTHERS, values: [teamId, sessionId, threads, numbers] });
  await sql.query({
    ...UPSERT,
    values: [
      teamId,
      sessionId,
      threads,
      numbers,
      textArray(rows.map((row) => row.cause)),
      int8Array(rows.map((row) => row.firstSeq)),
      instantArray(rows.map((row) => row.startedAtMs)),
    ],
  });
}
