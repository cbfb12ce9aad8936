import type { TenantSql } from "../client";
import { boolArray, textArray } from "../sql/arrays";
import { statement } from "../sql/statement";

export interface ThreadRow {
  readonly key: string;
  readonly agent: string | null;
  readonly parentKey: string | null;
  readonly spawnedByCallId: string | null;
  readonly label: string | null;
  readonly auxiliary: boolean;
}

/** What is known stays; what was unknown is filled: a sub-agent's type may come after its first events. */
const UPSERT = statement(
  "thread.upsert",
  `INSERT INTO thread (team_id, session_id, key, agent, parent_key, spawned_by_call_id, label, auxiliary)
   SELECT $1::uuid, $2::uuid, t.*
     FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bool[]) AS t
   ON CONFLICT (team_id, session_id, key) DO UPDATE
      SET agent = COALESCE(thread.agent, EXCLUDED.agent),
          parent_key = COALESCE(thread.parent_key, EXCLUDED.parent_key),
          spawned_by_call_id = COALESCE(thread.spawned_by_call_id, EXCLUDED.spawned_by_call_id),
          label = COALESCE(thread.label, EXCLUDED.label),
          auxiliary = thread.auxiliary OR EXCLUDED.auxiliary
   RETURNING key, agent`,
);

/** Answers the agent of each thread, as far as anyone has told it. */
export async function upsertThreads(
  sql: TenantSql,
  scope: { readonly teamId: string },
  sessionId: string,
  threads: readonly ThreadRow[],
): Promise<Map<string, string | null>> {
  const sorted = [...threads].sort((a, b) => (a.key < b.key ? -1 : 1));
  const { rows } = await sql.query<{ key: string; agent: string | null }>({
    ...UPSERT,
    values: [
      scope.teamId,
      sessionId,
      textArray(sorted.map((thread) => thread.key)),
      textArray(sorted.map((thread) => thread.agent)),
      textArray(sorted.map((thread) => thread.parentKey)),
      textArray(sorted.map((thread) => thread.spawnedByCallId)),
      textArray(sorted.map((thread) => thread.label)),
      boolArray(sorted.map((thread) => thread.auxiliary)),
    ],
  });
  return new Map(rows.map((row) => [row.key, row.agent]));
}
