import type { ProjectScope } from "../../core/access/scope";
import { safeText } from "../../core/redact/safe-text";
import { fail, notFound, ok, type Result } from "../../core/result";
import { markDeleting } from "../../db/projects/deletion";
import { enqueueTask } from "../../db/projects/jobs";
import { findProject } from "../../db/projects/projects";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";

/**
 * Takes a project away for good: it leaves every list at once, uploads no longer find it, and a job deletes what it
 * held. `confirm` must repeat the slug; a demo needs none, since it can be loaded again and nobody worked in it.
 */
export async function removeProject(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  scope: ProjectScope,
  input: { confirm?: string },
): Promise<Result<{ slug: string }>> {
  const { teamId, projectId, projectSlug } = scope;
  const project = await findProject(deps.db.prisma, teamId, projectId);
  if (!project) return notFound("project", projectSlug);
  if (!project.isDemo && input.confirm !== project.slug) {
    return fail("bad_request", `Type ${project.slug} to delete this project with everything in it.`, {
      field: "confirm",
    });
  }
  return deps.db.withTenant(scope, async (tx) => {
    if (!(await markDeleting(tx, scope, deps.clock.now()))) return notFound("project", projectSlug);
    await recordAudit(deps, tx, scope, {
      action: "project.removed",
      subject: projectId,
      projectId,
      detail: { name: safeText(project.name), slug: safeText(project.slug) },
    });
    await enqueueTask(tx, "delete-project", { teamId, projectId }, `delete-project:${projectId}`);
    return ok({ slug: project.slug });
  });
}
