import { ok, type Result } from "../../core/result";
import { findTeamOfUser, listTeamIdsOfUser } from "../../db/teams/teams";
import type { Deps } from "../deps";

export interface MyTeam {
  name: string;
  slug: string;
  role: string;
}

/** The teams of a person, oldest first. One query a team, since a query never spans two teams. */
export async function listMyTeams(deps: Pick<Deps, "db">, userId: string): Promise<Result<MyTeam[]>> {
  const teamIds = await listTeamIdsOfUser(deps.db.prisma, userId);
  const teams = await Promise.all(teamIds.map((teamId) => findTeamOfUser(deps.db.prisma, teamId, userId)));
  const mine = teams.filter((team) => team !== null).sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return ok(mine.map(({ name, slug, role }) => ({ name, slug, role })));
}
