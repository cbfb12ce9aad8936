import type { TeamScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import { listProjects, type ProjectRow } from "../../db/projects/projects";
import type { Deps } from "../deps";

/** The projects of the team; a key sees only those of its list. */
export async function listTeamProjects(deps: Pick<Deps, "db">, scope: TeamScope): Promise<Result<ProjectRow[]>> {
  return ok(await listProjects(deps.db.prisma, scope.teamId, scope.onlyProjectIds ?? null));
}
