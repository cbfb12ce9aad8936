import { spawn } from "node:child_process";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesByHand } from "@/components/connect/by-hand-files";
import { pasteBlock } from "@/components/connect/paste-block";
import { ClientMachine, stopUploader, until } from "@/integrations/testing/client-machine";
import { CONNECT_CLIENTS, CONNECT_GUIDES } from "@/server/core/connect/clients";
import { CodexLines } from "@/server/core/transcripts/testing/codex-lines";
import { PiLines } from "@/server/core/transcripts/testing/pi-lines";
import { createInstallDoor } from "@/server/http/install";
import { readingSession } from "./testing/hook-lines";
import { anImportWorld, type ImportWorld } from "./testing/import-world";

const folder = path.resolve(import.meta.dirname, "../docs/guides/clients");
const SHOWN = "https://steward.example.org";
const pageOf = (client: string) => readFile(path.join(folder, `${client}.md`), "utf8");
const blocksOf = (page: string) => [...page.matchAll(/```sh\n(.+?)\n```/gs)].map(([, block]) => block ?? "");

let world: ImportWorld;
beforeAll(async () => {
  world = await anImportWorld();
  // Where a build leaves the command for the server to hand out.
  await mkdir(path.join(world.folder, "dist"));
  await copyFile(path.join(world.folder, "steward.mjs"), path.join(world.folder, "dist/steward.mjs"));
});
afterAll(async () => {
  for (const client of ["claude-code", "codex"]) await stopUploader(path.join(world.folder, `tried-${client}`));
  await world.close();
});

/** Runs a block in a home folder of its own, with the key where a person would type it. */
async function paste(block: string, home: string, key: string): Promise<{ code: number | null; said: string }> {
  await mkdir(home, { recursive: true });
  const { STEWARD_KEY: _, STEWARD_SERVER: __, XDG_CONFIG_HOME: ___, ...outer } = process.env;
  const child = spawn("sh", ["-c", block], { cwd: home, env: { ...outer, HOME: home } });
  child.stdin.end(key);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, said })));
}

/** Whether a session arrives through what was written: the hooks, run as they stand there, or pi's extension. */
const works = {
  "claude-code": (home: string) =>
    sendsByHooks(home, ".claude/settings.json", readingSession("tried-claude", 1), "tried-claude"),
  codex: (home: string) => {
    const rollout = new CodexLines()
      .meta({ id: "tried-codex" })
      .turn()
      .prompt("Hello")
      .message("assistant", "Hello back");
    return sendsByHooks(home, ".codex/hooks.json", rollout.toString(), "tried-codex");
  },
  pi: async (home: string) => {
    const file = path.join(home, "tried-pi.jsonl");
    await writeFile(file, new PiLines().header({ id: "tried-pi" }).prompt("Hello").says("Hello back").toString());
    await runPiExtension(path.join(home, ".pi/agent/extensions/context-steward.ts"), file, home);
    await arrives("tried-pi");
  },
};

async function sendsByHooks(home: string, hookFile: string, transcript: string, session: string): Promise<void> {
  const file = path.join(home, `${session}.jsonl`);
  await writeFile(file, transcript);
  const machine = new ClientMachine({ home, hookFile: path.join(home, hookFile), outer: process.env });
  const payload = { session_id: session, transcript_path: file, cwd: "/home/dev/app" };
  expect(await machine.fire("Stop", payload)).toMatchObject([{ code: 0, out: "", err: "" }]);
  await arrives(session);
}

async function arrives(session: string): Promise<void> {
  await until(async () => {
    const found = await world.uploader.rows("SELECT 1 AS here FROM session WHERE native_id = $1", [session]);
    return found.length > 0 ? true : null;
  }, session);
}

/** Loads the extension as pi does and ends an answer. The process stands for pi: its environment is the extension's. */
async function runPiExtension(extension: string, session: string, home: string): Promise<void> {
  const { code } = await transform(await readFile(extension, "utf8"), { loader: "ts", format: "esm" });
  const program = `${code}
    const handlers = {};
    contextSteward({ on: (event, handler) => { handlers[event] = handler; } });
    handlers.agent_end({}, { sessionManager: { getSessionFile: () => ${JSON.stringify(session)} } });`;
  await writeFile(path.join(home, "pi.mjs"), program);
  expect(await paste("node pi.mjs", home, "")).toEqual({ code: 0, said: "" });
}

describe("the page of each client", () => {
  it("is there for all of them, and for no other", async () => {
    const pages = (await readdir(folder)).map((name) => name.replace(/\.md$/, "")).sort();
    expect(pages).toEqual([...CONNECT_CLIENTS, "other"].sort());
  });

  it.each(CONNECT_CLIENTS)(
    "of %s begins with the block of the browser, and names the files that it writes",
    async (client) => {
      const page = await pageOf(client);
      expect(page.startsWith(`# ${CONNECT_GUIDES[client].title}\n`)).toBe(true);
      expect(blocksOf(page)[0]).toBe(pasteBlock(SHOWN, client, "posix"));
      expect(page).toContain(`\`${pasteBlock(SHOWN, client, "windows")}\``);
      const named = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file]) => file ?? "");
      expect(named).toEqual(filesByHand(client, { origin: SHOWN, project: "p" }).map(({ file }) => file));
    },
  );

  it("names only commands and options that there are", async () => {
    const names = (await readdir(folder)).map((name) => name.replace(/\.md$/, ""));
    const text = (await Promise.all([...names.map(pageOf), readFile(path.join(folder, "../connect.md"), "utf8")])).join(
      "\n",
    );
    const lines = [...text.matchAll(/(?:^|`|&& |npx )steward ([a-z][^`\n<]*)/gm)].map(([, line]) =>
      (line ?? "").trim(),
    );
    const commands = [...new Set(lines.map((line) => line.split(" ")[0] ?? ""))];
    const helps = await Promise.all(
      commands.map(async (name) => [name, await world.steward.run([name, "--help"])] as const),
    );
    expect(helps.filter(([, { code }]) => code !== 0).map(([name]) => name)).toEqual([]);
    const help = new Map(helps.map(([name, { out }]) => [name, out]));
    const wrong = lines.filter((line) =>
      [...line.matchAll(/(?<= )--[a-z-]+/g)].some(([option]) => !help.get(line.split(" ")[0] ?? "")?.includes(option)),
    );
    expect(wrong).toEqual([]);
    expect(commands).toEqual(expect.arrayContaining(["login", "connect", "import", "watch"]));
  });

  it.each(["claude-code", "codex", "pi"] as const)("of %s works as written", { timeout: 120_000 }, async (client) => {
    const door = createInstallDoor({ baseUrl: world.server.origin, folders: [world.folder] });
    world.intercept(async (request, next) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/install.sh") return door.script(request, "sh");
      return pathname === "/install/steward.mjs" ? door.bundle(request) : next(request);
    });
    const home = path.join(world.folder, `tried-${client}`);
    const { secret } = await world.uploader.team.key({
      scopes: ["ingest", "read", "context", "record"],
      projects: [world.uploader.team.project.slug],
    });
    const [block = ""] = blocksOf(await pageOf(client));
    // Nobody is here who could be asked.
    const here = `${block.replaceAll(SHOWN, world.server.origin)} --yes`;
    const pasted = await paste(here, home, secret);
    expect(pasted.said).toContain(`${CONNECT_GUIDES[client].title} is connected to ${world.server.origin}.`);
    expect(pasted.code).toBe(0);
    const { said } = await paste('"$HOME/.local/bin/steward" connect --json', home, "");
    const { clients }: { clients: { client: string; user: string }[] } = JSON.parse(said);
    expect(clients.find((one) => one.client === client)?.user).toBe("connected");
    await works[client](home);
    world.intercept(null);
  });
});
