import type { RecordKind } from "../../core/decisions/record-ref";
import type { TenantSql } from "../client";
import type { ProjectKey } from "../memory/project-key";
import { statement } from "../sql/statement";

const RAISE = statement(
  "exchange.raise_series",
  `INSERT INTO counter (team_id, name, value) VALUES ($1, $2, $3)
   ON CONFLICT (team_id, name) DO UPDATE SET value = GREATEST(counter.value, EXCLUDED.value)`,
);

/** No number up to this one is given to anybody else; locked until the transaction ends. */
export async function raiseSeries(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  series: RecordKind,
  atLeast: number,
): Promise<void> {
  await sql.query({ ...RAISE, values: [teamId, `${series}:${projectId}`, atLeast] });
}

const READ = statement("exchange.read_series", "SELECT value FROM counter WHERE team_id = $1 AND name = $2");

/** The last number that was given; 0 before the first. */
export async function readSeries(
  sql: TenantSql,
  { teamId, projectId }: ProjectKey,
  series: RecordKind,
): Promise<number> {
  const { rows } = await sql.query<{ value: string }>({ ...READ, values: [teamId, `${series}:${projectId}`] });
  return Number(rows[0]?.value ?? 0);
}
