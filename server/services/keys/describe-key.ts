import { onlyProjects } from "../../core/access/key-projects";
import { can, type KeyScope, ROLES } from "../../core/access/rights";
import type { Principal } from "../../core/access/scope";
import { fail, ok, type Result } from "../../core/result";
import { listProjects } from "../../db/projects/projects";
import { findMembership, findTeamSlug } from "../../db/teams/membership";
import type { Deps } from "../deps";

export interface KeyDescription {
  team: string;
  person: string;
  scopes: readonly KeyScope[];
  /** The projects that the key reaches. */
  projects: { slug: string; name: string }[];
  reachesAll: boolean;
  /** Whether uploads may make a project that does not exist yet. */
  mayCreateProjects: boolean;
}

/** What a key is good for: `steward login` checks a pasted key with it. Any scope may ask. */
export async function describeKey(deps: Pick<Deps, "db">, principal: Principal): Promise<Result<KeyDescription>> {
  if (principal.kind !== "key") {
    const reason = principal.kind === "anonymous" ? principal.reason : undefined;
    return fail("unauthorized", reason ?? "Send an API key: Authorization: Bearer cst_… (Settings, API keys).");
  }
  const { teamId, memberId, scopes, projectIds } = principal;
  const only = onlyProjects(projectIds);
  const [team, member, projects] = await Promise.all([
    findTeamSlug(deps.db.pool, teamId),
    findMembership(deps.db.pool, teamId, { memberId }),
    listProjects(deps.db.prisma, teamId, only),
  ]);
  const role = ROLES.find((known) => known === member?.role);
  if (!team || !member || !role) return fail("unauthorized", "The person of this key is not in its team any more.");
  return ok({
    team,
    person: member.name,
    scopes,
    projects: projects.map(({ slug, name }) => ({ slug, name })),
    reachesAll: only === null,
    mayCreateProjects: only === null && scopes.includes("ingest") && can({ role, keyScopes: null }, "project:create"),
  });
}
