import { describe, expect, it } from "vitest";
import { onlySession, outline, type ParseInput, parseTranscript, totalUsage } from "../testing/parse";

const line = (role: string, ...content: unknown[]) => `${JSON.stringify({ role, message: { content } })}\n`;
const text = (value: string) => ({ type: "text", text: value });
const parse = (content: string, input: ParseInput = {}) => parseTranscript("cursor", content, input);
const read = (content: string, input: ParseInput = {}) => onlySession(parse(content, input));
const ID = "0199c0de-1111-4222-8333-444455556666";
const folder = "/home/dev/.cursor/projects/home-dev-app/agent-transcripts";

describe("agent transcripts of Cursor", () => {
  const go = line("user", text("<user_query>\nFix it\n</user_query>"));

  it("are named by their path, flat or in a folder; other names are told apart", () => {
    expect(read(go, { options: { path: `${folder}/${ID}.jsonl` } }).header.id).toBe(ID);
    expect(read(go, { options: { path: `${folder}/${ID}/${ID}.jsonl`, cwd: "/home/dev/app" } }).header).toMatchObject({
      id: ID,
      cwd: "/home/dev/app",
    });
    const one = read(go, { options: { path: "/a/parent.jsonl" } }).header.id;
    expect(one).toMatch(/^parent-\w{13}$/);
    expect(read(go, { options: { path: "/b/parent.jsonl" } }).header.id).not.toBe(one);
    expect(read(go).header.id).toMatch(/^cursor-\w{13}$/);
  });

  it("give prompts without what Cursor wraps them in, texts, thoughts, calls and results", () => {
    const injected = text("<open_files>a.ts</open_files>\n<user_query>\nFix it\n</user_query>");
    const content =
      line("user", injected) +
      line("assistant", { type: "thinking", thinking: "Look." }, text("Reading."), {
        type: "tool_use",
        name: "read_file",
        input: { target_file: "src/a.ts" },
      }) +
      line("user", { type: "tool_result", content: "const a = 1;" }) +
      '{"type":"turn_ended","status":"completed"}\n';
    const parsed = parse(content, { options: { startAt: "2026-01-05T09:00:00.000Z" } });
    const session = onlySession(parsed);
    expect(session.events.map((event) => event.kind)).toEqual([
      "rule_injection",
      "user_prompt",
      "thinking",
      "assistant_message",
      "tool_call",
      "tool_result",
    ]);
    expect(session.events[1]).toMatchObject({ text: "Fix it", at: "2026-01-05T09:00:00.000Z" });
    expect(session.events[5]?.callId).toBe(session.events[4]?.callId);
    expect(parsed.report).toMatchObject({ records: 4, toolCalls: 1, skipped: { turn_ended: 1 } });
  });

  it("name their events by their place, which stays when the file grows", () => {
    const options = { path: `${folder}/${ID}.jsonl` };
    const early = read(go + line("assistant", text("One.")), { options });
    const late = read(go + line("assistant", text("One.")) + line("user", text("More")), { options });
    expect(late.events.slice(0, 2)).toEqual(early.events);
  });

  it("of sub-agents join the session of the folder, named by the call with their prompt", () => {
    const agent = {
      type: "tool_use",
      name: "Task",
      input: { prompt: "List files", subagent_type: "explore", description: "List" },
    };
    const path = `${folder}/${ID}/${ID}.jsonl`;
    const parent = go + line("assistant", text("Spawning."), agent);
    const call = read(parent, { options: { path } }).events.at(-1);
    const agentCalls = new Map([
      ["List files", { callId: call?.callId ?? "", thread: "main", agent: "explore", label: "List" }],
    ]);
    const child = read(line("user", text("List files")) + line("assistant", text("a.ts")), {
      options: { path: `${folder}/${ID}/subagents/sub-1.jsonl`, agentCalls },
    });
    expect(child.header.id).toBe(ID);
    expect([...child.threads.values()]).toEqual([
      { key: "sub-1", agent: "explore", parentKey: "main", spawnedByCallId: call?.callId, label: "List" },
    ]);
    const alone = read(line("user", text("Other")), { options: { path: `${folder}/${ID}/subagents/sub-2.jsonl` } });
    expect(alone.threads.get("sub-2")?.agent).toBe("subagent");
  });

  it("keep what no version had, and recover records that are glued together", () => {
    const parsed = parse(
      `${go.trimEnd()}${line("assistant", text("One."))}${JSON.stringify({ role: "oracle", message: {} })}\n`,
    );
    expect(onlySession(parsed).events.map((event) => event.kind)).toEqual([
      "user_prompt",
      "assistant_message",
      "other",
    ]);
    expect(parsed.report).toMatchObject({ records: 1, recoveredRecords: 2, badLineCount: 1 });
  });
});

describe("chats of Cursor's editor", () => {
  const composer = (data: object) => ({ key: "composerData:chat-1", value: JSON.stringify(data) });
  const bubble = (bubbleId: string, data: object) => ({
    key: `bubbleId:chat-1:${bubbleId}`,
    value: JSON.stringify(data),
  });
  const call = (data: object) => ({
    type: 2,
    toolFormerData: { name: "run_terminal_cmd", toolCallId: "t1", status: "completed", ...data },
  });
  const head = {
    name: "Fix the login",
    createdAt: 1_767_603_600_000,
    modelConfig: { modelName: "claude-sonnet-5" },
    workspaceIdentifier: { uri: { fsPath: "/home/dev/app" } },
  };
  const chat = (...bubbles: object[]) =>
    JSON.stringify([
      composer({
        ...head,
        fullConversationHeadersOnly: bubbles.map((_, index) => ({ bubbleId: `b${index}`, type: 2 })),
      }),
      ...bubbles.map((data, index) => bubble(`b${index}`, data)),
    ]);

  it("are read from the rows of its database", () => {
    const parsed = parse(
      chat(
        { type: 1, text: "Fix it", createdAt: "2026-01-05T09:00:01.000Z" },
        { type: 2, thinking: { text: "Look." }, tokenCount: { inputTokens: 900, outputTokens: 20 } },
        call({ rawArgs: '{"command":"npm test"}', result: '{"output":"1 failed","exitCode":1}' }),
        { type: 2, text: "Done.", modelInfo: { modelName: "gpt-9" } },
      ),
    );
    const session = onlySession(parsed);
    expect(session.header).toMatchObject({
      id: "chat-1",
      title: "Fix the login",
      cwd: "/home/dev/app",
      startedAt: "2026-01-05T09:00:00.000Z",
    });
    expect(outline(session)).toEqual([
      "user_prompt: Fix it",
      "thinking: Look.",
      'tool_call: {"command":"npm test"}',
      'tool_result: {"output":"1 failed","exitCode":1}',
      "assistant_message: Done.",
    ]);
    expect(session.events[3]).toMatchObject({ outcome: "error", exitCode: 1, callId: "t1" });
    expect(totalUsage(session)).toMatchObject({ inputTokens: 900, outputTokens: 20 });
    expect([...session.requests.values()].map((request) => request.model)).toEqual([
      "claude-sonnet-5",
      "claude-sonnet-5",
      "gpt-9",
    ]);
    expect(parsed.report).toMatchObject({ records: 5, carriedRecords: 5, toolCalls: 1, errors: 0 });
  });

  it("tell refusals, aborts, errors and calls that still run", () => {
    const ends = (data: object) => read(chat(call({ result: "x", ...data }))).events.at(-1);
    expect(ends({ userDecision: "rejected" })?.outcome).toBe("refused");
    expect(ends({ status: "cancelled" })?.outcome).toBe("aborted");
    expect(ends({ status: "error", result: undefined, error: "No such file" })).toMatchObject({
      outcome: "error",
      text: "No such file",
    });
    expect(ends({ status: "loading", result: undefined })?.kind).toBe("tool_call");
  });

  it("of older versions hold their bubbles; bubbles without a row and other rows are counted", () => {
    const rows = [
      composer({ conversation: [{ type: 1, text: "Go" }, { type: 3 }] }),
      { key: "composerData:chat-2", value: { fullConversationHeadersOnly: [{ bubbleId: "gone" }] } },
      { key: "messageRequestContext:x", value: "{}" },
    ];
    const parsed = parse(JSON.stringify(rows, null, 2));
    expect([...parsed.sessions.keys()]).toEqual(["chat-1", "chat-2"]);
    expect(parsed.report.skipped).toEqual({ "row: of another kind": 1, "bubble: without a row": 1 });
  });

  it("say what the file should hold", () => {
    expect(parse('[{"key":"other"}]').report.badLines[0]?.reason).toBe(
      "The document holds no rows of composerData: and bubbleId:.",
    );
  });
});
