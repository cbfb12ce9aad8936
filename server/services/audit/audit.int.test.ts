import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "@/server/testing/test-database";
import { resolveProjectScope } from "../access/resolve-scope";
import { authenticateKey } from "../keys/authenticate-key";
import { revokeKey } from "../keys/revoke-key";
import { addProjectSource } from "../projects/add-source";
import { createProjectByKey } from "../projects/create-project-by-key";
import { removeProjectSource } from "../projects/remove-source";
import { changeProject } from "../projects/update-project";
import { aTeam, type TeamFixture, testDeps, value } from "../testing/team-fixture";

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

it("notes each change with who made it, once, and nothing for what changed nothing", async () => {
  const { deps, people, slug, project, scope } = team;
  const projectScope = value(await resolveProjectScope(deps, people.admin, slug, project.slug, "project:update"));
  const source = { kind: "git_remote", value: "git@github.com:harbor/api.git" } as const;
  await changeProject(deps, projectScope, { name: "Billing" });
  await changeProject(deps, projectScope, { name: "" });
  await addProjectSource(deps, projectScope, source);
  await addProjectSource(deps, projectScope, source);
  await removeProjectSource(deps, projectScope, source);
  await removeProjectSource(deps, projectScope, source);
  const key = await team.key();
  const principal = await authenticateKey(deps, key.secret);
  if (principal.kind !== "key") throw new Error("The key was refused.");
  value(await createProjectByKey(deps, principal, { name: "By key", timeZone: "UTC" }));
  await revokeKey(deps, scope, key.id);

  const entries = await deps.db.prisma.auditEntry.findMany({
    where: { teamId: team.teamId },
    select: { action: true, actorKind: true, actor: true },
    orderBy: { id: "asc" },
  });
  const { owner, admin } = team.memberIds;
  expect(entries.map(({ action, actorKind, actor }) => [action, actorKind, actor])).toEqual([
    ["team.created", "member", owner],
    ["project.created", "member", owner],
    ["project.created", "member", owner],
    ["project.updated", "member", admin],
    ["project.source_added", "member", admin],
    ["project.source_removed", "member", admin],
    ["key.created", "member", owner],
    ["project.created", "key", key.id],
    ["key.revoked", "member", owner],
  ]);
});
