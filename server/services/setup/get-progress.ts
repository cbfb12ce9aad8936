import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import type { SetupProgress } from "../../core/setup/progress";
import { readSetupProgress } from "../../db/setup/progress";
import type { Deps } from "../deps";

/** How far the person who asks has come on the way to the first chart of this project. */
export async function getSetupProgress(
  deps: Pick<Deps, "db" | "clock">,
  scope: ProjectScope,
): Promise<Result<SetupProgress>> {
  const found = await readSetupProgress(deps.db, scope, scope.actor.memberId, deps.clock.now());
  const subject = { role: scope.role, keyScopes: null };
  return ok({ ...found, may: { makeKey: can(subject, "key:own"), invite: can(subject, "member:write") } });
}
