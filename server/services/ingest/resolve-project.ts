import { keyReaches } from "@/server/core/access/key-projects";
import { requireRight } from "@/server/core/access/refusal";
import { can } from "@/server/core/access/rights";
import type { Principal, ProjectScope } from "@/server/core/access/scope";
import type { SessionHeader } from "@/server/core/events/ingest-batch";
import { normalizeGitRemote, normalizeRoot, suggestSlug } from "@/server/core/events/project-source";
import { safeText } from "@/server/core/redact/safe-text";
import { fail, type Result } from "@/server/core/result";
import { findKeyProjectIds } from "@/server/db/ingest/keys";
import {
  addProjectToKey,
  findProjectBySource,
  insertProject,
  insertSource,
  type ProjectSource,
} from "@/server/db/ingest/projects";
import { resolveKeyProjectScope, resolveKeyTeamScope } from "../access/resolve-scope";
import type { Deps } from "../deps";

type KeyPrincipal = Extract<Principal, { kind: "key" }>;
type Sources = Pick<SessionHeader, "projectSlug" | "gitRemote" | "root">;

/** Longer values do not fit an index row of the database (2,704 bytes). */
const MAX_SOURCE_BYTES = 2_000;
const MAX_SLUG_TRIES = 50;

/**
 * The project that a session belongs to: the told slug, else its git remote, else its root folder. An unknown one is
 * answered with a proposal; with `create` it is made, when the key's person may make projects. A slug that is told and
 * unknown never falls back to the other two: that would be a guess.
 */
export async function resolveProject(
  deps: Deps,
  key: KeyPrincipal,
  header: Sources,
  options: { create: boolean },
): Promise<Result<ProjectScope>> {
  const sources = sourcesOf(header);
  if (!sources.ok) return sources;
  for (const source of sources.value) {
    const projectId = await findProjectBySource(deps.db.pool, key.teamId, source);
    if (projectId) return openProject(deps, key, projectId, source);
  }
  return options.create ? createProject(deps, key, header, sources.value) : proposal(deps, key, header, sources.value);
}

function sourcesOf({ projectSlug, gitRemote, root }: Sources): Result<ProjectSource[]> {
  const sources: ProjectSource[] = [];
  if (projectSlug !== undefined) sources.push({ kind: "slug", value: projectSlug });
  else {
    const remote = gitRemote === undefined ? null : normalizeGitRemote(gitRemote);
    if (remote !== null) sources.push({ kind: "git", value: safeText(remote) });
    if (root !== undefined) sources.push({ kind: "root", value: safeText(normalizeRoot(root)) });
  }
  if (sources.length === 0) {
    return fail("bad_request", "The session names no project. Send session.projectSlug, session.gitRemote or session.root.", {
      field: gitRemote === undefined ? "session.projectSlug" : "session.gitRemote",
    });
  }
  const tooLong = sources.find((source) => Buffer.byteLength(source.value) > MAX_SOURCE_BYTES);
  if (tooLong) {
    const field = fieldOf(tooLong);
    return fail("bad_request", `${field} has more than ${MAX_SOURCE_BYTES} bytes. Send session.projectSlug instead.`, { field });
  }
  return { ok: true, value: sources };
}

async function openProject(
  deps: Deps,
  key: KeyPrincipal,
  projectId: string,
  source: ProjectSource,
): Promise<Result<ProjectScope>> {
  const projectIds = await currentProjectIds(deps, key, projectId);
  const scope = await resolveKeyProjectScope(deps, { ...key, projectIds }, { id: projectId }, "ingest:write");
  if (scope.ok || scope.fault.code !== "not_found") return scope;
  return fail(
    "not_found",
    `This key may not write to the project of ${inWords(source)}. ` +
      "Add the project to the key under Settings, API keys, or use a key that lists it.",
    { field: fieldOf(source) },
  );
}

/** Keys are remembered for seconds; a project that was just made with this key must count at once. */
async function currentProjectIds(deps: Deps, key: KeyPrincipal, projectId: string): Promise<readonly string[]> {
  if (keyReaches(key.projectIds, projectId)) return key.projectIds;
  return findKeyProjectIds(deps.db.pool, key.teamId, key.keyId);
}

async function proposal(
  deps: Deps,
  key: KeyPrincipal,
  header: Sources,
  sources: readonly ProjectSource[],
): Promise<Result<ProjectScope>> {
  const team = await resolveKeyTeamScope(deps, key, "ingest:write");
  if (!team.ok) return team;
  const [source] = sources;
  const mayCreate = can({ role: team.value.role, keyScopes: null }, "project:create");
  const slug = slugFor(header);
  const remedy = mayCreate
    ? `Send create: true to make the project "${slug}", or session.projectSlug for one that exists.`
    : `Send session.projectSlug for one that exists, or ask an admin to make "${slug}".`;
  return fail("not_found", `No project is known for ${source ? inWords(source) : "this session"}. ${remedy}`, {
    field: source ? fieldOf(source) : "session",
  });
}

async function createProject(
  deps: Deps,
  key: KeyPrincipal,
  header: Sources,
  sources: readonly ProjectSource[],
): Promise<Result<ProjectScope>> {
  const team = await resolveKeyTeamScope(deps, key, "ingest:write");
  if (!team.ok) return team;
  const allowed = requireRight({ role: team.value.role, keyScopes: null }, "project:create");
  if (!allowed.ok) return allowed;
  const wanted = slugFor(header);
  const now = deps.clock.now();
  const project = { id: deps.ids.next(), name: safeText(nameFor(header, wanted)), now };
  await deps.db.withTenantSql(key, async (sql) => {
    let slug = wanted;
    for (let attempt = 2; !(await insertProject(sql, key.teamId, { ...project, slug })); attempt++) {
      if (attempt > MAX_SLUG_TRIES) throw new Error(`No free slug was found for ${wanted}.`);
      slug = `${wanted}-${attempt}`;
    }
    // A root says little beside a remote: every container calls its folder /workspace.
    const kept = sources.filter(({ kind }) => kind === "git" || (kind === "root" && sources.length === 1));
    for (const source of kept) await insertSource(sql, key.teamId, project.id, source, now);
    await addProjectToKey(sql, key.teamId, key.keyId, project.id);
  });
  // Another upload may have made it at the same time; then its source leads there.
  const winner = sources[0] ? await findProjectBySource(deps.db.pool, key.teamId, sources[0]) : null;
  const projectId = winner ?? project.id;
  const projectIds = await currentProjectIds(deps, key, projectId);
  return resolveKeyProjectScope(deps, { ...key, projectIds }, { id: projectId }, "ingest:write");
}

function slugFor({ projectSlug, gitRemote, root }: Sources): string {
  const remote = gitRemote === undefined ? null : normalizeGitRemote(gitRemote);
  return suggestSlug(projectSlug ?? remote ?? root ?? "");
}

function nameFor({ projectSlug, gitRemote, root }: Sources, slug: string): string {
  const from = projectSlug ?? gitRemote?.replace(/\.git$/, "") ?? root ?? slug;
  return from.split(/[\\/:]/).filter(Boolean).at(-1) ?? slug;
}

function fieldOf({ kind }: ProjectSource): string {
  return { slug: "session.projectSlug", git: "session.gitRemote", root: "session.root" }[kind];
}

function inWords({ kind, value }: ProjectSource): string {
  return `${{ slug: "the slug", git: "git remote", root: "folder" }[kind]} ${safeText(value)}`;
}
