import { describe, expect, it } from "vitest";
import { onlySession, outline, type ParseInput, parseTranscript } from "../testing/parse";
import { PiLines, piUsage } from "../testing/pi-lines";

const parse = (lines: PiLines, input: ParseInput = {}) => parseTranscript("pi", lines.toString(), input);
const read = (lines: PiLines, input: ParseInput = {}) => onlySession(parse(lines, input));
const pi = () => new PiLines().header();

describe("a session of pi", () => {
  it("is named by its header", () => {
    const session = read(pi().entry("session_info", { name: "Login" }).prompt("Go").says("Done."));
    expect(session.header).toMatchObject({
      client: "pi",
      id: "pi-1",
      cwd: "/home/dev/app",
      title: "Login",
      model: "claude-sonnet-5",
      startedAt: "2026-01-05T09:00:00.000Z",
    });
    expect([...session.threads.values()]).toEqual([{ key: "main", agent: "main" }]);
    expect(session.marks).toMatchObject([{ thread: "main", cwd: "/home/dev/app" }]);
  });

  it("whose head is lost is named by its path", () => {
    const path = "C:\\Users\\dev\\.pi\\agent\\sessions\\--app--\\2026-01-05T09-00-00-000Z_0199-abc.jsonl";
    expect(read(new PiLines().prompt("Go"), { options: { path } }).header.id).toBe("0199-abc");
    expect(read(new PiLines().prompt("Go")).header.id).toBe("unknown-session");
  });

  it("of version 1 names its entries by their place, which stays when the file grows", () => {
    const first = new PiLines(1).header({ modelId: "claude-sonnet-4-5" }).prompt("Go").says("One.");
    const session = read(first);
    expect(session.header.model).toBe("claude-sonnet-5");
    expect(new Set(session.events.map((event) => event.id)).size).toBe(2);
    expect(session.events[0]?.id).toMatch(/^o\d+$/);
    const grown = read(first.prompt("More"));
    expect(grown.events.slice(0, 2)).toEqual(session.events);
    expect(grown.boundaries).toEqual([]);
  });

  it("keeps what no version had", () => {
    const parsed = parse(pi().entry("hologram", { shape: 1 }).message("oracle", { content: "?" }).prompt("Go"));
    expect(onlySession(parsed).events.map((event) => event.kind)).toEqual(["other", "other", "user_prompt"]);
    expect(parsed.report).toMatchObject({ records: 4, carriedRecords: 4, badLineCount: 0 });
  });

  it("names the entries that carry nothing", () => {
    const parsed = parse(
      pi()
        .entry("thinking_level_change", { thinkingLevel: "off" })
        .entry("model_change", { provider: "x", modelId: "m" })
        .entry("model_change", { provider: "x", modelId: "m" })
        .entry("label", { targetId: "e1", label: "here" })
        .entry("custom", { customType: "state", data: {} })
        .message("bashExecution", { command: "ls", output: "a", exitCode: 0, excludeFromContext: true }),
    );
    expect(parsed.report.skipped).toEqual({
      thinking_level_change: 1,
      "model_change: unchanged": 1,
      label: 1,
      custom: 1,
      "bashExecution: kept from the model": 1,
    });
  });

  it("skips the history that a fork copied, once its owner is known", () => {
    const lines = pi().prompt("Old").says("Old.").prompt("New");
    const ownerOf = (id: string) => (id === "e3" ? undefined : "pi-0");
    expect(outline(read(lines, { options: { ownerOf } }))).toEqual(["user_prompt: New"]);
  });
});

describe("messages of pi", () => {
  it("give prompts, texts, thoughts, calls and results", () => {
    const session = read(
      pi()
        .message("user", { content: "Fix it" })
        .assistant([
          { type: "thinking", thinking: "Look." },
          { type: "text", text: "Reading." },
          { type: "toolCall", id: "c1", name: "read", arguments: { path: "src/a.ts", offset: 3, limit: 2 } },
          { type: "toolCall", id: "c2", name: "ls", arguments: { path: "src" } },
        ])
        .result("c1", "read", "const a = 1;")
        .result("c2", "ls", "a.ts"),
    );
    expect(outline(session)).toEqual([
      "user_prompt: Fix it",
      "thinking: Look.",
      "assistant_message: Reading.",
      'tool_call: {"path":"src/a.ts","offset":3,"limit":2}',
      'tool_call: {"path":"src"}',
      "tool_result: const a = 1;",
      "tool_result: a.ts",
    ]);
    const [request] = session.requests.keys();
    expect(session.events.slice(1, 5).map((event) => event.requestId)).toEqual(Array(4).fill(request));
    expect(session.events.slice(5)).toMatchObject([
      { callId: "c1", tool: "read", outcome: "ok" },
      { callId: "c2", tool: "ls", outcome: "ok" },
    ]);
  });

  it("count tokens as five disjoint numbers; zeros of an aborted request are unknown", () => {
    const session = read(
      pi()
        .says("One.", { usage: piUsage(30, { reasoning: 20 }) })
        .says("Two.", { usage: piUsage(7) })
        .says("Par", { usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, stopReason: "aborted" }),
    );
    expect([...session.requests.values()].map((request) => request.usage)).toEqual([
      { inputTokens: 4, cacheWriteTokens: 50, cacheReadTokens: 900, outputTokens: 10, reasoningTokens: 20 },
      { inputTokens: 4, cacheWriteTokens: 50, cacheReadTokens: 900, outputTokens: 7 },
      undefined,
    ]);
  });

  it("tell failures, aborts, refusals and skipped calls apart", () => {
    const parsed = parse(
      pi()
        .ran("c1", "npm test", "1 failed\n\n\nCommand exited with code 2", true)
        .ran("c2", "sleep 9", "half\n\n\nCommand aborted", true)
        .ran("c3", "ls", "a.ts")
        .ran("c4", "rm -rf /", "Tool execution was blocked by an extension", true)
        .ran("c5", "ls", "Skipped due to queued user message.", true)
        .ran("c6", "sleep 9", "Command timed out after 5 seconds", true),
    );
    const results = onlySession(parsed).events.filter((event) => event.kind === "tool_result");
    expect(results.map(({ outcome, exitCode }) => [outcome, exitCode])).toEqual([
      ["error", 2],
      ["aborted", undefined],
      ["ok", 0],
      ["refused", undefined],
      ["aborted", undefined],
      ["error", undefined],
    ]);
    expect(parsed.report).toMatchObject({ toolCalls: 6, errors: 5 });
  });

  it("tell how a response ended that did not come to its end", () => {
    const parsed = parse(
      pi()
        .assistant([], { usage: piUsage(0, { input: 0, cacheRead: 0, cacheWrite: 0 }), stopReason: "aborted" })
        .says("Half a", { stopReason: "error", errorMessage: "529 overloaded" }),
    );
    const session = onlySession(parsed);
    expect(session.events).toMatchObject([
      { kind: "system", outcome: "aborted" },
      { kind: "assistant_message", text: "Half a" },
      { kind: "system", outcome: "error", text: "529 overloaded" },
    ]);
    expect(session.requests.size).toBe(1);
    expect(parsed.report.errors).toBe(1);
  });

  it("load skills by a read of their SKILL.md, or by a typed command", () => {
    const block =
      '<skill name="pdf" location="/h/.pi/skills/pdf/SKILL.md">\nReferences are relative to /h.\n\n# PDF\n</skill>';
    const session = read(
      pi()
        .calls("c1", "read", { path: "/h/.pi/skills/xls/SKILL.md" })
        .result("c1", "read", "# XLS")
        .prompt(`${block}\n\nRead a.pdf`)
        .prompt(block),
    );
    expect(session.events.slice(1)).toMatchObject([
      { kind: "skill_load", callId: "c1", skill: "xls", path: "/h/.pi/skills/xls/SKILL.md" },
      { kind: "user_prompt", text: "Read a.pdf" },
      { kind: "skill_load", text: block, skill: "pdf", path: "/h/.pi/skills/pdf/SKILL.md" },
      { kind: "skill_load", skill: "pdf" },
    ]);
  });

  it("turn images into stubs", () => {
    const image = { type: "image", data: "QUJD".repeat(100), mimeType: "image/png" };
    const session = read(pi().message("user", { content: [{ type: "text", text: "See" }, image] }), {
      options: { sha256: () => "ab" },
    });
    expect(session.events[0]?.text).toBe("See\n[image/png, 300 bytes, sha256 ab]");
  });

  it("keep typed commands and what extensions put in", () => {
    const session = read(
      pi()
        .message("bashExecution", { command: "git st", output: "unknown", exitCode: 1, cancelled: false })
        .entry("custom_message", { customType: "rules", content: "Be brief.", display: false })
        .message("hookMessage", { customType: "x", content: [{ type: "text", text: "From a hook." }] }),
    );
    expect(session.events).toMatchObject([
      { kind: "system", text: "!git st\nunknown", outcome: "error", exitCode: 1 },
      { kind: "rule_injection", text: "Be brief." },
      { kind: "rule_injection", text: "From a hook." },
    ]);
  });
});

describe("history of pi", () => {
  it("is closed by a compaction, whose request read what it replaced", () => {
    const session = read(
      pi()
        .prompt("Go")
        .says("Yes.")
        .entry("compaction", { summary: "So far.", firstKeptEntryId: "e2", tokensBefore: 9, usage: piUsage(5) })
        .prompt("On"),
    );
    const [boundary] = session.boundaries;
    const request = [...session.requests.values()].at(-1);
    expect(boundary).toMatchObject({ kind: "compaction" });
    expect(request?.usage?.outputTokens).toBe(5);
    expect(request?.seq).toBeLessThan(boundary?.seq ?? 0);
    expect(session.events[2]).toMatchObject({ kind: "summary", text: "So far." });
    expect(session.events[2]?.seq).toBeGreaterThan(boundary?.seq ?? 0);
  });

  it("of version 1 knows compactions too", () => {
    const session = read(
      new PiLines(1).header().prompt("Go").entry("compaction", { summary: "So far.", firstKeptEntryIndex: 1 }),
    );
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["compaction"]);
  });

  it("rewinds where an entry hangs on an older one", () => {
    const session = read(
      pi()
        .prompt("One")
        .says("First.")
        .prompt("Two")
        .says("Second.")
        .entry("branch_summary", { parentId: "e2", fromId: "e4", summary: "Tried two." })
        .prompt("Three")
        .prompt("From nothing", { parentId: null }),
    );
    const [, first, two] = session.events;
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["rewind", "rewind"]);
    expect(session.boundaries[0]?.toSeq).toBeGreaterThanOrEqual(first?.seq ?? 0);
    expect(session.boundaries[0]?.toSeq).toBeLessThan(two?.seq ?? 0);
    expect(session.boundaries[1]?.toSeq).toBe(0);
    expect(session.events[4]).toMatchObject({ kind: "summary", text: "Tried two." });
  });

  it("does not rewind for a parent that is missing, or past what carries nothing", () => {
    const lines = pi()
      .prompt("One")
      .entry("label", { targetId: "e1", label: "x" })
      .prompt("Two", { parentId: "e1" })
      .prompt("Three", { parentId: "lost" });
    expect(read(lines).boundaries).toEqual([]);
  });
});
