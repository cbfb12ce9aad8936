import type { ProjectScope } from "../../core/access/scope";
import { fail, ok, type Result } from "../../core/result";
import type { SourceKind } from "../../core/teams/project-source";
import type { TenantTx } from "../../db/client";
import { findProjectSource, insertProjectSource } from "../../db/projects/projects";
import { type AuditScope, recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { type CleanSource, cleanSource } from "./clean-source";

export interface ProjectSource {
  kind: SourceKind;
  value: string;
}

/** Says that sessions from this remote or folder belong to the project. Adding it twice is no fault. */
export async function addProjectSource(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  scope: ProjectScope,
  input: { kind: SourceKind; value: string },
): Promise<Result<ProjectSource>> {
  const source = cleanSource(input.kind, input.value, "value");
  if (!source.ok) return source;
  return deps.db.withTenant(scope, (tx) =>
    attachSource(deps, tx, scope, { id: scope.projectId, name: scope.projectSlug }, source.value),
  );
}

/** Inside a transaction: a source of another project of the team answers `conflict` and names that project. */
export async function attachSource(
  deps: Pick<Deps, "clock" | "ids">,
  tx: TenantTx,
  scope: AuditScope,
  project: { id: string; name: string },
  { kind, value, field }: CleanSource,
): Promise<Result<ProjectSource>> {
  const added = await insertProjectSource(tx, scope.teamId, {
    kind,
    value,
    projectId: project.id,
    createdAt: deps.clock.now(),
  });
  if (!added) {
    const owner = await findProjectSource(tx, scope.teamId, kind, value);
    if (owner?.projectId === project.id) return ok({ kind, value });
    return fail(
      "conflict",
      `${value} belongs to the project ${owner?.projectName ?? "of somebody else"} already. Remove it there first.`,
      {
        field,
      },
    );
  }
  await recordAudit(deps, tx, scope, {
    action: "project.source_added",
    subject: project.id,
    projectId: project.id,
    detail: { source: value },
  });
  return ok({ kind, value });
}
