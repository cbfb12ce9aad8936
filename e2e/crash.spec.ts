import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { z } from "zod";
import { steward } from "./support/steward";
import { test } from "./support/test";

/**
 * kill -9 of web, worker and database of the whole product in the middle of an import. The launcher brings each of them
 * back, the import goes on by itself, and the project holds the same figures as one that nothing disturbed. The tables
 * are compared row by row in server/testing/import-crash.int.test.ts; this is the same story with the real processes.
 */
const PORT = Number(process.env["E2E_CRASH_PORT"] ?? 3198);
const ORIGIN = `http://localhost:${PORT}`;
type Victim = "web" | "worker" | "database";
const SESSIONS = 12;
const TURNS = 60;

let home: string;
let launcher: ChildProcess;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  home = mkdtempSync(path.join(tmpdir(), "steward-e2e-crash-"));
  chmodSync(home, 0o755); // As root, Postgres runs as another user, who must be able to enter.
  mkdirSync(path.join(home, "transcripts"));
  for (let number = 0; number < SESSIONS; number++) writeSession(`crash-${number}`);
  const { DATABASE_URL: _, ...env } = process.env;
  const args = ["dist/launcher.mjs", "--port", String(PORT), "--no-demo", "--data", path.join(home, "data")];
  const log = openSync(launcherLog(), "w");
  launcher = spawn(process.execPath, args, { stdio: ["ignore", log, log], env: { ...env, XDG_CONFIG_HOME: home } });
  closeSync(log);
  const saysThatItRuns = () => readFileSync(launcherLog(), "utf8");
  await expect.poll(saysThatItRuns, { timeout: 90_000 }).toContain(`Context Steward runs at ${ORIGIN}`);
});

test.afterAll(async () => {
  if (launcher.exitCode === null) {
    const ended = new Promise((resolve) => launcher.once("exit", resolve));
    launcher.kill("SIGTERM");
    await ended;
  }
  rmSync(home, { recursive: true, force: true });
});

test("an import outlives kill -9 of web, worker and database, and nothing is lost or doubled", async () => {
  test.setTimeout(240_000);
  const running = importInto("disturbed");
  for (const [share, victim] of [
    [0.1, "worker"],
    [0.3, "web"],
    [0.5, "database"],
  ] as const) {
    await expect.poll(() => sentShare("disturbed"), { timeout: 60_000, intervals: [25] }).toBeGreaterThanOrEqual(share);
    process.kill(pidOf(victim), "SIGKILL");
    await expect.poll(isWell, { timeout: 60_000, intervals: [100] }).toBe(true);
  }
  expect(await running).toMatchObject({ code: 0 });
  const again = await importInto("disturbed");
  expect(again.out).toContain("\n0 events accepted, 0 duplicates, 0 rejected.");

  expect(await importInto("undisturbed")).toMatchObject({ code: 0 });
  const undisturbed = await figures("undisturbed");
  expect(undisturbed.sessions.inProject).toBe(SESSIONS);
  expect(undisturbed.totals.provenTokens).toBeGreaterThan(0);
  expect(await figures("disturbed")).toEqual(undisturbed);
});

function importInto(project: string) {
  const folder = path.join(home, "transcripts");
  return steward(["import", "--server", ORIGIN, "--project", project, "--create", "--batch", "20", folder], home);
}

function launcherLog(): string {
  return path.join(home, "launcher.log");
}

async function isWell(): Promise<boolean> {
  const answer = await fetch(`${ORIGIN}/api/health`).catch(() => null);
  return answer?.status === 200;
}

/** The key that the first run wrote for this machine. */
function keyOf(): string {
  const Settings = z.object({ servers: z.record(z.string(), z.object({ key: z.string() })) });
  try {
    const file = readFileSync(path.join(home, "context-steward", "config.json"), "utf8");
    return Settings.parse(JSON.parse(file)).servers[ORIGIN]?.key ?? "";
  } catch {
    return "";
  }
}

/** A child of the launcher, or the server of its database. */
function pidOf(victim: Victim): number {
  if (victim === "database") return postmaster();
  const processes = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  const children = processes.map((line) => /^\s*(\d+)\s+(\d+)\s+(.+)$/.exec(line) ?? []);
  // Next names its process by itself.
  const program = victim === "web" ? /next-server|standalone\/server\.js/ : /worker\.mjs/;
  const found = children.find(([, , parent, args]) => Number(parent) === launcher.pid && program.test(args ?? ""));
  if (!found) throw new Error(`The launcher has no child ${victim} at this moment.`);
  return Number(found[1]);
}

function postmaster(): number {
  const Facts = z.object({ clusterHome: z.string().nullable() });
  const { clusterHome } = Facts.parse(JSON.parse(readFileSync(path.join(home, "data/steward-data.json"), "utf8")));
  const pidFile = path.join(clusterHome ?? path.join(home, "data"), "postgres", "postmaster.pid");
  return Number(readFileSync(pidFile, "utf8").split("\n")[0]);
}

const Figures = z.object({
  sessions: z.object({ inProject: z.number(), inRange: z.number() }),
  totals: z.looseObject({ provenTokens: z.number() }),
  agents: z.array(z.unknown()),
  tools: z.array(z.unknown()),
  fills: z.unknown(),
  lag: z.object({ sessions: z.number() }),
});

async function overview(project: string): Promise<z.infer<typeof Figures> | null> {
  const input = encodeURIComponent(JSON.stringify({ team: "my-team", project }));
  const answer = await fetch(`${ORIGIN}/api/trpc/telemetry.overview?input=${input}`, {
    headers: { authorization: `Bearer ${keyOf()}` },
  }).catch(() => null);
  if (answer?.status !== 200) return null;
  return z.object({ result: z.object({ data: Figures }) }).parse(await answer.json()).result.data;
}

/** Sessions that have arrived; the import sends one after the other. */
async function sentShare(project: string): Promise<number> {
  return ((await overview(project))?.sessions.inProject ?? 0) / SESSIONS;
}

/** What the charts show, once the analysis has seen everything. */
async function figures(project: string): Promise<z.infer<typeof Figures>> {
  await expect.poll(async () => (await overview(project))?.lag.sessions, { timeout: 90_000 }).toBe(0);
  const found = await overview(project);
  if (!found) throw new Error(`The overview of ${project} does not answer.`);
  return found;
}

/** Yesterday's session with repeated reads and a test that fails and passes. */
function writeSession(id: string): void {
  const begun = Date.now() - 86_400_000;
  let count = 0;
  const record = (fields: Record<string, unknown>) =>
    JSON.stringify({
      parentUuid: count === 0 ? null : `${id}-${count - 1}`,
      uuid: `${id}-${count++}`,
      sessionId: id,
      cwd: "/home/dev/app",
      version: "2.1.200",
      timestamp: new Date(begun + count * 5_000).toISOString(),
      ...fields,
    });
  const lines = [record({ type: "user", message: { role: "user", content: `Fix ${id}` } })];
  for (let turn = 0; turn < TURNS; turn++) {
    const isTest = turn % 5 === 4;
    const input = isTest ? { command: "npm test" } : { file_path: `/home/dev/app/src/${turn % 6}.ts` };
    const call = { type: "tool_use", id: `${id}-t${turn}`, name: isTest ? "Bash" : "Read", input };
    const usage = {
      input_tokens: 4,
      cache_read_input_tokens: 500 * turn,
      cache_creation_input_tokens: 500,
      output_tokens: 30,
    };
    const message = {
      id: `${id}-m${turn}`,
      type: "message",
      role: "assistant",
      model: "claude-sonnet-5",
      content: [call],
      usage,
    };
    lines.push(record({ type: "assistant", requestId: `${id}-q${turn}`, message }));
    const failed = turn % 10 === 4;
    const content = failed
      ? `Exit code 1\n${"Error: expected 1 to be 2\n".repeat(30)}`
      : `export const value = ${turn % 6};\n`.repeat(60);
    const result = {
      type: "tool_result",
      tool_use_id: `${id}-t${turn}`,
      content,
      ...(failed ? { is_error: true } : {}),
    };
    lines.push(
      record({
        type: "user",
        message: { role: "user", content: [result] },
        ...(failed ? { toolUseResult: content } : {}),
      }),
    );
  }
  writeFileSync(path.join(home, "transcripts", `${id}.jsonl`), `${lines.join("\n")}\n`);
}
