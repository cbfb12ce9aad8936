import { can } from "@/server/core/access/rights";
import type { Principal, ProjectScope } from "@/server/core/access/scope";
import type { SessionHeader } from "@/server/core/events/ingest-batch";
import { safeText } from "@/server/core/redact/safe-text";
import { fail, ok, type Result } from "@/server/core/result";
import { slugOf } from "@/server/core/teams/slug";
import { findProjectId } from "@/server/db/ingest/projects";
import { resolveKeyProjectScope, resolveKeyTeamScope } from "../access/resolve-scope";
import type { Deps } from "../deps";
import { cleanSource } from "../projects/clean-source";
import { createProjectByKey } from "../projects/create-project-by-key";

type KeyPrincipal = Extract<Principal, { kind: "key" }>;
type Told = Pick<SessionHeader, "projectSlug" | "gitRemote" | "root">;

/** One way to the project, as it is looked up and as it is named to people. */
interface Way {
  readonly kind: "slug" | "git_remote" | "root";
  readonly value: string;
  readonly field: "session.projectSlug" | "session.gitRemote" | "session.root";
}

const WORD = { slug: "the slug", git_remote: "git remote", root: "folder" } as const;

/**
 * The project that a session belongs to: the told slug, else its git remote, else its root folder. An unknown one is
 * answered with a proposal; with `create` it is made, when the key's person may make projects. A told slug that is
 * unknown never falls back to the other two: that would be a guess.
 */
export async function resolveProject(
  deps: Deps,
  key: KeyPrincipal,
  told: Told,
  options: { readonly create: boolean },
): Promise<Result<ProjectScope>> {
  const ways = waysOf(told);
  if (!ways.ok) return ways;
  const found = await openFirst(deps, key, ways.value);
  if (found) return found;
  if (!options.create) return proposal(deps, key, told, ways.value);
  const created = await createProjectByKey(deps, key, {
    name: nameFor(told),
    timeZone: "UTC",
    // A root says little beside a remote: every container calls its folder /workspace.
    ...(told.gitRemote === undefined ? { root: told.root } : { gitRemote: told.gitRemote }),
  });
  if (created.ok) return resolveKeyProjectScope(deps, key, { id: created.value.id }, "ingest:write");
  // Another upload may have made it at the same time; then its source leads there.
  const meanwhile = created.fault.code === "conflict" ? await openFirst(deps, key, ways.value) : null;
  return meanwhile ?? created;
}

function waysOf({ projectSlug, gitRemote, root }: Told): Result<Way[]> {
  if (projectSlug !== undefined) return ok([{ kind: "slug", value: projectSlug, field: "session.projectSlug" }]);
  const ways: Way[] = [];
  for (const [kind, value, field] of [
    ["git_remote", gitRemote, "session.gitRemote"],
    ["root", root, "session.root"],
  ] as const) {
    if (value === undefined) continue;
    const source = cleanSource(kind, value, field);
    if (!source.ok) return source;
    ways.push({ kind, field, value: source.value.value });
  }
  if (ways.length > 0) return ok(ways);
  const message = "The session names no project. Send session.projectSlug, session.gitRemote or session.root.";
  return fail("bad_request", message, { field: "session.projectSlug" });
}

/** Null when no way leads to a project. */
async function openFirst(deps: Deps, key: KeyPrincipal, ways: readonly Way[]): Promise<Result<ProjectScope> | null> {
  for (const way of ways) {
    const id = await findProjectId(deps.db.pool, key.teamId, way.kind, way.value);
    if (id) return open(deps, key, id, way);
  }
  return null;
}

async function open(deps: Deps, key: KeyPrincipal, id: string, way: Way): Promise<Result<ProjectScope>> {
  const scope = await resolveKeyProjectScope(deps, key, { id }, "ingest:write");
  if (scope.ok || scope.fault.code !== "not_found") return scope;
  return fail("not_found", `This key reaches no project for ${named(way)}. Use a key that lists the project.`, {
    field: way.field,
  });
}

async function proposal(
  deps: Deps,
  key: KeyPrincipal,
  told: Told,
  ways: readonly Way[],
): Promise<Result<ProjectScope>> {
  const team = await resolveKeyTeamScope(deps, key, "ingest:write");
  if (!team.ok) return team;
  const slug = slugOf("project", nameFor(told));
  const remedy = can({ role: team.value.role, keyScopes: null }, "project:create")
    ? `Send create: true to make the project "${slug}", or session.projectSlug of one that exists.`
    : `Send session.projectSlug of one that exists, or ask an admin of the team to make "${slug}".`;
  const [way] = ways;
  return fail("not_found", `No project is known for ${way ? named(way) : "this session"}. ${remedy}`, {
    field: way?.field ?? "session",
  });
}

/** The last part of what was told: `app` for git@github.com:acme/app.git. */
function nameFor({ projectSlug, gitRemote, root }: Told): string {
  const told = projectSlug ?? gitRemote?.trim().replace(/\.git\/?$/i, "") ?? root ?? "";
  return (
    told
      .split(/[\\/:]/)
      .filter(Boolean)
      .at(-1) ?? "project"
  );
}

function named({ kind, value }: Way): string {
  return `${WORD[kind]} ${safeText(value)}`;
}
