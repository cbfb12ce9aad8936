import type { TeamScope } from "../../core/access/scope";
import type { SafeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";
import type { SourceKind } from "../../core/teams/project-source";
import { slugCandidate, slugOf } from "../../core/teams/slug";
import type { TenantTx } from "../../db/client";
import { insertProject, type NewProject } from "../../db/projects/projects";
import { cleanName } from "../access/clean-name";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { attachSource } from "./add-source";
import { checkTimeZone } from "./check-time-zone";
import { type CleanSource, cleanSource } from "./clean-source";

export interface NewProjectInput {
  name: string;
  /** IANA name; hours and days of the charts are cut in it. */
  timeZone: string;
  gitRemote?: string;
  root?: string;
  isDemo?: boolean;
}

export interface CreatedProject {
  id: string;
  slug: string;
  name: string;
  timeZone: string;
}

type ProjectDeps = Pick<Deps, "db" | "clock" | "ids">;

const MAX_SLUG_ATTEMPTS = 200;

/** Makes a project. The slug comes from the name; a taken one gets a number. A taken remote makes nothing. */
export async function createProject(
  deps: ProjectDeps,
  scope: TeamScope,
  input: NewProjectInput,
): Promise<Result<CreatedProject>> {
  const checked = await checkInput(deps, input);
  if (!checked.ok) return checked;
  const { name, timeZone, sources } = checked.value;

  return inOneGo(deps, scope, async (tx) => {
    const draft = { id: deps.ids.next(), name, timeZone, isDemo: input.isDemo ?? false, createdAt: deps.clock.now() };
    const slug = await insertWithFreeSlug(tx, scope.teamId, draft);
    if (!slug) return fail("conflict", "Too many projects have this name. Choose another one.", { field: "name" });
    for (const source of sources) {
      const attached = await attachSource(deps, tx, scope, { id: draft.id, name }, source);
      if (!attached.ok) return attached;
    }
    await recordAudit(deps, tx, scope, {
      action: "project.created",
      subject: draft.id,
      projectId: draft.id,
      detail: { name },
    });
    return ok({ id: draft.id, slug, name, timeZone });
  });
}

async function checkInput(
  deps: ProjectDeps,
  input: NewProjectInput,
): Promise<Result<{ name: SafeText; timeZone: string; sources: CleanSource[] }>> {
  const name = cleanName(input.name, "project");
  if (!name.ok) return name;
  const timeZone = await checkTimeZone(deps, input.timeZone);
  if (!timeZone.ok) return timeZone;
  const sources: CleanSource[] = [];
  for (const [kind, value, field] of [
    ["git_remote", input.gitRemote, "gitRemote"],
    ["root", input.root, "root"],
  ] as const satisfies readonly (readonly [SourceKind, string | undefined, string])[]) {
    if (!value?.trim()) continue;
    const source = cleanSource(kind, value, field);
    if (!source.ok) return source;
    sources.push(source.value);
  }
  return ok({ name: name.value, timeZone: timeZone.value, sources });
}

async function insertWithFreeSlug(
  tx: TenantTx,
  teamId: string,
  draft: Omit<NewProject, "slug">,
): Promise<string | null> {
  const base = slugOf("project", draft.name);
  for (let attempt = 1; attempt <= MAX_SLUG_ATTEMPTS; attempt++) {
    const slug = slugCandidate(base, attempt);
    if (await insertProject(tx, teamId, { ...draft, slug })) return slug;
  }
  return null;
}

class Undo extends Error {
  constructor(readonly result: Result<never>) {
    super("undo");
  }
}

/** A fault after the first write takes the whole transaction back, so that no half project stays. */
async function inOneGo<T>(
  deps: ProjectDeps,
  scope: TeamScope,
  work: (tx: TenantTx) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await deps.db.withTenant(scope, async (tx) => {
      const result = await work(tx);
      if (!result.ok) throw new Undo(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Undo) return error.result;
    throw error;
  }
}
