import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProjectScope } from "@/server/core/access/scope";
import { createTestDatabase } from "@/server/testing/test-database";
import { resolveProjectScope } from "../access/resolve-scope";
import { aTeam, type TeamFixture, testDeps, value } from "../testing/team-fixture";
import { find } from "./find";

const SESSIONS = 5_000;

let team: TeamFixture;
let scope: ProjectScope;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  const deps = testDeps(database.url);
  drop = async () => {
    await deps.db.close();
    await database.drop();
  };
  team = await aTeam(deps);
  scope = value(await resolveProjectScope(deps, team.people.viewer, team.slug, team.project.slug, "session:read"));
  const elsewhere = value(
    await resolveProjectScope(deps, team.people.owner, team.slug, team.secondProject.slug, "session:read"),
  );
  await fill(scope, SESSIONS, "Fix the webhook");
  await fill(elsewhere, 5, "Webhook of another project");
  await deps.db.pool.query("ANALYZE session, rollup_hour");
});
afterAll(() => drop());

/** Sessions and what their two agents added, made by the database; a title repeats every 50 sessions. */
async function fill({ teamId, projectId }: ProjectScope, count: number, title: string): Promise<void> {
  await team.deps.db.withTenantSql({ teamId }, async (sql) => {
    await sql.query(
      `INSERT INTO session (team_id, id, project_id, number, client, native_id, title, person, branch, started_at,
                            last_event_at, created_at, updated_at)
       SELECT $1::uuid, gen_random_uuid(), $2::uuid, n, 'claude-code', 'n' || n, $3 || ' part ' || n % 50 || ' 100%_done',
              'Person ' || n % 7, 'feature/' || n % 11, $4::timestamptz, $4::timestamptz + n * interval '1 minute',
              $4::timestamptz, $4::timestamptz
         FROM generate_series(1, $5::int) n`,
      [teamId, projectId, title, "2026-11-01T00:00:00Z", count],
    );
    await sql.query(
      `INSERT INTO rollup_hour (team_id, project_id, dimension, value, hour, added_events)
       SELECT $1::uuid, $2::uuid, 'agent', agent, $3::timestamptz + h * interval '1 hour', 10
         FROM unnest(ARRAY['main', 'code-reviewer']) agent, generate_series(1, 2000) h`,
      [teamId, projectId, "2026-11-01T00:00:00Z"],
    );
    for (const table of ["decision", "handoff"]) {
      const rest = table === "handoff" ? ", addressed_to" : "";
      await sql.query(
        `INSERT INTO ${table} (team_id, project_id, number, version, status, title, created_at, updated_at${rest})
         SELECT $1::uuid, $2::uuid, n, 1, 'draft', 'Retry webhooks ' || n, $3::timestamptz, $3::timestamptz
                ${rest ? ", 'team'" : ""} FROM generate_series(1, 300) n`,
        [teamId, projectId, "2026-11-01T00:00:00Z"],
      );
    }
  });
}

const search = async (query: string, limit = 8) => value(await find(team.deps, scope, { query, limit }));

describe("search.find", () => {
  it("leads a number to its session and records, the exact one first", async () => {
    const found = await search("12");
    expect(found.sessions[0]).toMatchObject({ number: 12, client: "claude-code" });
    expect(found.decisions[0]).toMatchObject({ number: 12, status: "draft" });
    expect(found.sessions).toHaveLength(8);
    expect((await search("S-4999")).sessions.map(({ number }) => number)).toEqual([4999]);
  });

  it("looks for one kind only when the name says which", async () => {
    const { sessions, handoffs, decisions } = await search("DEC-3");
    expect([sessions, handoffs]).toEqual([[], []]);
    expect(decisions.map(({ number }) => number)[0]).toBe(3);
  });

  it("finds titles and branches that have all words, the newest first", async () => {
    const found = await search("webhook PART 44");
    expect(found.sessions.map(({ number }) => number)).toEqual([4994, 4944, 4894, 4844, 4794, 4744, 4694, 4644]);
    expect((await search("feature/10 fix")).sessions[0]?.number).toBe(4993);
  });

  it("takes % and _ for letters", async () => {
    expect((await search("100%_done")).sessions).toHaveLength(8);
    expect((await search("1%0_d")).sessions).toEqual([]);
  });

  it("finds agents and people, and members who have not uploaded yet", async () => {
    expect((await search("review")).agents).toEqual(["code-reviewer"]);
    expect((await search("person 3")).people).toEqual([{ name: "Person 3", hasSessions: true }]);
    expect((await search("olga")).people).toEqual([{ name: "Olga Owner", hasSessions: false }]);
  });

  it("never leaves its project", async () => {
    expect((await search("another project")).sessions).toEqual([]);
  });

  it("keeps to the limit of each group", async () => {
    const found = await search("webhook", 3);
    expect([found.sessions.length, found.decisions.length, found.handoffs.length]).toEqual([3, 3, 3]);
  });
});
