import { describe, expect, it } from "vitest";
import { validate } from "./validate";

const user = (...content: unknown[]) => ({ role: "user", content });
const assistant = (...content: unknown[]) => ({ role: "assistant", content });
const text = (body: string) => ({ type: "text", text: body });
const call = (id: string, name = "Bash") => ({ type: "tool_use", id, name, input: {} });
const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: [text("ok")], is_error: false });

const codes = (body: unknown, format: "anthropic" | "openai" | "events" | "markdown") =>
  validate(body, format).map((problem) => problem.code);

describe("the check of Anthropic messages", () => {
  it("accepts calls with their results in the next message", () => {
    const body = [
      user(text("go")),
      assistant(text("I look."), call("a"), call("b")),
      user(result("b"), result("a"), text("more")),
    ];
    expect(validate(body, "anthropic")).toEqual([]);
  });

  it.each([
    ["a call without its result", [user(text("x")), assistant(call("a")), user(text("y"))], ["pairing"]],
    ["a call at the end", [user(text("x")), assistant(call("a"))], ["pairing"]],
    ["a result without a call", [user(result("a"))], ["pairing"]],
    [
      "a result that comes late",
      [user(text("x")), assistant(call("a")), user(text("y")), assistant(text("z")), user(result("a"))],
      ["pairing", "pairing"],
    ],
    ["two results of one call", [user(text("x")), assistant(call("a")), user(result("a"), result("a"))], ["pairing"]],
    ["a result behind text", [user(text("x")), assistant(call("a")), user(text("y"), result("a"))], ["order"]],
    ["text behind a call", [user(text("x")), assistant(call("a"), text("y")), user(result("a"))], ["order"]],
    ["two messages of one role", [user(text("x")), user(text("y"))], ["alternation"]],
    ["an assistant that speaks first", [assistant(text("x"))], ["first"]],
    ["an empty message", [user()], ["empty"]],
    ["an empty text", [user(text(" \n"))], ["empty"]],
    ["an empty result", [user(text("x")), assistant(call("a")), user({ ...result("a"), content: [] })], ["empty"]],
    ["thinking", [user(text("x")), assistant({ type: "thinking", thinking: "hm", signature: "s" })], ["thinking"]],
    ["an id with a space", [user(text("x")), assistant(call("a b")), user(result("a b"))], ["id", "id"]],
    [
      "an id of 65 characters",
      [user(text("x")), assistant(call("a".repeat(65))), user(result("a".repeat(65)))],
      ["id", "id"],
    ],
    [
      "an id used twice",
      [user(text("x")), assistant(call("a")), user(result("a")), assistant(call("a")), user(result("a"))],
      ["id"],
    ],
    ["a tool name with a dot", [user(text("x")), assistant(call("a", "a.b")), user(result("a"))], ["name"]],
    [
      "arguments that are text",
      [user(text("x")), assistant({ ...call("a"), input: "{}" }), user(result("a"))],
      ["arguments"],
    ],
    ["a call by the user", [user(call("a")), assistant(text("x"))], ["role", "pairing"]],
    ["another role", [{ role: "system", content: [text("x")] }], ["role"]],
    ["a message that is none", ["x"], ["shape"]],
  ])("refuses %s", (_name, body, found) => {
    expect(codes(body, "anthropic")).toEqual(found);
  });
});

const chatCall = (id: string, args = "{}") => ({ id, type: "function", function: { name: "Bash", arguments: args } });
const calls = (...all: unknown[]) => ({ role: "assistant", content: null, tool_calls: all });
const tool = (id: string) => ({ role: "tool", tool_call_id: id, content: "ok" });
const says = (role: string, content: unknown = "x") => ({ role, content });

describe("the check of OpenAI messages", () => {
  it("accepts a result for each call, then the assistant or the user", () => {
    const body = [
      says("user"),
      calls(chatCall("a"), chatCall("b")),
      tool("a"),
      tool("b"),
      says("assistant"),
      says("user"),
    ];
    expect(validate(body, "openai")).toEqual([]);
  });

  it.each([
    ["a call without its result", [says("user"), calls(chatCall("a")), says("user")], ["pairing"]],
    ["a call at the end", [says("user"), calls(chatCall("a"))], ["pairing"]],
    ["a result without a call", [says("user"), tool("a")], ["pairing"]],
    ["a second result", [says("user"), calls(chatCall("a")), tool("a"), tool("a")], ["pairing"]],
    [
      "text between call and result",
      [says("user"), calls(chatCall("a")), says("user"), tool("a")],
      ["pairing", "pairing"],
    ],
    ["two messages of the user", [says("user"), says("user")], ["alternation"]],
    ["two messages of the assistant", [says("user"), says("assistant"), says("assistant")], ["alternation"]],
    ["an assistant that speaks first", [says("assistant")], ["first"]],
    ["an empty text", [says("user", "")], ["empty"]],
    ["a message that does nothing", [says("user"), says("assistant", null)], ["empty"]],
    ["an id of 41 characters", [says("user"), calls(chatCall("a".repeat(41))), tool("a".repeat(41))], ["id", "id"]],
    ["arguments that are no object", [says("user"), calls(chatCall("a", "[]")), tool("a")], ["arguments"]],
    ["arguments that are no JSON", [says("user"), calls(chatCall("a", "ls")), tool("a")], ["arguments"]],
    ["an empty list of calls", [says("user"), { role: "assistant", content: "x", tool_calls: [] }], ["shape"]],
  ])("refuses %s", (_name, body, found) => {
    expect(codes(body, "openai")).toEqual(found);
  });
});

const event = (ref: string, more: object = {}) => ({
  ref,
  kind: "user_prompt",
  text: "x",
  marker: "",
  residency: "full",
  partner: null,
  ...more,
});

describe("the check of plain events", () => {
  it.each([
    ["two events of one name", [event("a"), event("a")], ["id"]],
    ["thinking", [event("a", { kind: "thinking" })], ["thinking"]],
    ["a partner that is not there", [event("a", { partner: "b" })], ["pairing"]],
    [
      "a partner that names another",
      [event("a", { partner: "b" }), event("b", { partner: "c" }), event("c", { partner: "b" })],
      ["pairing"],
    ],
    ["a marker of another event", [event("a", { marker: "[context-ref: ctx:b]" })], ["marker"]],
    ["an archived event without its marker", [event("a", { residency: "reference" })], ["marker"]],
    ["an unknown residency", [event("a", { residency: "gone" })], ["shape"]],
  ])("refuses %s", (_name, body, found) => {
    expect(codes(body, "events")).toEqual(found);
  });
});

describe("the check of Markdown", () => {
  it.each([
    ["a page without a title", "## User\n\n> x\n", ["first"]],
    ["an open fence", "# Context of thread main\n\n```\nx\n", ["shape"]],
    ["a section without content", "# Context of thread main\n\n## User\n\n## Tools\n\n> x\n", ["empty"]],
    ["a heading that is none of ours", "# Context of thread main\n\n# Mine\n\nx\n", ["shape"]],
  ])("refuses %s", (_name, body, found) => {
    expect(codes(body, "markdown")).toEqual(found);
  });
});
