import type { ProjectScope } from "@/server/core/access/scope";
import type { SessionHeader } from "@/server/core/events/ingest-batch";
import { safeText } from "@/server/core/redact/safe-text";
import type { TenantSql } from "@/server/db/client";
import {
  giveNumberBack,
  insertSession,
  type LockedSession,
  lockSession,
  takeNumber,
} from "@/server/db/ingest/sessions";
import type { Deps } from "../deps";

export interface OpenedSession {
  readonly session: LockedSession;
  readonly isNew: boolean;
}

/** The session's row, locked: found by its client's name for it, or made with the project's next number. */
export async function openSession(
  deps: Deps,
  sql: TenantSql,
  scope: ProjectScope,
  header: SessionHeader,
  startedAt: Date,
): Promise<OpenedSession> {
  const nativeId = safeText(header.id);
  const known = await lockSession(sql, scope, header.client, nativeId);
  if (known) return { session: known, isNew: false };
  const counter = `session:${scope.projectId}`;
  const number = await takeNumber(sql, scope.teamId, counter);
  // Another upload may have made the session while this one waited for the counter.
  const meanwhile = await lockSession(sql, scope, header.client, nativeId);
  if (meanwhile) {
    await giveNumberBack(sql, scope.teamId, counter);
    return { session: meanwhile, isNew: false };
  }
  const session = await insertSession(sql, scope, {
    id: deps.ids.next(),
    number,
    client: header.client,
    nativeId,
    memberId: scope.actor.memberId,
    person: safeText(header.person ?? scope.actor.name),
    captureMode: header.captureMode,
    startedAt,
    now: deps.clock.now(),
  });
  return { session, isNew: true };
}
