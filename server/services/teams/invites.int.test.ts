import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Role } from "@/server/core/access/rights";
import { createTestDatabase } from "@/server/testing/test-database";
import { resolveProjectScope, resolveTeamScope } from "../access/resolve-scope";
import {
  aPerson,
  aTeam,
  type PersonPrincipal,
  type TeamFixture,
  type TestDeps,
  testDeps,
  value,
} from "../testing/team-fixture";
import { acceptInvite } from "./accept-invite";
import { createInvite, type NewInviteInput } from "./create-invite";
import { listInvites } from "./list-invites";
import { listTeamMembers } from "./list-members";
import { openInvite } from "./open-invite";
import { removeMember } from "./remove-member";
import { restoreInvite, revokeInvite } from "./revoke-invite";
import { setMemberRole } from "./set-member-role";
import { setProjectRole } from "./set-project-role";

const DAY_MS = 86_400_000;

let deps: TestDeps;
let drop: () => Promise<void>;
let team: TeamFixture;
beforeAll(async () => {
  const database = await createTestDatabase();
  deps = testDeps(database.url);
  drop = async () => {
    await deps.db.close();
    await database.drop();
  };
});
afterAll(() => drop());
beforeEach(async () => {
  team = await aTeam(deps);
});

async function scopeOf(role: Role) {
  return value(await resolveTeamScope(deps, team.people[role], team.slug, "team:read"));
}

async function tryInvite(input: Partial<NewInviteInput> = {}, by: Role = "admin") {
  return createInvite(deps, await scopeOf(by), { role: "member", email: null, expiresInDays: 7, ...input });
}

async function invite(input: Partial<NewInviteInput> = {}, by: Role = "admin") {
  return value(await tryInvite(input, by));
}

const look = async (token: string, person?: PersonPrincipal) =>
  value(await openInvite(deps, person ?? { kind: "anonymous" }, token));

describe("an invitation", () => {
  it("tells whoever holds it who invites to what, and lets one person in with its role", async () => {
    const { token } = await invite({ role: "viewer" });
    expect(await look(token)).toEqual({
      team: "Harbor",
      invitedBy: "Adam Admin",
      role: "viewer",
      email: null,
      state: "open",
      expiresAt: new Date(deps.clock.now().getTime() + 7 * DAY_MS),
      you: null,
    });
    const nora = aPerson("Nora New");
    expect(await look(token, nora)).toMatchObject({ you: { email: nora.email, fits: true, memberOf: null } });
    expect(value(await acceptInvite(deps, nora, token))).toEqual({ team: team.slug, joined: true });
    const scope = value(await resolveTeamScope(deps, nora, team.slug, "team:read"));
    expect([scope.role, scope.actor.name]).toEqual(["viewer", "Nora New"]);
    expect(value(await listInvites(deps, await scopeOf("admin")))).toEqual([]);
  });

  it("is harmless to accept twice, by the same person and by a member", async () => {
    const { token } = await invite({ role: "viewer" });
    const nora = aPerson("Nora New");
    const answers = await Promise.all([1, 2, 3].map(() => acceptInvite(deps, nora, token)));
    expect(answers.map((answer) => value(answer).joined).sort()).toEqual([false, false, true]);
    expect(value(await acceptInvite(deps, team.people.member, token))).toEqual({ team: team.slug, joined: false });
    expect((await scopeOf("member")).role).toBe("member");
    expect(value(await listTeamMembers(deps, team.scope))).toHaveLength(5);
  });

  it("lets in one of several who open it at once; the others hear whom to ask", async () => {
    const { token } = await invite();
    const people = Array.from({ length: 5 }, (_, at) => aPerson(`Person ${at}`));
    const answers = await Promise.all(people.map((person) => acceptInvite(deps, person, token)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({
      fault: { code: "conflict", message: "This invitation was used already. Ask Adam Admin for a new one." },
    });
    expect(await deps.db.prisma.member.count({ where: { teamId: team.teamId } })).toBe(5);
  });

  it("bound to an address lets nobody else in, and says for whom it is", async () => {
    const nora = aPerson("Nora New");
    const { token } = await invite({ email: `  ${nora.email.toUpperCase()} ` });
    const mallory = aPerson("Mallory");
    expect(await look(token, mallory)).toMatchObject({ email: nora.email, you: { fits: false } });
    const refused = await acceptInvite(deps, mallory, token);
    expect(refused).toMatchObject({ ok: false, fault: { code: "forbidden" } });
    expect(!refused.ok && refused.fault.message).toContain(nora.email);
    expect(value(await acceptInvite(deps, nora, token)).joined).toBe(true);
  });

  it("ends with its time, and is listed a while longer so that its sender sees why", async () => {
    const { token } = await invite({ expiresInDays: 1 });
    deps.advance(DAY_MS);
    expect((await look(token)).state).toBe("expired");
    expect(await acceptInvite(deps, aPerson("Late"), token)).toMatchObject({
      ok: false,
      fault: { message: "This invitation is over. Ask Adam Admin for a new one." },
    });
    expect(value(await listInvites(deps, await scopeOf("admin")))).toMatchObject([{ state: "expired" }]);
    deps.advance(14 * DAY_MS + 1);
    expect(value(await listInvites(deps, await scopeOf("admin")))).toEqual([]);
  });

  it("is revoked, which is taken back within a minute", async () => {
    const { id, token } = await invite();
    const admin = await scopeOf("admin");
    value(await revokeInvite(deps, admin, id));
    value(await revokeInvite(deps, admin, id));
    expect((await look(token)).state).toBe("revoked");
    expect(await acceptInvite(deps, aPerson("Late"), token)).toMatchObject({ ok: false, fault: { code: "conflict" } });
    value(await restoreInvite(deps, admin, id));
    expect((await look(token)).state).toBe("open");
    value(await revokeInvite(deps, admin, id));
    deps.advance(60_001);
    expect(await restoreInvite(deps, admin, id)).toMatchObject({ ok: false, fault: { code: "conflict" } });
  });

  it("cannot be revoked once somebody came in by it", async () => {
    const { id, token } = await invite();
    value(await acceptInvite(deps, aPerson("Nora"), token));
    expect(await revokeInvite(deps, await scopeOf("admin"), id)).toMatchObject({
      ok: false,
      fault: { code: "conflict" },
    });
  });

  it("counts only while its author could still give the role", async () => {
    const byAdmin = await invite();
    value(await setMemberRole(deps, await scopeOf("owner"), { memberId: team.memberIds.admin, role: "member" }));
    expect((await look(byAdmin.token)).state).toBe("revoked");
    value(await setMemberRole(deps, await scopeOf("owner"), { memberId: team.memberIds.admin, role: "admin" }));
    expect((await look(byAdmin.token)).state).toBe("open");
    value(await removeMember(deps, await scopeOf("owner"), team.memberIds.admin));
    expect(await acceptInvite(deps, aPerson("Late"), byAdmin.token)).toMatchObject({ ok: false });
  });

  it("by an admin never makes an owner, also not one whose revocation an admin takes back", async () => {
    expect(await tryInvite({ role: "owner" })).toMatchObject({
      ok: false,
      fault: { code: "forbidden", field: "role" },
    });
    const { id, token } = await invite({ role: "owner" }, "owner");
    const admin = await scopeOf("admin");
    value(await revokeInvite(deps, admin, id));
    expect(await restoreInvite(deps, admin, id)).toMatchObject({ ok: false, fault: { code: "forbidden" } });
    expect((await look(token)).state).toBe("revoked");
  });

  it("names the field of a bad address, and a member who is here already", async () => {
    expect(await tryInvite({ email: "ada" })).toMatchObject({
      ok: false,
      fault: { code: "bad_request", field: "email" },
    });
    expect(await tryInvite({ email: team.people.viewer.email.toUpperCase() })).toMatchObject({
      ok: false,
      fault: { code: "conflict", field: "email" },
    });
  });

  it("brings back the same member, with the new role and no roles of single projects", async () => {
    const { people, memberIds, project } = team;
    const owner = await scopeOf("owner");
    value(await setProjectRole(deps, owner, { memberId: memberIds.member, project: project.slug, role: "admin" }));
    value(await removeMember(deps, owner, memberIds.member));
    const { token } = await invite({ role: "viewer", email: people.member.email });
    value(await acceptInvite(deps, { ...people.member, name: "Mia Married" }, token));
    const scope = value(await resolveProjectScope(deps, people.member, team.slug, project.slug, "project:read"));
    expect([scope.actor.memberId, scope.role, scope.actor.name]).toEqual([memberIds.member, "viewer", "Mia Married"]);
  });

  it("belongs to its team: another one neither lists nor revokes it", async () => {
    const { id } = await invite();
    const foreign = await aTeam(deps, "Foreign");
    expect(value(await listInvites(deps, foreign.scope))).toEqual([]);
    expect(await revokeInvite(deps, foreign.scope, id)).toMatchObject({ ok: false, fault: { code: "not_found" } });
  });

  it("stands in no table in a form that opens anything", async () => {
    const { token } = await invite();
    for (const table of ["invite", "lookup_invite", "audit_entry"]) {
      const { rows } = await deps.db.pool.query(`SELECT * FROM ${table}`);
      expect(JSON.stringify(rows)).not.toContain(token);
    }
    expect(await openInvite(deps, { kind: "anonymous" }, "guess")).toMatchObject({
      ok: false,
      fault: { code: "not_found" },
    });
  });
});
