import type { TeamScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import { countSessions, listDeletingProjects } from "../../db/projects/deletion";
import type { Deps } from "../deps";

export interface ProjectRemoval {
  slug: string;
  name: string;
  /** Sessions that are still to be deleted; the rest follows them within moments. */
  sessionsLeft: number;
}

/** How far the removal of projects has come. A finished one is in no list. */
export async function listRemovals(deps: Pick<Deps, "db">, scope: TeamScope): Promise<Result<ProjectRemoval[]>> {
  const { teamId } = scope;
  const projects = await listDeletingProjects(deps.db.prisma, teamId);
  const counts = await Promise.all(projects.map(({ id }) => countSessions(deps.db.prisma, { teamId, projectId: id })));
  return ok(projects.map(({ slug, name }, index) => ({ slug, name, sessionsLeft: counts[index] ?? 0 })));
}
