import type { TeamScope } from "../../core/access/scope";
import { type SafeText, safeText } from "../../core/redact/safe-text";
import { fail, notFound, ok, type Result } from "../../core/result";
import { isReservedSlug, SLUG_SHAPE } from "../../core/teams/slug";
import { lockMembership } from "../../db/teams/members";
import { claimTeamSlug, findTeam, releaseTeamSlug, updateTeam } from "../../db/teams/teams";
import { cleanName } from "../access/clean-name";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";

interface Change {
  name?: SafeText;
  slug?: SafeText;
}

type TeamDeps = Pick<Deps, "db" | "clock" | "ids">;

/**
 * Changes the name, the slug or both. Every address of the team begins with the slug, so links that were sent stop
 * working when it changes; keys and uploads go on, since they know the team by its key.
 */
export async function changeTeam(
  deps: TeamDeps,
  scope: TeamScope,
  input: { name?: string; slug?: string },
): Promise<Result<{ slug: string; name: string }>> {
  const change = readChange(input);
  if (!change.ok) return change;
  return deps.db.withTenant(scope, async (tx): Promise<Result<{ slug: string; name: string }>> => {
    // Two owners may rename at once; each must give the slug free that is in force at that moment.
    await lockMembership(tx, scope.teamId);
    const team = await findTeam(tx, scope.teamId);
    if (!team) return notFound("team", scope.teamSlug);
    const after = { ...team, ...change.value };
    if (after.slug !== team.slug && !(await claimTeamSlug(tx, after.slug, scope.teamId))) {
      const message = `Another team of this server has the address ${after.slug}. Choose another one.`;
      return fail("conflict", message, { field: "slug" });
    }
    if (after.slug !== team.slug) await releaseTeamSlug(tx, team.slug, scope.teamId);
    if (after.slug !== team.slug || after.name !== team.name) {
      await updateTeam(tx, scope.teamId, change.value);
      const detail = { from: safeText(`${team.name} (${team.slug})`), to: safeText(`${after.name} (${after.slug})`) };
      await recordAudit(deps, tx, scope, { action: "team.updated", subject: scope.teamId, detail });
    }
    return ok(after);
  });
}

function readChange(input: { name?: string; slug?: string }): Result<Change> {
  const change: Change = {};
  if (input.name !== undefined) {
    const name = cleanName(input.name, "team");
    if (!name.ok) return name;
    change.name = name.value;
  }
  if (input.slug !== undefined) {
    const slug = readSlug(input.slug);
    if (!slug.ok) return slug;
    change.slug = slug.value;
  }
  return ok(change);
}

function readSlug(raw: string): Result<SafeText> {
  const slug = raw.trim().toLowerCase();
  if (!SLUG_SHAPE.test(slug)) {
    return fail("bad_request", "Use small letters, digits and hyphens, 40 at the most: harbor-tools.", {
      field: "slug",
    });
  }
  if (!isReservedSlug("team", slug)) return ok(safeText(slug));
  return fail("bad_request", `The program itself uses the address ${slug}. Choose another one.`, { field: "slug" });
}
