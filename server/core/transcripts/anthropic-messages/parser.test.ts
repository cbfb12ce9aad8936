import { describe, expect, it } from "vitest";
import { anthropic as a } from "../testing/message-lists";
import { onlySession, outline, type ParseInput, parseTranscript } from "../testing/parse";

const parse = (document: unknown, input: ParseInput = {}) =>
  parseTranscript("anthropic-messages", JSON.stringify(document), input);
const read = (document: unknown, input: ParseInput = {}) => onlySession(parse(document, input));

const conversation = [
  a.prompt("Fix the test."),
  a.assistant(
    a.thinking("Let me look."),
    a.text("Looking."),
    a.call("t1", "str_replace_based_edit_tool", { command: "view", path: "/app/a.ts" }),
    a.call("t2", "bash", { command: "npm test" }),
  ),
  a.user(a.result("t1", "1\tx"), a.result("t2", [a.text("Exit code 1\nboom")], true), a.text("And be quick.")),
  a.assistant(a.text("Done.")),
];

describe("a list of Anthropic messages", () => {
  it("is prompts, thoughts, calls and results, block by block", () => {
    const parsed = parse(conversation);
    expect(outline(onlySession(parsed))).toEqual([
      "user_prompt: Fix the test.",
      "thinking: Let me look.",
      "assistant_message: Looking.",
      'tool_call: {"command":"view","path":"/app/a.ts"}',
      'tool_call: {"command":"npm test"}',
      "tool_result: 1\tx",
      "tool_result: Exit code 1\nboom",
      "user_prompt: And be quick.",
      "assistant_message: Done.",
    ]);
    expect(parsed.report).toMatchObject({ records: 4, carriedRecords: 4, toolCalls: 2, errors: 1, badLineCount: 0 });
  });

  it("makes one request an answer, and pairs results by id", () => {
    const session = read(conversation);
    const requests = [...session.requests.keys()];
    expect(requests.map((id) => id.replace(/^[0-9a-z]{13}:/, ""))).toEqual([
      "m1-assistant:request",
      "m3-assistant:request",
    ]);
    const [, , , view, test, viewed, tested] = session.events;
    expect([viewed?.callId, tested?.callId]).toEqual([view?.callId, test?.callId]);
    expect(viewed).toMatchObject({ tool: "str_replace_based_edit_tool", outcome: "ok" });
    expect(tested).toMatchObject({ tool: "bash", outcome: "error", exitCode: 1 });
    expect(view?.requestId).toBe(requests[0]);
    expect(viewed?.requestId).toBeUndefined();
  });

  it("in a request's body comes with the system prompt, the tools and the model", () => {
    const session = read({
      model: "claude-9",
      system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
      tools: [{ name: "bash", input_schema: {} }],
      messages: conversation,
    });
    expect(outline(session).slice(0, 3)).toEqual([
      "system: Be brief.",
      'system: [{"name":"bash","input_schema":{}}]',
      "user_prompt: Fix the test.",
    ]);
    expect(session.events.map((event) => event.seq)).toEqual(
      session.events.map((event) => event.seq).toSorted((one, other) => one - other),
    );
    expect(session.header.model).toBe("claude-9");
    expect([...session.requests.values()].map((request) => request.model)).toEqual(["claude-9", "claude-9"]);
  });

  it("takes usage and model of answers that were kept whole", () => {
    const usage = {
      input_tokens: 5,
      cache_creation_input_tokens: 100,
      cache_read_input_tokens: 1000,
      output_tokens: 40,
    };
    const answer = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude-9",
      content: [a.text("Hi")],
      usage,
    };
    expect([...read([a.prompt("Hello"), answer]).requests.values()]).toMatchObject([
      {
        model: "claude-9",
        usage: { inputTokens: 5, cacheWriteTokens: 100, cacheReadTokens: 1000, outputTokens: 40 },
      },
    ]);
  });

  it("keeps images and documents as stubs, with a hash where the caller has one", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "QUJD".repeat(100) } };
    const session = read(
      [a.user(image, a.text("What is it?")), a.assistant(a.call("t", "shot", {})), a.user(a.result("t", [image]))],
      { options: { sha256: () => "abc" } },
    );
    expect(session.events[0]?.text).toBe("[image/png, 300 bytes, sha256 abc]\nWhat is it?");
    expect(session.events.at(-1)?.text).toBe("[image/png, 300 bytes, sha256 abc]");
  });

  it("tells a person's no and an interruption from a failure of the tool", () => {
    const session = read([
      a.prompt("Go"),
      a.assistant(a.call("1", "x", {}), a.call("2", "x", {}), a.call("3", "x", {})),
      a.user(
        a.result("1", "The user doesn't want to proceed with this tool use.", true),
        a.result("2", "[Request interrupted by user]", true),
        a.result("3", "Error: no such file"),
      ),
    ]);
    expect(session.events.slice(-3).map((event) => event.outcome)).toEqual(["refused", "aborted", "ok"]);
  });

  it("takes reminders of programs for rules, server tools for calls, and new kinds of blocks as they are", () => {
    const session = read([
      a.user(a.text("<system-reminder>Plan.</system-reminder>"), a.text("Go"), { type: "hologram", x: 1 }),
      a.assistant(
        { type: "redacted_thinking", data: "xx" },
        { type: "server_tool_use", id: "s", name: "web_search", input: { query: "q" } },
        { type: "web_search_tool_result", tool_use_id: "s", content: [a.text("found")] },
        { type: "smell", y: 2 },
      ),
    ]);
    expect(outline(session)).toEqual([
      "rule_injection: <system-reminder>Plan.</system-reminder>",
      "user_prompt: Go",
      'other: {"type":"hologram","x":1}',
      'thinking: ""',
      'tool_call: {"query":"q"}',
      "tool_result: found",
      'other: {"type":"smell","y":2}',
    ]);
  });

  it("takes the read of a SKILL.md for the load of a skill", () => {
    const session = read([
      a.prompt("Go"),
      a.assistant(a.call("1", "read_file", { path: "/s/pdf/SKILL.md" })),
      a.user(a.result("1", "# PDF")),
    ]);
    expect(session.events.at(-1)).toMatchObject({ kind: "skill_load", skill: "pdf", path: "/s/pdf/SKILL.md" });
  });

  it("keeps a result without a call, and a call without a result", () => {
    const session = read([a.user(a.result("gone", "late")), a.assistant(a.call("1", "x", {}))]);
    expect(session.events).toMatchObject([
      { kind: "tool_result", callId: "gone" },
      { kind: "tool_call", callId: "1" },
    ]);
  });

  it("counts what carries nothing, and says when there is no list", () => {
    const parsed = parse([a.prompt("Go"), a.assistant(), null, "loose", a.user(a.text(" "))]);
    expect(parsed.report).toMatchObject({
      records: 5,
      carriedRecords: 3,
      skipped: { "other: empty": 1, "user: empty": 1 },
    });
    for (const document of [{}, [], 5, null, { messages: "x" }]) {
      const none = parse(document);
      expect(none.sessions.size).toBe(0);
      expect(none.report.badLines).toMatchObject([{ reason: "The document holds no list of messages." }]);
    }
  });

  it("that is cut off gives its whole messages, and the place", () => {
    const text = JSON.stringify(conversation);
    const parsed = parseTranscript("anthropic-messages", text.slice(0, -5));
    expect(onlySession(parsed).events).toEqual(read(conversation).events.slice(0, -1));
    expect(parsed.report).toMatchObject({ records: 3, badLineCount: 1, badLines: [{ byteOffset: text.length - 5 }] });
  });
});

describe("a conversation that is uploaded again", () => {
  it.each([{}, { path: "/home/dev/logs/chat.json" }])("gives the same ids for what it had before: %j", (options) => {
    const whole = read(conversation, { options });
    for (let length = 1; length < conversation.length; length++) {
      const before = read({ messages: conversation.slice(0, length) }, { options });
      expect(before.header.id).toBe(whole.header.id);
      expect(before.events).toEqual(whole.events.slice(0, before.events.length));
    }
  });

  it("shares no event with another conversation, which would pass for a copy of it", () => {
    const one = read(conversation, { options: { path: "/logs/a.json" } }).events.map((event) => event.id);
    const other = read(conversation, { options: { path: "/logs/b.json" } }).events.map((event) => event.id);
    expect(one.filter((id) => other.includes(id))).toEqual([]);
  });

  it("keeps its session when a cache mark moves, and another first prompt is another session", () => {
    const marked = a.user({ ...a.text("Fix the test."), cache_control: { type: "ephemeral" } });
    const id = read(conversation).header.id;
    expect(read([marked, ...conversation.slice(1)]).header.id).toBe(id);
    expect(read([a.prompt("Another."), ...conversation.slice(1)]).header.id).not.toBe(id);
  });

  it("goes by the conversation's own id and the messages' own times where there are any", () => {
    const session = read({
      metadata: { session_id: "s-1" },
      messages: [{ ...a.prompt("Go"), timestamp: "2026-01-05T09:00:00Z" }, a.assistant(a.text("Hi"))],
    });
    expect(session.header.id).toBe("s-1");
    expect(session.events.map((event) => event.at)).toEqual(["2026-01-05T09:00:00Z", "2026-01-05T09:00:00Z"]);
  });
});
