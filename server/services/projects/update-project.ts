import type { ProjectScope } from "../../core/access/scope";
import type { SafeText } from "../../core/redact/safe-text";
import { notFound, ok, type Result } from "../../core/result";
import { enqueueTask } from "../../db/projects/jobs";
import { findProject, type ProjectRow, updateProject } from "../../db/projects/projects";
import { cleanName } from "../access/clean-name";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { checkTimeZone } from "./check-time-zone";

/**
 * Changes name or time zone. The slug stays, so that links and configuration files keep working. The hours of all
 * figures are cut in the zone, so with another one every session is judged again: zones whose offset is no whole hour
 * begin their hours elsewhere.
 */
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
  const { teamId, projectId } = scope;
  await deps.db.withTenant(scope, async (tx) => {
    await updateProject(tx, teamId, projectId, change);
    await recordAudit(deps, tx, scope, {
      action: "project.updated",
      subject: projectId,
      projectId,
      detail: { fields: Object.keys(change) },
    });
    if (change.timeZone === undefined || change.timeZone === scope.timeZone) return;
    // A key of its own: a policy that is saved meanwhile asks for less and must not take this job's place.
    await enqueueTask(tx, "reanalyse-project", { teamId, projectId, force: true }, `change-zone:${projectId}`);
  });
  const project = await findProject(deps.db.prisma, teamId, projectId);
  return project ? ok(project) : notFound("project", scope.projectSlug);
}
