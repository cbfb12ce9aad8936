import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "@/server/testing/test-database";
import { resolveTeamScope } from "../access/resolve-scope";
import { aTeam, type TeamFixture, testDeps, value } from "../testing/team-fixture";
import { authenticateKey, forgetKeys } from "./authenticate-key";
import { createKey, type NewKeyInput } from "./create-key";
import { describeKey } from "./describe-key";
import { listTeamKeys } from "./list-keys";
import { revokeKey } from "./revoke-key";
import { hasKeyShape } from "./secret";

const DAY_MS = 86_400_000;
const WHOLE: NewKeyInput = { name: "CI", scopes: ["ingest"], projects: "all", expiresInDays: null };

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

const scopeOf = async (role: keyof TeamFixture["people"]) =>
  value(await resolveTeamScope(team.deps, team.people[role], team.slug, "team:read"));

describe("creating a key", () => {
  it("gives 256 random bits under a prefix, and keeps none of them", async () => {
    const key = value(await createKey(team.deps, await scopeOf("member"), WHOLE));
    expect(key.secret).toMatch(/^cst_[0-9A-Za-z]{8}_[0-9A-Za-z_-]{43}$/);
    expect(hasKeyShape(key.secret)).toBe(true);
    expect(key.secret.startsWith(`${key.prefix}_`)).toBe(true);
    const { rows } = await team.deps.db.pool.query(
      "SELECT row_to_json(k)::text || row_to_json(l)::text || (SELECT string_agg(row_to_json(a)::text, '') FROM audit_entry a) AS text FROM api_key k JOIN lookup_api_key l ON l.key_id = k.id",
    );
    expect(JSON.stringify(rows)).not.toContain(key.secret.slice(13));
  });

  it.each<[string, Partial<NewKeyInput>, string, string]>([
    ["without a name", { name: "  " }, "name", "Give the key a name."],
    ["without a scope", { scopes: [] }, "scopes", "Choose what the key may do."],
    ["without a project", { projects: [] }, "projects", "Choose at least one project, or all of them."],
    ["for an unknown project", { projects: ["nope"] }, "projects", "There is no project nope in this team."],
  ])("%s is refused and names the field", async (_case, change, field, message) => {
    const result = await createKey(team.deps, await scopeOf("member"), { ...WHOLE, ...change });
    expect(result).toEqual({ ok: false, fault: { code: "bad_request", field, message } });
  });

  it("redacts a secret that was pasted as its name", async () => {
    const pasted = (await team.key()).secret;
    const key = value(await createKey(team.deps, await scopeOf("member"), { ...WHOLE, name: pasted }));
    expect(key.name).not.toContain(pasted.slice(13));
  });
});

describe("a key in use", () => {
  it("works until it expires, then says when it did", async () => {
    const { secret } = await team.key({ expiresInDays: 2 });
    expect((await authenticateKey(team.deps, secret)).kind).toBe("key");
    team.deps.advance(2 * DAY_MS);
    expect(await authenticateKey(team.deps, secret)).toEqual({
      kind: "anonymous",
      reason: expect.stringMatching(/^The key cst_\w{8}… expired on 2026-11-22\. Create a new one/),
    });
  });

  it("stops at once when it is revoked, also when it was used a moment ago", async () => {
    const { id, secret } = await team.key();
    expect((await authenticateKey(team.deps, secret)).kind).toBe("key");
    value(await revokeKey(team.deps, team.scope, id));
    expect(await authenticateKey(team.deps, secret)).toMatchObject({
      kind: "anonymous",
      reason: expect.stringContaining("was revoked on"),
    });
  });

  it("stops within seconds where another process revoked it", async () => {
    const { id, secret } = await team.key();
    await authenticateKey(team.deps, secret);
    await team.deps.db.pool.query("UPDATE api_key SET revoked_at = $2 WHERE id = $1", [id, team.deps.clock.now()]);
    team.deps.advance(10_000);
    expect((await authenticateKey(team.deps, secret)).kind).toBe("anonymous");
  });

  it("is looked up once for many calls in a row", async () => {
    const { secret } = await team.key();
    await authenticateKey(team.deps, secret);
    const counted = countingDeps();
    for (let call = 0; call < 100; call++) await authenticateKey(counted.deps, secret);
    expect(counted.queries()).toBe(0);
  });

  it("notes its last use, at most once a minute", async () => {
    const { id, secret } = await team.key();
    const lastUse = async () => {
      const found = value(await listTeamKeys(team.deps, team.scope)).find((key) => key.id === id);
      return found?.lastUsedAt?.getTime() ?? null;
    };
    expect(await lastUse()).toBeNull();
    const first = team.deps.clock.now().getTime();
    await authenticateKey(team.deps, secret);
    await expect.poll(lastUse).toBe(first);
    team.deps.advance(30_000);
    await authenticateKey(team.deps, secret);
    team.deps.advance(31_000);
    await authenticateKey(team.deps, secret);
    await expect.poll(lastUse).toBe(first + 61_000);
  });

  it.each(["", "cst_", "cst_short_key", `sk-${"a".repeat(50)}`, `cst_AbCdEf12_${"x".repeat(44)}`])(
    "says of %j that it is not whole, without a look-up",
    async (text) => {
      const { deps, queries } = countingDeps();
      expect(await authenticateKey(deps, text)).toMatchObject({
        reason: expect.stringContaining("not a whole API key"),
      });
      expect(queries()).toBe(0);
    },
  );

  it("tells its owner what it is good for", async () => {
    const { secret } = await team.key({ scopes: ["ingest"], projects: [team.project.slug] });
    const described = value(await describeKey(team.deps, await authenticateKey(team.deps, secret)));
    expect(described).toEqual({
      team: team.slug,
      person: "Olga Owner",
      scopes: ["ingest"],
      projects: [{ slug: "billing-api", name: "Billing API" }],
      reachesAll: false,
      mayCreateProjects: false,
    });
  });
});

describe("the list of keys", () => {
  it("shows a member only their own, and an admin everybody's", async () => {
    const own = value(await createKey(team.deps, await scopeOf("member"), { ...WHOLE, name: "Mia's own" }));
    const members = value(await listTeamKeys(team.deps, await scopeOf("member")));
    expect(members.every(({ isYours }) => isYours)).toBe(true);
    expect(members.map(({ id }) => id)).toContain(own.id);
    const admins = value(await listTeamKeys(team.deps, await scopeOf("admin")));
    expect(admins.length).toBeGreaterThan(members.length);
    expect(admins.find(({ id }) => id === own.id)).toMatchObject({ isYours: false, person: "Mia Member" });
  });
});

describe("revoking", () => {
  it("another member's key looks like a missing one, unless one may end all", async () => {
    const { id } = await team.key();
    expect(await revokeKey(team.deps, await scopeOf("member"), id)).toMatchObject({ fault: { code: "not_found" } });
    expect((await revokeKey(team.deps, await scopeOf("admin"), id)).ok).toBe(true);
  });

  it("a key of another team finds nothing", async () => {
    const other = await aTeam(team.deps, "Elsewhere");
    const { id } = await other.key();
    expect(await revokeKey(team.deps, team.scope, id)).toMatchObject({ fault: { code: "not_found" } });
    forgetKeys(team.deps.db);
  });

  it("is written down once, however often it is asked", async () => {
    const { id } = await team.key();
    const first = value(await revokeKey(team.deps, team.scope, id));
    team.deps.advance(60_000);
    expect(value(await revokeKey(team.deps, team.scope, id))).toEqual(first);
    const entries = await team.deps.db.prisma.auditEntry.findMany({
      where: { teamId: team.teamId, subject: id },
      select: { action: true, actor: true },
      orderBy: { id: "asc" },
    });
    expect(entries).toEqual([
      { action: "key.created", actor: team.memberIds.owner },
      { action: "key.revoked", actor: team.memberIds.owner },
    ]);
  });
});

/** The same world, with a count of the queries that go past the memory. */
function countingDeps() {
  const counter = { deps: team.deps, queries: () => team.deps.db.pool.totalCount };
  let asked = 0;
  const onAcquire = () => {
    asked++;
  };
  team.deps.db.pool.on("acquire", onAcquire);
  return { ...counter, queries: () => asked };
}
