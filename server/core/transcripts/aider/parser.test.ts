import { describe, expect, it } from "vitest";
import { onlySession, outline, type ParseInput, parseTranscript, totalUsage } from "../testing/parse";

/** Aider ends its own lines with two blanks. */
const own = (...lines: string[]) => lines.map((line) => `${line}  \n`).join("");
const START = "\n# aider chat started at 2026-01-05 10:00:00\n\n";
const BANNER = own(
  "> Aider v0.86.1",
  "> Main model: claude-sonnet-5 with diff edit format",
  "> Git repo: .git with 3 files",
);
const parse = (content: string, input: ParseInput = {}) => parseTranscript("aider", content, input);
const read = (content: string, input: ParseInput = {}) => onlySession(parse(content, input));

describe("the chat history of Aider", () => {
  it("tells a session by its start, its banner and its place", () => {
    const session = read(`${START}${BANNER}\n${own("#### Fix it")}\nDone.\n\n`, {
      options: { path: "/home/dev/app/.aider.chat.history.md" },
    });
    expect(session.header).toMatchObject({
      client: "aider",
      clientVersion: "0.86.1",
      model: "claude-sonnet-5",
      cwd: "/home/dev/app",
      startedAt: "2026-01-05T10:00:00.000Z",
    });
    expect(session.header.id).toMatch(/^aider-20260105100000-\w{13}$/);
    expect(session.marks).toMatchObject([{ cwd: "/home/dev/app" }]);
    expect(read(`${START}${BANNER}`, { options: { path: "app/.aider.chat.history.md" } }).header.cwd).toBeUndefined();
  });

  it("gives prompts of several lines, answers with their tokens, and what Aider said", () => {
    const content =
      `${START}${BANNER}\n${own("#### Fix it", "#### and test")}\nI will edit:\n\n#### A heading\n> a quote\n\na.ts\n\n` +
      own("> Tokens: 12k sent, 1.5k cache write, 3k cache hit, 345 received. Cost: $0.04 message, $0.20 session.") +
      own("> Applied edit to a.ts") +
      `\n${own("#### Next")}\nDone.\n\n`;
    const parsed = parse(content);
    const session = onlySession(parsed);
    expect(session.events.slice(1).map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      "user_prompt: Fix it\nand test",
      "assistant_message: I will edit:\n\n#### A heading\n> a quote\n\na.ts",
      "system: Tokens: 12k sent, 1.5k cache write, 3k cache hit, 345 received. Cost: $0.04 message, $0.20 session.\nApplied edit to a.ts",
      "user_prompt: Next",
      "assistant_message: Done.",
    ]);
    expect(totalUsage(session)).toMatchObject({
      inputTokens: 7_500,
      cacheWriteTokens: 1_500,
      cacheReadTokens: 3_000,
      outputTokens: 345,
    });
    expect([...session.requests.values()].map((request) => request.model)).toEqual([
      "claude-sonnet-5",
      "claude-sonnet-5",
    ]);
    expect(session.events[2]?.requestId).toBe([...session.requests.keys()][0]);
    // The chat and three lines that were typed.
    expect(parsed.report).toMatchObject({ records: 4, carriedRecords: 4, errors: 0, badLineCount: 0 });
  });

  it("reads files whose trailing blanks an editor took away", () => {
    const content = `${START}> Aider v0.86.1\n\n#### Fix it\n\nDone.\n\n> Tokens: 1k sent, 20 received.\n`;
    expect(outline(read(content))).toEqual([
      "system: Aider v0.86.1",
      "user_prompt: Fix it",
      "assistant_message: Done.",
      "system: Tokens: 1k sent, 20 received.",
    ]);
  });

  it("holds many chats, each a session", () => {
    const second = START.replace("10:00:00", "11:30:00");
    const parsed = parse(`${START}${own("#### One")}\n1\n\n${second}${own("#### Two")}\n2\n`);
    expect([...parsed.sessions.values()].map((session) => outline(session))).toEqual([
      ["user_prompt: One", "assistant_message: 1"],
      ["user_prompt: Two", "assistant_message: 2"],
    ]);
    const ids = [...parsed.sessions.values()].flatMap((session) => session.events.map((event) => event.id));
    expect(new Set(ids).size).toBe(4);
  });

  it("tells commands from prompts, and what clears the chat", () => {
    const typed = (line: string) => read(`${START}${own(`#### ${line}`)}`);
    expect(outline(typed("/add a.ts"))).toEqual(["system: /add a.ts"]);
    expect(outline(typed("!ls"))).toEqual(["system: !ls"]);
    expect(outline(typed("/ask why?"))).toEqual(["user_prompt: /ask why?"]);
    expect(typed("/clear").boundaries.map((boundary) => boundary.kind)).toEqual(["clear"]);
  });

  it("tells errors of the provider and interruptions", () => {
    const parsed = parse(
      `${START}${own("> litellm.RateLimitError: slow down")}\nx\n\n${own("> ^C KeyboardInterrupt")}`,
    );
    expect(onlySession(parsed).events.map((event) => event.outcome)).toEqual(["error", undefined, "aborted"]);
    expect(parsed.report.errors).toBe(1);
  });

  it("keeps what stands before the first chat, and keeps places when the file grows", () => {
    const head = `lost head\n\n${own("#### One")}`;
    const late = parse(`${head}\nAnswer.\n`);
    expect(outline(onlySession(late))).toEqual([
      "assistant_message: lost head",
      "user_prompt: One",
      "assistant_message: Answer.",
    ]);
    expect(onlySession(parse(head)).events).toEqual(onlySession(late).events.slice(0, 2));
    expect(late.report).toMatchObject({ records: 2, carriedRecords: 2 });
  });
});
