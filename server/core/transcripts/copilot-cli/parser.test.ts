import { describe, expect, it } from "vitest";
import { CopilotLines } from "../testing/copilot-lines";
import { onlySession, outline, type ParseInput, parseTranscript, totalUsage } from "../testing/parse";

const parse = (lines: CopilotLines, input: ParseInput = {}) => parseTranscript("copilot-cli", lines.toString(), input);
const read = (lines: CopilotLines, input: ParseInput = {}) => onlySession(parse(lines, input));
const copilot = () => new CopilotLines().start();
const call = (toolCallId: string, name: string, args: unknown) => ({ toolCallId, name, arguments: args });

describe("a session of Copilot CLI", () => {
  it("is named by its start, with folder, branch and repository", () => {
    const lines = new CopilotLines().start({ repository: "harbor/app", hostType: "github" }).prompt("Go");
    const session = read(lines);
    expect(session.header).toMatchObject({
      client: "copilot-cli",
      id: "copilot-1",
      clientVersion: "1.0.70",
      model: "claude-sonnet-5",
      cwd: "/home/dev/app",
      root: "/home/dev/app",
      branch: "main",
      head: "abc",
      gitRemote: "https://github.com/harbor/app",
      startedAt: "2026-01-05T09:00:00.000Z",
    });
    expect(session.marks).toMatchObject([{ branch: "main", cwd: "/home/dev/app" }]);
  });

  it("whose head is lost is named by its folder", () => {
    const path = "/home/dev/.copilot/session-state/c0ffee/events.jsonl";
    expect(read(new CopilotLines().prompt("Go"), { options: { path } }).header.id).toBe("c0ffee");
  });

  it("that is resumed says so, and tells a changed folder on a mark", () => {
    const session = read(
      copilot()
        .prompt("Go")
        .record("session.resume", { context: { cwd: "/home/dev/other", branch: "fix" } })
        .prompt("On"),
    );
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["resume"]);
    expect(session.header.cwd).toBe("/home/dev/app");
    expect(session.marks.at(-1)).toMatchObject({ cwd: "/home/dev/other", branch: "fix" });
  });

  it("plans in plan mode and works after it", () => {
    const session = read(
      copilot()
        .record("session.mode_changed", { newMode: "plan" })
        .prompt("Plan it")
        .record("session.mode_changed", { newMode: "interactive" }),
    );
    expect(session.marks.slice(1).map((mark) => mark.stage)).toEqual(["plan", "execute"]);
  });

  it("begins an epoch at a compaction, and goes back at a rewind", () => {
    const session = read(
      copilot()
        .prompt("One")
        .record("session.compaction_complete", { success: false })
        .record("session.compaction_complete", {
          success: true,
          summaryContent: "So far",
          compactionTokensUsed: { model: "m", inputTokens: 900, outputTokens: 40 },
        })
        .prompt("Two")
        .record("session.snapshot_rewind", { upToEventId: "r5" })
        .record("session.snapshot_rewind", { upToEventId: "gone" }),
    );
    expect(session.boundaries.map(({ kind }) => kind)).toEqual(["compaction", "rewind"]);
    const summary = session.events.find((event) => event.kind === "summary");
    expect(session.boundaries[1]?.toSeq).toBe(summary?.seq);
    expect([...session.requests.values()]).toMatchObject([{ usage: { inputTokens: 900, outputTokens: 40 } }]);
  });

  it("skips what a fork copied and what stands twice", () => {
    const line = JSON.stringify({ type: "user.message", id: "r2", data: { content: "Go" } });
    const parsed = parse(copilot().prompt("Go").raw(line).prompt("Old"), {
      options: { ownerOf: (id) => (id === "r3" ? "copilot-0" : undefined) },
    });
    expect(outline(onlySession(parsed))).toEqual(["user_prompt: Go"]);
    expect(parsed.report.skipped).toEqual({
      "user.message: repeated": 1,
      "user.message: copied from another session": 1,
    });
  });
});

describe("texts of Copilot CLI", () => {
  it("are prompts, and what the program put around them", () => {
    const transformedContent =
      "<current_datetime>2026-01-05T10:00:00Z</current_datetime>\n\nGo\n\n<system_reminder>Tables: todos</system_reminder>";
    const attachments = [
      { type: "file", path: "/app/a.ts" },
      { type: "blob", data: "QUJD".repeat(100), mimeType: "image/png" },
    ];
    const session = read(copilot().prompt("Go", { transformedContent, attachments }).prompt("On"));
    expect(session.events.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      "user_prompt: Go\n[file /app/a.ts]\n[image/png, 300 bytes]",
      "rule_injection: <system_reminder>Tables: todos</system_reminder>",
      "user_prompt: On",
    ]);
  });

  it("hold the system prompt once, though it is written with every prompt", () => {
    const parsed = parse(
      copilot()
        .record("system.message", { content: "You are…" })
        .prompt("One")
        .record("system.message", { content: "You are…" })
        .record("system.message", { content: "You are more…" }),
    );
    expect(outline(onlySession(parsed))).toEqual(["system: You are…", "user_prompt: One", "system: You are more…"]);
    expect(parsed.report.skipped).toEqual({ "system.message: repeated": 1 });
  });

  it("tell aborts, errors, notifications and prompts that nobody typed", () => {
    const session = read(
      copilot()
        .record("abort", { reason: "user_initiated" })
        .record("session.error", { errorType: "quota", message: "No quota" })
        .record("system.notification", { content: "Shell 3 ended" })
        .prompt("Time is up", { source: "schedule" }),
    );
    expect(session.events.map(({ kind, outcome, text }) => [kind, outcome, text])).toEqual([
      ["system", "aborted", "The run was aborted: user initiated"],
      ["system", "error", "No quota"],
      ["system", undefined, "Shell 3 ended"],
      ["system", undefined, "Time is up"],
    ]);
  });
});

describe("answers of Copilot CLI", () => {
  it("give thought, text and calls with one request; results pair by their call", () => {
    const session = read(
      copilot()
        .prompt("Fix it")
        .answer("Reading.", [call("t1", "view", { path: "/app/a.ts" }), call("t2", "bash", '{"command":"npm test"}')], {
          reasoningText: "Look.",
        })
        .record("tool.execution_start", { toolCallId: "t1", toolName: "view", arguments: {} })
        .result("t2", "1 failed\n<shellId: 0 completed with exit code 1>")
        .result("t1", "1. const a = 1;")
        .answer("", [], { reasoningOpaque: "x" }),
    );
    expect(outline(session)).toEqual([
      "user_prompt: Fix it",
      "thinking: Look.",
      "assistant_message: Reading.",
      'tool_call: {"path":"/app/a.ts"}',
      'tool_call: {"command":"npm test"}',
      "tool_result: 1 failed\n<shellId: 0 completed with exit",
      "tool_result: 1. const a = 1;",
      'thinking: ""',
    ]);
    const [request] = session.requests.keys();
    expect(session.events.slice(1, 5).map((event) => event.requestId)).toEqual(Array(4).fill(request));
    expect(session.events.slice(5, 7)).toMatchObject([
      { callId: "t2", tool: "bash", outcome: "error", exitCode: 1 },
      { callId: "t1", tool: "view", outcome: "ok" },
    ]);
  });

  it("tell failures and refusals by their error, and keep a command that the person ran", () => {
    const failed = (code: string, message: string) => ({ success: false, result: undefined, error: { code, message } });
    const parsed = parse(
      copilot()
        .ran("t1", "ls", "", failed("failure", "Path does not exist"))
        .ran("t2", "rm -r x", "", failed("rejected", "The tool call was rejected by the user"))
        .record("tool.execution_start", { toolCallId: "t3", toolName: "bash", arguments: { command: "ls" } })
        .result("t3", "a.ts"),
    );
    const results = onlySession(parsed).events.filter((event) => event.kind === "tool_result");
    expect(results.map(({ outcome, text }) => [outcome, text])).toEqual([
      ["error", "Path does not exist"],
      ["refused", "The tool call was rejected by the user"],
      ["ok", "a.ts"],
    ]);
    expect(parsed.report).toMatchObject({ toolCalls: 3, errors: 2 });
  });

  it("load skills, of which the call itself only gets a receipt", () => {
    const session = read(
      copilot()
        .answer("", [call("t1", "skill", { skill: "review" })])
        .result("t1", "Skill loaded", { toolName: "skill" })
        .record("skill.invoked", { name: "review", path: "/s/review/SKILL.md", content: "# Review" }),
    );
    expect(session.events.slice(1)).toMatchObject([
      { kind: "tool_result", text: "Skill loaded" },
      { kind: "skill_load", skill: "review", path: "/s/review/SKILL.md", text: "# Review" },
    ]);
  });

  it("start sub-agents, whose records name them or their call", () => {
    const session = read(
      copilot()
        .answer("", [call("t1", "task", { description: "Look" })])
        .record("subagent.started", { toolCallId: "t1", agentName: "explore", agentDescription: "Looks" })
        .answer("Found.", [], { parentToolCallId: "t1" })
        .record("subagent.completed", { toolCallId: "t1" })
        .result("t1", "Found."),
    );
    expect(session.threads.get("t1")).toEqual({
      key: "t1",
      agent: "explore",
      parentKey: "main",
      spawnedByCallId: "t1",
      label: "Looks",
    });
    expect(outline(session, "t1")).toEqual(["assistant_message: Found."]);
    expect(session.events.at(-1)).toMatchObject({ kind: "agent_output", thread: "main" });
    const named = read(
      copilot()
        .record("subagent.started", { toolCallId: "t1", agentName: "explore" }, { agentId: "a1" })
        .answer("x", [], { parentToolCallId: "t1" }),
    );
    expect(outline(named, "a1")).toEqual(["assistant_message: x"]);
  });
});

describe("tokens of Copilot CLI", () => {
  const usage = {
    inputTokens: 1_000,
    cacheReadTokens: 700,
    cacheWriteTokens: 100,
    outputTokens: 25,
    reasoningTokens: 5,
  };
  const shutdown = (lines: CopilotLines) =>
    lines.record("session.shutdown", { modelMetrics: { "claude-sonnet-5": { usage } } });

  it("of a run with one request stand on that request", () => {
    const session = read(shutdown(copilot().prompt("Go").answer("Done.")));
    expect([...session.requests.values()]).toMatchObject([
      { thread: "main", usage: { inputTokens: 200, cacheReadTokens: 700, cacheWriteTokens: 100, outputTokens: 10 } },
    ]);
  });

  it("of a longer run stand on a helper's thread, without what the answers told", () => {
    const run = (lines: CopilotLines) => shutdown(lines.prompt("Go").answer("One.").answer("Two."));
    const session = read(run(run(copilot())));
    expect(session.threads.get("run-totals")).toMatchObject({ agent: "main", auxiliary: true });
    expect([...session.requests.values()].filter(({ thread }) => thread === "main")).toHaveLength(4);
    expect(totalUsage(session)).toEqual({
      inputTokens: 400,
      cacheWriteTokens: 200,
      cacheReadTokens: 1_400,
      outputTokens: 50,
      reasoningTokens: 0,
    });
  });

  it("are unknown after a crash", () => {
    expect(totalUsage(read(copilot().answer("One.")))).toMatchObject({ inputTokens: 0, outputTokens: 10 });
  });
});

describe("what else a session of Copilot CLI holds", () => {
  it("is named when it carries nothing, and kept when no version had it", () => {
    const parsed = parse(
      copilot()
        .record("hook.start", { hookType: "postToolUse" })
        .record("session.info", { message: "Folder is trusted" })
        .record("assistant.turn_start")
        .record("session.shutdown", {})
        .record("hologram", { shape: 1 })
        .raw('{"sessionId":"x","timestamp":"2026-01-05T09:00:00Z"}'),
    );
    expect(onlySession(parsed).events.map((event) => event.kind)).toEqual(["other"]);
    expect(parsed.report.skipped).toEqual({
      "hook.start": 1,
      "session.info": 1,
      "assistant.turn_start": 1,
      "session.shutdown: no usage": 1,
      "part of a torn record": 1,
    });
  });
});
