import { describe, expect, it } from "vitest";
import { CodexLines, unifiedExec } from "../testing/codex-lines";
import { onlySession, outline, type ParseInput, parseTranscript } from "../testing/parse";

const parse = (lines: CodexLines, input: ParseInput = {}) => parseTranscript("codex", lines.toString(), input);
const read = (lines: CodexLines, input: ParseInput = {}) => onlySession(parse(lines, input));

describe("a rollout of Codex", () => {
  it("tells its session by its head, and its model by its turns", () => {
    const session = read(
      new CodexLines().meta().turn().event("thread_name_updated", { thread_name: "Login fix" }).prompt("Go"),
    );
    expect(session.header).toEqual({
      contract: 1,
      client: "codex",
      id: "rollout-1",
      captureMode: "full",
      clientVersion: "0.150.0",
      cwd: "/home/dev/app",
      gitRemote: "git@example.com:dev/app.git",
      branch: "main",
      head: "abc123",
      startedAt: "2026-01-05T09:00:00.000Z",
      model: "gpt-6",
      title: "Login fix",
    });
    expect([...session.threads.values()]).toEqual([{ key: "main", agent: "main" }]);
    expect(session.marks).toMatchObject([{ branch: "main", cwd: "/home/dev/app" }]);
  });

  it("holds each prompt and each answer once, although both are written twice", () => {
    const parsed = parse(
      new CodexLines()
        .meta()
        .prompt("Go")
        .event("agent_message", { message: "Done." })
        .message("assistant", "Done.")
        .prompt("Go"),
    );
    expect(outline(onlySession(parsed))).toEqual(["user_prompt: Go", "assistant_message: Done.", "user_prompt: Go"]);
    expect(parsed.report.skipped).toEqual({ "event_msg: user_message": 2, "event_msg: agent_message": 1 });
  });

  it("holds a prompt that only the interface wrote, and one whose event came first", () => {
    const session = read(
      new CodexLines()
        .meta()
        .event("user_message", { message: "One" })
        .event("user_message", { message: "Two" })
        .message("user", "Two"),
    );
    expect(outline(session)).toEqual(["user_prompt: One", "user_prompt: Two"]);
  });

  it("tells injected texts from typed ones, block by block", () => {
    const session = read(
      new CodexLines()
        .meta()
        .message("developer", "<permissions instructions>Ask first.</permissions instructions>")
        .message(
          "user",
          "# AGENTS.md instructions for /home/dev/app\n\n<INSTRUCTIONS>Use tabs.</INSTRUCTIONS>",
          "<environment_context><cwd>/</cwd></environment_context>",
        )
        .message("user", "<skill>\n<name>pdf</name>\n<path>/skills/pdf/SKILL.md</path>\n# PDF\n</skill>")
        .message("user", "<subagent_notification>{}</subagent_notification>")
        .message("user", "<turn_aborted>\nstopped\n</turn_aborted>")
        .event("turn_aborted", { reason: "interrupted" }),
    );
    expect(session.events.map(({ kind, path, skill, outcome }) => ({ kind, path, skill, outcome }))).toEqual([
      { kind: "rule_injection" },
      { kind: "rule_injection", path: "/home/dev/app/AGENTS.md" },
      { kind: "system" },
      { kind: "skill_load", path: "/skills/pdf/SKILL.md", skill: "pdf" },
      { kind: "agent_output" },
      { kind: "system", outcome: "aborted" },
    ]);
  });

  it("counts the read of a SKILL.md as its load, still paired with its call", () => {
    const session = read(
      new CodexLines()
        .meta()
        .ran("c1", "sed -n '1,200p' /skills/pdf/SKILL.md", 0, "# PDF")
        .ran("c2", "cat /skills/none/SKILL.md", 1, "No such file"),
    );
    expect(session.events.filter((event) => event.kind !== "tool_call")).toMatchObject([
      { kind: "skill_load", callId: "c1", tool: "exec_command", skill: "pdf", path: "/skills/pdf/SKILL.md" },
      { kind: "tool_result", callId: "c2", outcome: "error", exitCode: 1 },
    ]);
  });
});

describe("calls and outputs of Codex", () => {
  const outputs: [string, unknown, Record<string, unknown>][] = [
    ["unified exec", unifiedExec(3, "boom"), { outcome: "error", exitCode: 3 }],
    [
      "shell command",
      "Exit code: 0\nWall time: 1 seconds\nOutput:\nok",
      { outcome: "ok", exitCode: 0, text: "Exit code: 0\nOutput:\nok" },
    ],
    [
      "packed JSON",
      JSON.stringify({ output: "ok\n", metadata: { exit_code: 0, duration_seconds: 0.2 } }),
      { outcome: "ok", exitCode: 0, text: "ok\n" },
    ],
    ["a failed patch", "apply_patch verification failed: Failed to find expected lines", { outcome: "error" }],
    ["an abort", "aborted by user after 29.7s", { outcome: "aborted" }],
    ["a refusal", "exec command rejected by user", { outcome: "refused" }],
    ["an old failure", { content: "no", success: false }, { outcome: "error", text: "no" }],
    [
      "blocks",
      [
        { type: "input_text", text: "seen" },
        { type: "input_image", image_url: `data:image/png;base64,${"QUJD".repeat(100)}` },
      ],
      { text: "seen\n[image/png, 300 bytes]" },
    ],
  ];
  it.each(outputs)("reads %s", (_name, output, expected) => {
    const session = read(
      new CodexLines()
        .meta()
        .calls("c1", "shell", { command: ["ls"] })
        .output("c1", output),
    );
    expect(session.events.at(-1)).toMatchObject({ kind: "tool_result", callId: "c1", tool: "shell", ...expected });
  });

  it("leaves out what differs in every run, so that equal outputs are equal", () => {
    const again = unifiedExec(0, "same").replace("0a1b2c", "ffffff").replace("0.1234", "9.9");
    const session = read(
      new CodexLines()
        .meta()
        .ran("c1", "cat a.ts", 0, "same")
        .calls("c2", "exec_command", { cmd: "cat a.ts" })
        .output("c2", again),
    );
    const [one, two] = session.events.filter((event) => event.kind === "tool_result");
    expect(one?.text).toBe("Process exited with code 0\nOutput:\nsame");
    expect(two?.text).toBe(one?.text);
  });

  it("gives a process that still runs no outcome", () => {
    const running = "Chunk ID: 0a1b2c\nWall time: 1.0 seconds\nProcess running with session ID 7\nOutput:\n";
    const session = read(
      new CodexLines().meta().calls("c1", "exec_command", { cmd: "npm run dev" }).output("c1", running),
    );
    expect(session.events.at(-1)?.outcome).toBeUndefined();
    expect(session.events.at(-1)?.text).toContain("session ID 7");
  });

  it("takes exit codes and failures from events where the output has none", () => {
    const session = read(
      new CodexLines()
        .meta()
        .calls("c1", "shell", { command: ["make"] })
        .event("exec_command_end", { call_id: "c1", exit_code: 2 })
        .output("c1", "make: stop")
        .item("function_call", { name: "_search", namespace: "mcp__tracker", arguments: "{}", call_id: "c2" })
        .event("mcp_tool_call_end", { call_id: "c2", result: { Err: "timeout" } })
        .output("c2", "timeout"),
    );
    expect(session.events).toMatchObject([
      { kind: "tool_call", tool: "shell" },
      { outcome: "error", exitCode: 2 },
      { kind: "tool_call", tool: "mcp__tracker__search", input: {} },
      { outcome: "error" },
    ]);
  });

  it("reads every form of a call", () => {
    const patch = "*** Begin Patch\n*** Update File: a.ts\n*** End Patch";
    const parsed = parse(
      new CodexLines()
        .meta()
        .item("custom_tool_call", { name: "apply_patch", input: patch, call_id: "c1" })
        .item("local_shell_call", { call_id: "c2", action: { type: "exec", command: ["ls"] } })
        .item("web_search_call", { action: { type: "search", query: "vitest" } })
        .item("tool_search_call", { call_id: "c4", arguments: { query: "github" } })
        .item("tool_search_output", { call_id: "c4", tools: [{ name: "x" }] })
        .item("function_call", { name: "broken", arguments: "{not json", call_id: "c5" })
        .item("hologram", { shape: 1 }),
    );
    expect(onlySession(parsed).events.map(({ kind, tool }) => [kind, tool])).toEqual([
      ["tool_call", "apply_patch"],
      ["tool_call", "local_shell"],
      ["tool_call", "web_search"],
      ["tool_call", "tool_search"],
      ["tool_result", "tool_search"],
      ["tool_call", "broken"],
      ["other", undefined],
    ]);
    expect(onlySession(parsed).events.find((event) => event.tool === "broken")?.text).toBe("{not json");
    expect(onlySession(parsed).events[0]?.text).toBe(patch);
    expect(parsed.report.toolCalls).toBe(5);
  });
});
