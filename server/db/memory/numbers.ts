import type { RecordKind } from "../../core/decisions/record-ref";
import type { TenantSql, TenantTx } from "../client";
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
  series: RecordKind,
  count: number,
): Promise<number> {
  const values = [teamId, `${series}:${projectId}`, count];
  const { rows } = await sql.query<{ value: string }>({ ...TAKE, values });
  return Number(rows[0]?.value) - count + 1;
}

/**
 * The next number of a project's series, in a transaction of Prisma's; the first of them when several are taken. Its
 * lock also puts changes that touch several records of the series one behind the other: whoever needs that takes
 * `lockSeries`, or no number.
 */
export async function takeNumber(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  series: RecordKind,
  count = 1,
): Promise<number> {
  const { value } = await tx.counter.upsert({
    where: { teamId_name: { teamId, name: `${series}:${projectId}` } },
    create: { teamId, name: `${series}:${projectId}`, value: count },
    update: { value: { increment: count } },
    select: { value: true },
  });
  return Number(value) - count + 1;
}

/** Until the transaction ends nobody else takes a number or changes several records of the series. */
export async function lockSeries(tx: TenantTx, { teamId, projectId }: ProjectKey, series: RecordKind): Promise<void> {
  const name = `${series}:${projectId}`;
  await tx.$queryRaw`SELECT 1 AS locked FROM counter WHERE team_id = ${teamId}::uuid AND name = ${name} FOR UPDATE`;
}
