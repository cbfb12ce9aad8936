import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "@/server/testing/test-database";
import { resolveTeamScope } from "../access/resolve-scope";
import { authenticateKey } from "../keys/authenticate-key";
import { listTeamKeys } from "../keys/list-keys";
import { revokeKey } from "../keys/revoke-key";
import { listTeamProjects } from "../projects/list-projects";
import { aPerson, type TestDeps, testDeps, value } from "../testing/team-fixture";
import { type FirstRunOptions, firstRun, type LoadDemo, OWNER_EMAIL } from "./first-run";
import { type KeyFile, keyFilePath } from "./key-file";
import { consumeSignInLink } from "./sign-in-link";

const BASE_URL = "http://localhost:3000";

let deps: TestDeps;
let configHome: string;
let drop: () => Promise<void>;

beforeEach(async () => {
  const database = await createTestDatabase();
  deps = testDeps(database.url);
  configHome = await mkdtemp(path.join(tmpdir(), "steward-config-"));
  drop = async () => {
    await deps.db.close();
    await database.drop();
    await rm(configHome, { recursive: true, force: true });
  };
});
afterEach(() => drop());

const run = (change: Partial<FirstRunOptions> = {}) =>
  firstRun(deps, { baseUrl: BASE_URL, demo: false, configHome, ...change });

const settings = async (): Promise<KeyFile> => JSON.parse(await readFile(keyFilePath(configHome), "utf8"));

describe("the first start", () => {
  it("gives an owner, a team, a project, a link that works once and a key that works at once", async () => {
    const { signInUrl, keyFile, notes } = await run();
    expect(notes).toEqual([]);
    expect(keyFile).toBe(keyFilePath(configHome));

    const token = new URL(signInUrl ?? "").searchParams.get("token") ?? "";
    const { userId } = value(await consumeSignInLink(deps, token));
    const owner = { kind: "user", userId, name: "Owner", email: OWNER_EMAIL } as const;
    const scope = value(await resolveTeamScope(deps, owner, "my-team", "team:delete"));
    expect(value(await listTeamProjects(deps, scope)).map(({ slug }) => slug)).toEqual(["my-project"]);

    const { servers, default: standard } = await settings();
    expect(standard).toBe(BASE_URL);
    expect(servers[BASE_URL]).toMatchObject({ team: "my-team", project: "my-project" });
    const principal = await authenticateKey(deps, servers[BASE_URL]?.key ?? "");
    expect(principal).toMatchObject({ kind: "key", scopes: ["ingest", "read", "context", "record"] });
  });

  it("writes the key for its owner's eyes only", async () => {
    await run();
    expect((await stat(keyFilePath(configHome))).mode & 0o777).toBe(0o600);
  });

  it("loads the demo into a team of its own name, once", async () => {
    const calls: string[] = [];
    const loadDemo: LoadDemo = async (_deps, { teamId }) => {
      calls.push(teamId);
      return { projectSlug: "billing-api" };
    };
    const { notes } = await run({ demo: true, loadDemo });
    expect(notes).toEqual(["The demo project is /harbor/billing-api."]);
    await run({ demo: true, loadDemo });
    expect(calls).toHaveLength(1);
  });

  it("that was killed while it loaded the demo is taken up again", async () => {
    const broken: LoadDemo = () => Promise.reject(new Error("killed"));
    await expect(run({ demo: true, loadDemo: broken })).rejects.toThrow("killed");
    const { signInUrl, keyFile } = await run({ demo: true, loadDemo: async () => ({ projectSlug: "billing-api" }) });
    expect(signInUrl).not.toBeNull();
    expect(keyFile).not.toBeNull();
    expect(await deps.db.prisma.authUser.count()).toBe(1);
    expect(await deps.db.prisma.project.count()).toBe(1);
  });

  it("leaves a server alone that people signed up to by themselves", async () => {
    const { userId, name, email } = aPerson("Ada Own");
    const at = deps.clock.now();
    await deps.db.prisma.authUser.create({ data: { id: userId, name, email, createdAt: at, updatedAt: at } });
    expect(await run()).toEqual({ signInUrl: null, keyFile: null, notes: [] });
    expect(await deps.db.prisma.team.count()).toBe(0);
  });
});

describe("a later start", () => {
  it("adds nothing, and gives a new link only while the owner has no other way in", async () => {
    const first = await run();
    const second = await run();
    expect(second.signInUrl).not.toBe(first.signInUrl);
    expect(second.signInUrl).not.toBeNull();
    const counts = await Promise.all([
      deps.db.prisma.team.count(),
      deps.db.prisma.project.count(),
      deps.db.prisma.apiKey.count(),
    ]);
    expect(counts).toEqual([1, 1, 1]);

    const { id } = await deps.db.prisma.authUser.findFirstOrThrow({ select: { id: true } });
    const at = deps.clock.now();
    const times = { createdAt: at, updatedAt: at, expiresAt: new Date(at.getTime() + 1000) };
    await deps.db.prisma.authSession.create({ data: { id: "s", token: "t", userId: id, ...times } });
    expect((await run()).signInUrl).toBeNull();
    deps.advance(1000);
    expect((await run()).signInUrl).not.toBeNull();
  });

  it("replaces a key of another database, and keeps one that somebody revoked", async () => {
    await run();
    const before = await settings();
    const stale = { ...before, servers: { [BASE_URL]: { key: `cst_AAAAAAAA_${"x".repeat(43)}`, team: "gone" } } };
    await writeFile(keyFilePath(configHome), JSON.stringify(stale));
    await run();
    const replaced = (await settings()).servers[BASE_URL]?.key ?? "";
    const principal = await authenticateKey(deps, replaced);
    if (principal.kind !== "key") throw new Error("The new key was refused.");

    const { id: userId } = await deps.db.prisma.authUser.findFirstOrThrow({ select: { id: true } });
    const owner = { kind: "user", userId, name: "Owner", email: OWNER_EMAIL } as const;
    const scope = value(await resolveTeamScope(deps, owner, "my-team", "key:own"));
    value(await revokeKey(deps, scope, principal.keyId));
    await run();
    expect((await settings()).servers[BASE_URL]?.key).toBe(replaced);
    expect(value(await listTeamKeys(deps, scope)).filter(({ state }) => state === "active")).toHaveLength(1);
  });

  it("keeps the other servers of the file, and a default on another machine", async () => {
    const other = "https://steward.example.org";
    const file = keyFilePath(configHome);
    await run();
    await writeFile(
      file,
      JSON.stringify({ servers: { [other]: { key: "k", team: "t" } }, default: other, colour: "no" }),
    );
    const { notes } = await run();
    expect(await settings()).toMatchObject({ default: other, colour: "no", servers: { [other]: { key: "k" } } });
    expect(notes).toEqual([`\`steward\` goes to ${other}; add --server ${BASE_URL} to use this server.`]);
  });

  it("never overwrites a file that it cannot read", async () => {
    await run();
    await writeFile(keyFilePath(configHome), "{ half a fi");
    const { keyFile, notes } = await run();
    expect(keyFile).toBeNull();
    expect(notes[0]).toContain("is damaged. Correct it or move it away.");
    expect(await readFile(keyFilePath(configHome), "utf8")).toBe("{ half a fi");
  });
});
