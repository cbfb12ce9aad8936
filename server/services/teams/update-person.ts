import { safeText } from "../../core/redact/safe-text";
import { findMemberOfUser, updateMember } from "../../db/teams/members";
import { listTeamIdsOfUser } from "../../db/teams/teams";
import type { Deps } from "../deps";
import type { Person } from "./create-team";

/** Carries a person's new name and address into their teams, one transaction a team. What they wrote shows it at once. */
export async function updatePerson(deps: Pick<Deps, "db">, person: Person): Promise<void> {
  const { userId, email } = person;
  const name = safeText(person.name);
  for (const teamId of await listTeamIdsOfUser(deps.db.prisma, userId)) {
    await deps.db.withTenant({ teamId }, async (tx) => {
      const member = await findMemberOfUser(tx, teamId, userId);
      if (!member || (member.name === name && member.email === email)) return;
      await updateMember(tx, teamId, member.id, { name, email });
    });
  }
}
