import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { childEnvironment } from "@/server/env";
import { parsePostmasterPid } from "./embedded-postgres";
import { freePort } from "./ports";
import { withClient } from "./postgres-connection";
import { isAlive } from "./processes";
import { findProjectRoot } from "./project-root";

const LIMIT_MS = 30_000;

let tools: string;
let endWithParent: string;
let data: string;
let port: number;
let launchers: Launcher[];

interface Launcher {
  process: ChildProcess;
  pid: number;
  output: () => string;
  /** Settles with the exit code. */
  ended: Promise<number | null>;
}

beforeAll(async () => {
  tools = mkdtempSync(path.join(tmpdir(), "steward-recovery-tools-"));
  endWithParent = path.join(tools, "end-with-parent.mjs");
  const entryPoints = [path.join(import.meta.dirname, "end-with-parent.ts")];
  await build({ entryPoints, outfile: endWithParent, bundle: true, platform: "node", format: "esm" });
});

afterAll(() => rmSync(tools, { recursive: true, force: true }));

beforeEach(async () => {
  data = mkdtempSync(path.join(tmpdir(), "steward-recovery-"));
  chmodSync(data, 0o755); // As root, Postgres runs as another user, who must be able to enter.
  port = await freePort(null);
  launchers = [];
});

afterEach(async () => {
  for (const launcher of launchers) {
    launcher.process.kill("SIGTERM");
    await launcher.ended;
  }
  const server = postmaster();
  if (server !== null && isAlive(server)) process.kill(server, "SIGQUIT");
  rmSync(data, { recursive: true, force: true });
});

function startLauncher(): Launcher {
  const script = path.join(import.meta.dirname, "testing/launch-stand-ins.ts");
  const args = ["--import", "tsx", script, endWithParent, "--port", String(port), "--data", data, "--no-demo"];
  const env = childEnvironment({ DATABASE_URL: "" }); // Always the embedded one, which is what this is about.
  const child = spawn(process.execPath, args, { cwd: findProjectRoot(), env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const launcher = { process: child, pid: child.pid ?? 0, output: () => output, ended };
  launchers.push(launcher);
  return launcher;
}

async function eventually(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await sleep(50)) if (await check()) return;
  throw new Error(
    `Not within ${LIMIT_MS / 1000} s: ${what}\n${launchers.map(({ output }) => output()).join("\n---\n")}`,
  );
}

async function started(): Promise<Launcher> {
  const launcher = startLauncher();
  await eventually("the launcher is up", () => launcher.output().includes("runs at"));
  return launcher;
}

/** The process that serves the page, when it is healthy. */
async function healthyWeb(): Promise<number | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(2_000) });
    return response.ok ? Number(await response.text()) : null;
  } catch {
    return null;
  }
}

function postmaster(): number | null {
  const file = path.join(data, "postgres/postmaster.pid");
  return existsSync(file) ? (parsePostmasterPid(readFileSync(file, "utf8"))?.pid ?? null) : null;
}

async function query<T>(sql: string): Promise<T[]> {
  const password = readFileSync(path.join(data, "postgres-password"), "utf8").trim();
  const facts: { postgresPort: number } = JSON.parse(readFileSync(path.join(data, "steward-data.json"), "utf8"));
  const url = `postgresql://postgres:${password}@127.0.0.1:${facts.postgresPort}/steward`;
  return withClient(url, async (client) => (await client.query(sql)).rows);
}

function kill(pid: number | null): void {
  if (pid === null) throw new Error("There is no such process to kill.");
  process.kill(pid, "SIGKILL");
}

describe("a running server", () => {
  it("refuses a second launcher on its data, replaces a killed web and database, and stops cleanly", async () => {
    const launcher = await started();
    await query("create table kept as select 1 as row");

    const second = startLauncher();
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`already runs as process ${launcher.pid} on port ${port}`);

    const web = await healthyWeb();
    kill(web);
    await eventually("another web serves", async () => ![null, web].includes(await healthyWeb()));

    const database = postmaster();
    kill(database);
    await eventually("another database runs", () => ![null, database].includes(postmaster()));
    await eventually("web reaches it", async () => (await healthyWeb()) !== null);
    expect(await query("select row from kept")).toEqual([{ row: 1 }]);

    const last = postmaster();
    launcher.process.kill("SIGTERM");
    expect(await launcher.ended).toBe(0);
    expect(
      launcher
        .output()
        .trim()
        .split("\n")
        .slice(-3)
        .map((line) => line.trim()),
    ).toEqual(["web stopped", "worker stopped", "database stopped"]);
    expect(last !== null && isAlive(last)).toBe(false);
    expect(existsSync(path.join(data, "launcher.lock"))).toBe(false);
  }, 120_000);
});

describe("the next start", () => {
  it("adopts the database of a killed launcher, whose web ends by itself", async () => {
    const first = await started();
    const [web, database] = [await healthyWeb(), postmaster()];
    await query("create table kept as select 1 as row");
    kill(first.pid);
    await first.ended;

    const next = await started();
    expect(next.output()).toContain("was still running");
    expect(postmaster()).toBe(database);
    expect(await healthyWeb()).not.toBe(web);
    expect(await query("select row from kept")).toEqual([{ row: 1 }]);
  }, 120_000);

  it("recovers after launcher, web and database were killed together", async () => {
    const first = await started();
    await query("create table kept as select generate_series(1, 10000) as row");
    const pids = [first.pid, await healthyWeb(), postmaster()];
    for (const pid of pids) kill(pid);
    await first.ended;

    await started();
    expect(await query("select count(*)::int as rows from kept")).toEqual([{ rows: 10_000 }]);
  }, 120_000);

  it("starts over where the first one was cut short while it made the database", async () => {
    await mkdir(path.join(data, "postgres.part-1/cluster/base"), { recursive: true });
    await started();
    expect(await query("select 1 as row")).toEqual([{ row: 1 }]);
    expect(existsSync(path.join(data, "postgres.part-1"))).toBe(false);
  }, 120_000);
});
