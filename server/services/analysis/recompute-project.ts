import { ok, type Result } from "@/server/core/result";
import { findSessionHead, listSessionIds } from "@/server/db/analysis/session";
import type { SkillCell } from "@/server/db/analysis/skills";
import type { TargetCell } from "@/server/db/analysis/targets";
import type { RollupCell } from "@/server/db/sql/rollups";
import type { Deps } from "../deps";
import { loadSession } from "./analyse-session";
import { currentPolicy } from "./current-policy";
import { targetState } from "./target-state";

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
const PAGE = 100;

export interface RecomputedSession {
  readonly sessionId: string;
  readonly client: string;
  readonly cells: readonly RollupCell[];
  readonly targets: readonly TargetCell[];
  readonly skills: readonly SkillCell[];
}

/**
 * The rollups, targets and skills of a project from scratch, session by session, out of what was uploaded and the current policy. Reads
 * only. What is stored must be equal: tests and the repair of a damaged database compare with it.
 */
export async function recomputeProject(
  deps: Deps,
  scope: { readonly teamId: string; readonly projectId: string },
): Promise<Result<RecomputedSession[]>> {
  const { pool } = deps.db;
  const policy = await currentPolicy(pool, scope.teamId, scope.projectId);
  const sessions: RecomputedSession[] = [];
  for (let after = BEFORE_ALL; ; ) {
    const ids = await listSessionIds(pool, scope.teamId, scope.projectId, after, PAGE);
    for (const sessionId of ids) {
      const key = { teamId: scope.teamId, sessionId };
      const head = await findSessionHead(pool, key);
      if (!head) continue;
      const { cells, targets, skills } = targetState(await loadSession(deps, key, head), policy);
      sessions.push({ sessionId, client: head.client, cells, targets, skills });
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < PAGE) return ok(sessions);
    after = last;
  }
}
