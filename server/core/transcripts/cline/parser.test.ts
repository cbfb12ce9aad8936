import { describe, expect, it } from "vitest";
import { onlySession, outline, type ParseInput, parseTranscript } from "../testing/parse";

const path = "/c/globalStorage/saoudrizwan.claude-dev/tasks/1767600000000/api_conversation_history.json";
const parse = (messages: unknown, input: ParseInput = {}) =>
  parseTranscript("cline", JSON.stringify(messages), { ...input, options: { path, ...input.options } });
const read = (messages: unknown, input: ParseInput = {}) => onlySession(parse(messages, input));
const text = (value: string) => ({ type: "text", text: value });
const user = (...content: unknown[]) => ({ role: "user", content, ts: 1_767_603_600_000 });
const assistant = (content: unknown[], more: object = {}) => ({
  role: "assistant",
  content,
  ts: 1_767_603_601_000,
  ...more,
});
const environment = text(
  "<environment_details>\n# Current Working Directory (C:/dev/app) Files\na.ts\n</environment_details>",
);
const task = text("<task>\nFix it\n</task>");

describe("a task of Cline", () => {
  it("is named by its folder, with folder and time out of its messages", () => {
    const session = read([
      user(task, environment),
      assistant([text("Done.")], { modelInfo: { modelId: "claude-sonnet-5" } }),
    ]);
    expect(session.header).toMatchObject({
      client: "cline",
      id: "1767600000000",
      model: "claude-sonnet-5",
      cwd: "C:/dev/app",
      startedAt: "2026-01-05T09:00:00.000Z",
    });
    expect(session.events.map(({ kind, text: told }) => `${kind}: ${told.slice(0, 20)}`)).toEqual([
      "user_prompt: Fix it",
      "rule_injection: <environment_details",
      "assistant_message: Done.",
    ]);
    expect(read([user(task)], { options: { path: "/tmp/export.json" } }).header.id).toMatch(/^export-\w{13}$/);
    expect(parseTranscript("roo", JSON.stringify([user(task)])).sessions.size).toBe(1);
  });

  it("of newer versions has native blocks, with usage and mode beside them", () => {
    const call = { type: "tool_use", id: "t1", name: "execute_command", input: { command: "npm test" } };
    const result = {
      type: "tool_result",
      tool_use_id: "t1",
      content: [text("[execute_command for 'npm test'] Result:\nCommand executed.\nExit code: 1")],
    };
    const told = {
      modelInfo: { modelId: "m", mode: "plan" },
      metrics: { tokens: { prompt: 100, completion: 20, cached: 900 } },
    };
    const parsed = parse([
      user(task),
      assistant([{ type: "thinking", thinking: "Look.", signature: "x" }, text("Testing."), call], told),
      user(result, environment),
      assistant([text("Again.")], { modelInfo: { mode: "act" } }),
    ]);
    const session = onlySession(parsed);
    expect(outline(session).slice(1, 5)).toEqual([
      "thinking: Look.",
      "assistant_message: Testing.",
      'tool_call: {"command":"npm test"}',
      "tool_result: Command executed.\nExit code: 1",
    ]);
    expect(session.events[4]).toMatchObject({ callId: "t1", tool: "execute_command", outcome: "error", exitCode: 1 });
    const [request] = session.requests.values();
    expect(request?.usage).toMatchObject({ inputTokens: 100, cacheReadTokens: 900, outputTokens: 20 });
    expect(session.marks.flatMap((mark) => mark.stage ?? [])).toEqual(["plan", "execute"]);
    expect(parsed.report).toMatchObject({ records: 4, carriedRecords: 4, toolCalls: 1, errors: 1 });
  });

  it("of older versions has calls as XML in the text, and results as text", () => {
    const parsed = parse([
      user(task),
      assistant([text("<thinking>\nLook.\n</thinking>\nReading.\n<read_file>\n<path>src/a.ts</path>\n</read_file>")]),
      user(text("[read_file for 'src/a.ts'] Result:"), text("const a = 1;"), environment),
      assistant([
        text("<write_to_file>\n<path>b.html</path>\n<content>\n<p>\n</content> in it\n</content>\n</write_to_file>"),
      ]),
      user(text("[write_to_file for 'b.html'] Result:\nThe user denied this operation.")),
      assistant([text("<attempt_completion>\n<result>Done</result>\n</attempt_completion>")]),
      user(text("[attempt_completion] Result:\n<feedback>\nMore\n</feedback>")),
    ]);
    const session = onlySession(parsed);
    expect(outline(session).slice(1)).toEqual([
      "thinking: Look.",
      "assistant_message: Reading.",
      'tool_call: {"path":"src/a.ts"}',
      "tool_result: const a = 1;",
      "rule_injection: <environment_details>\n# Current Working ",
      'tool_call: {"path":"b.html","content":"<p>\\n</conte',
      "tool_result: The user denied this operation.",
      'tool_call: {"result":"Done"}',
      'tool_result: ""',
      "user_prompt: More",
    ]);
    const [readCall, writeCall] = session.events.filter((event) => event.kind === "tool_call");
    const [readResult, writeResult] = session.events.filter((event) => event.kind === "tool_result");
    expect(readResult?.callId).toBe(readCall?.callId);
    expect(writeResult).toMatchObject({ callId: writeCall?.callId, outcome: "refused" });
    expect(parsed.report).toMatchObject({ toolCalls: 3, errors: 0 });
  });

  it("keeps what only looks like a call", () => {
    const said = (value: string) => outline(read([assistant([text(value)])]));
    expect(said("Use <read_file> and <div>x</div>")).toEqual(["assistant_message: Use <read_file> and <div>x</div>"]);
    expect(said("<read_file>no parameters</read_file>")).toEqual(["tool_call: {}"]);
    const startedAt = performance.now();
    said("<read_file>".repeat(200_000));
    said(
      `<read_file>${"<x>".repeat(200_000)}${Array.from({ length: 20_000 }, (_, n) => `<a${n}>`).join("")}</read_file>`,
    );
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });

  it("tells feedback, notes of the program, resumptions, and pictures of a result", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "QUJD".repeat(100) } };
    const session = read([
      user(text("<feedback>\nNot so\n</feedback>")),
      user(text("[TASK RESUMPTION] This task was interrupted"), text("[ERROR] You did not use a tool")),
      assistant([text("<browser_action>\n<action>launch</action>\n</browser_action>")]),
      user(text("[browser_action] Result:"), text("Seen."), image),
      user(image),
      user("plain"),
    ]);
    expect(outline(session)).toEqual([
      "user_prompt: Not so",
      "system: [TASK RESUMPTION] This task was interrup",
      "system: [ERROR] You did not use a tool",
      'tool_call: {"action":"launch"}',
      "tool_result: Seen.\n[image/png, 300 bytes]",
      "user_prompt: [image/png, 300 bytes]",
      "user_prompt: plain",
    ]);
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["resume"]);
  });

  it("knows a result by its head, whatever the command that it repeats", () => {
    const command = "echo '[a] b' |\n  cat";
    const session = read([
      assistant([{ type: "tool_use", id: "t1", name: "execute_command", input: { command } }]),
      user(text(`[execute_command for '${command}'] Result:\nCommand executed.`)),
    ]);
    expect(session.events.at(-1)).toMatchObject({ kind: "tool_result", callId: "t1", text: "Command executed." });
  });

  it("of older versions takes its tokens from the log beside it, where that has as many requests as answers", () => {
    const started = (ts: number, told: object) => ({
      ts,
      type: "say",
      say: "api_req_started",
      text: JSON.stringify(told),
    });
    const messages = [user(task), assistant([text("One.")]), user("x"), assistant([text("Two.")])];
    const usages = (...entries: object[]) =>
      [...read(messages, { options: { requestLog: JSON.stringify(entries) } }).requests.values()].map(
        ({ usage }) => usage,
      );
    const first = started(1, { tokensIn: 10, tokensOut: 5, cacheWrites: 3, cacheReads: 900 });
    const second = started(2, { tokensIn: 20, tokensOut: 6 });
    const cancelled = started(3, { request: "x", cancelReason: "user_cancelled" });
    expect(
      usages(started(1, { request: "…" }), first, { ts: 1, type: "say", say: "text" }, cancelled, second),
    ).toMatchObject([
      { inputTokens: 10, cacheWriteTokens: 3, cacheReadTokens: 900, outputTokens: 5 },
      { inputTokens: 20, outputTokens: 6 },
    ]);
    expect(usages(first)).toEqual([undefined, undefined]);
    expect(read(messages, { options: { requestLog: "[{torn" } }).requests.size).toBe(2);
  });

  it("hands work to sub-agents, whose answer comes back as one", () => {
    const call = { type: "tool_use", id: "t1", name: "use_subagents", input: { prompt_1: "Look" } };
    const result = { type: "tool_result", tool_use_id: "t1", content: "Total: 1\nSucceeded: 1" };
    expect(read([assistant([call]), user(result)]).events.at(-1)?.kind).toBe("agent_output");
  });

  it("begins an epoch where Roo condensed it", () => {
    const session = read([
      user(task),
      assistant([text("So far")], { isSummary: true }),
      user(text("<feedback>On</feedback>")),
    ]);
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["compaction"]);
    expect(outline(session)).toEqual(["user_prompt: Fix it", "summary: So far", "user_prompt: On"]);
  });

  it("keeps what no version had, and says which file of a task to name", () => {
    const parsed = parse([user(task), { role: "oracle" }, null, assistant([]), user()]);
    expect(onlySession(parsed).events.map((event) => event.kind)).toEqual(["user_prompt", "other"]);
    expect(parsed.report.skipped).toEqual({ "other: empty": 1, "user: empty": 1 });
    const log = parse([{ ts: 1, type: "say", say: "text", text: "Go" }]);
    expect(log.report.badLines[0]?.reason).toBe(
      "The document holds no conversation of Cline. Name the api_conversation_history.json of the task.",
    );
  });
});
