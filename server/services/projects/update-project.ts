import type { ProjectScope } from "../../core/access/scope";
import type { SafeText } from "../../core/redact/safe-text";
import { notFound, ok, type Result } from "../../core/result";
import { findProject, type ProjectRow, updateProject } from "../../db/projects/projects";
import { cleanName } from "../access/clean-name";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { checkTimeZone } from "./check-time-zone";

/** Changes name or time zone. The slug stays, so that links and configuration files keep working. */
export async function changeProject(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  scope: ProjectScope,
  input: { name?: string; timeZone?: string },
): Promise<Result<ProjectRow>> {
  const change: { name?: SafeText; timeZone?: string } = {};
  if (input.name !== undefined) {
    const name = cleanName(input.name, "project");
    if (!name.ok) return name;
    change.name = name.value;
  }
  if (input.timeZone !== undefined) {
    const timeZone = await checkTimeZone(deps, input.timeZone);
    if (!timeZone.ok) return timeZone;
    change.timeZone = timeZone.value;
  }
  await deps.db.withTenant(scope, async (tx) => {
    await updateProject(tx, scope.teamId, scope.projectId, change);
    await recordAudit(deps, tx, scope, {
      action: "project.updated",
      subject: scope.projectId,
      projectId: scope.projectId,
      detail: { fields: Object.keys(change) },
    });
  });
  const project = await findProject(deps.db.prisma, scope.teamId, scope.projectId);
  return project ? ok(project) : notFound("project", scope.projectSlug);
}
