import { can } from "../../core/access/rights";
import type { TeamScope } from "../../core/access/scope";
import { safeText } from "../../core/redact/safe-text";
import { fail, notFound, ok, type Result } from "../../core/result";
import { UNDO_MS } from "../../core/teams/member-rules";
import { findKey, setKeyRestored } from "../../db/keys/keys";
import { findMember } from "../../db/teams/members";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { forgetKeys } from "./authenticate-key";

/** Takes a revocation back within a minute, for whoever could revoke the key. After that it is final. */
export async function restoreKey(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  scope: TeamScope,
  keyId: string,
): Promise<Result<{ id: string }>> {
  const restored = await deps.db.withTenant(scope, async (tx): Promise<Result<{ id: string }>> => {
    const key = await findKey(tx, scope.teamId, keyId);
    const mayAct =
      key && (key.memberId === scope.actor.memberId || can({ role: scope.role, keyScopes: null }, "key:any"));
    if (!mayAct) return notFound("key", keyId);
    if (!key.revokedAt) return ok({ id: keyId });
    const person = await findMember(tx, scope.teamId, key.memberId);
    if (person?.removedAt) return fail("conflict", `${person.name} left the team, and their keys with them.`);
    const since = new Date(deps.clock.now().getTime() - UNDO_MS);
    if (!(await setKeyRestored(tx, scope.teamId, keyId, since))) {
      return fail("conflict", "The key was revoked more than a minute ago, so it stays revoked. Create a new one.");
    }
    const detail = { name: safeText(key.name), prefix: safeText(key.prefix) };
    await recordAudit(deps, tx, scope, { action: "key.restored", subject: keyId, detail });
    return ok({ id: keyId });
  });
  forgetKeys(deps.db);
  return restored;
}
