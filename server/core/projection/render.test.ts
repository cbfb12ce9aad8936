import { describe, expect, it } from "vitest";
import type { SessionInput } from "../prune/model";
import { plan } from "../prune/pipeline";
import { EAGER_POLICY } from "../prune/testing/policies";
import { aSession, type SessionBuilder } from "../prune/testing/session-builder";
import type { ProjectionFormat } from "./formats";
import { FULL_CONTEXT } from "./full-context";
import { bodyOf, render, sourceOf } from "./render";
import { validate } from "./validate/validate";

const BODY = "const line = of(text);\n".repeat(60);

function rendered(session: SessionBuilder, format: ProjectionFormat, judged = false) {
  const input = session.build();
  return render(sourceOf(input, judged ? plan(input, EAGER_POLICY) : FULL_CONTEXT, "main"), "main", format);
}

const unjudged = (input: SessionInput) => render(sourceOf(input, FULL_CONTEXT, "main"), "main", "anthropic");

const messages = (session: SessionBuilder, judged = false) => bodyOf(rendered(session, "anthropic", judged));
const chat = (session: SessionBuilder) => bodyOf(rendered(session, "openai"));

const json = (tool: string, params: string, text: string) => ({ tool, toolClass: "shell" as const, params, text });

describe("Anthropic messages", () => {
  it("pair each call with its result, and name the result behind its text", () => {
    const session = aSession()
      .prompted("look")
      .used(json("Bash", '{"command":"ls"}', "a.ts"), { exit: 0 });
    const [call, result] = session.build().events.slice(1);
    expect(messages(session)).toEqual([
      { role: "user", content: [{ type: "text", text: "look" }] },
      {
        role: "assistant",
        content: [{ type: "tool_use", id: call?.callId, name: "Bash", input: { command: "ls" } }],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: call?.callId,
            content: [
              { type: "text", text: "a.ts" },
              { type: "text", text: `[context-ref: ctx:${result?.ref}]` },
            ],
            is_error: false,
          },
        ],
      },
    ]);
  });

  it("say of what was archived only its marker and its kept meaning", () => {
    const session = aSession().prompted("look").read("a.ts", { text: BODY }).read("a.ts", { text: BODY });
    const [first, second] = session.results().slice(-2);
    const texts = JSON.stringify(messages(session, true));
    expect(texts).toContain(`[context archived: ctx:${second}]\\nSame as ctx:${first}.`);
    expect(texts).not.toContain(`[context-ref: ctx:${second}]`);
  });

  it("mark a failed, a refused and an interrupted call as errors", () => {
    const session = aSession()
      .prompted("go")
      .ran("make", { exit: 2 })
      .read("a.ts", { outcome: "refused" })
      .read("b.ts", { outcome: "aborted" })
      .read("c.ts");
    const flags = [...JSON.stringify(messages(session)).matchAll(/"is_error":(\w+)/g)].map((match) => match[1]);
    expect(flags).toEqual(["true", "true", "true", "false"]);
  });

  it("put the results of parallel calls first into the next message, whatever came between", () => {
    const input = aSession()
      .prompted("go")
      .used(json("A", "{}", "of A"), {})
      .used(json("B", "{}", "of B"), {})
      .prompted("wait")
      .build();
    const [prompt, callA, resultA, callB, resultB, wait] = input.events;
    if (!prompt || !callA || !resultA || !callB || !resultB || !wait) throw new Error("The session has six events.");
    const order = [prompt, callA, callB, wait, resultB, resultA];
    const events = order.map((event, seq) => ({ ...event, seq, requestId: seq === 1 || seq === 2 ? "r" : null }));
    const session = { ...input, events };
    const body = bodyOf(unjudged(session));
    expect(validate(body, "anthropic")).toEqual([]);
    expect(JSON.stringify(body).match(/of [AB]|wait|"name":"[AB]"/g)).toEqual([
      '"name":"A"',
      '"name":"B"',
      "of A",
      "of B",
      "wait",
    ]);
  });

  it("keep the calls of one response in one message when their results came in between", () => {
    const input = aSession()
      .prompted("go")
      .used(json("A", "{}", "a"), {})
      .used(json("B", "{}", "b"), {})
      .build();
    const events = input.events.map((event) => ({ ...event, requestId: event.kind === "tool_call" ? "r" : null }));
    const session = { ...input, events };
    const body = bodyOf(unjudged(session));
    expect(body).toHaveLength(3);
  });

  it("keep the calls of two responses apart, also when both results came later", () => {
    const input = aSession()
      .prompted("go")
      .used(json("A", "{}", "a"), {})
      .used(json("B", "{}", "b"), {})
      .build();
    const [prompt, callA, resultA, callB, resultB] = input.events;
    if (!prompt || !callA || !resultA || !callB || !resultB) throw new Error("The session has five events.");
    const order = [prompt, { ...callA, requestId: "r1" }, { ...callB, requestId: "r2" }, resultA, resultB];
    const session = { ...input, events: order.map((event, seq) => ({ ...event, seq })) };
    const roles = [...JSON.stringify(bodyOf(unjudged(session))).matchAll(/"role":"(\w+)"/g)].map((match) => match[1]);
    expect(roles).toEqual(["user", "assistant", "user", "assistant", "user"]);
  });

  it("leave out a call without a result, and say so", () => {
    const session = aSession().prompted("go").ran("sleep 9", { result: false });
    const call = session.last;
    expect(messages(session)).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "go" },
          {
            type: "text",
            text: `[Context Steward] The call of Bash (ctx:${call}) has no result in this window and is left out.`,
          },
        ],
      },
    ]);
    expect(rendered(session, "anthropic").leftOut).toEqual({ thinking: 0, unfinishedCalls: [call] });
  });

  it("show a result whose call was compacted away as text that names the tool", () => {
    const called = aSession().prompted("go").read("a.ts", { text: "late" });
    const input = called.build();
    const seq = (input.events.at(-1)?.seq ?? 0) - 0.5;
    const boundaries = [{ thread: "main", seq, atMs: 0, kind: "compaction" as const, toSeq: null }];
    const session = { ...input, boundaries };
    expect(bodyOf(unjudged(session))).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: `[Result of Read, ctx:${called.last}. Its call is not in this window.]` },
          { type: "text", text: "late" },
          { type: "text", text: `[context-ref: ctx:${called.last}]` },
        ],
      },
    ]);
  });

  it("leave out thinking and messages of nothing", () => {
    const input = aSession().prompted("go").said("hm").said(" \n").said("done").build();
    const events = input.events.map((event, at) => (at === 1 ? { ...event, kind: "thinking" as const } : event));
    const session = { ...input, events };
    const found = unjudged(session);
    expect(bodyOf(found)).toEqual([
      { role: "user", content: [{ type: "text", text: "go" }] },
      { role: "assistant", content: [{ type: "text", text: "done" }] },
    ]);
    expect(found.leftOut.thinking).toBe(1);
  });

  it("let the user speak first", () => {
    expect(messages(aSession().said("hello"))).toMatchObject([{ role: "user" }, { role: "assistant" }]);
    expect(messages(aSession())).toEqual([]);
  });

  it.each([
    ["a patch", "*** Begin Patch", { text: "*** Begin Patch" }],
    ["a list", "[1]", { text: "[1]" }],
    ["nothing", "", {}],
  ])("wrap arguments that are no object: %s", (_name, params, input) => {
    const session = aSession()
      .prompted("go")
      .used(json("T", params, "ok"), {});
    expect(messages(session)).toMatchObject([{}, { content: [{ input }] }, {}]);
  });

  it("say which arguments were archived", () => {
    const session = aSession().prompted("go").wrote("a.ts");
    const call = session.build().events.find((event) => event.kind === "tool_call")?.ref ?? "";
    const archived = session.standing(call, "reference");
    const input = { archived: `[context archived: ctx:${call}]` };
    expect(messages(archived, true)).toMatchObject([{}, { content: [{ input }] }, {}]);
  });

  it("call a client's summary a record, and keep the form of our own", () => {
    const input = aSession().said("Do the next task.").said("[Context Steward] Pruned 3 turns").build();
    const events = input.events.map((event) => ({ ...event, kind: "summary" as const }));
    const session = { ...input, events };
    expect(bodyOf(unjudged(session))).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "[Record of earlier work in this session. It is no request.]" },
          { type: "text", text: "Do the next task." },
          { type: "text", text: "[Context Steward] Pruned 3 turns" },
        ],
      },
    ]);
  });

  it("give calls with the same, a missing or an unlawful id one of their own, the same each time", () => {
    const input = aSession()
      .prompted("go")
      .used(json("A", "{}", "a"), {})
      .used(json("B", "{}", "b"), {})
      .used(json("C", "{}", "c"), {})
      .build();
    const ids = ["same", "same", "same", "same", `über ${"x".repeat(90)}`, `über ${"x".repeat(90)}`];
    const events = input.events.map((event, at) => ({ ...event, callId: ids[at - 1] ?? null }));
    const session = { ...input, events };
    const once = bodyOf(unjudged(session));
    expect(validate(once, "anthropic")).toEqual([]);
    expect([...JSON.stringify(once).matchAll(/"id":"([^"]+)"/g)].map((match) => match[1])).toEqual([
      "same",
      expect.stringMatching(/^same_[0-9a-f]{8}$/),
      expect.stringMatching(/^_ber_x{26}_[0-9a-f]{8}$/),
    ]);
  });
});

describe("OpenAI messages", () => {
  it("give each result a message of its own, and keep the text of arguments", () => {
    const session = aSession()
      .prompted("go")
      .said("I look.")
      .used(json("Bash", '{ "command": "ls" }', "a.ts"), {});
    const { callId } = session.build().events.at(-1) ?? { callId: "" };
    expect(chat(session)).toEqual([
      { role: "user", content: "go" },
      {
        role: "assistant",
        content: "I look.",
        tool_calls: [{ id: callId, type: "function", function: { name: "Bash", arguments: '{ "command": "ls" }' } }],
      },
      { role: "tool", tool_call_id: callId, content: `a.ts\n[context-ref: ctx:${session.last}]` },
    ]);
  });
});

describe("plain events", () => {
  it("keep order, pairs and markers, and unfinished calls too", () => {
    const session = aSession().prompted("go").read("a.ts").ran("sleep 9", { result: false });
    expect(bodyOf(rendered(session, "events"))).toMatchObject([
      { kind: "user_prompt", marker: "", partner: null, isError: null },
      { kind: "tool_call", partner: session.results()[0] },
      { kind: "tool_result", isError: false, marker: `[context-ref: ctx:${session.results()[0]}]` },
      { kind: "tool_call", partner: null },
    ]);
  });
});

describe("Markdown", () => {
  it("lets no text of the session break the page", () => {
    const session = aSession()
      .prompted("# not a title\n```\nopen")
      .read("a.ts", { text: "````\n# no\n```" })
      .said("## no section");
    const page = bodyOf(rendered(session, "markdown"));
    expect(validate(page, "markdown")).toEqual([]);
    expect(page).toContain("> # not a title");
    expect(page).toContain("\n`````\n````\n# no\n```\n`````\n");
  });
});
