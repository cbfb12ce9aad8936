import { describe, expect, it } from "vitest";
import { describeCall } from "../../events/describe-call";
import { onlySession, outline, type ParseInput, parseTranscript } from "../testing/parse";
import { TrajectoryFile } from "../testing/trajectory-file";

const parse = (content: TrajectoryFile | Record<string, unknown>, input: ParseInput = {}) =>
  parseTranscript("swe-agent", content instanceof TrajectoryFile ? content.toString() : JSON.stringify(content), input);
const read = (content: TrajectoryFile | Record<string, unknown>, input: ParseInput = {}) =>
  onlySession(parse(content, input));
const footer = (openFile: string, folder = "/repo") =>
  `\n(Open file: ${openFile})\n(Current directory: ${folder})\nbash-$`;

describe("a trajectory in the text style", () => {
  it("is a prompt, then thoughts, calls and results in pairs", () => {
    const parsed = parse(
      new TrajectoryFile()
        .message("system", "You are a programmer.")
        .prompt("Fix the issue.")
        .acted("First look.", "ls -F\n", `setup.py${footer("n/a")}`)
        .ended("submit", "diff --git a/x b/x"),
    );
    const session = onlySession(parsed);
    expect(outline(session)).toEqual([
      "system: You are a programmer.",
      "user_prompt: Fix the issue.",
      "assistant_message: First look.",
      'tool_call: {"command":"ls -F"}',
      `tool_result: setup.py${footer("n/a")}`.slice(0, "tool_result: ".length + 40),
      "assistant_message: Done.",
      "tool_call: {}",
      "tool_result: diff --git a/x b/x",
    ]);
    const calls = session.events.filter((event) => event.kind === "tool_call");
    const results = session.events.filter((event) => event.kind === "tool_result");
    expect(calls.map((event) => event.tool)).toEqual(["bash", "submit"]);
    expect(results.map((event) => event.callId)).toEqual(calls.map((event) => event.callId));
    expect(session.requests.size).toBe(2);
    expect(calls.map((event) => session.requests.has(event.requestId ?? ""))).toEqual([true, true]);
    expect(parsed.report).toMatchObject({ records: 5, carriedRecords: 5, toolCalls: 2, errors: 0, badLineCount: 0 });
  });

  it("reads SWE-agent's own commands, with the open file as the path of those that work on it", () => {
    const session = read(
      new TrajectoryFile()
        .prompt("Go")
        .acted("a", 'open "src/a b.py" 120', `[File]${footer("/repo/src/a b.py")}`)
        .acted("b", "edit 3:5\nx = 1\n  y\nend_of_edit", `ok${footer("/repo/src/a b.py")}`)
        .acted("c", "goto 40", "ok")
        .acted("d", "find_file a.py src", "Found 1")
        .acted("e", "search_dir 'def x' src", "Found 2")
        .acted("f", "create new.py", "ok")
        .acted("g", "open a.py && rm a.py", "ok")
        .acted("h", "str_replace_editor view /repo/a.py --view_range 3 9", "1\tx"),
    );
    const calls = session.events.filter((event) => event.kind === "tool_call");
    expect(calls.map((event) => [event.tool, event.input])).toEqual([
      ["open", { path: "src/a b.py", line_number: "120" }],
      ["edit", { path: "/repo/src/a b.py", start_line: 3, end_line: 5, replacement_text: "x = 1\n  y" }],
      ["goto", { path: "/repo/src/a b.py", line_number: "40" }],
      ["find_file", { file_name: "a.py", dir: "src" }],
      ["search_dir", { search_term: "def x", dir: "src" }],
      ["create", { filename: "new.py" }],
      ["bash", { command: "open a.py && rm a.py" }],
      ["str_replace_editor", { command: "view", path: "/repo/a.py", view_range: [3, 9] }],
    ]);
    const facts = calls.map((event) => describeCall("swe-agent", event.tool ?? "", JSON.stringify(event.input)));
    expect(facts.map(({ toolClass, target }) => [toolClass, target])).toEqual([
      ["source_read", "src/a b.py"],
      ["edit", "/repo/src/a b.py"],
      ["source_read", "/repo/src/a b.py"],
      ["search", "a.py"],
      ["search", "def x"],
      ["write", "new.py"],
      ["shell", null],
      ["source_read", "/repo/a.py"],
    ]);
    // A window shows some lines only: it must not pass for a read of the whole file.
    expect(facts[0]?.range).toEqual({ firstLine: 120, lastLine: null });
    expect(facts[7]?.range).toEqual({ firstLine: 3, lastLine: 9 });
  });

  it("keeps demonstrations and its own reminders apart from the prompt and the run", () => {
    const parsed = parse(
      new TrajectoryFile()
        .message("user", "Here is a demonstration.", { is_demo: true })
        .message("assistant", "ls", { message_type: "demonstration", action: "ls" })
        .prompt("Go")
        .message("assistant", "I think.", { thought: "I think.", action: "" })
        .message("user", "Your output was not formatted correctly."),
    );
    expect(outline(onlySession(parsed))).toEqual([
      "system: Here is a demonstration.",
      "system: ls",
      "user_prompt: Go",
      "assistant_message: I think.",
      "system: Your output was not formatted correctly.",
    ]);
    expect(parsed.report.toolCalls).toBe(0);
  });

  it("follows the folder, by the observation or by the step's state", () => {
    const session = read(
      new TrajectoryFile()
        .prompt("Go")
        .acted("a", "cd x", `ok${footer("n/a", "/repo/x")}`)
        .acted("b", "cd ..", "ok", '{"open_file": "n/a", "working_dir": "/repo"}\n')
        .acted("c", "cd /y", "ok", { working_dir: "/y" }),
    );
    expect(session.header.cwd).toBe("/repo/x");
    expect(session.marks.map((mark) => mark.cwd)).toEqual(["/repo/x", "/repo", "/y"]);
  });
});

describe("a trajectory in the function-calling style", () => {
  it("pairs each result with its call, also where the file uses an id twice", () => {
    const session = read(
      new TrajectoryFile()
        .prompt("Go")
        .called("c1", "bash", { command: "python a.py" }, "1")
        .called("c1", "str_replace_editor", { command: "create", path: "/a.py", file_text: "x" }, [
          { type: "text", text: "File created" },
        ]),
    );
    const [call, result, again, created] = session.events.filter((event) => event.callId);
    expect([call?.callId, result?.callId]).toEqual(["c1", "c1"]);
    expect(again?.callId).not.toBe("c1");
    expect(created?.callId).toBe(again?.callId);
    expect(created).toMatchObject({ tool: "str_replace_editor", text: "File created", outcome: "ok" });
    expect(describeCall("swe-agent", "str_replace_editor", JSON.stringify(again?.input))).toMatchObject({
      toolClass: "write",
      mutates: true,
      target: "/a.py",
    });
  });

  it("keeps thoughts that the provider signed, arguments that are no JSON, and images as stubs", () => {
    const file = new TrajectoryFile().prompt("Go").called(
      "c1",
      "bash",
      {},
      [
        { type: "text", text: "OBSERVATION:\nsee" },
        { type: "image_url", image_url: { url: `data:image/png;base64,${"QUJD".repeat(100)}` } },
      ],
      {
        thinking_blocks: [{ type: "thinking", thinking: "Hm", signature: "x" }],
        tool_calls: [{ id: "c1", function: { name: "bash", arguments: "{command" } }],
      },
    );
    expect(outline(read(file))).toEqual([
      "user_prompt: Go",
      "thinking: Hm",
      "assistant_message: Run bash.",
      "tool_call: {command",
      "tool_result: OBSERVATION:\nsee\n[image/png, 300 bytes]",
    ]);
  });
});

describe("how a step ended", () => {
  const rows: [string, string, string][] = [
    ["python a.py", 'Traceback (most recent call last):\n  File "a.py"\nAttributeError: x', "error"],
    ["python a.py", 'starting\nTraceback (most recent call last):\n  File "a.py"', "error"],
    ["cat log.txt", 'old\nTraceback (most recent call last):\n  File "a.py"', "ok"],
    ["edit 1:1\nx\nend_of_edit", "Your proposed edit has introduced new syntax error(s). Please", "error"],
    ["pytest", "x\n==== 2 failed, 3 passed in 1.2s ====", "error"],
    ["pytest", "==== 3 passed in 1.2s ====", "ok"],
    ["foo", "bash: foo: command not found", "error"],
    ["open x.py", "File x.py not found", "error"],
    ["ls", "Error.py\nErrors.md", "ok"],
    ["rm x", "Your command ran successfully and did not produce any output.", "ok"],
    ["sleep 99", "EXECUTION TIMED OUT", "error"],
  ];
  it.each(rows)("%j: %j", (action, observation, outcome) => {
    const session = read(new TrajectoryFile().prompt("Go").acted("t", action, observation));
    expect(session.events.at(-1)?.outcome).toBe(outcome);
  });

  it("counts observations that name an error in the report, whoever made it", () => {
    const { report } = parse(
      new TrajectoryFile().prompt("Go").acted("t", "cat a.py", "raise ValueError").acted("t", "ls", "a.py"),
    );
    expect(report.errors).toBe(1);
  });
});

describe("other files of the family", () => {
  it("holds a history alone, whose calls did not run", () => {
    const { history } = new TrajectoryFile().prompt("Go").called("c1", "bash", { command: "ls" }, "a");
    const parsed = parse({ history });
    expect(parsed.report).toMatchObject({ records: 3, toolCalls: 0, errors: 0 });
    expect(onlySession(parsed).events.map((event) => event.kind)).toContain("tool_result");
  });

  it("holds steps alone, with the prompt in the first one's query", () => {
    const { steps } = new TrajectoryFile().acted("Look.", "ls", "a.py").acted("Again.", "ls", "a.py");
    const query = [{ role: "user", content: "Go" }];
    const parsed = parse({ trajectory: steps.map((step) => ({ ...step, query })), info: {} });
    expect(outline(onlySession(parsed)).map((line) => line.split(":")[0])).toEqual([
      "user_prompt",
      "assistant_message",
      "tool_call",
      "tool_result",
      "assistant_message",
      "tool_call",
      "tool_result",
    ]);
  });

  it("holds the attempts of a retrying agent, each with a new context, and the best one once", () => {
    const attempt = (text: string) => new TrajectoryFile().prompt("Go").acted(text, "ls", "a.py").document();
    const parsed = parse({ attempts: [attempt("First."), attempt("Second.")], ...attempt("Second.") });
    const session = onlySession(parsed);
    const texts = session.events.filter((event) => event.kind === "assistant_message").map((event) => event.text);
    expect(texts).toEqual(["First.", "Second."]);
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["clear"]);
    expect(new Set(session.events.map((event) => event.id)).size).toBe(session.events.length);
    expect(parsed.report).toMatchObject({ records: 6, toolCalls: 2 });
  });

  it("holds mini-swe-agent's messages, with exit codes and usage", () => {
    const usage = { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 60 } };
    const parsed = parse({
      info: { exit_status: "Submitted", mini_version: "1.0.0" },
      messages: [
        { role: "system", content: "You are helpful." },
        { role: "user", content: "Fix it." },
        {
          role: "assistant",
          content: "THOUGHT: look\n\n```bash\npytest -q\n```",
          extra: { response: { model: "m", usage } },
        },
        { role: "user", content: "<returncode>1</returncode>\n<output>\nboom</output>" },
      ],
      trajectory_format: "mini-swe-agent-1",
    });
    const session = onlySession(parsed);
    expect(session.events.at(-2)).toMatchObject({ tool: "bash", input: { command: "pytest -q" } });
    expect(session.events.at(-1)).toMatchObject({ kind: "tool_result", exitCode: 1, outcome: "error" });
    expect([...session.requests.values()]).toMatchObject([
      { model: "m", usage: { inputTokens: 40, cacheReadTokens: 60, outputTokens: 7 } },
    ]);
    expect(session.header).toMatchObject({ clientVersion: "1.0.0", model: "m" });
    expect(parsed.report).toMatchObject({ toolCalls: 1, errors: 1 });
  });

  it("names the model, the version and the instance, where the file knows them", () => {
    const config = { agent: { model: { name: "claude-9" } }, problem_statement: { id: "app__app-12" } };
    const file = new TrajectoryFile().prompt("Go").document({
      info: { swe_agent_version: "1.0.1" },
      replay_config: JSON.stringify(config),
    });
    expect(read(file).header).toMatchObject({ model: "claude-9", clientVersion: "1.0.1", title: "app__app-12" });
  });

  it("is no trajectory when it has no messages", () => {
    const parsed = parse({ trajectory: [], info: {} });
    expect(parsed.sessions.size).toBe(0);
    expect(parsed.report.badLines).toEqual([{ line: 1, byteOffset: 0, reason: "The document holds no trajectory." }]);
  });
});

describe("a trajectory that is uploaded again", () => {
  const early = new TrajectoryFile().prompt("Go").acted("a", "ls", "x");
  const late = new TrajectoryFile().prompt("Go").acted("a", "ls", "x").acted("b", "pwd", "/repo");
  const options = { path: "/runs/one/app__app-1.traj" };

  it("gives the same events for what it had before", () => {
    const before = read(early, { options });
    const after = read(late, { options });
    expect(after.header.id).toBe(before.header.id);
    expect(after.events.slice(0, before.events.length)).toEqual(before.events);
  });

  it("is another session in another run's folder", () => {
    expect(read(early, { options: { path: "/runs/two/app__app-1.traj" } }).header.id).not.toBe(
      read(early, { options }).header.id,
    );
  });

  it("gives an observation once, whether its message is written yet or not", () => {
    const ended = read(new TrajectoryFile().prompt("Go").ended("ls", "x"), { options });
    expect(read(early, { options }).events.map((event) => event.id)).toEqual(ended.events.map((event) => event.id));
  });

  it("starts at the caller's instant, one second a message", () => {
    const session = read(early, { options: { startAt: "2026-01-05T09:00:00Z" } });
    expect(session.events[0]?.at).toBe("2026-01-05T09:00:00.000Z");
    expect(session.events.at(-1)?.at).toBe("2026-01-05T09:00:02.000Z");
    expect(read(early).events[0]?.at).toBe("1970-01-01T00:00:00.000Z");
  });
});
