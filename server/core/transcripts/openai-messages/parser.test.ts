import { describe, expect, it } from "vitest";
import { openAi as o } from "../testing/message-lists";
import { onlySession, outline, type ParseInput, parseTranscript } from "../testing/parse";

const parse = (document: unknown, input: ParseInput = {}) =>
  parseTranscript("openai-messages", JSON.stringify(document), input);
const read = (document: unknown, input: ParseInput = {}) => onlySession(parse(document, input));

describe("messages of OpenAI's chat completions", () => {
  const conversation = [
    o.system("Be brief."),
    o.prompt("Fix it."),
    o.calls(o.call("c1", "read_file", { path: "a.ts" }), o.call("c2", "bash", { command: "npm test" })),
    o.result("c1", "x"),
    o.result("c2", [{ type: "text", text: "Exit code: 2\nboom" }]),
    o.says("Done.", { reasoning_content: "Hm." }),
  ];

  it("are prompts, calls and results", () => {
    const parsed = parse({ model: "gpt-9", messages: conversation });
    const session = onlySession(parsed);
    expect(outline(session)).toEqual([
      "system: Be brief.",
      "user_prompt: Fix it.",
      'tool_call: {"path":"a.ts"}',
      'tool_call: {"command":"npm test"}',
      "tool_result: x",
      "tool_result: Exit code: 2\nboom",
      "thinking: Hm.",
      "assistant_message: Done.",
    ]);
    expect(session.events[5]).toMatchObject({ callId: "c2", tool: "bash", outcome: "error", exitCode: 2 });
    expect(session.requests.size).toBe(2);
    expect(session.header.model).toBe("gpt-9");
    expect(parsed.report).toMatchObject({ records: 6, carriedRecords: 6, toolCalls: 2, errors: 1 });
  });

  it("keep arguments that are no JSON, empty ones, and values as other servers send them", () => {
    const session = read([
      o.prompt("Go"),
      o.calls(o.call("1", "x", "{broken"), o.call("2", "x", ""), {
        id: "3",
        function: { name: "x", arguments: { a: 1 } },
      }),
      o.calls({ id: "4", type: "custom", custom: { name: "apply_patch", input: "*** Begin Patch" } }),
    ]);
    const calls = session.events.filter((event) => event.kind === "tool_call");
    expect(calls.map((event) => event.input ?? event.text)).toEqual(["{broken", {}, { a: 1 }, "*** Begin Patch"]);
  });

  it("pair with the nearest call before where ids repeat, and by name where there are none", () => {
    const session = read([
      o.prompt("Go"),
      o.calls(o.call("call_0", "a", {})),
      o.result("call_0", "one"),
      o.calls(o.call("call_0", "b", {})),
      o.result("call_0", "two"),
      { role: "assistant", content: null, function_call: { name: "c", arguments: "{}" } },
      { role: "function", name: "c", content: "three" },
    ]);
    const calls = session.events.filter((event) => event.kind === "tool_call");
    const results = session.events.filter((event) => event.kind === "tool_result");
    expect(results.map((event) => [event.tool, event.text])).toEqual([
      ["a", "one"],
      ["b", "two"],
      ["c", "three"],
    ]);
    expect(results.map((event) => event.callId)).toEqual(calls.map((event) => event.callId));
    expect(new Set(calls.map((event) => event.callId)).size).toBe(3);
  });

  it("keep images and audio as stubs, and refusals as messages", () => {
    const data = "QUJD".repeat(100);
    const session = read([
      o.prompt([
        { type: "text", text: "See" },
        { type: "image_url", image_url: { url: `data:image/png;base64,${data}` } },
        { type: "image_url", image_url: { url: "https://a.example/x.png" } },
        { type: "input_audio", input_audio: { data, format: "mp3" } },
      ]),
      { role: "assistant", content: null, refusal: "I cannot." },
    ]);
    expect(session.events.map((event) => event.text)).toEqual([
      "See\n[image/png, 300 bytes]\n[image https://a.example/x.png]\n[audio/mp3, 300 bytes]",
      "I cannot.",
    ]);
  });

  it("tell usage in five disjoint numbers, also of an answer that was logged beside its request", () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 50,
      prompt_tokens_details: { cached_tokens: 60 },
      completion_tokens_details: { reasoning_tokens: 20 },
    };
    const session = read({ messages: [o.prompt("Hi")], choices: [{ message: o.says("Hello") }], usage });
    expect(outline(session)).toEqual(["user_prompt: Hi", "assistant_message: Hello"]);
    expect([...session.requests.values()].map((request) => request.usage)).toEqual([
      { inputTokens: 40, cacheReadTokens: 60, outputTokens: 30, reasoningTokens: 20 },
    ]);
  });

  it("of a plain answer say how it ended by their first words", () => {
    const ending = (content: string, more = {}) =>
      read([o.prompt("Go"), o.calls(o.call("1", "x", {})), o.result("1", content, more)]).events.at(-1);
    expect(ending("Error: not found")?.outcome).toBe("error");
    expect(ending("Traceback (most recent call last):\n x")?.outcome).toBe("error");
    expect(ending("The word Error: stands later")?.outcome).toBe("ok");
    expect(ending('{"output":"x","metadata":{"exit_code":3}}')).toMatchObject({ outcome: "error", exitCode: 3 });
    expect(ending("Process exited with code 0\nError: x")).toMatchObject({ outcome: "ok", exitCode: 0 });
    expect(ending("x", { is_error: true })?.outcome).toBe("error");
    expect(ending("User rejected the call")?.outcome).toBe("refused");
  });

  it("keep a role that no version has as it is", () => {
    expect(outline(read([o.prompt("Go"), { role: "narrator", content: "x" }]))).toEqual([
      "user_prompt: Go",
      'other: {"role":"narrator","content":"x"}',
    ]);
  });

  it("give the same ids for what a longer list had before", () => {
    const whole = read(conversation);
    for (let length = 2; length < conversation.length; length++) {
      const before = read(conversation.slice(0, length));
      expect(before.header.id).toBe(whole.header.id);
      expect(before.events).toEqual(whole.events.slice(0, before.events.length));
    }
  });
});

describe("items of OpenAI's Responses API", () => {
  it("make one request of the items between what the model read", () => {
    const parsed = parse({
      instructions: "Be brief.",
      input: [
        { role: "user", content: [{ type: "input_text", text: "Fix it." }] },
        { type: "reasoning", summary: [{ type: "summary_text", text: "Hm." }], encrypted_content: "x" },
        { type: "function_call", call_id: "c1", name: "bash", arguments: '{"command":"ls"}' },
        { type: "function_call_output", call_id: "c1", output: "a.ts" },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "Done." }] },
        { type: "item_reference", id: "x" },
        { type: "web_search_call", id: "w", status: "completed", action: { type: "search", query: "q" } },
      ],
      output: [{ type: "custom_tool_call", call_id: "c2", name: "apply_patch", input: "*** Begin Patch" }],
    });
    const session = onlySession(parsed);
    expect(outline(session)).toEqual([
      "system: Be brief.",
      "user_prompt: Fix it.",
      "thinking: Hm.",
      'tool_call: {"command":"ls"}',
      "tool_result: a.ts",
      "assistant_message: Done.",
      'tool_call: {"type":"search","query":"q"}',
      "tool_call: *** Begin Patch",
    ]);
    expect(session.events[4]).toMatchObject({ callId: "c1", tool: "bash" });
    const requests = session.events.map((event) => event.requestId).filter((id) => id !== undefined);
    expect(requests[0]).toBe(requests[1]);
    expect(new Set(requests).size).toBe(2);
    expect(session.requests.size).toBe(2);
    expect(parsed.report).toMatchObject({ records: 8, carriedRecords: 7, toolCalls: 3 });
  });

  it("may be a text alone", () => {
    expect(outline(read({ model: "gpt-9", input: "Hi" }))).toEqual(["user_prompt: Hi"]);
  });
});
