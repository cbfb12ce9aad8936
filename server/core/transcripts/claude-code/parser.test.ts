import { describe, expect, it } from "vitest";
import { ClaudeLines, usage } from "../testing/claude-lines";
import { onlySession, outline, type ParseInput, parseTranscript, totalUsage } from "../testing/parse";

const parse = (lines: ClaudeLines, input: ParseInput = {}) => parseTranscript("claude-code", lines.toString(), input);
const read = (lines: ClaudeLines, input: ParseInput = {}) => onlySession(parse(lines, input));

describe("a response of Claude Code", () => {
  it("is one request with the field-wise maximum of its records' usage", () => {
    const session = read(
      new ClaudeLines()
        .prompt("How many files?")
        .assistant({ type: "thinking", thinking: "Let me look.", signature: "s" }, { id: "msg_A", usage: usage(2) })
        .assistant({ type: "text", text: "Looking." }, { id: "msg_A", usage: usage(2) })
        .assistant(
          { type: "tool_use", id: "t1", name: "Bash", input: { command: "ls | wc -l" } },
          { id: "msg_A", usage: usage(61) },
        ),
    );
    expect([...session.requests.values()]).toMatchObject([
      {
        id: "msg_A",
        model: "claude-sonnet-5",
        usage: { inputTokens: 4, cacheWriteTokens: 50, cacheReadTokens: 900, outputTokens: 61 },
      },
    ]);
    expect(outline(session)).toEqual([
      "user_prompt: How many files?",
      "thinking: Let me look.",
      "assistant_message: Looking.",
      'tool_call: {"command":"ls | wc -l"}',
    ]);
    expect(session.events.slice(1).map((event) => event.requestId)).toEqual(["msg_A", "msg_A", "msg_A"]);
  });

  it("is told by its message where no record has a request id", () => {
    const noId = { requestId: undefined };
    const session = read(
      new ClaudeLines()
        .prompt("Hi")
        .assistant({ type: "text", text: "Go" }, { id: "msg_B", usage: usage(9) }, noId)
        .assistant({ type: "text", text: "od" }, { id: "msg_B", usage: usage(9) }, noId),
    );
    expect(totalUsage(session).outputTokens).toBe(9);
  });

  it("stays apart from others although a gateway gives all of them one id", () => {
    const gateway = { id: "msg_const" };
    const noId = { requestId: undefined };
    const session = read(
      new ClaudeLines()
        .prompt("One")
        .assistant({ type: "tool_use", id: "t1", name: "Read", input: {} }, { ...gateway, usage: usage(10) }, noId)
        .result("t1", "text")
        .assistant(
          { type: "text", text: "b" },
          { ...gateway, usage: usage(20, { cache_read_input_tokens: 950 }) },
          noId,
        )
        .prompt("Two")
        .assistant(
          { type: "text", text: "c" },
          { ...gateway, usage: usage(30, { cache_read_input_tokens: 950 }) },
          noId,
        ),
    );
    expect(session.requests.size).toBe(3);
    expect(totalUsage(session).outputTokens).toBe(60);
    expect(new Set(session.events.map((event) => event.requestId).filter(Boolean)).size).toBe(3);
  });

  it("tells its thinking apart where the provider counted it", () => {
    const details = { output_tokens_details: { thinking_tokens: 30 } };
    const session = read(new ClaudeLines().prompt("Hi").says("Hello", { usage: usage(40, details) }));
    expect(totalUsage(session)).toMatchObject({ outputTokens: 10, reasoningTokens: 30 });
  });

  it("was never asked for when the program wrote it itself", () => {
    const session = read(
      new ClaudeLines()
        .prompt("Hi")
        .assistant({ type: "text", text: "API Error: 529" }, { model: "<synthetic>" }, { isApiErrorMessage: true }),
    );
    expect(session.requests.size).toBe(0);
    expect(session.events.at(-1)).toMatchObject({ kind: "system", outcome: "error", text: "API Error: 529" });
  });
});

describe("results of tools", () => {
  const outcomes: [string, Record<string, unknown>][] = [
    ["Exit code 2\nmake: no rule", { outcome: "error", exitCode: 2 }],
    ["<tool_use_error>File does not exist.</tool_use_error>", { outcome: "error" }],
    ["The user doesn't want to proceed with this tool use. The tool use was rejected.", { outcome: "refused" }],
    ["Permission to use Bash with command rm -rf / has been denied.", { outcome: "refused" }],
    ["<tool_use_error>Sibling tool call errored</tool_use_error>", { outcome: "collateral" }],
    ["[Request interrupted by user for tool use]", { outcome: "aborted" }],
  ];
  it.each(outcomes)("%s", (text, expected) => {
    const parsed = parse(new ClaudeLines().prompt("Go").calls("t1", "Bash", { command: "make" }).failure("t1", text));
    expect(onlySession(parsed).events.at(-1)).toMatchObject({
      kind: "tool_result",
      callId: "t1",
      tool: "Bash",
      ...expected,
    });
    expect(parsed.report).toMatchObject({ toolCalls: 1, errors: 1 });
  });

  it("carry exit code 0 only where the program does not reinterpret the code", () => {
    const bash = { stdout: "ok", stderr: "", interrupted: false };
    const session = read(
      new ClaudeLines()
        .calls("t1", "Bash", { command: "npm test" })
        .result("t1", "ok", { toolUseResult: bash })
        .calls("t2", "Bash", { command: "grep x y" })
        .result("t2", "", { toolUseResult: { ...bash, returnCodeInterpretation: "No matches found" } })
        .calls("t3", "Bash", { command: "sleep 9" })
        .result("t3", "", { toolUseResult: { ...bash, interrupted: true } }),
    );
    const results = session.events.filter((event) => event.kind === "tool_result");
    expect(results.map(({ exitCode, outcome }) => [exitCode, outcome])).toEqual([
      [0, "ok"],
      [undefined, "ok"],
      [undefined, "aborted"],
    ]);
  });

  it("have several events of one record in order, each with its own id", () => {
    const blocks = ["a", "b"].map((id) => ({ type: "tool_result", tool_use_id: id, content: `of ${id}` }));
    const text = { type: "text", text: "and go on" };
    const session = read(
      new ClaudeLines().record({ type: "user", uuid: "r1", message: { content: [...blocks, text] } }),
    );
    expect(session.events.map(({ id, kind }) => [id, kind])).toEqual([
      ["r1", "tool_result"],
      ["r1#1", "tool_result"],
      ["r1#2", "user_prompt"],
    ]);
    const seqs = session.events.map((event) => event.seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    expect(new Set(seqs).size).toBe(3);
  });

  it("of memory and graph tools are queries", () => {
    const session = read(
      new ClaudeLines()
        .calls("t1", "mcp__memory__search_nodes", { query: "auth" })
        .result("t1", "none")
        .calls("t2", "mcp__code-graph__find_callers", { symbol: "login" })
        .result("t2", "a, b"),
    );
    expect(session.events.filter((event) => !event.requestId).map((event) => event.kind)).toEqual([
      "memory_query",
      "graph_query",
    ]);
  });

  it("with images hold stubs with type, size and hash", () => {
    const data = "QUJD".repeat(100);
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data } };
    const lines = new ClaudeLines().calls("t1", "Read", { file_path: "/a.png" }).result("t1", [image]);
    const session = read(lines, { options: { sha256: (bytes) => `hash-of-${bytes.length}` } });
    expect(session.events.at(-1)?.text).toBe("[image/png, 300 bytes, sha256 hash-of-300]");
    expect(read(lines).events.at(-1)?.text).toBe("[image/png, 300 bytes]");
  });
});

describe("what stands around the conversation", () => {
  it("takes title, folder, branch, version, model and start from the records", () => {
    const session = read(
      new ClaudeLines()
        .prompt("Go", { cwd: "C:\\work\\app", gitBranch: "fix/login" })
        .says("Done", { model: "claude-opus-5" })
        .raw({ type: "ai-title", aiTitle: "A guess", sessionId: "session-1" })
        .raw({ type: "custom-title", customTitle: "Login fix", sessionId: "session-1" })
        .raw({ type: "ai-title", aiTitle: "Another guess", sessionId: "session-1" }),
    );
    expect(session.header).toMatchObject({
      client: "claude-code",
      id: "session-1",
      title: "Login fix",
      cwd: "C:\\work\\app",
      clientVersion: "2.1.200",
      model: "claude-opus-5",
      startedAt: "2026-01-05T09:00:01.000Z",
    });
  });

  it("uses a summary as title only for the session that has its record", () => {
    const lines = new ClaudeLines()
      .raw({ type: "summary", summary: "Of this session", leafUuid: "p1" })
      .raw({ type: "summary", summary: "Of another one", leafUuid: "elsewhere" })
      .prompt("Go", { uuid: "p1" });
    expect(read(lines).header.title).toBe("Of this session");
  });

  it("marks changes of branch and folder, and plan mode as a stage", () => {
    const session = read(
      new ClaudeLines()
        .prompt("Plan it", { permissionMode: "plan" })
        .calls("t1", "ExitPlanMode", { plan: "1. Do it" })
        .result("t1", "User has approved your plan.")
        .prompt("Now here", { gitBranch: "feature", cwd: "/home/dev/app/web" })
        .raw({ type: "permission-mode", permissionMode: "acceptEdits", sessionId: "session-1" }),
    );
    expect(session.marks.map(({ branch, cwd, stage }) => ({ branch, cwd, stage }))).toEqual([
      { branch: "main", cwd: "/home/dev/app", stage: undefined },
      { branch: undefined, cwd: undefined, stage: "plan" },
      { branch: undefined, cwd: undefined, stage: "execute" },
      { branch: "feature", cwd: "/home/dev/app/web", stage: undefined },
    ]);
  });

  it("does not count a queued prompt twice, nor progress and checkpoints at all", () => {
    const parsed = parse(
      new ClaudeLines()
        .raw({ type: "queue-operation", operation: "enqueue", content: "and the tests", sessionId: "session-1" })
        .raw({ type: "file-history-snapshot", messageId: "m", snapshot: {} })
        .record({ type: "progress", data: { type: "agent_progress", message: { role: "user" } } })
        .attachment({ type: "queued_command", prompt: "and the tests" }),
    );
    expect(outline(onlySession(parsed))).toEqual(["user_prompt: and the tests"]);
    expect(parsed.report.skipped).toEqual({ "queue-operation": 1, "file-history-snapshot": 1, progress: 1 });
  });

  it("keeps records and blocks that do not exist yet as they are", () => {
    const session = read(
      new ClaudeLines()
        .record({ type: "hologram", shape: [1] })
        .assistant({ type: "smell", of: "coffee" })
        .raw({ type: "bare", sessionId: "session-1" }),
    );
    expect(session.events.map((event) => event.kind)).toEqual(["other", "other", "other"]);
    expect(JSON.parse(session.events[0]?.text ?? "")).toMatchObject({ type: "hologram", shape: [1] });
    expect(new Set(session.events.map((event) => event.id)).size).toBe(3);
  });

  it("keeps two sessions in one file apart and counts copied history once", () => {
    const parsed = parse(
      new ClaudeLines()
        .prompt("Old", { sessionId: "session-0", uuid: "p0" })
        .prompt("New", { sessionId: "session-1", uuid: "p1" })
        .prompt("Old", { sessionId: "session-0", uuid: "p0" }),
    );
    expect([...parsed.sessions].map(([id, { events }]) => [id, events.length])).toEqual([
      ["session-0", 1],
      ["session-1", 1],
    ]);
    expect(parsed.report.skipped).toEqual({ "user: repeated": 1 });
  });

  it("skips history that a fork copied under its own session id, when the caller knows the owner", () => {
    const lines = new ClaudeLines().prompt("Old", { uuid: "p0" }).prompt("New", { uuid: "p1" });
    const parsed = parse(lines, { options: { ownerOf: (id) => (id === "p0" ? "session-0" : undefined) } });
    expect(outline(onlySession(parsed))).toEqual(["user_prompt: New"]);
    expect(parsed.report.skipped).toEqual({ "user: copied from another session": 1 });
  });

  it("makes no session of a file that holds one title", () => {
    const parsed = parse(new ClaudeLines().raw({ type: "summary", summary: "Elsewhere", leafUuid: "x" }));
    expect(parsed.sessions.size).toBe(0);
    expect(parsed.report.records).toBe(1);
  });

  it("survives records of shapes that no version had", () => {
    const parsed = parse(
      new ClaudeLines()
        .record({ type: "user", message: "just text" })
        .record({ type: "assistant", message: { content: [null, 7, { type: "tool_use" }], usage: [] } })
        .record({ type: "attachment", attachment: null })
        .record({ type: "user", timestamp: "not a time", message: { content: "after" } }),
    );
    const { report } = parsed;
    const skipped = Object.values(report.skipped).reduce((sum, count) => sum + count, 0);
    expect(report.carriedRecords + skipped).toBe(report.records);
    expect(onlySession(parsed).events.at(-1)).toMatchObject({ kind: "user_prompt", text: "after" });
    for (const event of onlySession(parsed).events) expect(Number.isNaN(Date.parse(event.at))).toBe(false);
  });
});
