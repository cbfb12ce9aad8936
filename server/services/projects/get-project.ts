import type { ProjectScope } from "../../core/access/scope";
import { notFound, ok, type Result } from "../../core/result";
import { countDecisions } from "../../db/memory/decision-list";
import { EVERY_RECORD } from "../../db/memory/record-query";
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
  counts: ProjectCountsRow & { decisions: number };
  sources: { kind: string; value: string }[];
}

/** What the frame around a project's pages shows. */
export async function getProject(deps: Pick<Deps, "db">, scope: ProjectScope): Promise<Result<ProjectView>> {
  const { teamId, projectId } = scope;
  const [project, teamName, counts, decisions, sources] = await Promise.all([
    findProject(deps.db.prisma, teamId, projectId),
    findTeamName(deps.db.prisma, teamId),
    countProject(deps.db.prisma, teamId, projectId),
    countDecisions(deps.db, scope, EVERY_RECORD),
    listProjectSources(deps.db.prisma, teamId, projectId),
  ]);
  if (!project || !teamName) return notFound("project", scope.projectSlug);
  return ok({
    ...project,
    teamName,
    counts: { ...counts, decisions },
    sources: sources.map(({ kind, value }) => ({ kind, value })),
  });
}
