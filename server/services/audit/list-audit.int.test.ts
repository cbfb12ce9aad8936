import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "@/server/testing/test-database";
import { resolveTeamScope } from "../access/resolve-scope";
import { revokeKey } from "../keys/revoke-key";
import { createInvite } from "../teams/create-invite";
import { removeMember } from "../teams/remove-member";
import { setMemberRole } from "../teams/set-member-role";
import { aTeam, type TeamFixture, type TestDeps, testDeps, value } from "../testing/team-fixture";
import { type AuditItem, type AuditQuery, listAudit } from "./list-audit";

let deps: TestDeps;
let team: TeamFixture;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  deps = testDeps(database.url);
  drop = async () => {
    await deps.db.close();
    await database.drop();
  };
  team = await aTeam(deps);
  const admin = value(await resolveTeamScope(deps, team.people.admin, team.slug, "member:write"));
  for (let at = 0; at < 6; at++) {
    deps.advance(at % 2); // Some fall into the same instant.
    value(await createInvite(deps, admin, { role: "viewer", email: null, expiresInDays: 7 }));
  }
  value(await setMemberRole(deps, team.scope, { memberId: team.memberIds.viewer, role: "member" }));
  value(await removeMember(deps, team.scope, team.memberIds.viewer));
  const key = await team.key({ name: "=HYPERLINK(1)" });
  value(await revokeKey(deps, team.scope, key.id));
  await aTeam(deps, "Foreign");
});
afterAll(() => drop());

const EVERYTHING: AuditQuery = {
  actor: null,
  action: null,
  subject: null,
  project: null,
  from: null,
  to: null,
  cursor: null,
  limit: 200,
};
const list = async (query: Partial<AuditQuery> = {}) =>
  value(await listAudit(deps, team.scope, { ...EVERYTHING, ...query }));

it("lists what was done and by whom, newest first, of this team only", async () => {
  const { items, people, actions } = await list();
  expect(items[0]).toMatchObject({ action: "key.revoked", actor: { kind: "member", name: "Olga Owner", key: null } });
  expect(items.at(-1)).toMatchObject({ action: "team.created" });
  expect(new Set(items.map(({ actor }) => actor.name))).toEqual(new Set(["Olga Owner", "Adam Admin"]));
  expect(actions).toContain("member.role_changed");
  expect(people.find(({ name }) => name === "Vic Viewer")).toMatchObject({ left: true });
  const changed = items.find(({ action }) => action === "member.role_changed");
  expect(changed?.detail).toEqual(
    expect.arrayContaining([
      { name: "from", value: "viewer" },
      { name: "to", value: "member" },
    ]),
  );
});

it("pages by key without a gap or a repeat, also inside one instant", async () => {
  const whole = (await list()).items.map(({ id }) => id);
  const paged: AuditItem[] = [];
  let cursor: string | null = null;
  do {
    const page = await list({ cursor, limit: 2 });
    paged.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(paged.map(({ id }) => id)).toEqual(whole);
});

it("filters by person and by action, a whole room included", async () => {
  const byAdmin = await list({ actor: team.memberIds.admin });
  expect(byAdmin.items.map(({ action }) => action)).toEqual(Array.from({ length: 6 }, () => "invite.created"));
  expect((await list({ action: "key.revoked" })).items).toHaveLength(1);
  expect((await list({ action: "key." })).items).toHaveLength(2);
  expect((await list({ actor: "system" })).items).toEqual([]);
});

it("refuses a cursor that it never gave", async () => {
  for (const cursor of ["x", "2026-11-20T09:00:00.000Z", "x~y"]) {
    const refused = await listAudit(deps, team.scope, { ...EVERYTHING, cursor });
    expect(refused).toMatchObject({ ok: false, fault: { code: "bad_request", field: "cursor" } });
  }
});

it("filters by what it happened to, by project and by day", async () => {
  const { items } = await list();
  const changed = items.find(({ action }) => action === "member.role_changed");
  expect((await list({ subject: changed?.subject ?? "" })).items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["member.role_changed", "member.removed"]),
  );
  expect((await list({ subject: "DEC-014" })).items).toEqual([]);
  const ofProject = await list({ project: team.project.slug });
  expect(ofProject.items.length).toBeLessThan(items.length);
  expect(new Set(ofProject.items.map(({ project }) => project?.slug))).toEqual(new Set([team.project.slug]));
  const day = items[0]?.at.toISOString().slice(0, 10) ?? "";
  expect((await list({ from: day, to: day })).items).toHaveLength(items.length);
  expect((await list({ to: "2020-01-01" })).items).toEqual([]);
  const foreign = await listAudit(deps, team.scope, { ...EVERYTHING, project: "nowhere" });
  expect(foreign).toMatchObject({ ok: false, fault: { field: "project" } });
});
