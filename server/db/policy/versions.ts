import type { SafeText } from "../../core/redact/safe-text";
import type { Database, TenantTx } from "../client";
import { enqueueTask } from "../projects/jobs";

interface ProjectKey {
  readonly teamId: string;
  readonly projectId: string;
}

type Reader = Database["prisma"] | TenantTx;

export interface PolicyVersionRow {
  version: number;
  body: unknown;
  note: string | null;
  createdBy: string | null;
  createdAt: Date;
}

const VERSION = { version: true, body: true, note: true, createdBy: true, createdAt: true } as const;

/** The newest as it was saved; null while the project has none. */
export async function findNewestVersion(
  db: Reader,
  { teamId, projectId }: ProjectKey,
): Promise<PolicyVersionRow | null> {
  return db.policyVersion.findFirst({ where: { teamId, projectId }, select: VERSION, orderBy: { version: "desc" } });
}

/** Newest first. */
export async function listVersions(
  db: Reader,
  { teamId, projectId }: ProjectKey,
  limit: number,
): Promise<PolicyVersionRow[]> {
  return db.policyVersion.findMany({
    where: { teamId, projectId },
    select: VERSION,
    orderBy: { version: "desc" },
    take: limit,
  });
}

/** A policy is never changed: only the next number can be added. False when somebody else has just added it. */
export async function insertVersion(
  tx: TenantTx,
  { teamId, projectId }: ProjectKey,
  row: { version: number; body: object; note: SafeText | null; createdBy: string | null; createdAt: Date },
): Promise<boolean> {
  const { count } = await tx.policyVersion.createMany({
    data: [{ teamId, projectId, ...row }],
    skipDuplicates: true,
  });
  return count === 1;
}

/** Names of the members with these ids; who left the team has none. */
export async function memberNames(
  db: Reader,
  { teamId }: ProjectKey,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.member.findMany({ where: { teamId, id: { in: [...ids] } }, select: { id: true, name: true } });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** In the transaction of the change: the sessions are judged again exactly when the version is there. */
export async function enqueueReanalysis(tx: TenantTx, { teamId, projectId }: ProjectKey): Promise<void> {
  await enqueueTask(tx, "reanalyse-project", { teamId, projectId }, `reanalyse:${projectId}`);
}
