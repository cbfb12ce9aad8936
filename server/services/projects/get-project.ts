import type { ProjectScope } from "../../core/access/scope";
import { notFound, ok, type Result } from "../../core/result";
import {
  countProject,
  findProject,
  listProjectSources,
  type ProjectCountsRow,
  type ProjectRow,
} from "../../db/projects/projects";
import { findTeamName } from "../../db/teams/teams";
import type { Deps } from "../deps";

export interface ProjectView extends ProjectRow {
  teamName: string;
  counts: ProjectCountsRow;
  sources: { kind: string; value: string }[];
}

/** What the frame around a project's pages shows. */
export async function getProject(deps: Pick<Deps, "db">, scope: ProjectScope): Promise<Result<ProjectView>> {
  const { teamId, projectId } = scope;
  const [project, teamName, counts, sources] = await Promise.all([
    findProject(deps.db.prisma, teamId, projectId),
    findTeamName(deps.db.prisma, teamId),
    countProject(deps.db.prisma, teamId, projectId),
    listProjectSources(deps.db.prisma, teamId, projectId),
  ]);
  if (!project || !teamName) return notFound("project", scope.projectSlug);
  return ok({ ...project, teamName, counts, sources: sources.map(({ kind, value }) => ({ kind, value })) });
}
