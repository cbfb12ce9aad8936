import { safeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";
import { slugCandidate, slugOf } from "../../core/teams/slug";
import type { TenantTx } from "../../db/client";
import { claimTeamSlug, insertMember, insertTeam } from "../../db/teams/teams";
import { cleanName } from "../access/clean-name";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";

export interface Person {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
}

export interface CreatedTeam {
  teamId: string;
  slug: string;
  name: string;
  /** The person, as owner of the new team. */
  memberId: string;
}

const MAX_SLUG_ATTEMPTS = 50;

/** Makes a team with the person as its owner. The slug comes from the name; a taken one gets a number. */
export async function createTeam(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  person: Person,
  input: { name: string },
): Promise<Result<CreatedTeam>> {
  const name = cleanName(input.name, "team");
  if (!name.ok) return name;
  const teamId = deps.ids.next();
  const memberId = deps.ids.next();
  const createdAt = deps.clock.now();

  return deps.db.withTenant({ teamId }, async (tx) => {
    const slug = await claimFreeSlug(tx, slugOf("team", name.value), teamId);
    if (!slug) return fail("conflict", "Too many teams have this name. Choose another one.", { field: "name" });
    await insertTeam(tx, { teamId, name: name.value, slug, createdAt });
    const { userId, email } = person;
    await insertMember(tx, {
      teamId,
      id: memberId,
      userId,
      name: safeText(person.name),
      email,
      role: "owner",
      createdAt,
    });
    const actor = { kind: "member", memberId, keyId: null, name: person.name } as const;
    await recordAudit(
      deps,
      tx,
      { teamId, actor },
      { action: "team.created", subject: teamId, detail: { name: name.value } },
    );
    return ok({ teamId, slug, name: name.value, memberId });
  });
}

async function claimFreeSlug(tx: TenantTx, slug: string, teamId: string): Promise<string | null> {
  for (let attempt = 1; attempt <= MAX_SLUG_ATTEMPTS; attempt++) {
    const candidate = slugCandidate(slug, attempt);
    if (await claimTeamSlug(tx, candidate, teamId)) return candidate;
  }
  return null;
}
