import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { aSession } from "@/server/services/ingest/testing/session-fixture";
import { anImportWorld, type ImportWorld } from "./testing/import-world";

let world: ImportWorld;
beforeAll(async () => {
  world = await anImportWorld();
  const { secret } = await world.uploader.team.key({ scopes: ["ingest", "context"] });
  agentKey = secret;
});
afterEach(() => world.logIn({ key: agentKey }));
afterAll(() => world.close());

let agentKey: string;
const run = (...args: string[]) => world.steward.run([...args, "--project", "billing-api"]);

describe("steward status, checkpoint and resume", () => {
  it("say that there is no session yet, and no checkpoint", async () => {
    await world.logIn({ key: agentKey });
    for (const command of ["status", "checkpoint"]) {
      expect(await run(command)).toEqual({
        code: 2,
        out: "",
        err: `${command} is about a session, and you have none in billing-api yet. Name one (steward ${command} --session 12), or upload yours: steward import\n`,
      });
    }
    expect(await run("resume")).toEqual({
      code: 2,
      out: "",
      err: "This project has no checkpoint yet. Save one: steward checkpoint\n",
    });
  });

  it("tell of the session that worked last, save it and resume it", async () => {
    await world.uploader.append(
      aSession("first", { windowTokens: 20_000, title: "Add login" })
        .said("Add a login endpoint to the billing API")
        .called(
          "TodoWrite",
          {
            todos: [
              { content: "Endpoint", status: "completed" },
              { content: "Tests", status: "pending" },
            ],
          },
          "ok",
        )
        .read("src/db.ts")
        .edited("src/login.ts"),
    );
    const told = await run("status");
    const page = `${world.server.origin}/${world.uploader.team.slug}/billing-api/sessions/1`;
    expect(told).toMatchObject({ code: 0, err: `S-1  ${page}\n` });
    expect(told.out).toMatch(/^Context Steward: 0 files indexed, 0 decisions loaded, budget: 20K tokens\n/);
    expect(told.out).toContain("**S-1** is 40 % full: 8K tokens of 20K.");
    expect(told.out).toContain("**Now: context prune.**");

    const saved = await run("checkpoint", "--note", "Mind the cache.");
    expect(saved.code).toBe(0);
    expect(saved.out).toBe(
      "Checkpoint saved.\n\nTask: Add a login endpoint to the billing API — Step 1 of 2 complete\n\nResume with: steward resume 1.1\n",
    );
    const first = await run("resume");
    expect(first).toMatchObject({ code: 0, err: `Checkpoint 1.1  ${page}?view=checkpoints&checkpoint=1\n` });
    expect(first.out).toMatch(/^## Checkpoint 1\.1\n/);
    expect(first.out).toContain("### Note\nMind the cache.\n");
    const again = await run("resume", "1.1", "--window", "200k");
    expect(again.out).toMatch(/^Olga Owner.* resumed from it at .+Z\.\n\n## Checkpoint 1\.1\n/);
  });

  it("print JSON for programs", async () => {
    const told: unknown = JSON.parse((await run("status", "1", "--json")).out);
    expect(told).toMatchObject({
      command: "status",
      session: 1,
      changed: false,
      data: { window: { tokens: 20_000, source: "told" }, advice: { action: "prune" } },
    });
    const saved: unknown = JSON.parse((await run("checkpoint", "1", "--json")).out);
    expect(saved).toMatchObject({ command: "checkpoint", changed: true, data: { name: "1.2" } });
    const resumed: unknown = JSON.parse((await run("resume", "1", "--json")).out);
    expect(resumed).toMatchObject({ command: "resume", data: { name: "1.2", resumedBefore: null } });
  });

  it("name what is wrong in one sentence", async () => {
    expect((await run("status", "99")).err).toBe("There is no session 99 here. Check the name, or ask for access.\n");
    expect((await run("resume", "first")).err).toBe(
      "resume wants a checkpoint such as 12.3. Write it as: steward resume [from] [options]\n",
    );
    expect((await run("status", "x")).err).toMatch(
      /^status wants nothing more, and does not know “x”\. Write it as: steward/,
    );
    expect((await run("status", "--session", "x")).err).toMatch(/Give the session's number, such as 12 or S-12\./);
    const elsewhere = await world.steward.run(["status", "--project", "nowhere"]);
    expect(elsewhere).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^This key reaches no project nowhere\. It reaches: /),
    });
    const untold = await world.steward.run(["status"]);
    expect(untold.err).toMatch(/^No project is known for .+\. Add --project <slug>/);
  });

  it("ask for a key that may save, and read with any that may read", async () => {
    const { secret } = await world.uploader.team.key({ scopes: ["ingest", "read"] });
    await world.logIn({ key: secret });
    expect((await run("status")).code).toBe(0);
    expect(await run("checkpoint")).toMatchObject({
      code: 2,
      err: "context checkpoint: This key has the scope ingest and read; this needs context. Create a key with that scope under Settings, API keys.\n",
    });
  });

  it("take the project of the git remote, also below the root, as the index does", async () => {
    const { secret } = await world.uploader.team.key({ scopes: ["ingest", "context"] });
    await world.logIn({ key: secret, project: "harbor-web" });
    const root = world.repository("ledger", "https://git.example.com/acme/ledger.git");
    await world.write("ledger/src/main.ts", "export const ledger = 1;\n");
    const session = { projectSlug: undefined, gitRemote: "git@git.example.com:acme/ledger.git" };
    await world.uploader.append({ ...aSession("remote", session).said("Begin the ledger").batch(), create: true });
    const cwd = `${root}/src`;
    expect((await world.steward.run(["index"], { cwd })).out).toMatch(/^ledger: 1 file indexed/);
    expect((await world.steward.run(["status"], { cwd })).out).toContain("Context Steward: 1 file indexed");
  });

  it("take the project of the folder, then that of the login", async () => {
    await world.write("repo/.steward.json", JSON.stringify({ project: "billing-api" }));
    const there = await world.steward.run(["status"], { cwd: `${world.folder}/repo` });
    expect(there).toMatchObject({ code: 0 });
    await world.logIn({ key: agentKey, project: "billing-api" });
    expect(await world.steward.run(["status"])).toMatchObject({ code: 0 });
  });
});
