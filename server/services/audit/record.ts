import type { Actor } from "../../core/access/scope";
import { insertAuditEntry, type NewAuditEntry } from "../../db/audit/audit";
import type { TenantTx } from "../../db/client";
import type { Deps } from "../deps";

export interface AuditScope {
  readonly teamId: string;
  readonly actor: Actor;
}

/** Notes who did what, in the same transaction. A person and a person's key are different actors. */
export async function recordAudit(
  deps: Pick<Deps, "clock" | "ids">,
  tx: TenantTx,
  scope: AuditScope,
  entry: { action: string; subject: string; projectId?: string; detail?: NewAuditEntry["detail"] },
): Promise<void> {
  const { kind, keyId, memberId } = scope.actor;
  await insertAuditEntry(tx, scope.teamId, {
    id: deps.ids.next(),
    occurredAt: deps.clock.now(),
    actorKind: kind,
    actor: (kind === "key" ? keyId : memberId) ?? "system",
    action: entry.action,
    subject: entry.subject,
    projectId: entry.projectId ?? null,
    detail: entry.detail ?? null,
  });
}
