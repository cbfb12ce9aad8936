import { describe, expect, it } from "vitest";
import { CodexLines } from "../testing/codex-lines";
import { onlySession, outline, type ParseInput, parseTranscript, totalUsage } from "../testing/parse";

const parse = (lines: CodexLines, input: ParseInput = {}) => parseTranscript("codex", lines.toString(), input);
const read = (lines: CodexLines, input: ParseInput = {}) => onlySession(parse(lines, input));

describe("history of Codex", () => {
  it("compacts once, and does not import the replaced history", () => {
    const session = read(
      new CodexLines()
        .meta()
        .prompt("Go")
        .line("compacted", {
          message: "So far: nothing.",
          replacement_history: [{ type: "message", role: "user", content: [] }],
        })
        .turn()
        .event("context_compacted")
        .message("assistant", "On."),
    );
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["compaction"]);
    expect(outline(session)).toEqual(["user_prompt: Go", "summary: So far: nothing.", "assistant_message: On."]);
  });

  it("rolls back turns as a rewind before the first dropped prompt", () => {
    const session = read(
      new CodexLines()
        .meta()
        .prompt("One")
        .prompt("Two")
        .prompt("Three")
        .event("thread_rolled_back", { num_turns: 2 })
        .prompt("Four"),
    );
    const [one, two] = session.events;
    const [rewind] = session.boundaries;
    expect(rewind).toMatchObject({ kind: "rewind" });
    expect(rewind?.toSeq).toBeGreaterThanOrEqual(one?.seq ?? 0);
    expect(rewind?.toSeq).toBeLessThan(two?.seq ?? 0);
  });

  it("notes an abort that the model was not told of", () => {
    const session = read(new CodexLines().meta().event("turn_aborted", { reason: "replaced" }));
    expect(session.events).toMatchObject([{ kind: "system", outcome: "aborted", text: "Turn aborted: replaced" }]);
  });

  it("marks plan mode as a stage", () => {
    const mode = (name: string) => ({ collaboration_mode: { mode: name } });
    const session = read(new CodexLines().meta().turn(mode("plan")).prompt("Plan").turn(mode("default")).prompt("Do"));
    expect(session.marks.flatMap((mark) => mark.stage ?? [])).toEqual(["plan", "execute"]);
  });

  it("does not count the copied history of a fork", () => {
    const copied = { timestamp: "2026-01-05T09:00:00.000Z" };
    const parsed = parse(
      new CodexLines()
        .meta({ id: "fork-1", forked_from_id: "rollout-1" })
        .line("session_meta", { id: "rollout-1" }, copied)
        .line(
          "response_item",
          { type: "message", role: "user", content: [{ type: "input_text", text: "Old" }] },
          copied,
        )
        .line(
          "event_msg",
          { type: "token_count", info: { total_token_usage: { input_tokens: 500, output_tokens: 50 } } },
          copied,
        )
        .line("event_msg", { type: "task_started", started_at: Date.UTC(2026, 0, 5, 9, 0, 0) / 1000 }, copied)
        .prompt("New")
        .message("assistant", "Done.")
        .tokens(600, 0, 60, 0),
    );
    const session = onlySession(parsed);
    expect(session.header.id).toBe("fork-1");
    expect(outline(session)).toEqual(["user_prompt: New", "assistant_message: Done."]);
    expect(totalUsage(session)).toMatchObject({ inputTokens: 100, outputTokens: 10 });
    expect(parsed.report.skipped["copied history"]).toBe(3);
  });

  it("puts a sub-agent's rollout as a thread into its parent's session", () => {
    const spawn = { parent_thread_id: "rollout-1", depth: 1, agent_role: "explorer", agent_nickname: "Ada" };
    const child = read(
      new CodexLines()
        .meta({ id: "child-1", source: { subagent: { thread_spawn: spawn } } })
        .turn()
        .prompt("Look"),
    );
    expect(child.header).toMatchObject({ id: "rollout-1" });
    expect(child.header.model).toBeUndefined();
    expect([...child.threads.values()]).toEqual([{ key: "child-1", agent: "explorer", parentKey: "main" }]);
    expect(child.events).toMatchObject([{ thread: "child-1", kind: "user_prompt" }]);

    const parent = read(
      new CodexLines().meta().prompt("Look").event("collab_agent_spawn_end", {
        call_id: "c9",
        new_thread_id: "child-1",
        new_agent_role: "explorer",
        prompt: "Look",
      }),
    );
    expect(parent.threads.get("child-1")).toEqual({
      key: "child-1",
      agent: "explorer",
      parentKey: "main",
      spawnedByCallId: "c9",
      label: "Look",
    });
    const ids = new Set([...child.events, ...parent.events].map((event) => event.id));
    expect(ids.size).toBe(2);
  });

  it("reads the bare lines of old versions", () => {
    const session = read(
      new CodexLines()
        .raw({ id: "old-1", timestamp: "2025-08-01T10:00:00.000Z", instructions: "Use tabs.", git: { branch: "main" } })
        .raw({ record_type: "state" })
        .raw({ type: "message", role: "user", content: [{ type: "input_text", text: "Go" }] })
        .raw({ type: "function_call", name: "shell", arguments: '{"command":["ls"]}', call_id: "c1" })
        .raw({ type: "function_call_output", call_id: "c1", output: '{"output":"a","metadata":{"exit_code":1}}' }),
    );
    expect(session.header).toMatchObject({ id: "old-1", branch: "main", startedAt: "2025-08-01T10:00:00.000Z" });
    expect(session.events.map(({ kind, at }) => [kind, at])).toEqual(
      ["rule_injection", "user_prompt", "tool_call", "tool_result"].map((kind) => [kind, "2025-08-01T10:00:00.000Z"]),
    );
    expect(session.events.at(-1)).toMatchObject({ outcome: "error", exitCode: 1, text: "a" });
  });

  it("names a file whose head is lost by its path", () => {
    const path = "/x/rollout-2026-01-05T10-00-00-019ed893-d2a6-7c30-a8b8-5a8a49cfa23e.jsonl";
    expect(read(new CodexLines().prompt("Go"), { options: { path } }).header.id).toBe(
      "019ed893-d2a6-7c30-a8b8-5a8a49cfa23e",
    );
  });
});
