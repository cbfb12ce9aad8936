import type { TeamScope } from "../../core/access/scope";
import { safeText } from "../../core/redact/safe-text";
import { fail, notFound, ok, type Result } from "../../core/result";
import type { ProjectRole } from "../../core/teams/member-rules";
import { listProjects } from "../../db/projects/projects";
import { clearProjectRoles, findProjectRole, setProjectRole as writeProjectRole } from "../../db/teams/members";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { openMember } from "./open-member";

export interface ChangedProjectRole {
  id: string;
  project: string;
  role: ProjectRole | null;
  before: string | null;
}

/** A role that differs in one project, for the person and their keys; null gives the team's role back. */
export async function setProjectRole(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  scope: TeamScope,
  input: { memberId: string; project: string; role: ProjectRole | null },
): Promise<Result<ChangedProjectRole>> {
  const { memberId, role } = input;
  const projects = await listProjects(deps.db.prisma, scope.teamId, null);
  const project = projects.find(({ slug }) => slug === input.project);
  if (!project) return notFound("project", input.project);
  return deps.db.withTenant(scope, async (tx): Promise<Result<ChangedProjectRole>> => {
    const opened = await openMember(tx, scope, memberId);
    if (!opened.ok) return opened;
    const { member } = opened.value;
    if (member.removedAt) return notFound("member", memberId);
    if (role !== null && member.role === "owner") {
      const message = `${member.name} is an owner, and an owner is one in every project. Change the role in the team first.`;
      return fail("conflict", message, { field: "role" });
    }
    const place = { projectId: project.id, memberId };
    const before = await findProjectRole(tx, scope.teamId, place);
    const changed = { id: memberId, project: project.slug, role, before };
    if (before === role) return ok(changed);
    if (role === null) await clearProjectRoles(tx, scope.teamId, place);
    else await writeProjectRole(tx, scope.teamId, place, { role, createdAt: deps.clock.now() });
    await recordAudit(deps, tx, scope, {
      action: "member.project_role_changed",
      subject: memberId,
      projectId: project.id,
      detail: { name: safeText(member.name), from: safeText(before ?? "team role"), to: safeText(role ?? "team role") },
    });
    return ok(changed);
  });
}
