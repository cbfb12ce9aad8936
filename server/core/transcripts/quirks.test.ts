import { describe, expect, it } from "vitest";
import { onlySession, outline, parseTranscript, totalUsage } from "./testing/parse";

/** Small inputs, each with one fault that real files have; written as the clients write them, spaces and all. */
const line = (fields: object): string =>
  `${JSON.stringify({ sessionId: "s-1", isSidechain: false, version: "2.1.200", ...fields })}\n`;
const at = "2026-05-01T10:00:00.000Z";
const response = (uuid: string, id: string, block: object, output: number, more: object = {}): string =>
  line({
    type: "assistant",
    uuid,
    timestamp: at,
    message: {
      id,
      role: "assistant",
      model: "claude-test-1",
      content: [block],
      usage: {
        input_tokens: 5,
        cache_creation_input_tokens: 100,
        cache_read_input_tokens: 1000,
        output_tokens: output,
      },
    },
    ...more,
  });
const prompt = (uuid: string, content: string): string =>
  line({ type: "user", uuid, timestamp: at, message: { role: "user", content } });

describe("quirks of real transcripts", () => {
  it("one response written as several records is one response", () => {
    const session = onlySession(
      parseTranscript(
        "claude-code",
        prompt("u1", "count the sheep") +
          response("a1", "msg_A", { type: "thinking", thinking: "one, two" }, 2, { requestId: "req_A" }) +
          response("a2", "msg_A", { type: "text", text: "Counting." }, 2, { requestId: "req_A" }) +
          response("a3", "msg_A", { type: "tool_use", id: "t1", name: "Bash", input: {} }, 40, { requestId: "req_A" }),
      ),
    );
    expect(session.requests.size).toBe(1);
    expect(totalUsage(session)).toMatchObject({
      inputTokens: 5,
      cacheWriteTokens: 100,
      cacheReadTokens: 1000,
      outputTokens: 40,
    });
    expect(session.events.map((event) => event.kind)).toEqual([
      "user_prompt",
      "thinking",
      "assistant_message",
      "tool_call",
    ]);
  });

  it("a missing request id does not double a response", () => {
    const file =
      prompt("u1", "hi") +
      response("a1", "msg_B", { type: "text", text: "Hel" }, 7) +
      response("a2", "msg_B", { type: "text", text: "lo" }, 7);
    expect(totalUsage(onlySession(parseTranscript("claude-code", file))).outputTokens).toBe(7);
  });

  it("counters that are written again unchanged are not counted again", () => {
    const count = (total: object | null) =>
      `${JSON.stringify({ timestamp: at, type: "event_msg", payload: { type: "token_count", info: total && { total_token_usage: total } } })}\n`;
    const meta = `${JSON.stringify({ timestamp: at, type: "session_meta", payload: { id: "root-1", cwd: "/w/app", source: "cli" } })}\n`;
    const first = { input_tokens: 900, cached_input_tokens: 0, output_tokens: 100, reasoning_output_tokens: 0 };
    const file = meta + count(null) + count(first) + count(first) + count({ ...first, input_tokens: 1400 });
    const total = totalUsage(onlySession(parseTranscript("codex", file)));
    expect(Object.values(total).reduce((sum, tokens) => sum + tokens, 0)).toBe(1500);
  });

  it("sub-agents in files of their own keep their tokens and get their type's name", () => {
    const main =
      prompt("u1", "map the repo") +
      response(
        "a1",
        "msg_P",
        { type: "tool_use", id: "t9", name: "Agent", input: { subagent_type: "Explore", prompt: "List." } },
        9,
      ) +
      line({
        type: "user",
        uuid: "u2",
        timestamp: at,
        message: {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "t9", content: [{ type: "text", text: "done" }] }],
        },
        toolUseResult: { status: "completed", agentId: "b", totalTokens: 300 },
      });
    const agent = { isSidechain: true, agentId: "b" };
    const child =
      response("x2", "msg_Q", { type: "text", text: "a" }, 500, agent) +
      response("x3", "msg_R", { type: "text", text: "b" }, 700, agent);
    const path = "p/s-1/subagents/agent-b.jsonl";
    const parent = onlySession(parseTranscript("claude-code", main, { options: { path: "p/s-1.jsonl" } }));
    const sub = onlySession(parseTranscript("claude-code", child, { options: { path } }));
    expect(totalUsage(parent).outputTokens).toBe(9);
    expect([...sub.requests.values()].map(({ thread, usage }) => [thread, usage?.outputTokens])).toEqual([
      ["b", 500],
      ["b", 700],
    ]);
    expect(sub.header.id).toBe(parent.header.id);
    expect(parent.threads.get("b")?.agent).toBe("Explore");
  });

  it("half a record in the middle costs that record alone", () => {
    const torn = '{"type":"user","uuid":"u2","message":{"role":"user","content":"half a li\n';
    const parsed = parseTranscript(
      "claude-code",
      `${prompt("u1", "before")}${torn}${prompt("u3", "after")}{"type":"assist`,
    );
    expect(parsed.report).toMatchObject({ records: 2, badLineCount: 2 });
    expect(parsed.report.badLines.map((bad) => bad.line)).toEqual([2, 4]);
    expect(outline(onlySession(parsed))).toEqual(["user_prompt: before", "user_prompt: after"]);
  });

  it("line separators of Unicode inside a text do not end its line", () => {
    const text = "pasted:\u2028second row\u2029third row";
    const parsed = parseTranscript(
      "claude-code",
      prompt("u1", text) + response("a1", "m", { type: "text", text: "ok" }, 3),
    );
    expect(parsed.report).toMatchObject({ records: 2, badLineCount: 0 });
    expect(onlySession(parsed).events[0]?.text).toBe(text);
  });

  it("NUL and lone surrogates leave, a typed escape stays", () => {
    const result = String.raw`{"type":"user","uuid":"u1","timestamp":"${at}","sessionId":"s-1","message":{"content":[{"type":"tool_result","tool_use_id":"t5","content":"PK\u0003\u0000\u0000 zip"}]},"toolUseResult":{"k\u0000ey":1}}`;
    const typed = String.raw`{"type":"user","uuid":"u2","timestamp":"${at}","sessionId":"s-1","message":{"content":"cut \ud83d and \udc4b but \ud83d\udc4b and \\u0000"}}`;
    const events = onlySession(parseTranscript("claude-code", `${result}\n${typed}\n`)).events;
    expect(events.map((event) => event.text)).toEqual(["PK\u0003 zip", "cut \ufffd and \ufffd but 👋 and \\u0000"]);
  });
});
