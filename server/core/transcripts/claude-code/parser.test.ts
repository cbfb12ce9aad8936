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

describe("sub-agents", () => {
  const call = { subagent_type: "reviewer", description: "Review the diff", prompt: "Review it." };

  it("are named by the call whose result names their file", () => {
    const session = read(
      new ClaudeLines()
        .prompt("Review")
        .calls("t1", "Agent", call)
        .result("t1", [{ type: "text", text: "Looks good." }], {
          toolUseResult: { status: "completed", agentId: "a17" },
        }),
    );
    expect(session.threads.get("a17")).toEqual({
      key: "a17",
      agent: "reviewer",
      parentKey: "main",
      spawnedByCallId: "t1",
      label: "Review the diff",
    });
    expect(session.events.at(-1)).toMatchObject({ kind: "agent_output", callId: "t1", text: "Looks good." });
  });

  it("have files of their own under the session, whose records keep to their thread", () => {
    const lines = new ClaudeLines()
      .prompt("Review it.", { isSidechain: true, agentId: "a17" })
      .assistant({ type: "text", text: "Fine." }, {}, { isSidechain: true, agentId: "a17" });
    for (const path of ["p/session-1/subagents/agent-a17.jsonl", "p\\agent-a17.jsonl"]) {
      const session = read(lines, { options: { path, agentTypes: new Map([["a17", "reviewer"]]) } });
      expect(session.header).toMatchObject({ id: "session-1" });
      expect(session.header.model).toBeUndefined();
      expect([...session.threads.values()]).toEqual([{ key: "a17", agent: "reviewer" }]);
      expect(session.events.every((event) => event.thread === "a17")).toBe(true);
      expect([...session.requests.values()].map((request) => request.thread)).toEqual(["a17"]);
    }
  });

  it("in line, as old versions wrote them, are told by their prompt", () => {
    const inline = { isSidechain: true };
    const session = read(
      new ClaudeLines()
        .prompt("Go")
        .calls("t1", "Task", call)
        .calls("t2", "Task", { ...call, subagent_type: "writer", prompt: "Write it." })
        .prompt("Write it.", { ...inline, parentUuid: null, uuid: "w1" })
        .prompt("Review it.", { ...inline, parentUuid: null, uuid: "r1" })
        .assistant({ type: "text", text: "Written." }, {}, { ...inline, parentUuid: "w1" })
        .assistant({ type: "text", text: "Reviewed." }, {}, { ...inline, parentUuid: "r1" }),
    );
    expect(outline(session, "sidechain-w1")).toEqual(["user_prompt: Write it.", "assistant_message: Written."]);
    expect(outline(session, "sidechain-r1")).toEqual(["user_prompt: Review it.", "assistant_message: Reviewed."]);
    expect(session.threads.get("sidechain-w1")).toMatchObject({
      agent: "writer",
      spawnedByCallId: "t2",
      parentKey: "main",
    });
    expect(session.threads.get("sidechain-r1")).toMatchObject({ agent: "reviewer", spawnedByCallId: "t1" });
  });

  it("in files that nothing else names are told by the prompt that the parent's file gave them", () => {
    const agentCalls = new Map([["Review it.", { callId: "t1", thread: "main", agent: "reviewer", label: "Review" }]]);
    const lines = new ClaudeLines().prompt("Review it.", { isSidechain: true, agentId: "a17" });
    const session = read(lines, { options: { path: "p/agent-a17.jsonl", agentCalls } });
    expect(session.threads.get("a17")).toEqual({
      key: "a17",
      agent: "reviewer",
      parentKey: "main",
      spawnedByCallId: "t1",
      label: "Review",
    });
  });

  it("in line go on although a record between is missing", () => {
    const inline = { isSidechain: true };
    const session = read(
      new ClaudeLines()
        .prompt("Go", { ...inline, parentUuid: null, uuid: "s1" })
        .assistant({ type: "text", text: "On." }, {}, { ...inline, parentUuid: "lost" }),
    );
    expect([...session.threads.keys()]).toEqual(["sidechain-s1"]);
  });

  it("of the program itself are auxiliary", () => {
    const session = read(new ClaudeLines().prompt("Summarize", { isSidechain: true, agentId: "acompact-1" }), {
      options: { path: "p/session-1/subagents/agent-acompact-1.jsonl" },
    });
    expect(session.threads.get("acompact-1")).toEqual({ key: "acompact-1", auxiliary: true });
  });

  it("in the background answer with a receipt first and hand back by a notification", () => {
    const notice =
      "<task-notification>\n<task-id>a9</task-id>\n<tool-use-id>t1</tool-use-id>\n<status>completed</status>\n<result>Done.</result>\n</task-notification>";
    const session = read(
      new ClaudeLines()
        .calls("t1", "Agent", { ...call, run_in_background: true })
        .result("t1", "Launched.", { toolUseResult: { isAsync: true, status: "async_launched", agentId: "a9" } })
        .prompt(notice, { origin: { kind: "task-notification" } })
        .prompt(
          "<task-notification>\n<task-id>b3</task-id>\n<summary>Background command ended</summary>\n</task-notification>",
        ),
    );
    expect(session.events.slice(1).map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ["tool_result", "ok"],
      ["agent_output", "ok"],
      ["system", undefined],
    ]);
    expect(session.threads.get("a9")).toMatchObject({ agent: "reviewer" });
  });
});

describe("skills and rules", () => {
  const body = "Base directory for this skill: /home/dev/.claude/skills/release-notes\n\n# Release notes\nWrite them.";

  it("counts the body of a called skill as its load", () => {
    const session = read(
      new ClaudeLines()
        .calls("t1", "Skill", { skill: "docs:release-notes" })
        .result("t1", "Launching skill: docs:release-notes")
        .meta(body, { sourceToolUseID: "t1" }),
    );
    expect(session.events.map((event) => event.kind)).toEqual(["tool_call", "tool_result", "skill_load"]);
    expect(session.events.at(-1)).toMatchObject({
      skill: "release-notes",
      path: "/home/dev/.claude/skills/release-notes/SKILL.md",
      text: body,
    });
  });

  it("names a built-in skill, which has no folder, by its call", () => {
    const session = read(
      new ClaudeLines().calls("t1", "Skill", { skill: "schedule" }).meta("# Scheduling", { sourceToolUseID: "t1" }),
    );
    expect(session.events.at(-1)).toMatchObject({ kind: "skill_load", skill: "schedule" });
  });

  it("counts a skill that the user started by a slash command", () => {
    const session = read(
      new ClaudeLines()
        .prompt("<command-message>write-notes</command-message>\n<command-name>/write-notes</command-name>")
        .meta(body),
    );
    expect(session.events.map((event) => [event.kind, event.skill])).toEqual([
      ["user_prompt", undefined],
      ["skill_load", "release-notes"],
    ]);
  });

  it("takes the body of a plain slash command as an injected rule", () => {
    const session = read(
      new ClaudeLines().prompt("<command-name>/ship</command-name>").meta("Run the checks, then tag."),
    );
    expect(outline(session)).toEqual([
      "user_prompt: <command-name>/ship</command-name>",
      "rule_injection: Run the checks, then tag.",
    ]);
  });

  it("keeps the skill that newer versions name as active", () => {
    const session = read(
      new ClaudeLines().assistant({ type: "text", text: "x" }, {}, { attributionSkill: "docs:release-notes" }),
    );
    expect(session.events[0]).toMatchObject({ kind: "assistant_message", skill: "release-notes" });
  });

  it("splits reminders from what the user typed", () => {
    const reminder =
      "<system-reminder>\nContents of /home/dev/app/CLAUDE.md (project instructions):\nUse tabs.\n</system-reminder>";
    const session = read(new ClaudeLines().prompt(`${reminder}\nFix the login.`));
    expect(session.events).toMatchObject([
      { kind: "user_prompt", text: "Fix the login." },
      { kind: "rule_injection", text: reminder, path: "/home/dev/app/CLAUDE.md" },
    ]);
  });

  it("reads attachments by what they put into the context", () => {
    const parsed = parse(
      new ClaudeLines()
        .attachment({
          type: "nested_memory",
          path: "/app/CLAUDE.md",
          content: { type: "Project", content: "Use tabs." },
        })
        .attachment({ type: "hook_additional_context", content: ["Lint is red."] })
        .attachment({ type: "skill_listing", content: "- a: does a" })
        .attachment({ type: "queued_command", prompt: "and the tests", commandMode: "prompt" })
        .attachment({ type: "hook_success", content: "", stdout: "noise" })
        .attachment({ type: "from_the_future", value: 7 }),
    );
    expect(outline(onlySession(parsed))).toEqual([
      "rule_injection: Use tabs.",
      "rule_injection: Lint is red.",
      "system: - a: does a",
      "user_prompt: and the tests",
      'other: {"type":"from_the_future","value":7}',
    ]);
    expect(parsed.report.skipped).toEqual({ "attachment: hook_success": 1 });
  });
});

describe("boundaries", () => {
  it("compacts once, with the summary behind it", () => {
    const session = read(
      new ClaudeLines()
        .prompt("Go")
        .system("compact_boundary", { parentUuid: null, compactMetadata: { trigger: "auto", preTokens: 160_000 } })
        .prompt("This session is being continued…", { isCompactSummary: true }),
    );
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["compaction"]);
    const summary = session.events.at(-1);
    expect(summary?.kind).toBe("summary");
    expect(summary?.seq).toBeGreaterThan(session.boundaries[0]?.seq ?? Number.POSITIVE_INFINITY);
  });

  it("compacts at the summary where old versions wrote no boundary", () => {
    const session = read(
      new ClaudeLines().prompt("Go").prompt("This session is being continued…", { isCompactSummary: true }),
    );
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["compaction"]);
    expect(session.events.at(-1)?.seq).toBe((session.boundaries[0]?.seq ?? 0) + 1);
  });

  it("clears at /clear, and asks nothing of the model there", () => {
    const session = read(
      new ClaudeLines()
        .prompt("Go")
        .says("Done")
        .prompt("<command-name>/clear</command-name>")
        .prompt("Next", { parentUuid: null }),
    );
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["clear"]);
    expect(session.events.map((event) => event.kind)).toEqual([
      "user_prompt",
      "assistant_message",
      "system",
      "user_prompt",
    ]);
  });

  it("clears and resumes where only the hooks of a session's start tell of it", () => {
    const start = (source: string) => ({
      type: "progress",
      data: { type: "hook_progress", hookName: `SessionStart:${source}` },
    });
    const session = read(
      new ClaudeLines()
        .record(start("clear"))
        .prompt("Plan it")
        .says("A plan")
        .record(start("resume"))
        .record(start("resume"))
        .prompt("Good")
        .record({ ...start("clear"), parentUuid: null })
        .prompt("Implement the following plan:\n1. Do it")
        .says("Doing it")
        .prompt("Implement the following plan:\n2. Do that", { parentUuid: null }),
    );
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["resume", "clear", "clear"]);
  });

  it("rewinds to the record that an edited prompt hangs on", () => {
    const session = read(
      new ClaudeLines()
        .prompt("One", { uuid: "p1" })
        .says("Answer one")
        .prompt("Two")
        .says("Answer two")
        .prompt("Two, but better", { parentUuid: "u2" }),
    );
    const answerOne = session.events[1];
    expect(session.boundaries).toMatchObject([{ kind: "rewind", toSeq: answerOne?.seq }]);
    expect(session.boundaries[0]?.seq).toBeLessThan(session.events.at(-1)?.seq ?? 0);
  });

  it("rewinds to the start when the first prompt was edited", () => {
    const session = read(new ClaudeLines().prompt("One").says("Answer").prompt("Another", { parentUuid: null }));
    expect(session.boundaries).toMatchObject([{ kind: "rewind", toSeq: 0 }]);
    expect(session.events[0]?.seq).toBeGreaterThan(0);
  });

  it("takes results of parallel calls, which hang on siblings, for no rewind", () => {
    const message = { id: "msg_P" };
    const session = read(
      new ClaudeLines()
        .prompt("Go")
        .assistant({ type: "tool_use", id: "t1", name: "Read", input: {} }, message, { uuid: "c1" })
        .assistant({ type: "tool_use", id: "t2", name: "Read", input: {} }, message, { uuid: "c2" })
        .result("t2", "two", { parentUuid: "c2" })
        .result("t1", "one", { parentUuid: "c1", uuid: "r1" })
        .prompt("[Request interrupted by user]", { parentUuid: "r1" })
        .prompt("Go on", { parentUuid: "r1" }),
    );
    expect(session.boundaries).toEqual([]);
    expect(session.events.at(-2)).toMatchObject({ kind: "system", outcome: "aborted" });
  });

  it("notes dropped results of a microcompaction and failed API calls", () => {
    const session = read(
      new ClaudeLines()
        .system("microcompact_boundary", {
          microcompactMetadata: { trigger: "auto", tokensSaved: 9, compactedToolIds: ["t1"] },
        })
        .system("api_error", { error: { status: 529 }, retryAttempt: 1, maxRetries: 10 }),
    );
    expect(session.events.map(({ kind, text }) => [kind, text])).toEqual([
      ["system", '{"trigger":"auto","tokensSaved":9,"compactedToolIds":["t1"]}'],
      ["system", "API error 529, attempt 1 of 10"],
    ]);
    expect(session.boundaries).toEqual([]);
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
