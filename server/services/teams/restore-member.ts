import type { TeamScope } from "../../core/access/scope";
import { safeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";
import { UNDO_MS } from "../../core/teams/member-rules";
import { restoreKeysOfMember } from "../../db/keys/keys";
import { updateMember } from "../../db/teams/members";
import { insertUserTeam } from "../../db/teams/teams";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { forgetKeys } from "../keys/authenticate-key";
import { openMember } from "./open-member";

/** Takes a removal back within a minute, with the keys that ended by it. Later, an invitation is the way. */
export async function restoreMember(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  scope: TeamScope,
  memberId: string,
): Promise<Result<{ id: string; keysRestored: number }>> {
  type Restored = Result<{ id: string; keysRestored: number }>;
  const restored = await deps.db.withTenant(scope, async (tx): Promise<Restored> => {
    const opened = await openMember(tx, scope, memberId);
    if (!opened.ok) return opened;
    const { member } = opened.value;
    const { removedAt, userId, name } = member;
    if (!removedAt) return ok({ id: memberId, keysRestored: 0 });
    if (deps.clock.now().getTime() - removedAt.getTime() > UNDO_MS) {
      return fail(
        "conflict",
        `${name} was removed more than a minute ago. Invite them: they come back as the same person.`,
      );
    }
    await updateMember(tx, scope.teamId, memberId, { removedAt: null });
    await insertUserTeam(tx, { userId, teamId: scope.teamId });
    const keysRestored = await restoreKeysOfMember(tx, scope.teamId, memberId, removedAt);
    const detail = { name: safeText(name), keys: keysRestored };
    await recordAudit(deps, tx, scope, { action: "member.restored", subject: memberId, detail });
    return ok({ id: memberId, keysRestored });
  });
  forgetKeys(deps.db);
  return restored;
}
