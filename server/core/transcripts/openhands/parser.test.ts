import { describe, expect, it } from "vitest";
import { onlySession, outline, type ParseInput, parseTranscript, totalUsage } from "../testing/parse";

const parse = (content: unknown, input: ParseInput = {}) =>
  parseTranscript("openhands", typeof content === "string" ? content : JSON.stringify(content), input);
const read = (content: unknown, input: ParseInput = {}) => onlySession(parse(content, input));
const lines = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");

const at = (id: number) => ({ id, timestamp: `2026-01-05T09:00:${String(id).padStart(2, "0")}.500000` });
const action = (id: number, name: string, args: object, more: object = {}) => ({
  ...at(id),
  source: "agent",
  action: name,
  args,
  ...more,
});
const observation = (id: number, cause: number, name: string, content: string, more: object = {}) => ({
  ...at(id),
  source: "agent",
  cause,
  observation: name,
  content,
  extras: {},
  ...more,
});
const prompt = (id: number, content: string) => ({ ...at(id), source: "user", action: "message", args: { content } });
/** What an action and its observation repeat of the model's response. */
const response = (responseId: string, callId: string, name: string, args: object) => ({
  tool_call_metadata: {
    function_name: name,
    tool_call_id: callId,
    model_response: {
      id: responseId,
      model: "m-9",
      usage: { prompt_tokens: 1_000, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 900 } },
      choices: [{ message: { tool_calls: [{ id: callId, function: { name, arguments: JSON.stringify(args) } }] } }],
    },
  },
});

const bash = response("r1", "t1", "execute_bash", { command: "npm test" });
const history = [
  action(0, "system", { content: "You are…", openhands_version: "0.35.0", tools: [{ name: "x" }] }),
  prompt(1, "Fix it"),
  action(2, "run", { command: "npm test", thought: "Testing." }, bash),
  observation(3, 2, "run", "1 failed", {
    ...bash,
    extras: { metadata: { exit_code: 1, working_dir: "/workspace/app" } },
  }),
  action(4, "think", { thought: "Why?" }, response("r2", "t2", "think", {})),
  observation(5, 4, "think", "Your thought has been logged."),
  action(6, "finish", { final_thought: "Done." }, response("r3", "t3", "finish", {})),
];

describe("runs of OpenHands", () => {
  it("are an instance a line, with the tokens of each response once", () => {
    const instance = { instance_id: "app-1", metadata: { llm_config: { model: "m-9" } }, history };
    const parsed = parse(lines(instance, { ...instance, instance_id: "app-2" }));
    expect(parsed.sessions.size).toBe(2);
    const [session] = parsed.sessions.values();
    if (!session) throw new Error("No session.");
    expect(session.header).toMatchObject({
      title: "app-1",
      clientVersion: "0.35.0",
      model: "m-9",
      cwd: "/workspace/app",
    });
    expect(session.header.id).toMatch(/^app-1-\w{13}$/);
    expect(outline(session)).toEqual([
      "system: You are…",
      'system: [{"name":"x"}]',
      "user_prompt: Fix it",
      "assistant_message: Testing.",
      'tool_call: {"command":"npm test"}',
      "tool_result: 1 failed",
      "thinking: Why?",
      "assistant_message: Done.",
    ]);
    expect(session.events[5]).toMatchObject({
      callId: "t1",
      tool: "execute_bash",
      outcome: "error",
      exitCode: 1,
      at: "2026-01-05T09:00:03.500000Z",
    });
    expect(totalUsage(session)).toMatchObject({ inputTokens: 300, cacheReadTokens: 2_700, outputTokens: 60 });
    expect(parsed.report).toMatchObject({ records: 14, toolCalls: 2, errors: 2, skipped: { "think: receipt": 2 } });
  });

  it("are the same events as a list, as lines and as pairs", () => {
    const facts = (session: ReturnType<typeof read>) =>
      session.events.map(({ kind, text, input, at: when }) => ({ kind, text, input, when }));
    const asList = read(history);
    expect(facts(read(JSON.stringify(history, null, 2)))).toEqual(facts(asList));
    expect(facts(read(lines(...history)))).toEqual(facts(asList));
    const [system, typed, run, ran] = history;
    expect(
      facts(
        read({
          instance_id: "x",
          history: [
            [system, typed],
            [run, ran],
          ],
        }),
      ),
    ).toEqual(facts(asList).slice(0, 6));
    expect(facts(read({ trajectory: history }))).toEqual(facts(asList));
  });

  it("stored as a file an event meet in one session, each in its place", () => {
    const path = (id: number) => `/o/sessions/run-1/events/${id}.json`;
    const one = read(JSON.stringify(history[2], null, 2), { options: { path: path(2) } });
    const two = read(JSON.stringify(history[3]), { options: { path: path(3) } });
    expect([one.header.id, two.header.id]).toEqual(["run-1", "run-1"]);
    expect(two.events[0]?.callId).toBe("t1");
    const [before, after] = [one.events.at(-1)?.seq ?? 0, two.events[0]?.seq ?? 0];
    expect(before).toBeLessThan(after);
  });

  it("of parallel calls are one request, whose text stands once", () => {
    const both = (callId: string, command: string) => response("r1", callId, "execute_bash", { command });
    const session = read([
      action(1, "run", { command: "ls", thought: "Both." }, both("a", "ls")),
      action(2, "run", { command: "pwd", thought: "Both." }, both("b", "pwd")),
      observation(3, 2, "run", "/", { extras: { metadata: { exit_code: 0 } }, ...both("b", "pwd") }),
      observation(4, 1, "run", "a.ts", { extras: { metadata: { exit_code: -1 } }, ...both("a", "ls") }),
    ]);
    expect(session.requests.size).toBe(1);
    expect(outline(session)).toEqual([
      "assistant_message: Both.",
      'tool_call: {"command":"ls"}',
      'tool_call: {"command":"pwd"}',
      "tool_result: /",
      "tool_result: a.ts",
    ]);
    expect(session.events.slice(3).map(({ callId, exitCode }) => [callId, exitCode])).toEqual([
      ["b", 0],
      ["a", undefined],
    ]);
  });

  it("of older versions have no responses: a call goes by its action", () => {
    const session = read([
      action(1, "read", { path: "a.ts", thought: "", security_risk: null }),
      observation(2, 1, "read", "const a = 1;"),
      action(3, "run", { command: "ls" }),
      { ...at(4), source: "agent", observation: "error", content: "No such command", extras: {} },
      observation(5, 3, "user_rejected", "No."),
    ]);
    expect(session.events.slice(0, 3)).toMatchObject([
      { kind: "tool_call", tool: "read", input: { path: "a.ts" } },
      { kind: "tool_result", tool: "read", outcome: "ok" },
      { kind: "tool_call", tool: "run" },
    ]);
    expect(session.events.slice(3)).toMatchObject([{ kind: "system", outcome: "error" }, { outcome: "refused" }]);
    expect(session.requests.size).toBe(2);
  });

  it("load knowledge for a prompt, and begin an epoch when they forget", () => {
    const recalled = {
      microagent_knowledge: [{ name: "github", content: "Use the token." }],
      repo_instructions: "Be brief.",
    };
    const session = read([
      { ...at(1), source: "user", action: "recall", args: { recall_type: "knowledge", query: "Fix it" } },
      observation(2, 1, "recall", "Added", { extras: recalled }),
      action(3, "condensation", { forgotten_event_ids: [1], summary: "So far" }),
    ]);
    expect(outline(session)).toEqual([
      'tool_call: {"recall_type":"knowledge"}',
      "tool_result: Added",
      "skill_load: Use the token.",
      "rule_injection: Be brief.",
      "summary: So far",
    ]);
    expect(session.events[2]?.skill).toBe("github");
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["compaction"]);
  });

  it("hand work to another agent, whose events are a thread until it hands back", () => {
    const session = read([
      action(1, "delegate", { agent: "BrowsingAgent", inputs: { task: "Look it up" } }),
      action(2, "message", { content: "Found." }),
      observation(3, 1, "delegate", "", { extras: { outputs: { content: "It is so." } } }),
      action(4, "message", { content: "Thanks." }),
    ]);
    expect(session.threads.get("delegate-1")).toMatchObject({
      agent: "BrowsingAgent",
      parentKey: "main",
      label: "Look it up",
    });
    expect(outline(session, "delegate-1")).toEqual(["assistant_message: Found."]);
    expect(outline(session).slice(1)).toEqual(["agent_output: It is so.", "assistant_message: Thanks."]);
  });

  it("name what carries nothing, stands twice or is none of theirs", () => {
    const parsed = parse([
      prompt(1, "Go"),
      prompt(1, "Go"),
      "x",
      { ...at(2), source: "agent", action: "change_agent_state", args: {} },
      observation(3, 2, "agent_state_changed", ""),
      action(5, "message", {}),
    ]);
    expect(onlySession(parsed).events).toHaveLength(1);
    expect(parsed.report.skipped).toEqual({
      "event: repeated": 1,
      "event: no object": 1,
      change_agent_state: 1,
      agent_state_changed: 1,
      "message: empty": 1,
    });
    expect(parse('[{"role":"user"}]').report.badLines[0]?.reason).toBe("The document holds no events of OpenHands.");
  });
});

describe("events of OpenHands' SDK", () => {
  const event = (kind: string, fields: object) => ({
    kind,
    id: `e-${kind}`,
    timestamp: "2026-01-05T09:00:00.000000",
    ...fields,
  });
  const acted = (id: string, more: object = {}) =>
    event("ActionEvent", {
      source: "agent",
      tool_name: "terminal",
      tool_call_id: id,
      llm_response_id: "r1",
      thought: [{ type: "text", text: "Testing." }],
      action: { kind: "TerminalAction", command: "npm test" },
      tool_call: { id, name: "terminal", arguments: '{"command":"npm test"}' },
      ...more,
    });
  const observed = (id: string, fields: object) =>
    event("ObservationEvent", { source: "environment", tool_name: "terminal", tool_call_id: id, observation: fields });

  it("give prompts with their skills, answers, calls and results", () => {
    const parsed = parse(
      lines(
        event("SystemPromptEvent", {
          source: "agent",
          system_prompt: { type: "text", text: "You are…" },
          tools: [{ name: "x" }],
        }),
        event("MessageEvent", {
          source: "user",
          llm_message: { role: "user", content: [{ type: "text", text: "Fix it" }] },
          activated_skills: ["review"],
          extended_content: [{ type: "text", text: "# Review" }],
        }),
        acted("t1", { reasoning_content: "Look." }),
        acted("t2"),
        observed("t1", {
          content: [{ type: "text", text: "1 failed" }],
          exit_code: 1,
          metadata: { working_dir: "/workspace/app" },
        }),
        event("AgentErrorEvent", { error: "Unknown tool", tool_call_id: "t2" }),
        event("ActionEvent", { tool_name: "finish", action: { message: "Done." }, tool_call_id: "t3" }),
        event("ObservationEvent", { tool_name: "finish", tool_call_id: "t3", observation: {} }),
      ),
      { options: { path: "/o/conversations/run-2/events/all.jsonl" } },
    );
    const session = onlySession(parsed);
    expect(session.header).toMatchObject({ id: "run-2", cwd: "/workspace/app" });
    expect(outline(session)).toEqual([
      "system: You are…",
      'system: [{"name":"x"}]',
      "user_prompt: Fix it",
      "skill_load: # Review",
      "thinking: Look.",
      "assistant_message: Testing.",
      'tool_call: {"command":"npm test"}',
      'tool_call: {"command":"npm test"}',
      "tool_result: 1 failed",
      "tool_result: Unknown tool",
      "assistant_message: Done.",
    ]);
    expect(session.events.slice(8, 10)).toMatchObject([
      { callId: "t1", outcome: "error", exitCode: 1 },
      { callId: "t2", outcome: "error" },
    ]);
    expect(session.requests.size).toBe(2);
    expect(parsed.report).toMatchObject({ records: 8, toolCalls: 2, errors: 2, skipped: { "finish: receipt": 1 } });
  });

  it("tell refusals, pauses, condensations and what no version had", () => {
    const session = read([
      acted("t1"),
      event("UserRejectObservation", { rejection_reason: "No.", tool_call_id: "t1" }),
      event("PauseEvent", { source: "user" }),
      event("Condensation", { forgotten_event_ids: ["a"], summary: "So far" }),
      event("HologramEvent", { shape: 1 }),
      event("ConversationStateUpdateEvent", { key: "stats" }),
    ]);
    expect(session.events.slice(2).map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ["tool_result", "refused"],
      ["system", "aborted"],
      ["summary", undefined],
      ["other", undefined],
    ]);
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["compaction"]);
  });
});
