import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bundleSteward } from "@/scripts/lib/bundle-steward.mjs";
import { ClaudeLines } from "@/server/core/transcripts/testing/claude-lines";
import { createInstallDoor } from "@/server/http/install";
import { anImportWorld, type ImportWorld } from "./testing/import-world";
import { StewardCommand } from "./testing/run-steward";

const exec = promisify(execFile);

let world: ImportWorld;
/** What the server hands out lies in its `install` folder. */
let served: string;
let home: string;

beforeAll(async () => {
  world = await anImportWorld();
  served = path.join(world.folder, "install", "steward.mjs");
  await world.write("package.json", JSON.stringify({ name: "context-steward", version: "0.1.0" }));
  await mkdir(path.dirname(served));
}, 120_000);

beforeEach(async () => {
  await copyFile(path.join(world.folder, "steward.mjs"), served);
  home = await mkdtemp(path.join(os.tmpdir(), "it's $HOME "));
  const door = createInstallDoor({ baseUrl: world.server.origin, folders: [world.folder] });
  world.intercept((request, next) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/install/steward.mjs") return door.bundle(request);
    if (pathname === "/install.sh") return door.script(request, "sh");
    return next(request);
  });
});
afterEach(() => rm(home, { recursive: true, force: true }));
afterAll(() => world.close());

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a program in the fresh home, with what a new user's shell has. */
async function inHome(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const surroundings: NodeJS.ProcessEnv = {
    NODE_ENV: "production",
    HOME: home,
    PATH: process.env["PATH"] ?? "",
    ...env,
  };
  try {
    const { stdout, stderr } = await exec(program, [...args], { env: surroundings, cwd: home });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }; // as execFile rejects
    return { code, out: stdout, err: stderr };
  }
}

/** As people are told to: `curl -fsSL <server>/install.sh | sh`. */
const install = (env?: Record<string, string>) =>
  inHome("sh", ["-c", `curl -fsSL "$0/install.sh" | sh`, world.server.origin], env);
const launcher = () => path.join(home, ".local/bin/steward");
const installed = () => path.join(home, ".local/share/context-steward/steward.mjs");

describe("the one line that installs the command", () => {
  it("puts it into the home of whoever runs it, and says what is next", async () => {
    const first = await install();
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(first.out).toContain(`steward 0.1.0 is installed: ${installed()}`);
    expect(first.out).toContain("Put it on your path:");
    expect(first.out).toMatch(new RegExp(`Next: +steward login ${world.server.origin}\n$`));
    expect(await readFile(installed())).toEqual(await readFile(served));
    expect((await readdir(path.dirname(installed()))).sort()).toEqual(["steward.mjs"]);

    const again = await install({ PATH: `${path.dirname(launcher())}:${process.env["PATH"]}` });
    expect(again.out).toContain(`steward 0.1.0 is here already: ${installed()}`);
    expect(again.out).not.toContain("Put it on your path:");
  });

  it("gives a command that works without a checkout, from the first login to an upload", async () => {
    await install();
    expect((await stat(launcher())).mode & 0o111).toBe(0o111);
    expect(await inHome(launcher(), ["--version"])).toEqual({ code: 0, out: "0.1.0\n", err: "" });
    const { secret } = await world.uploader.team.key();
    const login = await inHome(launcher(), ["login", world.server.origin, "--key", secret]);
    expect(login).toMatchObject({ code: 0, out: expect.stringContaining(`Signed in to ${world.server.origin}`) });
    const session = new ClaudeLines().prompt("Begin", { sessionId: "installed" }).toString();
    const file = await world.write("installed.jsonl", session);
    const project = world.uploader.team.project.slug;
    const sent = await inHome(launcher(), ["import", "--project", project, file]);
    expect(sent).toMatchObject({ code: 0, err: "" });
  });

  it("refuses an old Node, a missing one, and another program of the name", async () => {
    const old = path.join(home, "old-node");
    await mkdir(old);
    await writeFile(path.join(old, "node"), `#!/bin/sh\n[ "$1" = --version ] && echo v18.20.4\nexit 1\n`);
    await chmod(path.join(old, "node"), 0o755);
    const script = await (await fetch(`${world.server.origin}/install.sh`)).text();
    const none = await inHome("/bin/sh", ["-c", script], { PATH: path.join(home, "empty") });
    expect(none).toMatchObject({ code: 1, err: "steward: Node 20.19 or newer is needed: https://nodejs.org\n" });
    const refused = await install({ PATH: `${old}:${process.env["PATH"]}` });
    expect(refused).toMatchObject({ code: 1, err: "steward: Node v18.20.4 is too old: 20.19 or newer is needed.\n" });

    await mkdir(path.dirname(launcher()), { recursive: true });
    await writeFile(launcher(), "#!/bin/sh\necho something else\n");
    const other = await install();
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining("is another program. Move it away") });
    expect(await readFile(launcher(), "utf8")).toContain("something else");
  });

  it("does nothing when the script is cut off, or the file is not the promised one", async () => {
    const script = await (await fetch(`${world.server.origin}/install.sh`)).text();
    for (const at of [0.2, 0.5, 0.8, 0.99].map((part) => Math.floor(script.length * part))) {
      await inHome("sh", ["-c", script.slice(0, at)]);
      expect(await readdir(home)).toEqual([]);
    }
    await writeFile(served, "not the command\n");
    const wrong = await inHome("sh", ["-c", script]);
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining("not what the server promised") });
    expect(await readdir(path.dirname(installed()))).toEqual([]);
  });
});

describe("steward upgrade", () => {
  const login = async () =>
    inHome(launcher(), ["login", world.server.origin, "--key", (await world.uploader.team.key()).secret]);

  it("takes the server's command when it is another one", async () => {
    await install();
    await login();
    expect(await inHome(launcher(), ["upgrade"])).toMatchObject({
      code: 0,
      out: `steward 0.1.0 is the one of ${world.server.origin}.\n`,
    });
    await bundleSteward(served, { STEWARD_VERSION: '"9.9.9"' });
    const upgraded = await inHome(launcher(), ["upgrade", "--json"]);
    expect(JSON.parse(upgraded.out)).toMatchObject({ changed: true, from: "0.1.0" });
    expect(await readFile(installed())).toEqual(await readFile(served));
    expect(await inHome(launcher(), ["--version"])).toMatchObject({ out: "9.9.9\n" });
  });

  it("leaves the command alone when what came is not whole, or the server has none", async () => {
    await install();
    await login();
    world.intercept(async () => new Response("half", { headers: { "x-steward-sha256": "0".repeat(64) } }));
    const half = await inHome(launcher(), ["upgrade"]);
    expect(half).toMatchObject({ code: 2, err: expect.stringContaining("is not whole. Nothing was changed") });
    const none = createInstallDoor({ baseUrl: world.server.origin, folders: [home] });
    world.intercept((request) => none.bundle(request));
    expect(await inHome(launcher(), ["upgrade"])).toMatchObject({
      code: 2,
      err: "The command steward was not built on this server. Its owner runs: npm run build\n",
    });
    expect(await readFile(installed())).toEqual(await readFile(served));
  });
});

describe("a steward of another version than its server", () => {
  const HINT = /This steward is 0\.0\.1, the server 0\.1\.0\. Run: steward upgrade/g;

  async function run(define: Record<string, string>): Promise<Ended> {
    const folder = path.join(home, "other");
    await mkdir(folder);
    const steward = await StewardCommand.bundleInto(folder, define);
    const { secret } = await world.uploader.team.key();
    const env = { STEWARD_SERVER: world.server.origin, STEWARD_KEY: secret };
    const project = world.uploader.team.project.slug;
    const name = Object.values(define).join("-").replaceAll('"', "");
    const files = ["a", "b"].map((part) =>
      world.write(`${name}-${part}.jsonl`, new ClaudeLines().prompt("Go", { sessionId: `${name}-${part}` }).toString()),
    );
    const ran = await steward.run(["import", "--project", project, ...(await Promise.all(files))], { env });
    return { code: ran.code ?? -1, out: ran.out, err: ran.err };
  }

  it("is told once that it is older, and works", async () => {
    const ran = await run({ STEWARD_VERSION: '"0.0.1"' });
    expect(ran.code).toBe(0);
    expect(ran.err.match(HINT)).toHaveLength(1);
  });

  it("is told nothing when it is newer and speaks the same contract", async () => {
    expect(await run({ STEWARD_VERSION: '"99.0.0"' })).toMatchObject({
      code: 0,
      err: expect.not.stringContaining("upgrade"),
    });
  });

  it.each([2, 0])("is refused under contract %i, with the way out", async (contract) => {
    const ran = await run({ STEWARD_CONTRACT: String(contract) });
    expect(ran.code).toBe(2);
    expect(ran.err).toContain(`The server speaks contract 1, this steward ${contract}. Run: steward upgrade\n`);
  });
});
