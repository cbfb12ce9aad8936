import { ALL_PROJECTS } from "../../core/access/key-projects";
import { can, type KeyScope } from "../../core/access/rights";
import type { TeamScope } from "../../core/access/scope";
import { fail, ok, type Result } from "../../core/result";
import { insertKey } from "../../db/keys/keys";
import { listProjects } from "../../db/projects/projects";
import { cleanName } from "../access/clean-name";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { newSecret } from "./secret";

export interface NewKeyInput {
  name: string;
  scopes: readonly KeyScope[];
  /** Slugs, or `all` for every project of the team, later ones too. */
  projects: "all" | readonly string[];
  /** null: until it is revoked. */
  expiresInDays: number | null;
}

export interface CreatedKey {
  id: string;
  name: string;
  prefix: string;
  /** Shown to the person once; only its hash is stored. */
  secret: string;
  expiresAt: Date | null;
}

const DAY_MS = 86_400_000;
export const MAX_KEY_DAYS = 3_650;

/** Makes a key of the person who asks. It never does more than that person may do at the time of each call. */
export async function createKey(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  scope: TeamScope,
  input: NewKeyInput,
): Promise<Result<CreatedKey>> {
  const { memberId } = scope.actor;
  if (!memberId || scope.actor.kind !== "member") {
    return fail("forbidden", "Only a signed-in person creates keys. Sign in in the browser and do it there.");
  }
  const name = cleanName(input.name, "key");
  if (!name.ok) return name;
  const scopes = [...new Set(input.scopes)];
  const usable = checkScopes(scope, scopes);
  if (!usable.ok) return usable;
  const projectIds = await idsOf(deps, scope, input.projects);
  if (!projectIds.ok) return projectIds;

  const { secret, prefix, hash } = newSecret();
  const id = deps.ids.next();
  const createdAt = deps.clock.now();
  const expiresAt = input.expiresInDays === null ? null : new Date(createdAt.getTime() + input.expiresInDays * DAY_MS);
  await deps.db.withTenant(scope, async (tx) => {
    await insertKey(tx, scope.teamId, {
      id,
      memberId,
      name: name.value,
      prefix,
      keyHash: hash,
      scopes,
      projectIds: projectIds.value,
      createdAt,
      expiresAt,
    });
    await recordAudit(deps, tx, scope, { action: "key.created", subject: id, detail: { name: name.value, scopes } });
  });
  return ok({ id, name: name.value, prefix, secret, expiresAt });
}

/** A key that could do nothing would only puzzle the person who tries it. */
function checkScopes(scope: TeamScope, scopes: readonly KeyScope[]): Result<true> {
  if (scopes.length === 0) return fail("bad_request", "Choose what the key may do.", { field: "scopes" });
  if (scopes.includes("ingest") && !can({ role: scope.role, keyScopes: null }, "ingest:write")) {
    return fail("forbidden", `Your role here is ${scope.role}; uploading needs member or higher. Leave "upload" out.`, {
      field: "scopes",
    });
  }
  return ok(true);
}

async function idsOf(
  deps: Pick<Deps, "db">,
  scope: TeamScope,
  projects: NewKeyInput["projects"],
): Promise<Result<string[]>> {
  if (projects === "all") return ok([ALL_PROJECTS]);
  if (projects.length === 0) {
    return fail("bad_request", "Choose at least one project, or all of them.", { field: "projects" });
  }
  const known = await listProjects(deps.db.prisma, scope.teamId, null);
  const idOfSlug = new Map(known.map(({ slug, id }) => [slug, id]));
  const ids: string[] = [];
  for (const slug of new Set(projects)) {
    const id = idOfSlug.get(slug);
    if (!id) return fail("bad_request", `There is no project ${slug} in this team.`, { field: "projects" });
    ids.push(id);
  }
  return ok(ids);
}
