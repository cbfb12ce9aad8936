import type { TeamScope } from "../../core/access/scope";
import { notFound, ok, type Result } from "../../core/result";
import { findTeamName } from "../../db/teams/teams";
import type { Deps } from "../deps";

export async function getTeam(
  deps: Pick<Deps, "db">,
  { teamId, teamSlug, role }: TeamScope,
): Promise<Result<{ slug: string; name: string; role: string }>> {
  const name = await findTeamName(deps.db.prisma, teamId);
  return name ? ok({ slug: teamSlug, name, role }) : notFound("team", teamSlug);
}
