import type { ProjectScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import { deleteDraft } from "../../db/handoffs/drafts";
import type { Deps } from "../deps";
import { memberOf } from "./member";

/** Throws away what the person has not published; nobody else's. */
export async function discardDraft(
  deps: Deps,
  scope: ProjectScope,
  number: number,
): Promise<Result<{ discarded: boolean }>> {
  const member = memberOf(scope);
  if (!member.ok) return member;
  const { teamId, projectId } = scope;
  const place = { teamId, projectId, number, memberId: member.value };
  return ok({ discarded: await deps.db.withTenant(scope, (tx) => deleteDraft(tx, place)) });
}
