import type { SafeText } from "../../core/redact/safe-text";
import type { Database, TenantSql, TenantTx } from "../client";
import { statement } from "../sql/statement";

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

const INSERT = statement(
  "audit_entry.insert",
  `INSERT INTO audit_entry (team_id, id, occurred_at, actor_kind, actor, action, subject, project_id, detail)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb)`,
);

/** The same in a transaction of plain SQL. */
export async function insertAuditEntrySql(sql: TenantSql, teamId: string, entry: NewAuditEntry): Promise<void> {
  const { id, occurredAt, actorKind, actor, action, subject, projectId, detail } = entry;
  const told = detail && JSON.stringify(detail);
  await sql.query({
    ...INSERT,
    values: [teamId, id, occurredAt, actorKind, actor, action, subject, projectId, told],
  });
}

/** Whether something of this kind ever happened in the team. */
export async function hasAuditEntry(db: Database["prisma"], teamId: string, action: string): Promise<boolean> {
  return (await db.auditEntry.findFirst({ where: { teamId, action }, select: { id: true } })) !== null;
}
