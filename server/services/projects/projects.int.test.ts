import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrateJobs } from "@/server/jobs/migrate";
import { createTestDatabase } from "@/server/testing/test-database";
import { resolveProjectScope } from "../access/resolve-scope";
import { authenticateKey } from "../keys/authenticate-key";
import { createTeam } from "../teams/create-team";
import { listMyTeams } from "../teams/list-my-teams";
import { aPerson, aTeam, type TeamFixture, testDeps, value } from "../testing/team-fixture";
import { addProjectSource } from "./add-source";
import { createProject } from "./create-project";
import { createProjectByKey } from "./create-project-by-key";
import { getProject } from "./get-project";
import { listTeamProjects } from "./list-projects";
import { changeProject } from "./update-project";

let team: TeamFixture;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  await migrateJobs(database.url);
  const deps = testDeps(database.url);
  drop = async () => {
    await deps.db.close();
    await database.drop();
  };
  team = await aTeam(deps);
});
afterAll(() => drop());

const projectScope = async (slug = team.project.slug) =>
  value(await resolveProjectScope(team.deps, team.people.owner, team.slug, slug, "project:update"));

describe("teams", () => {
  it("of the same name get different addresses, also when they are made at once", async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, () => createTeam(team.deps, aPerson("Rae Racer"), { name: "Same Name" })),
    );
    expect(made.map((result) => value(result).slug).sort()).toEqual([
      "same-name",
      "same-name-2",
      "same-name-3",
      "same-name-4",
      "same-name-5",
      "same-name-6",
    ]);
  });

  it("never take an address of the program itself", async () => {
    expect(value(await createTeam(team.deps, aPerson("Al Api"), { name: "API" })).slug).toBe("api-team");
  });

  it("are listed for their people, oldest first", async () => {
    const person = aPerson("Tia Two");
    await createTeam(team.deps, person, { name: "First" });
    team.deps.advance(1000);
    await createTeam(team.deps, person, { name: "Second" });
    expect(value(await listMyTeams(team.deps, person.userId))).toEqual([
      { name: "First", slug: "first", role: "owner" },
      { name: "Second", slug: "second", role: "owner" },
    ]);
  });
});

describe("a project", () => {
  it("of a name that is taken gets a number", async () => {
    const again = value(await createProject(team.deps, team.scope, { name: "Billing API", timeZone: "UTC" }));
    expect(again.slug).toBe("billing-api-2");
  });

  it.each(["Mars/Olympus", "+02:00", "", "'; DROP TABLE team; --", "CEST"])(
    "refuses the time zone %j",
    async (zone) => {
      const result = await createProject(team.deps, team.scope, { name: "Zoned", timeZone: zone });
      expect(result).toMatchObject({ ok: false, fault: { code: "bad_request", field: "timeZone" } });
    },
  );

  it("keeps its address when it gets another name", async () => {
    const scope = await projectScope();
    const changed = value(await changeProject(team.deps, scope, { name: "Billing, the API", timeZone: "Asia/Tokyo" }));
    expect(changed).toMatchObject({ slug: "billing-api", name: "Billing, the API", timeZone: "Asia/Tokyo" });
  });

  it("shows its sources and what waits in it", async () => {
    const scope = await projectScope(team.secondProject.slug);
    value(await addProjectSource(team.deps, scope, { kind: "git_remote", value: "git@github.com:Harbor/Web.git" }));
    expect(value(await getProject(team.deps, scope))).toMatchObject({
      teamName: "Harbor",
      counts: { sessions: 0, decisions: 0, failures: 0, handoffs: 0 },
      sources: [{ kind: "git_remote", value: "github.com/harbor/web" }],
    });
  });
});

describe("a source", () => {
  it("belongs to one project: the other one is named, and nothing half made stays", async () => {
    const before = value(await listTeamProjects(team.deps, team.scope)).length;
    const result = await createProject(team.deps, team.scope, {
      name: "Web again",
      timeZone: "UTC",
      gitRemote: "https://github.com/harbor/web",
    });
    expect(result).toMatchObject({
      ok: false,
      fault: {
        code: "conflict",
        field: "gitRemote",
        message: "github.com/harbor/web belongs to the project Harbor Web already. Remove it there first.",
      },
    });
    expect(value(await listTeamProjects(team.deps, team.scope))).toHaveLength(before);
  });

  it("can be added twice to its own project", async () => {
    const scope = await projectScope(team.secondProject.slug);
    const source = { kind: "git_remote", value: "ssh://git@github.com/harbor/web" } as const;
    expect((await addProjectSource(team.deps, scope, source)).ok).toBe(true);
  });

  it("stores no password that stood in the remote", async () => {
    const made = value(
      await createProject(team.deps, team.scope, {
        name: "With token",
        timeZone: "UTC",
        gitRemote: "https://ada:s3cr3t-t0ken@git.example.org/acme/tokened",
      }),
    );
    const { rows } = await team.deps.db.pool.query("SELECT * FROM project_source WHERE project_id = $1", [made.id]);
    expect(JSON.stringify(rows)).not.toContain("s3cr3t");
  });
});

describe("a project that an upload makes", () => {
  it("needs a key for all projects and a person who may create them", async () => {
    const free = await authenticateKey(team.deps, (await team.key({ scopes: ["ingest"] })).secret);
    const bound = await authenticateKey(team.deps, (await team.key({ projects: [team.project.slug] })).secret);
    if (free.kind !== "key" || bound.kind !== "key") throw new Error("A key was refused.");
    const input = { name: "Uploaded", timeZone: "UTC" };
    expect(await createProjectByKey(team.deps, free, input)).toMatchObject({ ok: true, value: { slug: "uploaded" } });
    expect(await createProjectByKey(team.deps, bound, input)).toMatchObject({
      ok: false,
      fault: { code: "forbidden" },
    });
    await team.deps.db.pool.query("UPDATE member SET role = 'member' WHERE id = $1", [team.memberIds.owner]);
    expect(await createProjectByKey(team.deps, free, input)).toMatchObject({ ok: false, fault: { code: "forbidden" } });
  });
});
