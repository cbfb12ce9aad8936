import type { TeamScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import { listMembers, type MemberRow } from "../../db/teams/teams";
import type { Deps } from "../deps";

export interface TeamMember {
  id: string;
  name: string;
  email: string;
  role: string;
  joinedAt: Date;
  /** Roles that differ from the team's in single projects. */
  projectRoles: { project: string; name: string; role: string }[];
  isYou: boolean;
}

export async function listTeamMembers(deps: Pick<Deps, "db">, scope: TeamScope): Promise<Result<TeamMember[]>> {
  const rows = await listMembers(deps.db.prisma, scope.teamId);
  return ok(rows.map((row) => toMember(row, scope.actor.memberId)));
}

function toMember(row: MemberRow, you: string | null): TeamMember {
  const { id, name, email, role, createdAt, projectMembers } = row;
  const projectRoles = projectMembers.map((override) => ({
    project: override.project.slug,
    name: override.project.name,
    role: override.role,
  }));
  return { id, name, email, role, joinedAt: createdAt, projectRoles, isYou: id === you };
}
