import { can } from "../../core/access/rights";
import type { TeamScope } from "../../core/access/scope";
import { safeText } from "../../core/redact/safe-text";
import { notFound, ok, type Result } from "../../core/result";
import { findKey, setKeyRevoked } from "../../db/keys/keys";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { forgetKeys } from "./authenticate-key";

/** Ends a key for good: at once here, within seconds in other processes. Revoking it again changes nothing. */
export async function revokeKey(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  scope: TeamScope,
  keyId: string,
): Promise<Result<{ id: string; revokedAt: Date }>> {
  const result = await deps.db.withTenant(scope, async (tx): Promise<Result<{ id: string; revokedAt: Date }>> => {
    const key = await findKey(tx, scope.teamId, keyId);
    const mayEnd =
      key && (key.memberId === scope.actor.memberId || can({ role: scope.role, keyScopes: null }, "key:any"));
    if (!mayEnd) return notFound("key", keyId);
    if (key.revokedAt) return ok({ id: keyId, revokedAt: key.revokedAt });

    const revokedAt = deps.clock.now();
    if (await setKeyRevoked(tx, scope.teamId, keyId, revokedAt)) {
      const detail = { name: safeText(key.name), prefix: safeText(key.prefix) };
      await recordAudit(deps, tx, scope, { action: "key.revoked", subject: keyId, detail });
    }
    return ok({ id: keyId, revokedAt });
  });
  forgetKeys(deps.db);
  return result;
}
