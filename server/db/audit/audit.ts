import type { SafeText } from "../../core/redact/safe-text";
import type { Database, TenantTx } from "../client";

export interface NewAuditEntry {
  id: string;
  occurredAt: Date;
  actorKind: "member" | "key" | "system";
  /** Member or key id; `system` for the server itself. */
  actor: string;
  /** `<room>.<what happened>`, e.g. `key.revoked`. */
  action: string;
  /** Id of the thing that it happened to. */
  subject: string;
  projectId: string | null;
  /** What changed, in a few words that people may read later; never a secret. */
  detail: Record<string, SafeText | string[] | number | boolean | null> | null;
}

/** Written in the transaction of the change itself: there is no change without its entry, and no entry without it. */
export async function insertAuditEntry(tx: TenantTx, teamId: string, entry: NewAuditEntry): Promise<void> {
  const { detail, ...columns } = entry;
  await tx.auditEntry.create({ data: { teamId, ...columns, detail: detail ?? undefined }, select: { id: true } });
}

/** Whether something of this kind ever happened in the team. */
export async function hasAuditEntry(db: Database["prisma"], teamId: string, action: string): Promise<boolean> {
  return (await db.auditEntry.findFirst({ where: { teamId, action }, select: { id: true } })) !== null;
}
