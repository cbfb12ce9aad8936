import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Role } from "@/server/core/access/rights";
import type { Principal, TeamScope } from "@/server/core/access/scope";
import { createTestDatabase } from "@/server/testing/test-database";
import { resolveProjectScope, resolveTeamScope } from "../access/resolve-scope";
import { authenticateKey } from "../keys/authenticate-key";
import { createKey } from "../keys/create-key";
import { restoreKey } from "../keys/restore-key";
import { revokeKey } from "../keys/revoke-key";
import {
  addMember,
  aPerson,
  aTeam,
  type PersonPrincipal,
  type TeamFixture,
  type TestDeps,
  testDeps,
  value,
} from "../testing/team-fixture";
import { listTeamMembers } from "./list-members";
import { listMyTeams } from "./list-my-teams";
import { leaveTeam, removeMember } from "./remove-member";

import { restoreMember } from "./restore-member";
import { setMemberRole } from "./set-member-role";
import { setProjectRole } from "./set-project-role";
import { updatePerson } from "./update-person";
import { changeTeam } from "./update-team";

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

async function as(person: Principal, fixture = team): Promise<TeamScope> {
  return value(await resolveTeamScope(deps, person, fixture.slug, "team:read"));
}

async function roles(): Promise<Record<string, string>> {
  const members = value(await listTeamMembers(deps, team.scope));
  return Object.fromEntries(members.map(({ name, role }) => [name, role]));
}

async function setRole(by: PersonPrincipal, of: Role, role: Role) {
  return setMemberRole(deps, await as(by), { memberId: team.memberIds[of], role });
}

describe("a change of role", () => {
  it("counts with the next request, and says what the role was before", async () => {
    const { people, slug } = team;
    expect(value(await setRole(people.admin, "viewer", "member"))).toMatchObject({ role: "member", before: "viewer" });
    expect((await resolveTeamScope(deps, people.viewer, slug, "key:own")).ok).toBe(true);
    value(await setRole(people.admin, "viewer", "viewer"));
    expect((await resolveTeamScope(deps, people.viewer, slug, "key:own")).ok).toBe(false);
  });

  it("lets an admin touch no owner and make none", async () => {
    const { people } = team;
    for (const refused of [
      await setRole(people.admin, "owner", "member"),
      await setRole(people.admin, "member", "owner"),
      await setRole(people.admin, "admin", "owner"),
      await removeMember(deps, await as(people.admin), team.memberIds.owner),
    ]) {
      expect(refused).toMatchObject({ ok: false, fault: { code: "forbidden" } });
    }
    expect(await roles()).toEqual({
      "Olga Owner": "owner",
      "Adam Admin": "admin",
      "Mia Member": "member",
      "Vic Viewer": "viewer",
    });
  });

  it("never takes a team its last owner: not by demotion, removal or leaving", async () => {
    const owner = await as(team.people.owner);
    for (const refused of [await setRole(team.people.owner, "owner", "admin"), await leaveTeam(deps, owner)]) {
      expect(refused).toMatchObject({
        ok: false,
        fault: { code: "conflict", message: "Olga Owner is the last owner. Make somebody else an owner first." },
      });
    }
    value(await setRole(team.people.owner, "admin", "owner"));
    value(await leaveTeam(deps, owner));
    expect((await roles())["Adam Admin"]).toBe("owner");
  });

  it.each(["demote each other", "remove each other", "leave", "step down and leave"])(
    "leaves one owner when two %s at once",
    async (what) => {
      const second = aPerson("Olaf Owner");
      const secondId = await addMember(deps, team.teamId, second, "owner");
      const firstId = team.memberIds.owner;
      const [a, b] = [await as(team.people.owner), await as(second)];
      const atOnce: Record<string, () => Promise<{ ok: boolean }>[]> = {
        "demote each other": () => [
          setMemberRole(deps, a, { memberId: secondId, role: "admin" }),
          setMemberRole(deps, b, { memberId: firstId, role: "admin" }),
        ],
        "remove each other": () => [removeMember(deps, a, secondId), removeMember(deps, b, firstId)],
        leave: () => [leaveTeam(deps, a), leaveTeam(deps, b)],
        "step down and leave": () => [
          setMemberRole(deps, a, { memberId: firstId, role: "viewer" }),
          leaveTeam(deps, b),
        ],
      };
      const results = await Promise.all(atOnce[what]?.() ?? []);
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      const owners = await deps.db.prisma.member.count({
        where: { teamId: team.teamId, role: "owner", removedAt: null },
      });
      expect(owners).toBe(1);
    },
  );

  it("finds nobody of another team", async () => {
    const foreign = await aTeam(deps, "Foreign");
    const owner = await as(team.people.owner);
    const memberId = foreign.memberIds.viewer;
    for (const refused of [
      await setMemberRole(deps, owner, { memberId, role: "admin" }),
      await removeMember(deps, owner, memberId),
      await restoreMember(deps, owner, memberId),
      await setProjectRole(deps, owner, { memberId, project: team.project.slug, role: "admin" }),
    ]) {
      expect(refused).toMatchObject({ ok: false, fault: { code: "not_found" } });
    }
  });
});

describe("a removal", () => {
  it("refuses the person's next request and their keys, and keeps their row and what bears their name", async () => {
    const { people, slug, memberIds } = team;
    const key = value(
      await createKey(deps, await as(people.member), {
        name: "Laptop",
        scopes: ["read"],
        projects: "all",
        expiresInDays: null,
      }),
    );
    expect((await authenticateKey(deps, key.secret)).kind).toBe("key");
    expect(value(await removeMember(deps, await as(people.admin), memberIds.member))).toEqual({
      id: memberIds.member,
      name: "Mia Member",
      keysRevoked: 1,
    });
    expect(await resolveTeamScope(deps, people.member, slug, "team:read")).toMatchObject({
      ok: false,
      fault: { code: "not_found" },
    });
    expect(await resolveProjectScope(deps, people.member, slug, team.project.slug, "project:read")).toMatchObject({
      ok: false,
    });
    expect(await authenticateKey(deps, key.secret)).toMatchObject({ kind: "anonymous" });
    expect(value(await listMyTeams(deps, people.member.userId))).toEqual([]);
    expect(await roles()).not.toHaveProperty("Mia Member");
    expect(await deps.db.prisma.member.count({ where: { id: memberIds.member } })).toBe(1);
  });

  it("is taken back within a minute, with the keys that ended by it and no others", async () => {
    const { people, slug, memberIds } = team;
    const member = await as(people.member);
    const make = async (name: string) =>
      value(await createKey(deps, member, { name, scopes: ["read"], projects: "all", expiresInDays: null }));
    const [old, key] = [await make("Old"), await make("Laptop")];
    value(await revokeKey(deps, member, old.id));
    deps.advance(1);
    const admin = await as(people.admin);
    value(await removeMember(deps, admin, memberIds.member));
    deps.advance(59_000);
    expect(value(await restoreMember(deps, admin, memberIds.member))).toEqual({
      id: memberIds.member,
      keysRestored: 1,
    });
    expect((await resolveTeamScope(deps, people.member, slug, "key:own")).ok).toBe(true);
    expect((await authenticateKey(deps, key.secret)).kind).toBe("key");
    expect((await authenticateKey(deps, old.secret)).kind).toBe("anonymous");

    value(await removeMember(deps, admin, memberIds.member));
    deps.advance(60_001);
    expect(await restoreMember(deps, admin, memberIds.member)).toMatchObject({
      ok: false,
      fault: { code: "conflict" },
    });
  });

  it("does not let a person remove themselves by it, nor somebody who was removed act", async () => {
    const { people, memberIds } = team;
    const admin = await as(people.admin);
    expect(await removeMember(deps, admin, memberIds.admin)).toMatchObject({
      ok: false,
      fault: { code: "bad_request" },
    });
    value(await removeMember(deps, await as(people.owner), memberIds.admin));
    // A request of theirs that had passed the door already.
    expect(await removeMember(deps, admin, memberIds.viewer)).toMatchObject({
      ok: false,
      fault: { code: "forbidden" },
    });
  });
});

describe("a role in one project", () => {
  const inProject = (person: Principal, slug = team.project.slug) =>
    resolveProjectScope(deps, person, team.slug, slug, "project:read").then((result) =>
      result.ok ? result.value.role : null,
    );
  const change = async (of: Role, role: "admin" | "member" | "viewer" | null) =>
    setProjectRole(deps, await as(team.people.admin), {
      memberId: team.memberIds[of],
      project: team.project.slug,
      role,
    });

  it("counts there only, for the person and their keys, until it is cleared", async () => {
    const { people } = team;
    const key = value(
      await createKey(deps, await as(people.member), {
        name: "k",
        scopes: ["ingest"],
        projects: "all",
        expiresInDays: null,
      }),
    );
    const upload = async (slug: string) =>
      (await resolveProjectScope(deps, await authenticateKey(deps, key.secret), team.slug, slug, "ingest:write")).ok;
    expect(value(await change("member", "viewer"))).toMatchObject({ role: "viewer", before: null });
    expect([await inProject(people.member), await inProject(people.member, team.secondProject.slug)]).toEqual([
      "viewer",
      "member",
    ]);
    expect([await upload(team.project.slug), await upload(team.secondProject.slug)]).toEqual([false, true]);
    const [row] = value(await listTeamMembers(deps, team.scope)).filter(({ projectRoles }) => projectRoles.length > 0);
    expect(row?.projectRoles).toEqual([{ project: team.project.slug, name: team.project.name, role: "viewer" }]);
    expect(value(await change("member", null))).toMatchObject({ role: null, before: "viewer" });
    expect([await inProject(people.member), await upload(team.project.slug)]).toEqual(["member", true]);
  });

  it("lifts a viewer in one project", async () => {
    value(await change("viewer", "admin"));
    expect(
      (await resolveProjectScope(deps, team.people.viewer, team.slug, team.project.slug, "project:delete")).ok,
    ).toBe(true);
    expect((await resolveTeamScope(deps, team.people.viewer, team.slug, "member:write")).ok).toBe(false);
  });

  it("is not for owners, and ends when somebody becomes one", async () => {
    expect(await change("owner", "viewer")).toMatchObject({ ok: false, fault: { code: "forbidden" } });
    const owner = await as(team.people.owner);
    const onOwner = { memberId: team.memberIds.owner, project: team.project.slug, role: "viewer" } as const;
    expect(await setProjectRole(deps, owner, onOwner)).toMatchObject({ ok: false, fault: { code: "conflict" } });
    value(await change("admin", "viewer"));
    value(await setRole(team.people.owner, "admin", "owner"));
    expect(await inProject(team.people.admin)).toBe("owner");
  });

  it("knows no project of another team", async () => {
    const refused = await setProjectRole(deps, team.scope, {
      memberId: team.memberIds.member,
      project: "no-such",
      role: "viewer",
    });
    expect(refused).toMatchObject({ ok: false, fault: { code: "not_found" } });
  });
});

describe("a revoked key", () => {
  it("comes back within a minute, by its person or an admin, and never after that", async () => {
    const { people } = team;
    const member = await as(people.member);
    const key = value(
      await createKey(deps, member, { name: "k", scopes: ["read"], projects: "all", expiresInDays: null }),
    );
    const works = async () => (await authenticateKey(deps, key.secret)).kind === "key";
    value(await revokeKey(deps, member, key.id));
    expect(await works()).toBe(false);
    value(await restoreKey(deps, await as(people.admin), key.id));
    expect(await works()).toBe(true);
    value(await revokeKey(deps, member, key.id));
    deps.advance(60_001);
    expect(await restoreKey(deps, member, key.id)).toMatchObject({ ok: false, fault: { code: "conflict" } });
    const other = aPerson("Otto");
    await addMember(deps, team.teamId, other, "member");
    expect(await restoreKey(deps, await as(other), key.id)).toMatchObject({ ok: false, fault: { code: "not_found" } });
  });

  it("stays revoked when its person is out of the team", async () => {
    const { people, memberIds } = team;
    const key = value(
      await createKey(deps, await as(people.member), {
        name: "k",
        scopes: ["read"],
        projects: "all",
        expiresInDays: null,
      }),
    );
    const admin = await as(people.admin);
    value(await removeMember(deps, admin, memberIds.member));
    expect(await restoreKey(deps, admin, key.id)).toMatchObject({ ok: false, fault: { code: "conflict" } });
  });
});

describe("the team itself", () => {
  it("changes name and address; the old address is free for others", async () => {
    const { slug, people } = team;
    const to = `${slug}-tools`;
    expect(value(await changeTeam(deps, team.scope, { name: "  Harbor   Tools ", slug: to }))).toEqual({
      slug: to,
      name: "Harbor Tools",
    });
    expect((await resolveTeamScope(deps, people.viewer, slug, "team:read")).ok).toBe(false);
    expect((await resolveTeamScope(deps, people.viewer, to, "team:read")).ok).toBe(true);
    const other = await aTeam(deps, "Other");
    expect(value(await changeTeam(deps, other.scope, { slug })).slug).toBe(slug);
  });

  it.each([
    ["Upper Case!", "slug"],
    ["-edge", "slug"],
    ["settings", "slug"],
  ])("refuses the address %j", async (slug, field) => {
    expect(await changeTeam(deps, team.scope, { slug })).toMatchObject({
      ok: false,
      fault: { code: "bad_request", field },
    });
  });

  it("does not take another team's address", async () => {
    const other = await aTeam(deps, "Taken");
    const refused = await changeTeam(deps, team.scope, { slug: other.slug, name: "New" });
    expect(refused).toMatchObject({ ok: false, fault: { code: "conflict", field: "slug" } });
    expect((await resolveTeamScope(deps, team.people.owner, team.slug, "team:read")).ok).toBe(true);
  });
});

describe("the list of members", () => {
  it("says when each was last active, by key, change or session, of this team only", async () => {
    const { people, memberIds } = team;
    const seenAt = async () =>
      Object.fromEntries(
        value(await listTeamMembers(deps, team.scope)).map(({ name, lastActiveAt }) => [name, lastActiveAt]),
      );
    expect((await seenAt())["Vic Viewer"]).toBeNull();
    deps.advance(5_000);
    const now = deps.clock.now();
    value(await setRole(people.admin, "member", "viewer"));
    await deps.db.prisma.authUser.create({
      data: {
        id: people.viewer.userId,
        name: "Vic Viewer",
        email: people.viewer.email,
        createdAt: now,
        updatedAt: now,
      },
    });
    await deps.db.prisma.authSession.create({
      data: {
        id: deps.ids.next(),
        token: deps.ids.next(),
        userId: people.viewer.userId,
        expiresAt: now,
        createdAt: now,
        updatedAt: now,
      },
    });
    expect(await seenAt()).toMatchObject({ "Adam Admin": now, "Vic Viewer": now, "Mia Member": null });
    expect(memberIds.viewer).toBeTruthy();
  });

  it("shows a person's new name in all their teams, also on what they wrote", async () => {
    const other = await aTeam(deps, "Second");
    await addMember(deps, other.teamId, team.people.viewer, "viewer");
    const { userId, email } = team.people.viewer;
    await updatePerson(deps, { userId, email, name: "Victoria" });
    for (const fixture of [team, other]) {
      const names = value(await listTeamMembers(deps, fixture.scope)).map(({ name }) => name);
      expect(names).toContain("Victoria");
    }
  });
});
