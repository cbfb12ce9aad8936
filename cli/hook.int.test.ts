import { appendFile, readdir, readFile, readlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ClaudeLines } from "@/server/core/transcripts/testing/claude-lines";
import { CodexLines } from "@/server/core/transcripts/testing/codex-lines";
import { configFile } from "./config-file";
import { payload, readingSession } from "./testing/hook-lines";
import { HookMachine } from "./testing/hooks";
import { anImportWorld, type ImportWorld } from "./testing/import-world";

let world: ImportWorld;
const machines: HookMachine[] = [];
beforeAll(async () => {
  world = await anImportWorld();
  const { secret } = await world.uploader.team.key({ scopes: ["ingest", "read", "context"] });
  await world.logIn({ key: secret, project: "billing-api" });
});
afterEach(() => {
  world.intercept(null);
  for (const machine of machines.splice(0)) machine.stop();
});
afterAll(() => world.close());

function machine(name: string): HookMachine {
  const made = new HookMachine(world.steward, name);
  machines.push(made);
  return made;
}

async function stored(session: string): Promise<number> {
  const rows = await world.uploader.rows("SELECT event_count AS count FROM session WHERE native_id = $1", [session]);
  return Number(rows[0]?.["count"] ?? 0);
}

const AWAY = async () => new Response(null, { status: 503 });
const SILENT = { code: 0, out: "", err: "" };

describe("steward hook", () => {
  it("returns at once, and an uploader sends the transcript with its sub-agents and what is written later", async () => {
    const here = machine("live");
    const transcript = await world.write("live/-app/live.jsonl", readingSession("live", 2));
    const side = { sessionId: "live", isSidechain: true, agentId: "a1", uuid: "live-side" };
    await world.write("live/-app/live/subagents/agent-a1.jsonl", new ClaudeLines().prompt("Look", side).toString());
    expect(await here.call("claude-code", payload("Stop", "live", transcript))).toEqual(SILENT);
    await here.settled();
    expect(await stored("live")).toBe(6);
    if (process.platform === "linux") {
      // It outlives the hook, and must not hold the folder in which the agent works.
      expect(await readlink(`/proc/${here.uploader()}/cwd`)).toBe(path.dirname(here.state.lock));
    }
    await appendFile(transcript, readingSession("live", 3).slice(readingSession("live", 2).length));
    await expect.poll(() => stored("live"), { timeout: 20_000 }).toBe(8);
    expect(here.log()).toBe("");
  });

  it("loses none of 1,000 events that hooks told of while the server was down", { timeout: 120_000 }, async () => {
    const here = machine("down");
    world.intercept(AWAY);
    const sessions = Array.from({ length: 8 }, (_, at) => `down-${at}`);
    for (const session of sessions) {
      for (const part of [31, 62]) {
        const transcript = await world.write(`down/-app/${session}.jsonl`, readingSession(session, part));
        await here.call("claude-code", payload("Stop", session, transcript));
      }
    }
    // One entry a transcript, however often its hooks came.
    expect(here.waiting()).toHaveLength(8);
    world.intercept(null);
    await here.settled(60_000);
    expect(await Promise.all(sessions.map(stored))).toEqual(sessions.map(() => 125));
    const [row] = await world.uploader.rows(
      `SELECT count(*)::int AS count, count(DISTINCT (session_id, entry_id))::int AS unique FROM event
        WHERE session_id IN (SELECT id FROM session WHERE native_id LIKE 'down-%')`,
    );
    expect(row).toEqual({ count: 1_000, unique: 1_000 });
  });

  it("goes on where a kill -9 of the uploader stopped it", async () => {
    const here = machine("killed");
    const transcript = await world.write("killed/-app/killed.jsonl", readingSession("killed", 400));
    let appends = 0;
    const killed = new Promise<void>((resolve) => {
      world.intercept(async (request, next) => {
        if (request.url.includes("ingest.append") && ++appends === 2) {
          here.stop("SIGKILL");
          resolve();
        }
        return next(request);
      });
    });
    await here.call("claude-code", payload("Stop", "killed", transcript));
    await killed;
    expect(here.waiting()).toHaveLength(1);
    await here.call("claude-code", payload("Stop", "killed", transcript));
    await here.settled();
    expect(await stored("killed")).toBe(801);
  });

  it("waits for the rest of a line that is being written, in which another record is quoted", async () => {
    const here = machine("torn");
    const quoted = JSON.parse(readingSession("torn-side", 1).split("\n")[1] ?? "");
    const line = JSON.stringify({
      type: "progress",
      sessionId: "torn",
      uuid: "torn-x",
      data: { message: quoted },
      n: 1,
    });
    const whole = readingSession("torn", 1);
    const transcript = await world.write("torn/-app/torn.jsonl", whole + line.slice(0, -2));
    await here.call("claude-code", payload("Stop", "torn", transcript));
    await here.settled();
    expect(await stored("torn")).toBe(3);
    await appendFile(transcript, `${line.slice(-2)}\n${readingSession("torn", 2).slice(whole.length)}`);
    await here.call("claude-code", payload("Stop", "torn", transcript));
    await here.settled();
    expect(await stored("torn")).toBe(5);
    expect(here.log()).toBe("");
  });

  it("starts one uploader for hooks that come at the same time", async () => {
    const here = machine("together");
    const names = ["one", "two", "three", "four"].map((name) => `together-${name}`);
    const transcripts = await Promise.all(
      names.map((name) => world.write(`together/-app/${name}.jsonl`, readingSession(name, 3))),
    );
    world.calls.length = 0;
    await Promise.all(
      names.map((name, at) => here.call("claude-code", payload("Stop", name, transcripts[at] ?? null))),
    );
    await here.settled();
    expect(await Promise.all(names.map(stored))).toEqual([7, 7, 7, 7]);
    expect(world.calls.filter((call) => call === "ingest.append")).toHaveLength(4);
  });

  it("leaves everything for the next one when the server stays away, and says so", async () => {
    const here = machine("by-hand");
    const transcript = await world.write("by-hand/-app/by-hand.jsonl", readingSession("by-hand", 1));
    await world.write("by-hand/state/context-steward/hooks/pause.json", JSON.stringify({ untilMs: 9e15 }));
    await here.call("claude-code", payload("Stop", "by-hand", transcript));
    expect(here.uploader()).toBeNull();
    world.intercept(async () => Response.json({}, { status: 401 }));
    const refused = await here.flush();
    expect(refused).toMatchObject({ code: 2, out: "Not all that hooks noted is on the server.\n" });
    expect(here.waiting()).toHaveLength(1);
    world.intercept(null);
    const ran = await here.flush();
    expect(ran).toMatchObject({ code: 0, out: "All that hooks noted is on the server.\n" });
    expect(await stored("by-hand")).toBe(3);
    expect(here.waiting()).toEqual([]);
  });

  it("saves a checkpoint before a compaction, with all that was written", async () => {
    const here = machine("compaction");
    const transcript = await world.write("compaction/-app/compaction.jsonl", readingSession("compaction", 3));
    await here.call("claude-code", payload("PreCompact", "compaction", transcript, { trigger: "auto" }));
    await here.settled();
    const rows = await world.uploader.rows(
      `SELECT c.trigger, s.event_count AS events FROM checkpoint c JOIN session s ON s.id = c.session_id
        WHERE s.native_id = 'compaction'`,
    );
    expect(rows).toEqual([{ trigger: "boundary", events: 7 }]);
    expect(here.log()).toBe("");
  });

  it("closes the session at its end when the settings want it, and only uploads otherwise", async () => {
    const here = machine("ends");
    const transcript = await world.write("ends/-app/ends.jsonl", readingSession("ends", 3));
    const checkpoints = () =>
      world.uploader.rows(
        "SELECT trigger FROM checkpoint JOIN session ON session.id = session_id WHERE native_id = 'ends'",
      );
    await here.call("claude-code", payload("SessionEnd", "ends", transcript, { reason: "other" }));
    await here.settled();
    expect(await stored("ends")).toBe(7);
    expect(await checkpoints()).toEqual([]);
    const file = configFile({ XDG_CONFIG_HOME: world.steward.settings });
    const settings: object = JSON.parse(await readFile(file, "utf8"));
    await writeFile(file, JSON.stringify({ ...settings, hooks: { end: "protocol" } }));
    await here.call("claude-code", payload("SessionEnd", "ends", transcript, { reason: "other" }));
    await here.settled();
    await writeFile(file, JSON.stringify(settings));
    expect(await checkpoints()).toEqual([{ trigger: "boundary" }]);
  });

  it("uploads what a crash left, of sessions with hooks and of those without, but of this project only", async () => {
    const here = machine("crash");
    const crashed = await world.write("crash/.claude/projects/-app/crashed.jsonl", readingSession("crashed", 1));
    await here.call("claude-code", payload("PostToolUse", "crashed", crashed));
    await here.settled();
    here.stop();
    await appendFile(crashed, readingSession("crashed", 4).slice(readingSession("crashed", 1).length));
    await world.write("crash/.claude/projects/-app/hookless.jsonl", readingSession("hookless", 2));
    const old = await world.write("crash/.claude/projects/-app/old.jsonl", readingSession("old", 2));
    await utimes(old, new Date("2026-01-05"), new Date("2026-01-05"));
    const root = world.repository("crash/app", "https://git.example.com/acme/crash.git");
    await world.write("crash/app/.steward.json", JSON.stringify({ project: "billing-api" }));
    const inApp = (text: string) => text.replaceAll('"/home/dev/app"', JSON.stringify(root));
    await world.write("crash/.claude/projects/-app/sibling.jsonl", inApp(readingSession("sibling", 2)));
    const next = path.join(world.folder, "crash/.claude/projects/-app/next.jsonl");
    await here.call("claude-code", { ...payload("SessionStart", "next", next, { source: "startup" }), cwd: root });
    await here.settled();
    expect(await stored("crashed")).toBe(9);
    expect(await stored("sibling")).toBe(5);
    expect(await stored("hookless")).toBe(0);
    expect(await stored("old")).toBe(0);
  });
});

describe("payloads of other clients", () => {
  it("takes Codex' hooks, and its notify as the last argument without a transcript", async () => {
    const here = machine("codex");
    const name = "rollout-2026-01-05T09-00-00-0199aaaa-bbbb.jsonl";
    const lines = new CodexLines().meta({ id: "0199aaaa-bbbb" }).turn().prompt("List").ran("c1", "ls", 0, "a.ts");
    await world.write(`codex/.codex/sessions/2026/01/05/${name}`, lines.toString());
    const notify = { type: "agent-turn-complete", "thread-id": "0199aaaa-bbbb", "turn-id": "1", cwd: "/home/dev/app" };
    const ran = await world.steward.run(["hook", "codex", JSON.stringify(notify)], { env: here.environment });
    expect(ran).toEqual(SILENT);
    await here.settled();
    expect(await stored("0199aaaa-bbbb")).toBeGreaterThanOrEqual(3);
  });

  it("finds the session of a client that names neither session nor file", async () => {
    const here = machine("nameless");
    const root = world.repository("nameless/app", "https://git.example.com/acme/nameless.git");
    await world.write("nameless/app/.steward.json", JSON.stringify({ project: "billing-api" }));
    const at = { timestamp: new Date().toISOString(), parentId: null };
    const lines = [
      { type: "session.start", id: "n1", data: { sessionId: "nameless", version: 1, context: { cwd: root } }, ...at },
      { type: "user.message", id: "n2", data: { content: "List the files" }, ...at },
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    await world.write("nameless/.copilot/session-state/nameless/events.jsonl", text);
    await here.call("copilot-cli", { timestamp: 1, cwd: root }, "--event", "agentStop");
    await here.settled();
    expect(await stored("nameless")).toBe(1);
    expect(here.log()).toBe("");
  });

  it.each([
    ["copilot-cli", { sessionId: "s", timestamp: 1, cwd: "/x", toolName: "bash", toolResult: {} }, "postToolUse"],
    ["copilot-cli", { timestamp: 1, cwd: "/x", reason: "complete" }, "sessionEnd"],
    ["cursor", { conversation_id: "c", hook_event_name: "stop", workspace_roots: ["/x"], transcript_path: null }, null],
    ["gemini-cli", { session_id: "g", hook_event_name: "AfterAgent", transcript_path: "", cwd: "/x" }, null],
    ["claude-code", payload("Stop", "w", "C:\\Users\\dev\\.claude\\projects\\D--a-b\\w.jsonl"), null],
    ["claude-code", { ...payload("SubagentStop", "w", null), agent_transcript_path: "D:\\x\\agent-1.jsonl" }, null],
  ])("takes what %s sends and is not here: %o", async (client, sent, event) => {
    const here = machine("others");
    expect(await here.call(client, sent, ...(event === null ? [] : ["--event", event]))).toEqual(SILENT);
    await here.settled();
    expect(here.log()).toBe("");
  });

  it.each([
    ["claude-code", "", "the payload is no JSON object"],
    ["claude-code", '{"hook_event_name":"Stop","sess', "the payload is no JSON object"],
    ["claude-code", "[1,2]", "the payload is no JSON object"],
    ["claude-code", '{"session_id":7,"transcript_path":{}}', "names no event"],
    ["claude-code", '{"hook_event_name":"constructor"}', "the event constructor is not known"],
    ["nobody", "{}", "No hooks of a client nobody are known"],
    ["--wrong", "{}", "No hooks of a client"],
  ])("notes a broken call of %s and harms nobody: %s", async (client, text, why) => {
    const here = machine(`broken-${why.length}-${text.length}`);
    expect(await here.call(client, text)).toEqual(SILENT);
    expect(here.log()).toContain(why);
    expect(here.waiting()).toEqual([]);
  });
});

const corpus = process.env["STEWARD_CORPUS"];
describe.skipIf(!corpus)("recorded sessions of STEWARD_CORPUS", () => {
  it.each(["claude-code", "codex"])("of %s arrive whole while they grow", { timeout: 240_000 }, async (client) => {
    const here = machine(`corpus-${client}`);
    const folder = path.join(corpus ?? "", client);
    const names = (await readdir(folder)).filter((name) => name.endsWith(".jsonl")).sort();
    for (const name of names.filter((_, at) => at % 5 === 0).slice(0, 6)) {
      const bytes = await readFile(path.join(folder, name));
      const before = await world.uploader.count("event");
      for (const part of [0.31, 0.62, 1]) {
        const file = await world.write(`corpus-${client}/${name}`, bytes.subarray(0, Math.ceil(bytes.length * part)));
        await here.call(client, payload("Stop", name, file));
        await here.settled(60_000);
      }
      const dry = await world.steward.run(["import", "--dry-run", path.join(world.folder, `corpus-${client}`, name)]);
      const expected = Number(/: ([\d,]+) events? of/.exec(dry.out)?.[1]?.replaceAll(",", ""));
      expect({ name, events: (await world.uploader.count("event")) - before }).toEqual({ name, events: expected });
    }
  });
});
if (!corpus) console.info("STEWARD_CORPUS is not set: recorded sessions were not sent through hooks.");
