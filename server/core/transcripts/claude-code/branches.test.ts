import { describe, expect, it } from "vitest";
import { ClaudeLines } from "../testing/claude-lines";
import { onlySession, type ParseInput, parseTranscript } from "../testing/parse";

const parse = (lines: ClaudeLines, input: ParseInput = {}) => parseTranscript("claude-code", lines.toString(), input);
const read = (lines: ClaudeLines, input: ParseInput = {}) => onlySession(parse(lines, input));

describe("boundaries", () => {
  it("compacts once, with the summary behind it", () => {
    const session = read(
      new ClaudeLines()
        .prompt("Go")
        .system("compact_boundary", { parentUuid: null, compactMetadata: { trigger: "auto", preTokens: 160_000 } })
        .prompt("This session is being continued…", { isCompactSummary: true }),
    );
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["compaction"]);
    const summary = session.events.at(-1);
    expect(summary?.kind).toBe("summary");
    expect(summary?.seq).toBeGreaterThan(session.boundaries[0]?.seq ?? Number.POSITIVE_INFINITY);
  });

  it("compacts at the summary where old versions wrote no boundary", () => {
    const session = read(
      new ClaudeLines().prompt("Go").prompt("This session is being continued…", { isCompactSummary: true }),
    );
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["compaction"]);
    expect(session.events.at(-1)?.seq).toBe((session.boundaries[0]?.seq ?? 0) + 1);
  });

  it("clears at /clear, and asks nothing of the model there", () => {
    const session = read(
      new ClaudeLines()
        .prompt("Go")
        .says("Done")
        .prompt("<command-name>/clear</command-name>")
        .prompt("Next", { parentUuid: null }),
    );
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["clear"]);
    expect(session.events.map((event) => event.kind)).toEqual([
      "user_prompt",
      "assistant_message",
      "system",
      "user_prompt",
    ]);
  });

  it("clears and resumes where only the hooks of a session's start tell of it", () => {
    const start = (source: string) => ({
      type: "progress",
      data: { type: "hook_progress", hookName: `SessionStart:${source}` },
    });
    const session = read(
      new ClaudeLines()
        .record(start("clear"))
        .prompt("Plan it")
        .says("A plan")
        .record(start("resume"))
        .record(start("resume"))
        .prompt("Good")
        .record({ ...start("clear"), parentUuid: null })
        .prompt("Implement the following plan:\n1. Do it")
        .says("Doing it")
        .prompt("Implement the following plan:\n2. Do that", { parentUuid: null }),
    );
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["resume", "clear", "clear"]);
  });

  it("rewinds to the record that an edited prompt hangs on", () => {
    const session = read(
      new ClaudeLines()
        .prompt("One", { uuid: "p1" })
        .says("Answer one")
        .prompt("Two")
        .says("Answer two")
        .prompt("Two, but better", { parentUuid: "u2" }),
    );
    const answerOne = session.events[1];
    expect(session.boundaries).toMatchObject([{ kind: "rewind", toSeq: answerOne?.seq }]);
    expect(session.boundaries[0]?.seq).toBeLessThan(session.events.at(-1)?.seq ?? 0);
  });

  it("rewinds to the start when the first prompt was edited", () => {
    const session = read(new ClaudeLines().prompt("One").says("Answer").prompt("Another", { parentUuid: null }));
    expect(session.boundaries).toMatchObject([{ kind: "rewind", toSeq: 0 }]);
    expect(session.events[0]?.seq).toBeGreaterThan(0);
  });

  it("takes results of parallel calls, which hang on siblings, for no rewind", () => {
    const message = { id: "msg_P" };
    const session = read(
      new ClaudeLines()
        .prompt("Go")
        .assistant({ type: "tool_use", id: "t1", name: "Read", input: {} }, message, { uuid: "c1" })
        .assistant({ type: "tool_use", id: "t2", name: "Read", input: {} }, message, { uuid: "c2" })
        .result("t2", "two", { parentUuid: "c2" })
        .result("t1", "one", { parentUuid: "c1", uuid: "r1" })
        .prompt("[Request interrupted by user]", { parentUuid: "r1" })
        .prompt("Go on", { parentUuid: "r1" }),
    );
    expect(session.boundaries).toEqual([]);
    expect(session.events.at(-2)).toMatchObject({ kind: "system", outcome: "aborted" });
  });

  it("notes dropped results of a microcompaction and failed API calls", () => {
    const session = read(
      new ClaudeLines()
        .system("microcompact_boundary", {
          microcompactMetadata: { trigger: "auto", tokensSaved: 9, compactedToolIds: ["t1"] },
        })
        .system("api_error", { error: { status: 529 }, retryAttempt: 1, maxRetries: 10 }),
    );
    expect(session.events.map(({ kind, text }) => [kind, text])).toEqual([
      ["system", '{"trigger":"auto","tokensSaved":9,"compactedToolIds":["t1"]}'],
      ["system", "API error 529, attempt 1 of 10"],
    ]);
    expect(session.boundaries).toEqual([]);
  });
});
