import { chmod, copyFile, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keepLogin } from "@/cli/config";
import { configFile } from "@/cli/config-file";
import { anImportWorld, type ImportWorld } from "@/cli/testing/import-world";
import { createCaller } from "@/server/api/root";
import { CodexLines } from "@/server/core/transcripts/testing/codex-lines";
import { APP, ClaudeSession, LONG } from "./testing/claude-session";
import { ClientMachine, GrowingFile, type Ran, stateOf, stopUploader, until } from "./testing/client-machine";

const here = import.meta.dirname;
const TEST_PATIENCE_MS = 150_000;
const START_PATIENCE_MS = 60_000;

let world: ImportWorld;
const homes: string[] = [];

beforeAll(async () => {
  world = await anImportWorld();
  const { deps, team } = world.uploader;
  const owner = createCaller({ deps, principal: team.people.owner });
  const place = { team: team.slug, project: team.project.slug };
  await owner.constraints.record({ ...place, rule: { title: "Never edit dist", affectedPaths: ["dist/**"] } });
  await owner.decisions.record({ ...place, decision: { title: "Sign tokens with RS256" }, status: "accepted" });
});
afterAll(async () => {
  await Promise.all(homes.map(stopUploader));
  await world.close();
});

/** A home folder with a login; where the command is comes from the test. */
async function aHome(name: string): Promise<string> {
  const home = path.join(world.folder, name);
  const { secret } = await world.uploader.team.key({ scopes: ["ingest", "read", "context"] });
  const entry = { key: secret, team: world.uploader.team.slug, project: world.uploader.team.project.slug };
  await keepLogin(configFile({ XDG_CONFIG_HOME: path.join(home, ".config") }), world.server.origin, entry);
  homes.push(home);
  return home;
}

/** The bundle where the one-line install puts it. */
async function installed(home: string, folder = path.join(home, "share/context-steward")): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, "steward.mjs");
  await copyFile(path.join(world.folder, "steward.mjs"), file);
  return file;
}

/** A folder for the PATH with `steward` in it, as the install writes it. */
async function onPath(home: string): Promise<string> {
  const bundle = await installed(home, path.join(home, "opt"));
  const folder = path.join(home, "bin");
  await mkdir(folder);
  await writeFile(path.join(folder, "steward"), `#!/bin/sh\nexec "${process.execPath}" "${bundle}" "$@"\n`);
  await chmod(path.join(folder, "steward"), 0o755);
  return `${folder}${path.delimiter}${process.env["PATH"] ?? ""}`;
}

function aPlugin(
  home: string,
  environment: Record<string, string>,
  data = path.join(home, "plugin-data"),
): ClientMachine {
  return new ClientMachine({
    home,
    hookFile: path.join(here, "claude-code/hooks/hooks.json"),
    outer: process.env,
    variables: { CLAUDE_PLUGIN_ROOT: path.join(here, "claude-code"), CLAUDE_PLUGIN_DATA: data },
    environment: { XDG_DATA_HOME: path.join(home, "share"), ...environment },
  });
}

/**
 * Fires until the server's answer was in time: a start gives it 1.5 seconds and then leaves it alone for a while, which
 * a busy machine does not always keep.
 */
async function started(home: string, fire: () => Promise<Ran[]>): Promise<string> {
  return until(
    async () => {
      const text = injected(await fire()).trim();
      await rm(stateOf(home).pause, { force: true });
      return text === "" ? null : text;
    },
    "The text of a start",
    START_PATIENCE_MS,
  );
}

/** What the client puts into the agent's window. */
function injected(ran: readonly Ran[]): string {
  return ran
    .map(({ out }) => (out === "" ? "" : (JSON.parse(out).hookSpecificOutput?.additionalContext ?? "")))
    .join("\n");
}

const healthy = (ran: readonly Ran[]) => ran.map(({ code, err }) => [code, err]);

function rows(sql: string, session: string): Promise<Record<string, unknown>[]> {
  return world.uploader.rows(sql, [session]);
}

async function eventsOf(session: string, count: number): Promise<void> {
  await until(async () => {
    const [row] = await rows("SELECT event_count AS count FROM session WHERE native_id = $1", session);
    return Number(row?.["count"] ?? 0) >= count ? true : null;
  }, `${count} events of ${session}`);
}

const agentsOf = (session: string) =>
  rows(
    `SELECT coalesce(t.agent, 'main') AS agent, count(e.*)::int AS events FROM thread t
       JOIN session s ON s.team_id = t.team_id AND s.id = t.session_id
       LEFT JOIN event e ON e.team_id = t.team_id AND e.session_id = t.session_id AND e.thread = t.key
      WHERE s.native_id = $1 GROUP BY 1 ORDER BY 1`,
    session,
  );
const skillsOf = (session: string) =>
  rows(
    `SELECT DISTINCT e.skill FROM event e JOIN session s ON s.team_id = e.team_id AND s.id = e.session_id
      WHERE s.native_id = $1 AND e.kind = 'skill_load'`,
    session,
  );
const checkpointsOf = (session: string) =>
  rows(
    `SELECT c.trigger FROM checkpoint c JOIN session s ON s.team_id = c.team_id AND s.id = c.session_id
      WHERE s.native_id = $1`,
    session,
  );

describe("the plugin of Claude Code", () => {
  it("sends a session with its skill and its sub-agent, starts it with what is known, and saves it before a compaction", {
    timeout: TEST_PATIENCE_MS,
  }, async () => {
    const home = await aHome("claude");
    await installed(home);
    const client = aPlugin(home, {});
    const session = new ClaudeSession(home, "5f0c1a52-replay");
    const ran: Ran[] = [];
    const fire = async (event: string, more: Record<string, unknown> = {}) => {
      const some = await client.fire(event, session.payload(more));
      ran.push(...some);
      return some;
    };

    const start = await started(home, () => fire("SessionStart", { source: "startup", model: "claude-sonnet-5" }));
    expect(start).toMatch(/^Context Steward: \d+ files indexed, 1 decisions? loaded, budget: \d+[KM] tokens/);
    expect(start).toContain("Never edit dist");
    expect(start).toContain("Sign tokens with RS256");

    await session.prompts();
    await fire("UserPromptSubmit", { prompt: "Refuse an empty password." });
    await session.loadsSkill();
    await session.greps();
    const tool = {
      tool_name: "Grep",
      tool_input: { pattern: "match" },
      tool_use_id: "t-grep",
      tool_response: { content: LONG, numLines: 3_000 },
    };
    expect(injected(await fire("PostToolUse", tool))).toMatch(/tokens/);
    expect(await fire("PostToolUse", { ...tool, tool_name: "TodoWrite" })).toEqual([]);
    await session.asksReviewer();
    await fire("SubagentStop", {
      ...{ agent_id: "a1b2", agent_type: "code-reviewer", agent_transcript_path: session.agentTranscript.file },
      ...{ stop_hook_active: false, last_assistant_message: "No faults." },
    });
    await session.hearsReviewer();
    await fire("Stop", { stop_hook_active: false, last_assistant_message: "It is refused now." });
    await eventsOf(session.id, 10);

    // The same session starts again: nothing that its window has already.
    expect(injected(await fire("SessionStart", { source: "resume" })).trim()).toBe("");

    await fire("PreCompact", { trigger: "auto", custom_instructions: "" });
    await until(async () => ((await checkpointsOf(session.id)).length > 0 ? true : null), "A checkpoint");
    await session.compacts();
    // The window was emptied, so everything is new to it again.
    expect(await started(home, () => fire("SessionStart", { source: "compact" }))).toContain("Never edit dist");
    await fire("SessionEnd", { reason: "prompt_input_exit" });

    expect(healthy(ran)).toEqual(ran.map(() => [0, ""]));
    expect(ran.filter(({ isAsync }) => !isAsync).length).toBeGreaterThanOrEqual(4);
    const agents = await agentsOf(session.id);
    expect(agents).toEqual([
      { agent: "code-reviewer", events: 3 },
      { agent: "main", events: expect.any(Number) },
    ]);
    expect(await skillsOf(session.id)).toEqual([{ skill: "test-first" }]);
    expect(await checkpointsOf(session.id)).toEqual([{ trigger: "boundary" }]);
  });

  it.each(["its data folder", "the PATH, by a script", "the PATH, by a link"])(
    "finds the command in %s",
    { timeout: TEST_PATIENCE_MS },
    async (where) => {
      const home = await aHome(`finds-${where.replaceAll(/\W+/g, "-")}`);
      const data = path.join(home, "plugin-data");
      const environment: Record<string, string> = {};
      if (where === "its data folder") await installed(home, data);
      else if (where.endsWith("script")) environment["PATH"] = await onPath(home);
      else {
        await mkdir(path.join(home, "bin"));
        await symlink(await installed(home, path.join(home, "opt")), path.join(home, "bin/steward"));
        environment["PATH"] = `${path.join(home, "bin")}${path.delimiter}${process.env["PATH"] ?? ""}`;
      }
      const payload = { session_id: `found-${homes.length}`, transcript_path: null, cwd: APP, source: "startup" };
      const client = aPlugin(home, environment, data);
      expect(await started(home, () => client.fire("SessionStart", payload))).toContain("Never edit dist");
    },
  );

  it("uses the key that the plugin was given, and says once a session that the command is missing", {
    timeout: TEST_PATIENCE_MS,
  }, async () => {
    const home = path.join(world.folder, "no-login");
    homes.push(home);
    await mkdir(home);
    const payload = { session_id: "keyed", transcript_path: null, cwd: APP, source: "startup" };
    const [missing] = await aPlugin(home, {}).fire("SessionStart", payload);
    expect(missing).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(missing?.out ?? "")).toEqual({ systemMessage: expect.stringContaining("was not found") });
    expect(await aPlugin(home, {}).fire("Stop", payload)).toMatchObject([{ code: 0, out: "", err: "" }]);

    await installed(home);
    const { secret } = await world.uploader.team.key({ scopes: ["ingest", "read", "context"] });
    const options = { CLAUDE_PLUGIN_OPTION_SERVER_URL: world.server.origin, CLAUDE_PLUGIN_OPTION_API_KEY: secret };
    await world.write("no-login-app/.steward.json", JSON.stringify({ project: world.uploader.team.project.slug }));
    const cwd = path.join(world.folder, "no-login-app");
    const client = aPlugin(home, options);
    expect(await started(home, () => client.fire("SessionStart", { ...payload, cwd }))).toContain("Never edit dist");
  });
});

describe("the hooks of Codex", () => {
  it("send a rollout with its sub-agent and its skill, start it with what is known, and save it before a compaction", {
    timeout: TEST_PATIENCE_MS,
  }, async () => {
    const home = await aHome("codex");
    const client = new ClientMachine({
      home,
      hookFile: path.join(here, "codex/hooks.json"),
      outer: process.env,
      environment: { PATH: await onPath(home) },
    });
    const folder = path.join(home, ".codex/sessions/2026/01/05");
    const id = "0199f1c0-aaaa-7000-8000-000000000001";
    const childId = "0199f1c0-aaaa-7000-8000-000000000002";
    const rollout = new GrowingFile(path.join(folder, `rollout-2026-01-05T09-00-00-${id}.jsonl`));
    const child = new GrowingFile(path.join(folder, `rollout-2026-01-05T09-00-09-${childId}.jsonl`));
    const base = {
      session_id: id,
      turn_id: "1",
      transcript_path: rollout.file,
      cwd: APP,
      model: "gpt-6",
      permission_mode: "default",
    };
    const ran: Ran[] = [];
    const fire = async (event: string, more: Record<string, unknown> = {}) => {
      const some = await client.fire(event, { ...base, ...more });
      ran.push(...some);
      return some;
    };

    expect(await started(home, () => fire("SessionStart", { source: "startup" }))).toContain("Never edit dist");
    const lines = new CodexLines().meta({ id }).turn().prompt("Refuse an empty password.");
    await rollout.grow(lines.toString());
    await fire("UserPromptSubmit", { prompt: "Refuse an empty password." });
    lines.message(
      "user",
      "<skill>\n<name>test-first</name>\n<path>/home/dev/.agents/skills/test-first/SKILL.md</path>\nWrite the test first.\n</skill>",
    );
    lines.ran("c1", "rg match", 0, LONG);
    await rollout.grow(lines.toString());
    const tool = { tool_name: "exec_command", tool_input: { cmd: "rg match" }, tool_use_id: "c1", tool_response: LONG };
    expect(injected(await fire("PostToolUse", tool))).toMatch(/tokens/);

    const spawned = {
      subagent: { thread_spawn: { parent_thread_id: id, depth: 1, agent_nickname: "Ada", agent_role: "reviewer" } },
    };
    const childLines = new CodexLines()
      .meta({ id: childId, source: spawned, parent_thread_id: id })
      .turn()
      .prompt("Review src/login.ts.")
      .ran("d1", "cat src/login.ts", 0, "export function login() {}");
    await child.grow(childLines.toString());
    await fire("SubagentStop", {
      agent_id: childId,
      agent_type: "reviewer",
      agent_transcript_path: child.file,
      stop_hook_active: false,
    });
    lines.message("assistant", "It is refused now.").tokens(900, 100, 40, 10);
    await rollout.grow(lines.toString());
    await fire("Stop", { stop_hook_active: false, last_assistant_message: "It is refused now." });
    await eventsOf(id, 5);
    expect(injected(await fire("SessionStart", { source: "resume" })).trim()).toBe("");
    await fire("PreCompact", { trigger: "manual" });
    await until(async () => ((await checkpointsOf(id)).length > 0 ? true : null), "A checkpoint");
    await fire("SessionEnd", { reason: "other" });

    expect(healthy(ran)).toEqual(ran.map(() => [0, ""]));
    expect(await skillsOf(id)).toEqual([{ skill: "test-first" }]);
    expect((await agentsOf(id)).map(({ agent }) => agent)).toEqual(["main", "reviewer"]);
  });
});
