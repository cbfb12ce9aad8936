import type { Principal, ProjectScope } from "../core/access/scope";
import { fail, ok, type Result } from "../core/result";
import { resolveKeyProjectScope, resolveKeyTeamScope } from "../services/access/resolve-scope";
import type { Deps } from "../services/deps";
import { listTeamProjects } from "../services/projects/list-projects";

export type KeyPrincipal = Extract<Principal, { kind: "key" }>;

const PROJECT_HEADER = "x-steward-project";
const MAX_NAMED = 20;
/** Whatever else an address holds names no project. */
const SLUG = /^[a-z0-9-]{1,64}$/;
const HOW_TO_NAME = `Name one in the header ${PROJECT_HEADER}, or as ?project= in the address.`;

/** A variable that nobody set arrives as nothing, or as its own name where a client puts nothing in its place. */
const UNSET = /^(\$\{[^}]*\})?$/;

/** The project that a request names, in the header before the address; null when it names none. */
export function askedProject({ headers, url }: Request): string | null {
  const names = [headers.get(PROJECT_HEADER), new URL(url).searchParams.get("project")];
  return names.find((name) => name !== null && !UNSET.test(name.trim())) ?? null;
}

/**
 * The project that a client of this key works in: the one that it names, else the only one that the key reaches.
 * Faults list the projects, so that whoever set the client up can choose.
 */
export async function projectOfKey(
  deps: Pick<Deps, "db">,
  key: KeyPrincipal,
  asked: string | null,
): Promise<Result<ProjectScope>> {
  if (asked !== null && SLUG.test(asked)) {
    const found = await resolveKeyProjectScope(deps, key, { slug: asked }, "project:read");
    if (found.ok || found.fault.code !== "not_found") return found;
  }
  const projects = await projectsOf(deps, key);
  if (!projects.ok) return projects;
  const [only, ...others] = projects.value;
  if (only === undefined) return fail("not_found", "This key reaches no project any more. Create a new key.");
  if (asked !== null) {
    const what = `There is no project ${asked.slice(0, 64)} for this key. It reaches ${named(projects.value)}.`;
    return fail("not_found", `${what} ${HOW_TO_NAME}`, { field: PROJECT_HEADER });
  }
  if (others.length === 0) return resolveKeyProjectScope(deps, key, { slug: only }, "project:read");
  const what = `This key reaches ${projects.value.length} projects: ${named(projects.value)}.`;
  return fail("bad_request", `${what} ${HOW_TO_NAME}`, { field: PROJECT_HEADER });
}

async function projectsOf(deps: Pick<Deps, "db">, key: KeyPrincipal): Promise<Result<string[]>> {
  const team = await resolveKeyTeamScope(deps, key, "project:read");
  if (!team.ok) return team;
  const projects = await listTeamProjects(deps, team.value);
  return projects.ok ? ok(projects.value.map(({ slug }) => slug)) : projects;
}

function named(slugs: readonly string[]): string {
  const more = slugs.length > MAX_NAMED ? ` and ${slugs.length - MAX_NAMED} more` : "";
  return `${slugs.slice(0, MAX_NAMED).join(", ")}${more}`;
}
