import type { TenantSql } from "../client";
import { statement } from "../sql/statement";
import type { ProjectKey } from "./project-key";

const TAKE = statement(
  "counter.take_several",
  `INSERT INTO counter (team_id, name, value) VALUES ($1, $2, $3)
   ON CONFLICT (team_id, name) DO UPDATE SET value = counter.value + EXCLUDED.value RETURNING value`,
);

/**
 * The first of `count` consecutive numbers of a project's series. The counter stays locked until the transaction
 * ends, so none is given twice.
 */
export async function takeNumbers(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  series: "decision" | "failure" | "handoff",
  count: number,
): Promise<number> {
  const values = [teamId, `${series}:${projectId}`, count];
  const { rows } = await sql.query<{ value: string }>({ ...TAKE, values });
  return Number(rows[0]?.value) - count + 1;
}
