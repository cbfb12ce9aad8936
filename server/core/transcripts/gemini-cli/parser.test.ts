import { describe, expect, it } from "vitest";
import { GeminiChat, geminiCall, geminiTokens } from "../testing/gemini-lines";
import { onlySession, outline, type ParseInput, parseTranscript, totalUsage } from "../testing/parse";

const parse = (content: GeminiChat | string, input: ParseInput = {}) =>
  parseTranscript("gemini-cli", content.toString(), input);
const read = (content: GeminiChat | string, input: ParseInput = {}) => onlySession(parse(content, input));
const chat = (head: Record<string, unknown> = {}) => new GeminiChat(head);

describe("a chat of Gemini CLI", () => {
  it("is named by its first line, and its folder by what stands beside it", () => {
    const session = read(chat({ summary: "Fix the login" }).prompt("Go").answer("Done."), {
      options: { cwd: "/home/dev/app" },
    });
    expect(session.header).toMatchObject({
      client: "gemini-cli",
      id: "gemini-1",
      title: "Fix the login",
      cwd: "/home/dev/app",
      model: "gemini-3-pro",
      startedAt: "2026-01-05T09:00:00.000Z",
    });
    expect(session.marks).toMatchObject([{ thread: "main", cwd: "/home/dev/app" }]);
  });

  it("gives the same events as lines and as the document of older versions", () => {
    const file = chat()
      .prompt("Go")
      .ran("c1", "ls", "a.ts")
      .answer("Done.", { thoughts: [{ subject: "End", description: "All is done." }] });
    const facts = (session: ReturnType<typeof read>) =>
      session.events.map(({ seq: _seq, ...event }) => event).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const asLines = read(file);
    const asDocument = read(file.document());
    expect(facts(asDocument)).toEqual(facts(asLines));
    expect(outline(asDocument)).toEqual(outline(asLines));
    expect([...asDocument.requests.keys()]).toEqual([...asLines.requests.keys()]);
    expect(read(JSON.stringify(JSON.parse(file.document()))).events).toEqual(asDocument.events);
    expect(read(`${JSON.stringify(JSON.parse(file.document()))}\n`).events).toEqual(asDocument.events);
  });

  it("gives thoughts, text, calls and results of an answer, and its tokens as disjoint numbers", () => {
    const file = chat()
      .prompt("Fix it")
      .answer("Reading.", {
        thoughts: [{ subject: "Look", description: "At the file." }, { subject: "Then fix" }],
        toolCalls: [
          geminiCall("c1", "read_file", { file_path: "/app/a.ts" }, { output: "const a = 1;" }),
          geminiCall("c2", "activate_skill", { name: "review" }, { output: "# Review" }),
        ],
      });
    const session = read(file);
    expect(outline(session)).toEqual([
      "user_prompt: Fix it",
      "thinking: Look\nAt the file.\n\nThen fix",
      "assistant_message: Reading.",
      'tool_call: {"file_path":"/app/a.ts"}',
      'tool_call: {"name":"review"}',
      "tool_result: const a = 1;",
      "skill_load: # Review",
    ]);
    const [request] = session.requests.values();
    expect(session.events.slice(1, 5).map((event) => event.requestId)).toEqual(Array(4).fill(request?.id));
    expect(request).toMatchObject({
      model: "gemini-3-pro",
      usage: { inputTokens: 100, cacheReadTokens: 900, outputTokens: 9, reasoningTokens: 3 },
    });
    expect(session.events.at(-1)).toMatchObject({ skill: "review", callId: "c2", outcome: "ok" });
    expect(parse(file).report).toMatchObject({ records: 3, toolCalls: 2, errors: 0 });
  });

  it("takes the last form of an answer that was written again while it grew, and keeps places", () => {
    const waiting = { id: "a1", timestamp: "2026-01-05T09:00:10Z", type: "gemini", content: "Run", model: "m" };
    const call = (status: string, result: unknown[]) => ({ id: "c1", name: "glob", args: {}, status, result });
    const grown = { ...waiting, content: "Running.", toolCalls: [call("executing", [])] };
    const over = { ...grown, tokens: geminiTokens(5), toolCalls: [call("success", ["a.ts"])] };
    const early = read(chat().prompt("Go").raw(grown));
    const file = chat()
      .prompt("Go")
      .raw(waiting)
      .raw({ $set: { lastUpdated: "x" } })
      .raw(grown)
      .raw(over)
      .prompt("Next");
    const parsed = parse(file);
    const session = onlySession(parsed);
    expect(outline(session)).toEqual([
      "user_prompt: Go",
      "assistant_message: Running.",
      "tool_call: {}",
      "tool_result: a.ts",
      "user_prompt: Next",
    ]);
    expect(outline(early)).toEqual(outline(session).slice(0, 3));
    expect(totalUsage(session).outputTokens).toBe(5);
    const seqs = session.events.map((event) => event.seq);
    expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
    expect(parsed.report).toMatchObject({ toolCalls: 1, skipped: { "gemini: written again while it grew": 2 } });
  });

  it("gives a result that came late, when its answer is no longer the newest", () => {
    const answer = { id: "a1", timestamp: "2026-01-05T09:00:10Z", type: "gemini", content: "", model: "m" };
    const call = { id: "c1", name: "glob", args: {}, status: "executing" };
    const file = chat()
      .raw({ ...answer, toolCalls: [call] })
      .prompt("Meanwhile")
      .raw({ ...answer, toolCalls: [{ ...call, status: "success", result: ["a.ts"] }] });
    expect(outline(read(file))).toEqual(["tool_call: {}", "user_prompt: Meanwhile", "tool_result: a.ts"]);
  });

  it("leaves what a rewind took away, back to before the message", () => {
    const file = chat().prompt("One").answer("1").prompt("Two").answer("2");
    const session = read(file.raw({ $rewindTo: "g3" }).prompt("Three"));
    const [, answered] = session.events;
    expect(session.boundaries).toMatchObject([{ kind: "rewind", toSeq: answered?.seq }]);
    expect(read(chat().prompt("One").raw({ $rewindTo: "gone" }).prompt("Two")).boundaries).toMatchObject([
      { toSeq: 0 },
    ]);
  });

  it("begins an epoch where a summary replaced the chat; masked results are none", () => {
    const messages = [
      { id: "s1", type: "user", content: [{ text: "<state_snapshot>So far</state_snapshot>" }] },
      { id: "s2", type: "gemini", content: [{ text: "Got it." }] },
      { id: "g2", type: "gemini", content: "1" },
    ];
    const session = read(chat().prompt("One").answer("1").raw({ $set: { messages } }).prompt("Two"));
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["compaction"]);
    expect(outline(session).slice(2)).toEqual([
      "summary: <state_snapshot>So far</state_snapshot>",
      "assistant_message: Got it.",
      "user_prompt: Two",
    ]);
    // Nobody was asked for the turn that the summary brought along.
    expect(session.requests.size).toBe(1);
    const masked = parse(
      chat()
        .prompt("One")
        .raw({ $set: { messages: [{ id: "g1", type: "user", content: "…" }] } }),
    );
    expect(masked.report.skipped).toEqual({ "$set: masked results": 1 });
    expect(onlySession(masked).boundaries).toEqual([]);
  });

  it("tells a summary in the document of older versions by its text", () => {
    const file = chat().prompt("One").answer("1").message("user", "<state_snapshot>So far</state_snapshot>");
    const session = read(file.document());
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["compaction"]);
    expect(session.events.at(-1)?.kind).toBe("summary");
  });

  it("keeps prompts apart from the files that they name, and leaves results that came back as prompts", () => {
    const text = "Read @a.ts\n--- Content from referenced files ---\nContent from @a.ts:\nconst a = 1;";
    const data = "QUJD".repeat(100);
    const parsed = parse(
      chat()
        .message("user", [
          { text },
          { inlineData: { mimeType: "image/png", data } },
          { fileData: { fileUri: "gs://x" } },
        ])
        .message("user", [{ functionResponse: { name: "ls", response: {} } }]),
    );
    const { events } = onlySession(parsed);
    expect(events.map((event) => event.kind)).toEqual(["user_prompt", "system"]);
    expect(events[0]?.text).toBe("Read @a.ts");
    expect(events[1]?.text).toContain("[image/png, 300 bytes]\n[file gs://x]");
    expect(parsed.report.skipped).toEqual({ "user: results of calls": 1 });
  });
});

describe("results of Gemini CLI", () => {
  const result = (call: Record<string, unknown>) => read(chat().answer("", { toolCalls: [call] })).events.at(-1);

  it("tell how a command ended by its exit code, and where it ran by its description", () => {
    const output = "Command: npm test\nOutput: 1 failed\nExit Code: 1\nSignal: 0";
    const session = read(chat().ran("c1", "npm test", output, { description: "npm test [in /home/dev/app] (Test)" }));
    expect(session.events.at(-1)).toMatchObject({ outcome: "error", exitCode: 1 });
    expect(session.header.cwd).toBe("/home/dev/app");
    expect(read(chat().ran("c1", "ls", "Output: a\nExit Code: 0")).events.at(-1)).toMatchObject({
      outcome: "ok",
      exitCode: 0,
    });
  });

  it("tell errors, refusals and aborts apart, and count errors only", () => {
    const failed = geminiCall("c1", "read_file", {}, { error: "File not found" }, { status: "error" });
    const refused = geminiCall(
      "c2",
      "write_file",
      {},
      { error: "Reason: User denied execution." },
      { status: "cancelled" },
    );
    const aborted = geminiCall("c3", "write_file", {}, { error: "Operation cancelled" }, { status: "cancelled" });
    expect(result(failed)).toMatchObject({ outcome: "error", text: "File not found" });
    expect(result(refused)?.outcome).toBe("refused");
    expect(result(aborted)?.outcome).toBe("aborted");
    expect(parse(chat().answer("", { toolCalls: [failed, refused, aborted] })).report.errors).toBe(1);
  });

  it("are kept whole whatever their form, pictures as stubs", () => {
    const inlineData = { mimeType: "image/png", data: "QUJD".repeat(100) };
    const call = {
      ...geminiCall("c1", "read_file", {}, { lines: 3 }),
      result: [{ functionResponse: { response: { lines: 3 } } }, { inlineData }],
    };
    expect(result(call)?.text).toBe('{"lines":3}\n[image/png, 300 bytes]');
    expect(result({ ...call, result: "plain" })?.text).toBe("plain");
    expect(result({ ...call, result: [], resultDisplay: "shown" })?.text).toBe("shown");
  });
});

describe("what else a chat of Gemini CLI holds", () => {
  it("notes to the person say what happened to the chat, errors are the provider's", () => {
    const parsed = parse(
      chat()
        .prompt("Go")
        .message("info", "Update available")
        .message("info", "Request cancelled.")
        .message("info", "Chat history compressed from 900 to 90 tokens.")
        .message("error", "[API Error: 429]")
        .message("warning", "Slow"),
    );
    const session = onlySession(parsed);
    expect(outline(session).slice(1)).toEqual(["system: Request cancelled.", "system: [API Error: 429]"]);
    expect(session.events.slice(1).map((event) => event.outcome)).toEqual(["aborted", "error"]);
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["compaction"]);
    expect(parsed.report.skipped).toEqual({
      "info: shown to the person only": 1,
      "warning: shown to the person only": 1,
    });
  });

  it("messages of unknown types stay, repeated and foreign ones go", () => {
    const foreign = (id: string) => (id === "g3" ? "gemini-0" : undefined);
    const parsed = parse(
      chat().prompt("Go").raw({ id: "g1", type: "user", content: "Go" }).message("hologram", "?").prompt("x"),
      {
        options: { ownerOf: foreign },
      },
    );
    expect(outline(onlySession(parsed))).toHaveLength(2);
    expect(parsed.report.skipped).toEqual({ "user: repeated": 1, "user: copied from another session": 1 });
  });

  it("sub-agents are threads: the call names them, their own file joins the parent's session", () => {
    const call = geminiCall(
      "c1",
      "codebase_investigator",
      { objective: "Look" },
      { output: "Found." },
      { agentId: "sub-1" },
    );
    const parent = read(chat().answer("", { toolCalls: [call] }));
    expect(parent.threads.get("sub-1")).toMatchObject({
      agent: "codebase_investigator",
      parentKey: "main",
      spawnedByCallId: "c1",
    });
    expect(parent.events.at(-1)?.kind).toBe("agent_output");
    const path = "C:\\Users\\dev\\.gemini\\tmp\\app\\chats\\gemini-1\\sub-1.jsonl";
    const child = read(chat({ sessionId: "sub-1", kind: "subagent", summary: "Look" }).prompt("Look"), {
      options: { path },
    });
    expect(child.header).toMatchObject({ id: "gemini-1" });
    expect(child.header.title).toBeUndefined();
    expect(child.events.map((event) => event.thread)).toEqual(["sub-1"]);
  });

  it("a file whose head is lost is named by its path; one of another kind is named as such", () => {
    const lines = chat().prompt("Go").toString().split("\n").slice(1).join("\n");
    expect(read(lines, { options: { path: "/t/chats/session-2026-01-05T09-00-0a1b.jsonl" } }).header.id).toBe(
      "session-2026-01-05T09-00-0a1b",
    );
    const other = parse('{\n  "messages": []\n}');
    expect(other.report.badLines[0]?.reason).toBe("The document holds no chat of Gemini CLI.");
  });

  it("a document that is cut off gives its whole messages", () => {
    const whole = chat().prompt("One").answer("Two.").prompt("Three").document();
    const parsed = parse(whole.slice(0, whole.indexOf("Three")));
    expect(parsed.report).toMatchObject({ records: 2, badLineCount: 1 });
    expect(outline(onlySession(parsed))).toEqual(["user_prompt: One", "assistant_message: Two."]);
  });

  it("a call inside a torn line is no record of its own", () => {
    const torn = '{"id":"g9","type":"gemini","toolCalls":[{"id":"c1","name":"ls","args":{},"timestamp":"x"},{"id":"c2';
    const parsed = parse(
      `${chat().prompt("Go").toString()}${torn}\n${JSON.stringify({ id: "g8", type: "user", content: "More" })}\n`,
    );
    expect(outline(onlySession(parsed))).toEqual(["user_prompt: Go", "user_prompt: More"]);
    expect(parsed.report.skipped).toEqual({ "part of a torn record": 1 });
  });
});
