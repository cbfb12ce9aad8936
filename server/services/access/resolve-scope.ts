import { keyReaches, onlyProjects } from "../../core/access/key-projects";
import { requireRight } from "../../core/access/refusal";
import { type KeyScope, type Right, ROLES, type Role } from "../../core/access/rights";
import type { Actor, Principal, ProjectScope, TeamScope } from "../../core/access/scope";
import { fail, notFound, ok, type Result } from "../../core/result";
import {
  findMembership,
  findProjectMembership,
  findTeamIdBySlug,
  findTeamSlug,
  type MemberOf,
  type MembershipRow,
  type ProjectMembershipRow,
} from "../../db/teams/membership";
import type { Deps } from "../deps";

type Known = Exclude<Principal, { kind: "anonymous" }>;
type KeyPrincipal = Extract<Principal, { kind: "key" }>;
type AccessDeps = Pick<Deps, "db">;

/**
 * What the principal may do in a team. Missing and foreign teams both answer `not_found`; a known team without the
 * right answers `forbidden` with the role or scope that is needed. Roles are read each time: a change counts at once.
 */
export async function resolveTeamScope(
  deps: AccessDeps,
  principal: Principal,
  teamSlug: string,
  right: Right,
): Promise<Result<TeamScope>> {
  if (principal.kind === "anonymous") return unauthorized(principal);
  const teamId = await findTeamIdBySlug(deps.db.pool, teamSlug);
  if (!teamId || !mayKnowTeam(principal, teamId)) return notFound("team", teamSlug);

  const member = await findMembership(deps.db.pool, teamId, memberOf(principal));
  const role = member && readRole(member.role);
  if (!member || !role) return notFound("team", teamSlug);

  const allowed = requireRight({ role, keyScopes: keyScopesOf(principal) }, right);
  if (!allowed.ok) return allowed;
  return ok({ teamId, teamSlug, role, actor: actorOf(principal, member), ...boundProjects(principal) });
}

/** As `resolveTeamScope`, for a project: the role is the project's override if there is one, else the team's. */
export async function resolveProjectScope(
  deps: AccessDeps,
  principal: Principal,
  teamSlug: string,
  projectSlug: string,
  right: Right,
): Promise<Result<ProjectScope>> {
  if (principal.kind === "anonymous") return unauthorized(principal);
  const teamId = await findTeamIdBySlug(deps.db.pool, teamSlug);
  if (!teamId || !mayKnowTeam(principal, teamId)) return notFound("project", `${teamSlug}/${projectSlug}`);

  const row = await findProjectMembership(deps.db.pool, teamId, memberOf(principal), { slug: projectSlug });
  return toProjectScope(principal, { teamId, teamSlug }, row, right, `${teamSlug}/${projectSlug}`);
}

/**
 * For uploads, where the key gives the team and the session header gives the project (by id after its source was
 * looked up, or by slug). A project that the key does not list answers like a missing one.
 */
export async function resolveKeyProjectScope(
  deps: AccessDeps,
  key: KeyPrincipal,
  project: { readonly id: string } | { readonly slug: string },
  right: Right,
): Promise<Result<ProjectScope>> {
  const name = "id" in project ? project.id : project.slug;
  const [teamSlug, row] = await Promise.all([
    findTeamSlug(deps.db.pool, key.teamId),
    findProjectMembership(deps.db.pool, key.teamId, { memberId: key.memberId }, project),
  ]);
  if (!teamSlug) return notFound("project", name);
  return toProjectScope(key, { teamId: key.teamId, teamSlug }, row, right, name);
}

/** The team of a key, for uploads that name no project yet. */
export async function resolveKeyTeamScope(
  deps: AccessDeps,
  key: KeyPrincipal,
  right: Right,
): Promise<Result<TeamScope>> {
  const teamSlug = await findTeamSlug(deps.db.pool, key.teamId);
  return teamSlug ? resolveTeamScope(deps, key, teamSlug, right) : notFound("team", key.teamId);
}

function toProjectScope(
  principal: Known,
  team: { teamId: string; teamSlug: string },
  row: ProjectMembershipRow | null,
  right: Right,
  name: string,
): Result<ProjectScope> {
  const role = row && readRole(row.overrideRole ?? row.role);
  if (!row || !role) return notFound("project", name);
  if (principal.kind === "key" && !keyReaches(principal.projectIds, row.projectId)) return notFound("project", name);

  const allowed = requireRight({ role, keyScopes: keyScopesOf(principal) }, right);
  if (!allowed.ok) return allowed;
  const { projectId, projectSlug, timeZone } = row;
  return ok({
    ...team,
    role,
    actor: actorOf(principal, row),
    ...boundProjects(principal),
    projectId,
    projectSlug,
    timeZone,
  });
}

function unauthorized<T>({ reason }: Extract<Principal, { kind: "anonymous" }>): Result<T> {
  return fail("unauthorized", reason ?? "Sign in first, or send an API key: Authorization: Bearer cst_….");
}

function mayKnowTeam(principal: Known, teamId: string): boolean {
  return principal.kind === "user" || principal.teamId === teamId;
}

function memberOf(principal: Known): MemberOf {
  return principal.kind === "user" ? { userId: principal.userId } : { memberId: principal.memberId };
}

function keyScopesOf(principal: Known): readonly KeyScope[] | null {
  return principal.kind === "key" ? principal.scopes : null;
}

function actorOf(principal: Known, { memberId, name }: MembershipRow): Actor {
  return principal.kind === "key"
    ? { kind: "key", memberId, keyId: principal.keyId, name }
    : { kind: "member", memberId, keyId: null, name };
}

function boundProjects(principal: Known): Pick<TeamScope, "onlyProjectIds"> {
  const only = principal.kind === "key" ? onlyProjects(principal.projectIds) : null;
  return only ? { onlyProjectIds: only } : {};
}

/** A role that this version does not know (written by a newer one) gives nothing. */
function readRole(role: string): Role | null {
  return ROLES.find((known) => known === role) ?? null;
}
