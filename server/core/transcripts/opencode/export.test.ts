import { describe, expect, it } from "vitest";
import { OpencodeExport, timeOf, toolPart } from "../testing/opencode-lines";
import { onlySession, outline, type ParseInput, parseTranscript } from "../testing/parse";

const parse = (file: OpencodeExport | string, input: ParseInput = {}) =>
  parseTranscript("opencode", file.toString(), input);
const read = (file: OpencodeExport | string, input: ParseInput = {}) => onlySession(parse(file, input));
const opencode = (info: Record<string, unknown> = {}) => new OpencodeExport(info);

describe("a session of OpenCode", () => {
  it("is named by its info", () => {
    const session = read(opencode().prompt("Go").says("Done."));
    expect(session.header).toMatchObject({
      client: "opencode",
      id: "ses_1",
      clientVersion: "1.18.0",
      cwd: "/home/dev/app",
      title: "Fix the login",
      model: "claude-sonnet-5",
      startedAt: "2026-01-05T09:00:00.000Z",
    });
    expect([...session.threads.values()]).toEqual([{ key: "main", agent: "main" }]);
    expect(session.marks).toMatchObject([{ cwd: "/home/dev/app" }]);
  });

  it("has no title before the model made one", () => {
    expect(read(opencode({ title: "New session - 2026-01-05T09:00:00.000Z" }).prompt("Go")).header.title).toBe(
      undefined,
    );
  });

  it("can be a bare list of messages", () => {
    const { messages } = JSON.parse(opencode().prompt("Go").says("Done.").toString());
    const session = read(JSON.stringify(messages));
    expect(session.header.id).toBe("ses_1");
    expect(outline(session)).toEqual(["user_prompt: Go", "assistant_message: Done."]);
  });

  it("keeps ids and positions when it is exported again, longer and with another title", () => {
    const running = toolPart("c1", "bash", { command: "ls" }, { status: "running", output: undefined });
    const over = { status: "completed", output: "a.ts", time: { start: timeOf(2, 1), end: timeOf(2, 5) } };
    const early = read(opencode().prompt("Go").assistant([running]));
    const late = read(
      opencode({ title: "x" })
        .prompt("Go")
        .assistant([toolPart("c1", "bash", { command: "ls" }, over), { type: "text", text: "Two at once." }])
        .says("Done."),
    );
    const places = (session: typeof early) => session.events.map(({ id, seq }) => [id, seq]);
    expect(places(late).slice(0, 2)).toEqual(places(early));
    expect(outline(late).slice(1)).toEqual([
      'tool_call: {"command":"ls"}',
      "assistant_message: Two at once.",
      "tool_result: a.ts",
      "assistant_message: Done.",
    ]);
    const seqs = late.events.map((event) => event.seq);
    expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
    expect(Number.isSafeInteger(seqs.at(-1))).toBe(true);
  });

  it("leaves what is still being written for the next export, since the first upload of an event wins", () => {
    const started = { start: timeOf(2) };
    const parts = (text: object, state: Record<string, unknown>) => [
      { type: "reasoning", text: "Hm.", time: { ...started, end: timeOf(2, 1) } },
      { type: "text", ...text },
      toolPart("c1", "bash", {}, state),
    ];
    const early = parts({ text: "Ha", time: started }, { status: "pending", raw: '{"com' });
    const late = parts({ text: "Half.", time: { ...started, end: timeOf(2, 3) } }, { input: { command: "ls" } });
    const prompted = () => opencode().prompt("Go");
    const open = read(prompted().assistant(early));
    expect(outline(open)).toEqual(["user_prompt: Go", "thinking: Hm."]);
    const closed = read(prompted().assistant(late, { time: { created: timeOf(2), completed: timeOf(2, 5) } }));
    expect(closed.events.slice(0, 2)).toEqual(open.events);
    expect(outline(closed).slice(2)).toEqual([
      "assistant_message: Half.",
      'tool_call: {"command":"ls"}',
      "tool_result: ok",
    ]);
    // A session that died while it answered goes on with the next message: its half text is all there will be.
    expect(outline(read(prompted().assistant(early).prompt("Again")))).toContain("assistant_message: Ha");
  });

  it("puts results in the place of their end, so that calls that come later do not move them", () => {
    const call = (id: string, end: number) =>
      toolPart(id, "read", { filePath: id }, { time: { start: timeOf(1), end: timeOf(1, end) } });
    const early = read(opencode().assistant([call("a", 5)]));
    const late = read(opencode().assistant([call("a", 5), call("b", 3)]));
    const seqOf = (session: typeof early, callId: string) =>
      session.events.find((event) => event.callId === callId && event.kind === "tool_result")?.seq;
    expect(seqOf(late, "a")).toBe(seqOf(early, "a"));
  });

  it("survives ids that were taken out or doubled by hand", () => {
    const file = opencode()
      .prompt("One")
      .assistant([toolPart("functions.bash:0", "bash", {})])
      .assistant([toolPart("functions.bash:0", "bash", {})])
      .toString()
      .replaceAll(/"id": "(?:msg|prt)_\d+"/g, '"id": "REDACTED"');
    const session = read(file);
    expect(new Set(session.events.map((event) => event.id)).size).toBe(5);
    const callIds = session.events.flatMap((event) => (event.kind === "tool_call" ? [event.callId] : []));
    expect(callIds[0]).toBe("functions.bash:0");
    expect(new Set(callIds).size).toBe(2);
    expect(session.events.filter((event) => event.kind === "tool_result").map((event) => event.callId)).toEqual(
      callIds,
    );
  });

  it("that is cut off gives its whole messages", () => {
    const whole = opencode().prompt("One").says("Two.").prompt("Three").toString();
    const parsed = parse(whole.slice(0, whole.indexOf("Three")));
    expect(parsed.report).toMatchObject({ records: 2, badLineCount: 1 });
    expect(outline(onlySession(parsed))).toEqual(["user_prompt: One", "assistant_message: Two."]);
  });

  it("that is something else is named", () => {
    const parsed = parse('{"info":{"name":"x"},"messages":[]}');
    expect(parsed.report.badLines[0]?.reason).toBe("The document holds no export of an OpenCode session.");
    expect(parsed.sessions.size).toBe(0);
  });

  it("names messages that carry nothing and keeps those of unknown roles", () => {
    const parsed = parse(
      opencode()
        .message("user", [{ type: "compaction", auto: true }])
        .message("user", [])
        .message("assistant", [{ type: "snapshot", snapshot: "x" }])
        .message("oracle", []),
    );
    expect(parsed.report).toMatchObject({ records: 4, carriedRecords: 1 });
    expect(parsed.report.skipped).toEqual({
      "user: asks for a compaction": 1,
      "user: empty": 1,
      "assistant: empty": 1,
    });
    expect(onlySession(parsed).events.map((event) => event.kind)).toEqual(["other"]);
  });
});

describe("sub-agents of OpenCode", () => {
  it("are threads that their call names, and whose export joins the parent's session", () => {
    const output = '<task id="ses_2" state="completed">\n<task_result>Fine.</task_result>';
    const call = toolPart(
      "c1",
      "task",
      { description: "Review it", prompt: "Review…", subagent_type: "general" },
      { output, metadata: { sessionId: "ses_2" } },
    );
    const parent = read(opencode().assistant([call]));
    expect(parent.threads.get("ses_2")).toEqual({
      key: "ses_2",
      agent: "general",
      parentKey: "main",
      spawnedByCallId: "c1",
      label: "Review it",
    });
    expect(parent.events.at(-1)).toMatchObject({ kind: "agent_output", thread: "main", outcome: "ok" });

    const child = read(
      opencode({ id: "ses_2", parentID: "ses_1", title: "Review it (@general subagent)" })
        .prompt("Review…")
        .says("Fine."),
    );
    expect(child.header).toEqual({
      contract: 1,
      captureMode: "full",
      client: "opencode",
      id: "ses_1",
      clientVersion: "1.18.0",
      cwd: "/home/dev/app",
    });
    expect([...child.threads.values()]).toEqual([
      { key: "ses_2", agent: "general", parentKey: "main", label: "Review it" },
    ]);
    expect(child.events.map((event) => event.thread)).toEqual(["ses_2", "ses_2"]);
    const ids = new Set(parent.events.map((event) => event.id));
    expect(child.events.filter((event) => ids.has(event.id))).toEqual([]);
  });

  it("that run in the background give a receipt, and failed ones an error", () => {
    const task = (id: string, state: string) =>
      toolPart(id, "task", { prompt: "x" }, { output: `<task id="ses_${id}" state="${state}">` });
    const session = read(opencode().assistant([task("c1", "running"), task("c2", "error")]));
    expect(session.events.slice(2).map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ["tool_result", "ok"],
      ["agent_output", "error"],
    ]);
  });

  it("of a slash command are started without a request", () => {
    const call = toolPart("c1", "task", { prompt: "x", subagent_type: "build", command: "review" });
    const session = read(
      opencode()
        .message("user", [{ type: "subtask", prompt: "long", description: "review changes", command: "review" }])
        .message("assistant", [call], { tokens: { input: 0, output: 0, reasoning: 0 } })
        .message("user", [{ type: "text", synthetic: true, text: "Summarize the task tool output above." }]),
    );
    expect(session.requests.size).toBe(0);
    expect(session.events.map(({ kind, text }) => [kind, text])).toEqual([
      ["user_prompt", "/review"],
      ["tool_call", ""],
      ["agent_output", "ok"],
      ["system", "Summarize the task tool output above."],
    ]);
  });
});

describe("history of OpenCode", () => {
  const summary = (info: Record<string, unknown>) =>
    opencode()
      .prompt("Go")
      .says("Yes.")
      .message("user", [{ type: "compaction", auto: true }])
      .says("So far.", { summary: true, agent: "compaction", modelID: "small", ...info })
      .prompt("On");

  it("is closed by a summary, whose request read what it replaced", () => {
    const session = read(summary({}));
    const [boundary] = session.boundaries;
    const request = [...session.requests.values()].at(-1);
    expect(session.boundaries).toMatchObject([{ kind: "compaction" }]);
    expect(request?.seq).toBeLessThan(boundary?.seq ?? 0);
    const event = session.events.find(({ kind }) => kind === "summary");
    expect(event?.text).toBe("So far.");
    expect(event?.seq).toBeGreaterThan(boundary?.seq ?? 0);
    expect(session.header.model).toBe("claude-sonnet-5");
  });

  it("stays open where the summary was cut off", () => {
    const session = read(summary({ error: { name: "MessageAbortedError" } }));
    expect(session.boundaries).toEqual([]);
    expect(session.events.filter((event) => event.outcome === "aborted").map((event) => event.text)).toEqual([
      "So far.",
      "MessageAbortedError",
    ]);
  });

  it("rewinds before a message that an undo hides", () => {
    const session = read(
      opencode({ revert: { messageID: "msg_3" } })
        .prompt("One")
        .says("Yes.")
        .prompt("Two")
        .says("No."),
    );
    const [rewind] = session.boundaries;
    const [, yes, two] = session.events;
    expect(rewind).toMatchObject({ kind: "rewind" });
    expect(rewind?.toSeq).toBeGreaterThanOrEqual(yes?.seq ?? 0);
    expect(rewind?.toSeq).toBeLessThan(two?.seq ?? 0);
    expect(rewind?.seq).toBeGreaterThan(session.events.at(-1)?.seq ?? 0);
  });
});
