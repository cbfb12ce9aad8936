import { stat } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ClaudeLines } from "@/server/core/transcripts/testing/claude-lines";
import { revokeKey } from "@/server/services/keys/revoke-key";
import { readConfig } from "./config";
import { configFile } from "./config-file";
import { anImportWorld, type ImportWorld } from "./testing/import-world";

let world: ImportWorld;
beforeAll(async () => {
  world = await anImportWorld();
});
afterEach(async () => {
  world.intercept(null);
  world.calls.length = 0;
  await world.logIn();
});
afterAll(() => world.close());

const run = (...args: string[]) => world.steward.run(["import", "--project", "billing-api", ...args]);
const MIB = 1024 * 1024;

/** A session named `name` with one call of `input` and its result. */
function oneCall(name: string, input: object, result: unknown = "ok"): string {
  const more = { sessionId: name };
  return new ClaudeLines()
    .prompt(`Begin ${name}`, { ...more, uuid: `${name}-p` })
    .calls(`${name}-t`, "Write", input, { ...more, uuid: `${name}-c` })
    .result(`${name}-t`, result, { ...more, uuid: `${name}-r` })
    .toString();
}

const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json(
    { error: { message: "Busy.", code: -32000, data: { code: "SERVICE_UNAVAILABLE", httpStatus: status } } },
    { status, headers },
  );

describe("a server that cannot take it", () => {
  it("is named with the command to start it when it is down", async () => {
    const begun = Date.now();
    const ran = await run("--server", "http://127.0.0.1:9", await world.write("down.jsonl", oneCall("down", {})));
    expect(ran).toMatchObject({
      code: 2,
      out: "",
      err: "No key is known for http://127.0.0.1:9. Run: steward login http://127.0.0.1:9\n",
    });
    const env = { STEWARD_KEY: `cst_AAAAAAAA_${"a".repeat(43)}`, STEWARD_SERVER: "http://127.0.0.1:9" };
    const down = await world.steward.run(["import", path.join(world.folder, "down.jsonl")], { env });
    expect(down).toMatchObject({ code: 2, out: "" });
    expect(down.err).toMatch(/^http:\/\/127\.0\.0\.1:9 does not answer \(.+\)\. Start it with: npm run quickstart\n$/);
    expect(Date.now() - begun).toBeLessThan(10_000);
  });

  it("is asked again after Retry-After, and nothing is lost", async () => {
    let refusedAt = 0;
    let waitedMs = 0;
    world.intercept(async (request, next) => {
      if (!request.url.includes("ingest.append") || waitedMs > 0) return next(request);
      if (refusedAt === 0) {
        refusedAt = Date.now();
        return refusal(503, { "retry-after": "2" });
      }
      waitedMs = Date.now() - refusedAt;
      return next(request);
    });
    const ran = await run(await world.write("busy.jsonl", oneCall("busy", {})));
    expect(ran).toMatchObject({ code: 0, err: expect.stringMatching(/is busy \(503\); trying again in 2 s\n$/) });
    expect(ran.out).toMatch(/^3 events accepted/m);
    expect(waitedMs).toBeGreaterThanOrEqual(1_950);
  });

  it("ends the import with what was done when it stays away", async () => {
    await world.write("away/1.jsonl", oneCall("away-1", {}));
    await world.write("away/2.jsonl", oneCall("away-2", {}));
    await world.write("away/3.jsonl", oneCall("away-3", {}));
    let appends = 0;
    world.intercept(async (request, next) => {
      if (request.url.includes("ingest.append")) appends++;
      return appends < 2 ? next(request) : refusal(503);
    });
    const ran = await run("--wait", "1", path.join(world.folder, "away"));
    expect(ran.code).toBe(2);
    expect(ran.out).toMatch(/^1 file sent/);
    expect(ran.err).toMatch(/Busy\. Run the same command again: it goes on where it stopped\.\n$/);
    world.intercept(null);
    expect((await run(path.join(world.folder, "away"))).out).toMatch(/^2 files sent, 1 unchanged/);
  });

  it("is told apart from another program at that address", async () => {
    world.intercept(async () => new Response("<h1>Hello</h1>", { headers: { "content-type": "text/html" } }));
    const ran = await run(await world.write("other.jsonl", oneCall("other", {})));
    expect(ran).toMatchObject({ code: 2, err: expect.stringMatching(/not one of Context Steward.+Check its address/) });
  });
});

describe("Ctrl-C", () => {
  it("ends at once and says what was done", async () => {
    await world.write("stopped/1.jsonl", oneCall("stopped-1", {}));
    await world.write("stopped/2.jsonl", oneCall("stopped-2", {}));
    let appends = 0;
    const stuck = new Promise<void>((resolve) => {
      world.intercept(async (request, next) => {
        if (!request.url.includes("ingest.append") || ++appends < 2) return next(request);
        resolve();
        return new Promise(() => {}); // A server that never answers.
      });
    });
    const running = world.steward.start(["import", "--project", "billing-api", path.join(world.folder, "stopped")]);
    await stuck;
    running.kill("SIGINT");
    const ran = await running.ended;
    expect(ran.code).toBe(130);
    expect(ran.out).toMatch(/^1 file sent/);
    expect(ran.err).toBe("Stopped. Run the same command again: it goes on where it stopped.\n");
  });
});

describe("a key that does not count", () => {
  it("stops the import at once", async () => {
    const key = await world.uploader.team.key();
    await revokeKey(world.uploader.deps, world.uploader.team.scope, key.id);
    await world.logIn({ key: key.secret });
    const ran = await run(await world.write("revoked.jsonl", oneCall("revoked", {})));
    expect(ran).toMatchObject({ code: 2, out: "", err: expect.stringMatching(/revoked.+ Then run: steward login\n$/) });
    expect(world.calls).toEqual(["keys.whoami"]);
  });

  it("stops in the middle too, and not once a file", async () => {
    const key = await world.uploader.team.key();
    await world.logIn({ key: key.secret });
    await world.write("middle/1.jsonl", oneCall("middle-1", {}));
    await world.write("middle/2.jsonl", oneCall("middle-2", {}));
    world.intercept(async (request, next) => {
      if (request.url.includes("ingest.append"))
        await revokeKey(world.uploader.deps, world.uploader.team.scope, key.id);
      return next(request);
    });
    const ran = await run(path.join(world.folder, "middle"));
    expect(ran.code).toBe(2);
    expect(ran.err.match(/revoked/g)).toHaveLength(1);
    expect(world.calls.filter((call) => call === "ingest.append")).toHaveLength(1);
  });

  it("may be one that only reads", async () => {
    await world.logIn({ key: (await world.uploader.team.key({ scopes: ["read"] })).secret });
    const ran = await run(await world.write("reads.jsonl", oneCall("reads", {})));
    expect(ran).toMatchObject({
      code: 2,
      err: "This key has the scope read; an import needs ingest. Make one under Settings, API keys.\n",
    });
  });
});

describe("files that are not as they should be", () => {
  it("keeps the neighbours of an entry that the server rejects, and says why", async () => {
    const answer = { id: "wild-m", usage: { input_tokens: 2_000_000_000, output_tokens: 1 } };
    const lines =
      oneCall("wild", {}) + new ClaudeLines().says("Done", answer).toString().replaceAll("session-1", "wild");
    const ran = await run(await world.write("wild.jsonl", lines));
    expect(ran.code).toBe(1);
    expect(ran.out).toMatch(/^4 events accepted, 0 duplicates, 1 rejected/m);
    expect(ran.err).toMatch(/Rejected: 1 entry\.\n {2}.+wild\.jsonl: requests\[\d\]\.usage\.inputTokens: .+100000000/);
  });

  it("takes text that packs a thousand times, that JSON makes six times as long, or that is over the limit", async () => {
    expect(await run(await world.write("long.jsonl", oneCall("long", { content: "x".repeat(9 * MIB) })))).toMatchObject(
      { code: 0, err: "" },
    );
    const same = await run(await world.write("same.jsonl", oneCall("same", {}, "x".repeat(1.9 * MIB))));
    expect(same).toMatchObject({ code: 0, err: "" });
    const escapes = await run(await world.write("escapes.jsonl", oneCall("escapes", {}, "\u001b".repeat(MIB))));
    expect(escapes).toMatchObject({ code: 0, err: "" });
  });

  it("takes a line of 16 MiB with an image, as a stub", async () => {
    const data = Buffer.alloc(12 * MIB, 7).toString("base64");
    const image = [{ type: "image", source: { type: "base64", media_type: "image/png", data } }];
    const ran = await run(await world.write("image.jsonl", oneCall("image", {}, image)));
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out).toMatch(/^3 events accepted/m);
  });

  it("names empty files, other formats and databases", async () => {
    const empty = await world.write("odd/empty.jsonl", "");
    await world.write("odd/notes.jsonl", '{"hello":"world"}\n');
    await world.write("odd/chats.jsonl", "SQLite format 3\0\u0010\0");
    await world.write("odd/good.jsonl", oneCall("odd-good", {}));
    const folder = await run(path.join(world.folder, "odd"));
    expect(folder.code).toBe(0);
    expect(folder.out).toMatch(/^1 file sent/);
    expect(folder.err).toContain("Left out: 3 files.");
    expect(folder.err).toMatch(/empty\.jsonl: The file is empty\./);
    expect(folder.err).toMatch(
      /notes\.jsonl: This is no transcript of a known client\. Supported: Claude Code, .*\bpi\./,
    );
    expect(folder.err).toMatch(/chats\.jsonl: This is a SQLite database\. .*sqlite3 -json state\.vscdb/);
    const named = await run(empty);
    expect(named).toMatchObject({
      code: 1,
      err: expect.stringMatching(/Not imported: 1 file\.\n .+empty\.jsonl: The file is empty\./),
    });
  });

  it("names damaged lines, once", async () => {
    const file = await world.write("torn.jsonl", oneCall("torn", {}).replace("\n", '\n{"type":"user","uu\n'));
    const first = await run(file);
    expect(first.err).toMatch(/1 damaged line; whole records in them were kept:\n .+torn\.jsonl:2: /);
    await world.write(
      "torn.jsonl",
      `${oneCall("torn", {}).replace("\n", '\n{"type":"user","uu\n')}${JSON.stringify({ type: "mode", sessionId: "torn" })}\n`,
    );
    expect((await run(file)).err).toBe("");
  });

  it("says what is wrong with the command line", async () => {
    const nowhere = await run(path.join(world.folder, "nowhere"));
    expect(nowhere).toMatchObject({ code: 2, err: expect.stringMatching(/^Nothing is at .+nowhere\. Give a file/) });
    expect(await run("--batch", "5000")).toMatchObject({ code: 2, err: expect.stringContaining("from 1 to 1000") });
    expect(await world.steward.run(["improt"])).toMatchObject({ code: 2, err: expect.stringContaining("import") });
    expect(await world.steward.run(["import"])).toMatchObject({ code: 2, err: expect.stringContaining("Give a path") });
  });
});

describe("steward login", () => {
  const settings = () => configFile({ XDG_CONFIG_HOME: world.steward.settings });

  it("keeps a key that the server takes, for its owner only", async () => {
    const { secret } = await world.uploader.team.key();
    const ran = await world.steward.run(["login", `${world.server.origin}/`, "--key", "-", "--project", "harbor-web"], {
      input: `${secret}\n`,
    });
    expect(ran.code).toBe(0);
    expect(ran.out).toContain("as Olga Owner, team harbor: ingest and read on all projects.");
    expect(ran.out + ran.err).not.toContain(secret);
    const kept = await readConfig(settings());
    expect(kept).toMatchObject({ default: world.server.origin });
    expect(kept.servers[world.server.origin]).toEqual({ key: secret, team: "harbor", project: "harbor-web" });
    expect((await stat(settings())).mode & 0o777).toBe(0o600);
  });

  it("says what the key is not good for", async () => {
    const { secret } = await world.uploader.team.key({ scopes: ["ingest", "read"] });
    const ran = await world.steward.run(["login", world.server.origin, "--key", secret]);
    expect(ran.err).toContain("This key lacks the scope context: steward prune and checkpoint do not work with it.");
    const all = await world.uploader.team.key({ scopes: ["ingest", "read", "context"] });
    const full = await world.steward.run(["login", world.server.origin, "--key", all.secret]);
    expect(full.out).toContain("as Olga Owner, team harbor: ingest, read and context on all projects.");
    expect(full.err).not.toContain("lacks");
  });

  it("makes the only project of a key its default", async () => {
    const { secret } = await world.uploader.team.key({ projects: ["billing-api"] });
    const ran = await world.steward.run(["login", world.server.origin, "--key", secret]);
    expect(ran.out).toContain("Sessions whose folder leads to no project go to billing-api.");
  });

  it("keeps what was there when the key does not count", async () => {
    const before = await readConfig(settings());
    const ran = await world.steward.run(["login", world.server.origin, "--key", "nonsense"]);
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining("cst_") });
    expect(await world.steward.run(["login", "localhost"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("no address of a server"),
    });
    expect(await readConfig(settings())).toEqual(before);
  });
});
