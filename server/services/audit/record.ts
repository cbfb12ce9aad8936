import type { Actor } from "../../core/access/scope";
import { insertAuditEntry, insertAuditEntrySql, type NewAuditEntry } from "../../db/audit/audit";
import type { TenantSql, TenantTx } from "../../db/client";
import { enqueueIndexingAfter } from "../../db/projects/jobs";
import { enqueueIndexing } from "../../db/sql/jobs";
import type { Deps } from "../deps";

export interface AuditScope {
  readonly teamId: string;
  readonly actor: Actor;
}

interface NewEntry {
  readonly action: string;
  readonly subject: string;
  readonly projectId?: string;
  readonly detail?: NewAuditEntry["detail"];
}

/** Notes who did what, in the same transaction. A person and a person's key are different actors. */
export async function recordAudit(
  deps: Pick<Deps, "clock" | "ids">,
  tx: TenantTx,
  scope: AuditScope,
  entry: NewEntry,
): Promise<void> {
  await insertAuditEntry(tx, scope.teamId, toEntry(deps, scope, entry));
  const changed = searchedProject(scope, entry);
  if (changed) await enqueueIndexingAfter(tx, changed, deps.clock.now());
}

/** The same in a transaction of plain SQL. */
export async function recordAuditSql(
  deps: Pick<Deps, "clock" | "ids">,
  sql: TenantSql,
  scope: AuditScope,
  entry: NewEntry,
): Promise<void> {
  await insertAuditEntrySql(sql, scope.teamId, toEntry(deps, scope, entry));
  const changed = searchedProject(scope, entry);
  if (changed) await enqueueIndexing(sql, changed, deps.clock.now());
}

function toEntry(deps: Pick<Deps, "clock" | "ids">, scope: AuditScope, entry: NewEntry): NewAuditEntry {
  const { kind, keyId, memberId } = scope.actor;
  return {
    id: deps.ids.next(),
    occurredAt: deps.clock.now(),
    actorKind: kind,
    actor: (kind === "key" ? keyId : memberId) ?? "system",
    action: entry.action,
    subject: entry.subject,
    projectId: entry.projectId ?? null,
    detail: entry.detail ?? null,
  };
}

/** Rooms whose records the search finds: what happens in them is noted, so that the search can follow. */
const SEARCHED_ROOMS: ReadonlySet<string> = new Set([
  "decision",
  "failure",
  "handoff",
  "constraint",
  "preference",
  "document",
  "summary",
  "import",
]);

/** The project whose search index the change makes outdated. */
function searchedProject({ teamId }: AuditScope, { action, projectId }: NewEntry) {
  const room = action.slice(0, action.indexOf("."));
  return projectId !== undefined && SEARCHED_ROOMS.has(room) ? { teamId, projectId } : null;
}
