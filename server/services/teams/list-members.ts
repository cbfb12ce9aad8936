import type { TeamScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import { lastActivities } from "../../db/teams/activity";
import { listMembers, type MemberRow } from "../../db/teams/teams";
import type { Deps } from "../deps";

export interface TeamMember {
  id: string;
  name: string;
  email: string;
  role: string;
  joinedAt: Date;
  /** To the minute; null for who never did anything since they joined. */
  lastActiveAt: Date | null;
  /** Roles that differ from the team's in single projects. */
  projectRoles: { project: string; name: string; role: string }[];
  isYou: boolean;
}

export async function listTeamMembers(deps: Pick<Deps, "db">, scope: TeamScope): Promise<Result<TeamMember[]>> {
  const rows = await listMembers(deps.db.prisma, scope.teamId);
  const seen = await lastActivities(deps.db.pool, scope.teamId, rows);
  return ok(rows.map((row) => toMember(row, scope.actor.memberId, seen.get(row.id) ?? null)));
}

function toMember(row: MemberRow, you: string | null, lastActiveAt: Date | null): TeamMember {
  const { id, name, email, role, createdAt, projectMembers } = row;
  const projectRoles = projectMembers.map((override) => ({
    project: override.project.slug,
    name: override.project.name,
    role: override.role,
  }));
  return { id, name, email, role, joinedAt: createdAt, lastActiveAt, projectRoles, isYou: id === you };
}
