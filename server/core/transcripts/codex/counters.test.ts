import { describe, expect, it } from "vitest";
import { CodexLines } from "../testing/codex-lines";
import { onlySession, type ParseInput, parseTranscript, totalUsage } from "../testing/parse";

const parse = (lines: CodexLines, input: ParseInput = {}) => parseTranscript("codex", lines.toString(), input);
const read = (lines: CodexLines, input: ParseInput = {}) => onlySession(parse(lines, input));

describe("tokens of Codex", () => {
  it("are differences of the totals: five disjoint numbers, repeats skipped", () => {
    const parsed = parse(
      new CodexLines()
        .meta()
        .turn()
        .event("token_count", { info: null })
        .prompt("Go")
        .item("reasoning", { summary: [{ type: "summary_text", text: "Think." }] })
        .ran("c1", "ls", 0, "a")
        .tokens(900, 400, 100, 60)
        .tokens(900, 400, 100, 60)
        .message("assistant", "Done.")
        .tokens(1_400, 800, 150, 60),
    );
    const session = onlySession(parsed);
    expect([...session.requests.values()].map(({ model, usage }) => ({ model, ...usage }))).toEqual([
      { model: "gpt-6", inputTokens: 500, cacheReadTokens: 400, outputTokens: 40, reasoningTokens: 60 },
      { model: "gpt-6", inputTokens: 100, cacheReadTokens: 400, outputTokens: 50, reasoningTokens: 0 },
    ]);
    const groups = session.events.filter((event) => event.requestId).map((event) => [event.kind, event.requestId]);
    const [first, second] = [...session.requests.keys()];
    expect(groups).toEqual([
      ["thinking", first],
      ["tool_call", first],
      ["assistant_message", second],
    ]);
    expect(session.header.windowTokens).toBe(250_000);
    expect(parsed.report.skipped["token_count: repeated"]).toBe(1);
  });

  it("belong to the request even when the outputs come after the count", () => {
    const session = read(
      new CodexLines()
        .meta()
        .prompt("Go")
        .calls("c1", "shell", {})
        .tokens(10, 0, 1, 0)
        .output("c1", "a")
        .message("assistant", "b")
        .tokens(30, 0, 2, 0),
    );
    expect(session.requests.size).toBe(2);
    expect(totalUsage(session)).toMatchObject({ inputTokens: 30, outputTokens: 2 });
  });

  it("start again when a resumed process counts from zero", () => {
    const session = read(
      new CodexLines()
        .meta()
        .message("assistant", "a")
        .tokens(100, 0, 9, 0)
        .meta()
        .message("assistant", "b")
        .tokens(40, 0, 3, 0),
    );
    expect(totalUsage(session)).toMatchObject({ inputTokens: 140, outputTokens: 12 });
    expect(session.boundaries.map((boundary) => boundary.kind)).toEqual(["resume"]);
  });

  it("are unknown in old files, whose requests are told by their outputs", () => {
    const session = read(
      new CodexLines()
        .meta()
        .prompt("Go")
        .calls("c1", "shell", {})
        .calls("c2", "shell", {})
        .output("c1", "a")
        .output("c2", "b")
        .message("assistant", "c"),
    );
    expect([...session.requests.values()].map((request) => request.usage)).toEqual([undefined, undefined]);
  });
});
