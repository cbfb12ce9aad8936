import { describe, expect, it } from "vitest";
import { OpencodeExport, opencodeTokens, toolPart } from "../testing/opencode-lines";
import { onlySession, type ParseInput, parseTranscript, totalUsage } from "../testing/parse";

const parse = (file: OpencodeExport, input: ParseInput = {}) => parseTranscript("opencode", file.toString(), input);
const read = (file: OpencodeExport, input: ParseInput = {}) => onlySession(parse(file, input));
const opencode = (info: Record<string, unknown> = {}) => new OpencodeExport(info);

describe("messages of OpenCode", () => {
  it("make one prompt of what was typed and attached, beside what the program adds", () => {
    const url = `data:image/png;base64,${"QUJD".repeat(100)}`;
    const session = read(
      opencode().message(
        "user",
        [
          { type: "text", text: "See " },
          { type: "file", mime: "text/plain", filename: "a.ts", url: "file:///app/a.ts" },
          { type: "text", synthetic: true, text: "Called the Read tool with the following input: {}" },
          { type: "text", synthetic: true, text: "<path>/app/a.ts</path>\n<type>file</type>\n<content>x" },
          { type: "file", mime: "image/png", filename: "b.png", url },
          { type: "agent", name: "explore" },
          { type: "text", ignored: true, text: "shown only" },
          { type: "text", synthetic: true, text: "<system-reminder>Plan only.</system-reminder>" },
          { type: "hologram" },
        ],
        { system: "Be brief." },
      ),
      { options: { sha256: () => "ab" } },
    );
    expect(session.events.map(({ kind, text, path }) => [kind, text.slice(0, 40), path])).toEqual([
      ["rule_injection", "Be brief.", undefined],
      ["user_prompt", "See \n[image/png, 300 bytes, sha256 ab]", undefined],
      ["system", "Called the Read tool with the following ", undefined],
      ["system", "<path>/app/a.ts</path>\n<type>file</type>", "/app/a.ts"],
      ["rule_injection", "<system-reminder>Plan only.</system-remi", undefined],
      ["other", expect.stringContaining("hologram"), undefined],
    ]);
  });

  it("tell standing instructions once", () => {
    const session = read(
      opencode().prompt("a", { system: "S" }).prompt("b", { system: "S" }).prompt("c", { system: "T" }),
    );
    expect(session.events.filter((event) => event.kind === "rule_injection").map((event) => event.text)).toEqual([
      "S",
      "T",
    ]);
  });

  it("are one request each, with five disjoint numbers counted once", () => {
    const tokens = opencodeTokens(30, { total: 999, reasoning: 20 });
    const session = read(
      opencode().assistant(
        [
          { type: "reasoning", text: "Hm." },
          toolPart("c1", "read", { filePath: "/a.ts" }),
          { type: "text", text: "A." },
        ],
        { tokens },
      ),
    );
    expect([...session.requests.values()].map(({ model, usage }) => ({ model, ...usage }))).toEqual([
      {
        model: "claude-sonnet-5",
        inputTokens: 4,
        cacheWriteTokens: 50,
        cacheReadTokens: 900,
        outputTokens: 30,
        reasoningTokens: 20,
      },
    ]);
    const [request] = session.requests.keys();
    expect(session.events.map(({ kind, requestId }) => [kind, requestId])).toEqual([
      ["thinking", request],
      ["tool_call", request],
      ["assistant_message", request],
      ["tool_result", undefined],
    ]);
  });

  it("of older versions hold a request a step", () => {
    const step = (text: string, output: number) => [
      { type: "step-start" },
      { type: "text", text },
      toolPart(text, "read", {}),
      { type: "step-finish", tokens: opencodeTokens(output) },
    ];
    const session = read(
      opencode().message("assistant", [...step("a", 5), ...step("b", 7)], { tokens: opencodeTokens(7) }),
    );
    expect(session.requests.size).toBe(2);
    expect(totalUsage(session)).toMatchObject({ inputTokens: 8, outputTokens: 12 });
    expect(session.events.map((event) => event.kind)).toEqual([
      "assistant_message",
      "tool_call",
      "tool_result",
      "assistant_message",
      "tool_call",
      "tool_result",
    ]);
  });

  it("tell failures, aborts and refusals apart", () => {
    const failed = (id: string, error: string, metadata = {}) =>
      toolPart(id, "bash", { command: "x" }, { status: "error", error, metadata });
    const ended = (id: string, output: string, exit: number | null) =>
      toolPart(id, "bash", { command: "x" }, { output, metadata: { exit } });
    const parsed = parse(
      opencode().assistant([
        failed("c1", "File not found: /x"),
        failed("c2", "Tool execution aborted"),
        failed("c3", "anything", { interrupted: true }),
        failed("c4", "The user rejected permission to use this specific tool call."),
        failed("c5", "The user has specified a rule which prevents you from using this specific tool call."),
        ended("c6", "fail", 2),
        ended("c7", "fine", 0),
        ended("c8", "half\n\n<bash_metadata>\nUser aborted the command\n</bash_metadata>", null),
        ended(
          "c9",
          "<bash_metadata>\nbash tool terminated command after exceeding timeout 9 ms\n</bash_metadata>",
          null,
        ),
        toolPart("c10", "invalid", { tool: "bash", error: "no JSON" }),
        toolPart("c11", "bash", { command: "x" }, { status: "running" }),
      ]),
    );
    const results = onlySession(parsed).events.filter((event) => event.kind === "tool_result");
    expect(results.map(({ callId, outcome, exitCode }) => [callId, outcome, exitCode])).toEqual([
      ["c1", "error", undefined],
      ["c2", "aborted", undefined],
      ["c3", "aborted", undefined],
      ["c4", "refused", undefined],
      ["c5", "refused", undefined],
      ["c6", "error", 2],
      ["c7", "ok", 0],
      ["c8", "aborted", undefined],
      ["c9", "error", undefined],
      ["c10", "error", undefined],
    ]);
    expect(parsed.report).toMatchObject({ toolCalls: 11, errors: 5 });
  });

  it("tell how a response ended that did not come to its end", () => {
    const none = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } };
    const parsed = parse(
      opencode()
        .assistant([{ type: "text", text: "Half" }], {
          tokens: none,
          error: { name: "MessageAbortedError", data: { message: "Aborted" } },
        })
        .assistant([{ type: "retry", attempt: 2, error: { name: "APIError", data: { message: "529" } } }], {
          error: { name: "APIError", data: { message: "529" } },
        }),
    );
    const session = onlySession(parsed);
    expect(session.events.map(({ kind, outcome, text }) => [kind, outcome, text])).toEqual([
      ["assistant_message", undefined, "Half"],
      ["system", "aborted", "MessageAbortedError: Aborted"],
      ["system", "error", "Attempt 2 failed: APIError: 529"],
      ["system", "error", "APIError: 529"],
    ]);
    expect([...session.requests.values()][0]?.usage).toBe(undefined);
    expect(parsed.report.errors).toBe(2);
  });

  it("load skills by the skill tool, or by a read of their SKILL.md", () => {
    const session = read(
      opencode().assistant([
        toolPart("c1", "skill", { name: "pdf" }, { output: "<skill_content>", metadata: { dir: "/h/skills/pdf" } }),
        toolPart("c2", "read", { filePath: "/h/skills/xls/SKILL.md" }),
      ]),
    );
    expect(session.events.slice(2)).toMatchObject([
      { kind: "skill_load", skill: "pdf", path: "/h/skills/pdf/SKILL.md", callId: "c1" },
      { kind: "skill_load", skill: "xls", path: "/h/skills/xls/SKILL.md", callId: "c2" },
    ]);
  });

  it("turn attachments of a result into stubs", () => {
    const url = `data:application/pdf;base64,${"QUJD".repeat(10)}`;
    const session = read(
      opencode().assistant([
        toolPart("c1", "read", { filePath: "/a.pdf" }, { attachments: [{ mime: "application/pdf", url }] }),
      ]),
    );
    expect(session.events.at(-1)?.text).toBe("ok\n[application/pdf, 30 bytes]");
  });

  it("mark plan mode as a stage", () => {
    const session = read(
      opencode()
        .prompt("Plan", { agent: "plan" })
        .says("1. Do", { agent: "plan" })
        .prompt("Do", { agent: "build" })
        .says("Done."),
    );
    expect(session.marks.flatMap((mark) => mark.stage ?? [])).toEqual(["plan", "execute"]);
  });
});
