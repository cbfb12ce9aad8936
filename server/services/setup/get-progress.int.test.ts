import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProjectScope } from "@/server/core/access/scope";
import { createTestDatabase } from "@/server/testing/test-database";
import { resolveProjectScope, resolveTeamScope } from "../access/resolve-scope";
import { createKey } from "../keys/create-key";
import { revokeKey } from "../keys/revoke-key";
import { createProject } from "../projects/create-project";
import { createTeam } from "../teams/create-team";
import { addMember, aPerson, testDeps, value } from "../testing/team-fixture";
import { getSetupProgress } from "./get-progress";

let close: () => Promise<void>;
let deps: ReturnType<typeof testDeps>;

beforeAll(async () => {
  const database = await createTestDatabase();
  deps = testDeps(database.url);
  close = async () => {
    await deps.db.close();
    await database.drop();
  };
});
afterAll(() => close());

async function aNewProject() {
  const person = aPerson("Nia New");
  const made = value(await createTeam(deps, person, { name: "Newcomers" }));
  const team = value(await resolveTeamScope(deps, person, made.slug, "team:read"));
  const project = value(await createProject(deps, team, { name: "First", timeZone: "UTC" }));
  const scope = value(await resolveProjectScope(deps, person, made.slug, project.slug, "project:read"));
  return { person, team, scope };
}

const progress = async (scope: ProjectScope) => value(await getSetupProgress(deps, scope));

async function addSession({ teamId, projectId }: ProjectScope, analysed: boolean): Promise<void> {
  await deps.db.pool.query(
    `INSERT INTO session (team_id, id, project_id, number, client, native_id, started_at, last_event_at, analysed_at,
                          created_at, updated_at)
     SELECT $1, gen_random_uuid(), $2, 1 + count(*), 'codex', gen_random_uuid()::text, now(), now(),
            CASE WHEN $3 THEN now() END, now(), now() FROM session WHERE team_id = $1 AND project_id = $2`,
    [teamId, projectId, analysed],
  );
}

describe("setup.progress", () => {
  it("is empty in a new project", async () => {
    const { scope } = await aNewProject();
    expect(await progress(scope)).toEqual({
      hasKey: false,
      keyUsed: false,
      sessions: 0,
      analysed: 0,
      hasTeammate: false,
      may: { makeKey: true, invite: true },
    });
  });

  it("counts a key that may upload here, until it is revoked", async () => {
    const { team, scope } = await aNewProject();
    const key = { name: "Laptop", expiresInDays: null } as const;
    await createKey(deps, team, { ...key, scopes: ["read"], projects: "all" });
    expect((await progress(scope)).hasKey).toBe(false);
    const { id } = value(await createKey(deps, team, { ...key, scopes: ["ingest"], projects: "all" }));
    expect(await progress(scope)).toMatchObject({ hasKey: true, keyUsed: false });
    value(await revokeKey(deps, team, id));
    expect((await progress(scope)).hasKey).toBe(false);
  });

  it("tells sessions from analysed ones", async () => {
    const { scope } = await aNewProject();
    await addSession(scope, false);
    expect(await progress(scope)).toMatchObject({ sessions: 1, analysed: 0 });
    await addSession(scope, true);
    expect(await progress(scope)).toMatchObject({ sessions: 2, analysed: 1 });
  });

  it("sees a teammate", async () => {
    const { scope } = await aNewProject();
    await addMember(deps, scope.teamId, aPerson("Tom Team"), "viewer");
    expect((await progress(scope)).hasTeammate).toBe(true);
    expect((await progress({ ...scope, role: "viewer" })).may).toEqual({ makeKey: false, invite: false });
  });
});
