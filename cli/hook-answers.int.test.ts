import { spawn } from "node:child_process";
import { appendFile, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createCaller } from "@/server/api/root";
import { estimateTokens } from "@/server/core/events/tokens";
import { usage } from "@/server/core/transcripts/testing/claude-lines";
import { sessionFolder, writeJson } from "./hook/state";
import { payload, readingSession } from "./testing/hook-lines";
import { contextOf, HookMachine } from "./testing/hooks";
import { anImportWorld, type ImportWorld } from "./testing/import-world";

let world: ImportWorld;
let here: HookMachine;
let owner: ReturnType<typeof createCaller>;
const place = { team: "harbor", project: "billing-api" };
beforeAll(async () => {
  world = await anImportWorld();
  const { secret } = await world.uploader.team.key({ scopes: ["ingest", "read", "context"] });
  await world.logIn({ key: secret, project: "billing-api" });
  const { deps, team } = world.uploader;
  owner = createCaller({ deps, principal: team.people.owner });
  await owner.constraints.record({ ...place, rule: { title: "Never edit dist" } });
  await owner.decisions.record({ ...place, decision: { title: "JWT expires in 24h" }, status: "accepted" });
  here = new HookMachine(world.steward, "answers");
  // The uploader learns which project the folder belongs to.
  await here.call(
    "claude-code",
    payload("Stop", "first", await world.write("first.jsonl", readingSession("first", 1))),
  );
  await here.settled();
});
afterEach(() => world.intercept(null));
afterAll(async () => {
  here.stop();
  await world.close();
});

const begins = (session: string, source: string) =>
  payload("SessionStart", session, null, { source, model: "claude-sonnet-4-5" });
const start = (session: string, source: string, client = "claude-code") =>
  here.callAnswered(client, begins(session, source));

describe("the start of a session", () => {
  it.each(["claude-code", "codex", "gemini-cli"])(
    "gives %s the constraints and decisions, as it takes them",
    async (client) => {
      const ran = await start(`told-${client}`, "startup", client);
      expect(ran).toMatchObject({ code: 0, err: "" });
      expect(JSON.parse(ran.out)).toEqual({
        hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: expect.any(String) },
      });
      expect(contextOf(ran)).toMatch(/^Context Steward: 0 files indexed, 1 decision loaded, budget: 200K tokens\n/);
      expect(contextOf(ran)).toContain("CON-001: Never edit dist");
      expect(contextOf(ran)).toContain("DEC-001 (accepted): JWT expires in 24h");
    },
  );

  it.each([
    [
      "cursor",
      { hook_event_name: "sessionStart", conversation_id: "c1", workspace_roots: ["/home/dev/app"] },
      [],
      "additional_context",
    ],
    [
      "copilot-cli",
      { sessionId: "p1", cwd: "/home/dev/app", source: "new" },
      ["--event", "sessionStart"],
      "additionalContext",
    ],
  ])("speaks to %s in its own form", async (client, sent, flags, key) => {
    const ran = await here.callAnswered(client, sent, ...flags);
    expect(JSON.parse(ran.out)).toEqual({ [key]: expect.stringContaining("CON-001: Never edit dist") });
  });

  it("adds no repeats the second time, and only what changed later", async () => {
    expect(contextOf(await start("again", "startup"))).toContain("DEC-001");
    expect(await start("again", "resume")).toEqual({ code: 0, out: "", err: "" });
    expect(await start("again", "startup")).toEqual({ code: 0, out: "", err: "" });
    await owner.decisions.record({ ...place, decision: { title: "Keys live 90 days" }, status: "accepted" });
    const later = contextOf(await start("again", "resume"));
    expect(later).toContain("DEC-002 (accepted): Keys live 90 days");
    expect(later).not.toContain("CON-001");
    expect(later).not.toContain("DEC-001");
  });

  it.each(["compact", "clear"])("tells all again after a %s, which emptied the window", async (source) => {
    await start(`emptied-${source}`, "startup");
    expect(contextOf(await start(`emptied-${source}`, source))).toContain("CON-001: Never edit dist");
  });

  it("finds the project of a folder that no upload told of, in time", async () => {
    const file = await world.write("fresh/.steward.json", JSON.stringify({ project: "billing-api" }));
    const startIn = (session: string, cwd: string) => {
      world.calls.length = 0;
      return here.callAnswered("claude-code", { ...begins(session, "startup"), cwd });
    };
    const named = await startIn("fresh-1", path.dirname(file));
    expect(contextOf(named)).toContain("CON-001: Never edit dist");
    expect(contextOf(await startIn("fresh-2", path.dirname(file)))).toContain("CON-001");
    expect(world.calls.filter((call) => call === "protocol.start")).toHaveLength(1);
    // Nothing leads anywhere but the default of the login.
    const folder = path.dirname(await world.write("default/readme.md", ""));
    expect(contextOf(await startIn("fresh-3", folder))).toContain("CON-001");
    const nowhere = path.dirname(await world.write("nowhere/.steward.json", JSON.stringify({ project: "none" })));
    expect(await startIn("fresh-4", nowhere)).toEqual({ code: 0, out: "", err: "" });
  });

  it.each(["startup", "compact"])(
    "is told once when two hooks run for the same %s, as with a plugin beside the settings",
    async (source) => {
      const both = await Promise.all([start(`double-${source}`, source), start(`double-${source}`, source)]);
      expect(both.map(contextOf).filter((text) => text?.includes("CON-001"))).toHaveLength(1);
      expect(await start(`double-${source}`, source)).toEqual({ code: 0, out: "", err: "" });
    },
  );

  it("says the real size of the window after a compaction, whose payload names no model", async () => {
    const full = { model: "claude-sonnet-4-5", usage: usage(5, { cache_read_input_tokens: 300_000 }) };
    const transcript = await world.write("sized/-app/sized.jsonl", readingSession("sized", 1, full));
    await here.call("claude-code", payload("Stop", "sized", transcript));
    await here.settled();
    const compacted = payload("SessionStart", "sized", transcript, { source: "compact" });
    expect(contextOf(await here.callAnswered("claude-code", compacted))).toMatch(/loaded, budget: 1M tokens\n/);
  });

  it("says nothing of a window that nobody knows, and starts a session that the server has no more", async () => {
    const bare = (session: string) => payload("SessionStart", session, null, { source: "compact" });
    const unsized = /^Context Steward: \d+ files? indexed, \d+ decisions? loaded\n/;
    expect(contextOf(await here.callAnswered("claude-code", bare("unsized")))).toMatch(unsized);
    const stored = { team: "harbor", project: "billing-api", number: 9_999, url: "" };
    const memory = path.join(sessionFolder(here.state, "claude-code", "gone"), "session.json");
    writeJson(memory, { server: world.server.origin, stored });
    expect(contextOf(await here.callAnswered("claude-code", bare("gone")))).toMatch(unsized);
  });

  it("begins without context when the server is away or hangs, and does not wait for it again", async () => {
    let asked = 0;
    world.intercept((request) => {
      if (request.url.includes("protocol.start")) asked++;
      return new Promise(() => {});
    });
    const begun = Date.now();
    expect(await here.call("claude-code", begins("hangs", "startup"))).toEqual({ code: 0, out: "", err: "" });
    expect(Date.now() - begun).toBeGreaterThan(1_400);
    expect(asked).toBe(1);
    expect(here.log()).toContain("The session begins without its context: No answer in time.");
    await here.call("claude-code", begins("hangs", "resume"));
    expect(asked).toBe(1);
    await world.write("answers/state/context-steward/hooks/silence.json", "{}");
    world.intercept(null);
    expect(contextOf(await start("hangs", "resume"))).toContain("CON-001");
  });

  it("stays within a tenth of the window, and within what Claude Code shows of a hook", async () => {
    for (let at = 0; at < 12; at++) {
      const decision = {
        title: `Long decision ${at}`,
        reasoning: `Because ${"x".repeat(390)}`,
        decision: "y".repeat(390),
      };
      await owner.decisions.record({ ...place, decision, status: "accepted" });
      await owner.constraints.record({ ...place, rule: { title: `Rule ${at}`, text: "z".repeat(900) } });
    }
    const claude = contextOf(await start("long", "startup")) ?? "";
    expect(claude.length).toBeLessThanOrEqual(10_000);
    expect(claude.length).toBeGreaterThan(5_000);
    expect(claude).toMatch(/budget: 200K tokens\n/);
    expect(claude).toContain("## By Reference");
    expect(await start("long", "resume")).toMatchObject({ out: "" });
    const codex = contextOf(await start("long", "startup", "codex")) ?? "";
    expect(codex.length).toBeGreaterThan(10_000);
    expect(estimateTokens(codex)).toBeLessThanOrEqual(20_000);
  });
});

describe("the pipes of a client", () => {
  it("may stay open: the payload ends with its object", async () => {
    const script = `(printf '{"hook_event_name":"Stop",'; sleep 0.2; printf '"session_id":"open"}\\n'; sleep 30) | "$0" "$1" hook claude-code`;
    const bundle = path.join(world.folder, "steward.mjs");
    const open = new HookMachine(world.steward, "open");
    // No uploader takes away what is to be seen here.
    await world.write("open/state/context-steward/hooks/pause.json", JSON.stringify({ untilMs: 9e15 }));
    const child = spawn("sh", ["-c", script, process.execPath, bundle], {
      env: { ...process.env, ...open.environment, XDG_CONFIG_HOME: world.steward.settings },
      detached: true,
    });
    await expect.poll(() => open.waiting().join(), { timeout: 20_000 }).toContain("upload.claude-code");
    process.kill(-(child.pid ?? 0), "SIGKILL");
    expect(open.log()).toBe("");
  });

  it("carry payloads that are larger than they are", async () => {
    const response = "x".repeat(3_000_000);
    const sent = {
      ...payload("PostToolUse", "wide", null),
      tool_name: "Bash",
      tool_use_id: "w",
      tool_response: response,
    };
    expect(contextOf(await here.call("claude-code", sent))).toContain("This result has 750,000 tokens.");
  });
});

describe("what an agent is told on the way", () => {
  const tool = (id: string, name: string, response: unknown) =>
    here.call("claude-code", {
      ...payload("PostToolUse", "tools", null),
      tool_name: name,
      tool_input: {},
      tool_use_id: id,
      tool_response: response,
    });
  const large = "x".repeat(24_000);

  it("is told of a large result once, with the remedy", async () => {
    const response = { stdout: large, stderr: "", interrupted: false };
    expect(contextOf(await tool("t1", "Bash", response))).toBe(
      "This result has 6,000 tokens. Needed in the next five turns? Keep it. Else narrow the call, summarize the " +
        "result, or write it to a file and read the part you need.",
    );
    expect(await tool("t1", "Bash", response)).toEqual({ code: 0, out: "", err: "" });
    expect(contextOf(await tool("t2", "mcp__docs__fetch", [{ type: "text", text: large }]))).toContain("6,000 tokens");
  });

  it("is not told of results that are small, of edits, and of images", async () => {
    const image = [{ type: "image", source: { type: "base64", data: large } }];
    for (const [id, name, response] of [
      ["s1", "Read", { file: { content: "x".repeat(20_000) } }],
      ["s2", "Write", { filePath: "a.ts", content: large }],
      ["s3", "Edit", { originalFile: large }],
      ["s4", "Read", image],
    ] as const) {
      expect(await tool(id, name, response)).toEqual({ code: 0, out: "", err: "" });
    }
  });

  it("hears advice once when a threshold was crossed, and not again within its quiet turns", async () => {
    const full = { model: "claude-sonnet-4-5", usage: usage(5, { cache_read_input_tokens: 170_000 }) };
    const transcript = await world.write("full/-app/full.jsonl", readingSession("full", 2, full));
    const prompt = () => here.call("claude-code", { ...payload("UserPromptSubmit", "full", transcript), prompt: "Go" });
    await here.call("claude-code", payload("Stop", "full", transcript));
    await here.settled();
    const told = contextOf(await prompt());
    expect(told).toMatch(/^Context Steward: The window is more than 80 % full: 85 %\. /);
    expect(told).toMatch(/Say: context checkpoint$/);
    expect(await prompt()).toEqual({ code: 0, out: "", err: "" });
    await appendFile(transcript, readingSession("full", 3, full).slice(readingSession("full", 2, full).length));
    await here.call("claude-code", payload("Stop", "full", transcript));
    await here.settled();
    expect(await prompt()).toEqual({ code: 0, out: "", err: "" });
    const kept = await readFile(path.join(here.state.sessions, "claude-code.full/session.json"), "utf8");
    expect(JSON.parse(kept)).toMatchObject({ contextTokens: 170_054, stored: { project: "billing-api" } });
  });

  it("forgets advice about a window that was emptied", async () => {
    const full = { model: "claude-sonnet-4-5", usage: usage(5, { cache_read_input_tokens: 150_000 }) };
    const transcript = await world.write("emptied/-app/emptied.jsonl", readingSession("emptied", 1, full));
    await here.call("claude-code", payload("Stop", "emptied", transcript));
    await here.settled();
    await here.call("claude-code", payload("PostCompact", "emptied", null));
    const next = { ...payload("UserPromptSubmit", "emptied", null), prompt: "Go" };
    expect(await here.call("claude-code", next)).toEqual({ code: 0, out: "", err: "" });
  });
});
