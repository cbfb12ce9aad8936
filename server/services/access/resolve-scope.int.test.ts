import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Role } from "@/server/core/access/rights";
import type { Principal } from "@/server/core/access/scope";
import { createTestDatabase } from "@/server/testing/test-database";
import { authenticateKey } from "../keys/authenticate-key";
import { aPerson, aTeam, type TeamFixture, testDeps } from "../testing/team-fixture";
import { resolveKeyProjectScope, resolveProjectScope, resolveTeamScope } from "./resolve-scope";

let team: TeamFixture;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  const deps = testDeps(database.url);
  drop = async () => {
    await deps.db.close();
    await database.drop();
  };
  team = await aTeam(deps);
});
afterAll(() => drop());

describe("a person in a project", () => {
  it("has the role of the project where it differs from the team's, up or down", async () => {
    await override(team.memberIds.viewer, "admin");
    await override(team.memberIds.admin, "viewer");
    expect(await roleIn(team.people.viewer, team.project.slug)).toBe("admin");
    expect(await roleIn(team.people.admin, team.project.slug)).toBe("viewer");
    expect(await roleIn(team.people.viewer, team.secondProject.slug)).toBe("viewer");
    const refused = await resolveProjectScope(
      team.deps,
      team.people.admin,
      team.slug,
      team.project.slug,
      "policy:write",
    );
    expect(refused).toEqual({
      ok: false,
      fault: {
        code: "forbidden",
        message:
          "Your role here is viewer; this needs admin or higher. Ask an owner or admin of the team to change it.",
      },
    });
  });

  it("gets the project's zone and names the person as the one who acts", async () => {
    const scope = await resolveProjectScope(
      team.deps,
      team.people.member,
      team.slug,
      team.project.slug,
      "project:read",
    );
    expect(scope).toMatchObject({
      ok: true,
      value: {
        projectId: team.project.id,
        timeZone: "Europe/Berlin",
        actor: { kind: "member", memberId: team.memberIds.member, keyId: null, name: "Mia Member" },
      },
    });
  });

  it("loses access with the next call when the role changes", async () => {
    const { deps, people, slug, memberIds } = team;
    const may = async () => (await resolveTeamScope(deps, people.member, slug, "key:own")).ok;
    expect(await may()).toBe(true);
    await setRole(memberIds.member, "viewer");
    expect(await may()).toBe(false);
    await setRole(memberIds.member, "member");
  });
});

describe("a stranger", () => {
  it("cannot tell a foreign team or project from a missing one", async () => {
    const stranger = aPerson("Sid Stranger");
    const sentence = async (teamSlug: string, projectSlug: string) => {
      const result = await resolveProjectScope(team.deps, stranger, teamSlug, projectSlug, "project:read");
      return result.ok ? "" : result.fault.message.replaceAll(teamSlug, "TEAM").replaceAll(projectSlug, "PROJECT");
    };
    const foreign = await sentence(team.slug, team.project.slug);
    expect(foreign).toBe("There is no project TEAM/PROJECT here. Check the name, or ask for access.");
    expect(await sentence("no-such-team", "no-such-project")).toBe(foreign);
    expect(await sentence(team.slug, "no-such-project")).toBe(foreign);
  });

  it("hears why when the key is dead", async () => {
    const key: Principal = { kind: "anonymous", reason: "The key cst_x… was revoked on 2026-11-20." };
    const result = await resolveTeamScope(team.deps, key, team.slug, "team:read");
    expect(result).toEqual({ ok: false, fault: { code: "unauthorized", message: key.reason } });
  });
});

describe("a key", () => {
  it("reaches only the projects of its list, and hides the others", async () => {
    const principal = await keyPrincipal({ projects: [team.secondProject.slug] });
    const reach = (project: { slug: string } | { id: string }) =>
      resolveKeyProjectScope(team.deps, principal, project, "ingest:write");
    expect((await reach({ id: team.secondProject.id })).ok).toBe(true);
    expect(await reach({ slug: team.project.slug })).toMatchObject({ ok: false, fault: { code: "not_found" } });
    expect(await reach({ id: team.project.id })).toMatchObject({ ok: false, fault: { code: "not_found" } });
  });

  it("never does more than its person may at that moment", async () => {
    const principal = await keyPrincipal({ scopes: ["ingest"] });
    const write = () => resolveKeyProjectScope(team.deps, principal, { id: team.project.id }, "ingest:write");
    expect((await write()).ok).toBe(true);
    await override(team.memberIds.owner, "viewer");
    expect(await write()).toMatchObject({
      ok: false,
      fault: {
        code: "forbidden",
        message:
          "This key's person has the role viewer; this needs member or higher. Ask an owner or admin of the team to change it.",
      },
    });
    await override(team.memberIds.owner, "owner");
  });

  it("says which scope is missing", async () => {
    const principal = await keyPrincipal({ scopes: ["read"] });
    const result = await resolveKeyProjectScope(team.deps, principal, { id: team.project.id }, "ingest:write");
    expect(result).toMatchObject({
      ok: false,
      fault: {
        message:
          "This key has the scope read; this needs ingest. Create a key with that scope under Settings, API keys.",
      },
    });
  });

  it("acts under its own name, for its person", async () => {
    const principal = await keyPrincipal({});
    const scope = await resolveKeyProjectScope(team.deps, principal, { id: team.project.id }, "ingest:write");
    expect(scope).toMatchObject({
      ok: true,
      value: { actor: { kind: "key", memberId: team.memberIds.owner, keyId: principal.keyId } },
    });
  });
});

async function keyPrincipal(input: Parameters<TeamFixture["key"]>[0]) {
  const { secret } = await team.key(input);
  const principal = await authenticateKey(team.deps, secret);
  if (principal.kind !== "key") throw new Error("The key was refused.");
  return principal;
}

async function roleIn(person: Principal, projectSlug: string): Promise<Role | null> {
  const result = await resolveProjectScope(team.deps, person, team.slug, projectSlug, "project:read");
  return result.ok ? result.value.role : null;
}

async function override(memberId: string, role: Role): Promise<void> {
  const { deps, teamId, project } = team;
  await deps.db.pool.query(
    `INSERT INTO project_member (team_id, project_id, member_id, role, created_at) VALUES ($1, $2, $3, $4, now())
     ON CONFLICT (team_id, project_id, member_id) DO UPDATE SET role = EXCLUDED.role`,
    [teamId, project.id, memberId, role],
  );
}

async function setRole(memberId: string, role: Role): Promise<void> {
  await team.deps.db.pool.query("UPDATE member SET role = $3 WHERE team_id = $1 AND id = $2", [
    team.teamId,
    memberId,
    role,
  ]);
}
