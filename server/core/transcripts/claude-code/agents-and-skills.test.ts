import { describe, expect, it } from "vitest";
import { ClaudeLines } from "../testing/claude-lines";
import { onlySession, outline, type ParseInput, parseTranscript } from "../testing/parse";

const parse = (lines: ClaudeLines, input: ParseInput = {}) => parseTranscript("claude-code", lines.toString(), input);
const read = (lines: ClaudeLines, input: ParseInput = {}) => onlySession(parse(lines, input));

describe("sub-agents", () => {
  const call = { subagent_type: "reviewer", description: "Review the diff", prompt: "Review it." };

  it("are named by the call whose result names their file", () => {
    const session = read(
      new ClaudeLines()
        .prompt("Review")
        .calls("t1", "Agent", call)
        .result("t1", [{ type: "text", text: "Looks good." }], {
          toolUseResult: { status: "completed", agentId: "a17" },
        }),
    );
    expect(session.threads.get("a17")).toEqual({
      key: "a17",
      agent: "reviewer",
      parentKey: "main",
      spawnedByCallId: "t1",
      label: "Review the diff",
    });
    expect(session.events.at(-1)).toMatchObject({ kind: "agent_output", callId: "t1", text: "Looks good." });
  });

  it("have files of their own under the session, whose records keep to their thread", () => {
    const lines = new ClaudeLines()
      .prompt("Review it.", { isSidechain: true, agentId: "a17" })
      .assistant({ type: "text", text: "Fine." }, {}, { isSidechain: true, agentId: "a17" });
    for (const path of ["p/session-1/subagents/agent-a17.jsonl", "p\\agent-a17.jsonl"]) {
      const session = read(lines, { options: { path, agentTypes: new Map([["a17", "reviewer"]]) } });
      expect(session.header).toMatchObject({ id: "session-1" });
      expect(session.header.model).toBeUndefined();
      expect([...session.threads.values()]).toEqual([{ key: "a17", agent: "reviewer" }]);
      expect(session.events.every((event) => event.thread === "a17")).toBe(true);
      expect([...session.requests.values()].map((request) => request.thread)).toEqual(["a17"]);
    }
  });

  it("in line, as old versions wrote them, are told by their prompt", () => {
    const inline = { isSidechain: true };
    const session = read(
      new ClaudeLines()
        .prompt("Go")
        .calls("t1", "Task", call)
        .calls("t2", "Task", { ...call, subagent_type: "writer", prompt: "Write it." })
        .prompt("Write it.", { ...inline, parentUuid: null, uuid: "w1" })
        .prompt("Review it.", { ...inline, parentUuid: null, uuid: "r1" })
        .assistant({ type: "text", text: "Written." }, {}, { ...inline, parentUuid: "w1" })
        .assistant({ type: "text", text: "Reviewed." }, {}, { ...inline, parentUuid: "r1" }),
    );
    expect(outline(session, "sidechain-w1")).toEqual(["user_prompt: Write it.", "assistant_message: Written."]);
    expect(outline(session, "sidechain-r1")).toEqual(["user_prompt: Review it.", "assistant_message: Reviewed."]);
    expect(session.threads.get("sidechain-w1")).toMatchObject({
      agent: "writer",
      spawnedByCallId: "t2",
      parentKey: "main",
    });
    expect(session.threads.get("sidechain-r1")).toMatchObject({ agent: "reviewer", spawnedByCallId: "t1" });
  });

  it("in files that nothing else names are told by the prompt that the parent's file gave them", () => {
    const agentCalls = new Map([["Review it.", { callId: "t1", thread: "main", agent: "reviewer", label: "Review" }]]);
    const lines = new ClaudeLines().prompt("Review it.", { isSidechain: true, agentId: "a17" });
    const session = read(lines, { options: { path: "p/agent-a17.jsonl", agentCalls } });
    expect(session.threads.get("a17")).toEqual({
      key: "a17",
      agent: "reviewer",
      parentKey: "main",
      spawnedByCallId: "t1",
      label: "Review",
    });
  });

  it("in line go on although a record between is missing", () => {
    const inline = { isSidechain: true };
    const session = read(
      new ClaudeLines()
        .prompt("Go", { ...inline, parentUuid: null, uuid: "s1" })
        .assistant({ type: "text", text: "On." }, {}, { ...inline, parentUuid: "lost" }),
    );
    expect([...session.threads.keys()]).toEqual(["sidechain-s1"]);
  });

  it("of the program itself are auxiliary", () => {
    const session = read(new ClaudeLines().prompt("Summarize", { isSidechain: true, agentId: "acompact-1" }), {
      options: { path: "p/session-1/subagents/agent-acompact-1.jsonl" },
    });
    expect(session.threads.get("acompact-1")).toEqual({ key: "acompact-1", auxiliary: true });
  });

  it("in the background answer with a receipt first and hand back by a notification", () => {
    const notice =
      "<task-notification>\n<task-id>a9</task-id>\n<tool-use-id>t1</tool-use-id>\n<status>completed</status>\n<result>Done.</result>\n</task-notification>";
    const session = read(
      new ClaudeLines()
        .calls("t1", "Agent", { ...call, run_in_background: true })
        .result("t1", "Launched.", { toolUseResult: { isAsync: true, status: "async_launched", agentId: "a9" } })
        .prompt(notice, { origin: { kind: "task-notification" } })
        .prompt(
          "<task-notification>\n<task-id>b3</task-id>\n<summary>Background command ended</summary>\n</task-notification>",
        ),
    );
    expect(session.events.slice(1).map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ["tool_result", "ok"],
      ["agent_output", "ok"],
      ["system", undefined],
    ]);
    expect(session.threads.get("a9")).toMatchObject({ agent: "reviewer" });
  });
});

describe("skills and rules", () => {
  const body = "Base directory for this skill: /home/dev/.claude/skills/release-notes\n\n# Release notes\nWrite them.";

  it("counts the body of a called skill as its load", () => {
    const session = read(
      new ClaudeLines()
        .calls("t1", "Skill", { skill: "docs:release-notes" })
        .result("t1", "Launching skill: docs:release-notes")
        .meta(body, { sourceToolUseID: "t1" }),
    );
    expect(session.events.map((event) => event.kind)).toEqual(["tool_call", "tool_result", "skill_load"]);
    expect(session.events.at(-1)).toMatchObject({
      skill: "release-notes",
      path: "/home/dev/.claude/skills/release-notes/SKILL.md",
      text: body,
    });
  });

  it("names a built-in skill, which has no folder, by its call", () => {
    const session = read(
      new ClaudeLines().calls("t1", "Skill", { skill: "schedule" }).meta("# Scheduling", { sourceToolUseID: "t1" }),
    );
    expect(session.events.at(-1)).toMatchObject({ kind: "skill_load", skill: "schedule" });
  });

  it("counts a skill that the user started by a slash command", () => {
    const session = read(
      new ClaudeLines()
        .prompt("<command-message>write-notes</command-message>\n<command-name>/write-notes</command-name>")
        .meta(body),
    );
    expect(session.events.map((event) => [event.kind, event.skill])).toEqual([
      ["user_prompt", undefined],
      ["skill_load", "release-notes"],
    ]);
  });

  it("takes the body of a plain slash command as an injected rule", () => {
    const session = read(
      new ClaudeLines().prompt("<command-name>/ship</command-name>").meta("Run the checks, then tag."),
    );
    expect(outline(session)).toEqual([
      "user_prompt: <command-name>/ship</command-name>",
      "rule_injection: Run the checks, then tag.",
    ]);
  });

  it("keeps the skill that newer versions name as active", () => {
    const session = read(
      new ClaudeLines().assistant({ type: "text", text: "x" }, {}, { attributionSkill: "docs:release-notes" }),
    );
    expect(session.events[0]).toMatchObject({ kind: "assistant_message", skill: "release-notes" });
  });

  it("splits reminders from what the user typed", () => {
    const reminder =
      "<system-reminder>\nContents of /home/dev/app/CLAUDE.md (project instructions):\nUse tabs.\n</system-reminder>";
    const session = read(new ClaudeLines().prompt(`${reminder}\nFix the login.`));
    expect(session.events).toMatchObject([
      { kind: "user_prompt", text: "Fix the login." },
      { kind: "rule_injection", text: reminder, path: "/home/dev/app/CLAUDE.md" },
    ]);
  });

  it("reads attachments by what they put into the context", () => {
    const parsed = parse(
      new ClaudeLines()
        .attachment({
          type: "nested_memory",
          path: "/app/CLAUDE.md",
          content: { type: "Project", content: "Use tabs." },
        })
        .attachment({ type: "hook_additional_context", content: ["Lint is red."] })
        .attachment({ type: "skill_listing", content: "- a: does a" })
        .attachment({ type: "queued_command", prompt: "and the tests", commandMode: "prompt" })
        .attachment({ type: "hook_success", content: "", stdout: "noise" })
        .attachment({ type: "from_the_future", value: 7 }),
    );
    expect(outline(onlySession(parsed))).toEqual([
      "rule_injection: Use tabs.",
      "rule_injection: Lint is red.",
      "system: - a: does a",
      "user_prompt: and the tests",
      'other: {"type":"from_the_future","value":7}',
    ]);
    expect(parsed.report.skipped).toEqual({ "attachment: hook_success": 1 });
  });
});
