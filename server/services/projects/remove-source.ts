import type { ProjectScope } from "../../core/access/scope";
import { notFound, ok, type Result } from "../../core/result";
import type { SourceKind } from "../../core/teams/project-source";
import { deleteProjectSource } from "../../db/projects/projects";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import type { ProjectSource } from "./add-source";
import { cleanSource } from "./clean-source";

/** Sessions that arrived from it stay; later ones find no project by it. */
export async function removeProjectSource(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  scope: ProjectScope,
  input: { kind: SourceKind; value: string },
): Promise<Result<ProjectSource>> {
  const source = cleanSource(input.kind, input.value, "value");
  if (!source.ok) return source;
  const { kind, value } = source.value;
  return deps.db.withTenant(scope, async (tx) => {
    const removed = await deleteProjectSource(tx, scope.teamId, { kind, value, projectId: scope.projectId });
    if (!removed) return notFound("source", value);
    await recordAudit(deps, tx, scope, {
      action: "project.source_removed",
      subject: scope.projectId,
      projectId: scope.projectId,
      detail: { source: value },
    });
    return ok({ kind, value });
  });
}
