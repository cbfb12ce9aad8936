import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Client } from "../events/kinds";
import { ClaudeLines, usage } from "./testing/claude-lines";
import { CodexLines } from "./testing/codex-lines";
import { anthropic, openAi } from "./testing/message-lists";
import { OpencodeExport, opencodeTokens, toolPart } from "./testing/opencode-lines";
import { parseTranscript } from "./testing/parse";
import { PiLines } from "./testing/pi-lines";
import { TrajectoryFile } from "./testing/trajectory-file";

/** Files with everything that a cut could break: wide characters, bad lines, glued records, CRLF, no last newline. */
const FILES: readonly (readonly [Client, string])[] = [
  [
    "claude-code",
    `\uFEFF${new ClaudeLines()
      .prompt("Größe 👋 \u2028?")
      .assistant({ type: "thinking", thinking: "…" }, { id: "m", usage: usage(1) })
      .assistant(
        { type: "tool_use", id: "t1", name: "Agent", input: { prompt: "Look", subagent_type: "x" } },
        { id: "m", usage: usage(7) },
      )
      .raw('{"type":"user","uuid":"torn","message":{"content":"half')
      .result("t1", "ok", { toolUseResult: { agentId: "a1" } })
      .raw(
        `${JSON.stringify({ type: "summary", summary: "Größe", leafUuid: "u1" })}${JSON.stringify({ type: "ai-title", aiTitle: "T", sessionId: "session-1" })}`,
      )
      .system("compact_boundary")
      .prompt("So far…", { isCompactSummary: true })
      .raw("\0\0\0\r")
      .says("Ende")
      .toString()
      .trimEnd()}`,
  ],
  [
    "codex",
    new CodexLines()
      .meta()
      .turn()
      .prompt("Größe 👋?")
      .ran("c1", "ls", 1, "é".repeat(40))
      .tokens(9, 1, 2, 1)
      .raw('{"type":"resp')
      .message("assistant", "Ende")
      .tokens(20, 2, 4, 1)
      .toString(),
  ],
  [
    "pi",
    `\uFEFF${new PiLines()
      .header()
      .prompt("Größe 👋 \u2028?")
      .ran("c1", "ls", "é".repeat(40))
      .raw('{"type":"message","message":{"role":"user","content":"half')
      .raw("\0\0\0\r")
      .entry("compaction", { summary: "So far…", usage: { input: 5 } })
      .prompt("Größer", { parentId: "e1" })
      .says("Ende")
      .toString()
      .trimEnd()}`,
  ],
  [
    "opencode",
    `\uFEFF${new OpencodeExport()
      .prompt("Größe 👋 \u2028?")
      .assistant([{ type: "reasoning", text: "…" }, toolPart("c1", "bash", { command: "é".repeat(40) })])
      .says("So far…", { summary: true })
      .prompt("Größer")
      .says("Ende", { tokens: opencodeTokens(9) })
      .toString()}{"half`,
  ],
  [
    "swe-agent",
    `\uFEFF${JSON.stringify({
      history: new TrajectoryFile()
        .prompt("Größe 👋 \u2028?")
        .acted("Erst schauen.", `cat ${"é".repeat(40)}`, "ja")
        .called("c1", "bash", { command: "ls" }, "…").history,
    })}{"half`,
  ],
  [
    "anthropic-messages",
    `\uFEFF${JSON.stringify([
      anthropic.prompt("Größe 👋 \u2028?"),
      anthropic.assistant(anthropic.thinking("…"), anthropic.call("t1", "bash", { command: "é".repeat(40) })),
      anthropic.user(anthropic.result("t1", "ja")),
      anthropic.assistant(anthropic.text("Ende")),
    ])}{"half`,
  ],
  [
    "openai-messages",
    `\uFEFF${JSON.stringify([
      openAi.prompt("Größe 👋 \u2028?"),
      openAi.calls(openAi.call("c1", "bash", { command: "é".repeat(40) })),
      openAi.result("c1", "ja"),
      openAi.says("Ende"),
    ])}{"half`,
  ],
];

describe("parsing does not depend on how a file is cut", () => {
  it.each(FILES)("%s", (client, content) => {
    const whole = parseTranscript(client, content);
    expect(whole.report.badLineCount).toBeGreaterThan(0);
    const sizes = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(sizes, (chunkSizes) => {
        expect(parseTranscript(client, content, { chunkSizes })).toEqual(whole);
      }),
    );
    expect(parseTranscript(client, content, { chunkSizes: [1] })).toEqual(whole);
  });

  it("gives what is complete of a file that still grows, and the same again from its beginning", () => {
    for (const [client, content] of FILES) {
      const whole = parseTranscript(client, content);
      const early = parseTranscript(client, content.slice(0, content.length / 2));
      const events = [...whole.sessions.values()].flatMap((session) => session.events);
      const earlyEvents = [...early.sessions.values()].flatMap((session) => session.events);
      expect(earlyEvents.length).toBeGreaterThan(0);
      expect(events.slice(0, earlyEvents.length)).toEqual(earlyEvents);
    }
  });

  it("reads a line of 16 MiB with an embedded image in small chunks", () => {
    const data = "QUJD".repeat((16 * 1024 * 1024) / 4);
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data } };
    const content = new ClaudeLines()
      .calls("t1", "Read", { file_path: "/a.png" })
      .result("t1", [image])
      .prompt("after")
      .toString();
    const parsed = parseTranscript("claude-code", content, { chunkSizes: [65_536] });
    const [session] = parsed.sessions.values();
    expect(session?.events.slice(1).map((event) => event.text)).toEqual(["[image/png, 12,582,912 bytes]", "after"]);
  });

  it("takes no longer for text that looks like unclosed markup or here-documents", () => {
    const startedAt = performance.now();
    const content = new ClaudeLines()
      .prompt("<system-reminder>".repeat(100_000))
      .prompt(`Contents of ${"Contents of ".repeat(100_000)}`)
      .calls("t1", "Bash", { command: `cat <<EOF\n${"\n".repeat(200_000)}` })
      .raw(`{"type":"user","uuid":${'{"type":"user"'.repeat(50_000)}`)
      .toString();
    const parsed = parseTranscript("claude-code", content);
    expect(parsed.report).toMatchObject({ records: 3, badLineCount: 1 });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it("cuts a text that is over the limit of an event, and says so", () => {
    const content = new ClaudeLines()
      .calls("t1", "Bash", { command: "x" })
      .result("t1", "é".repeat(3_000_000))
      .toString();
    const [session] = parseTranscript("claude-code", content).sessions.values();
    const text = session?.events.at(-1)?.text ?? "";
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(2 * 1024 * 1024);
    expect(text).toMatch(/\n\[2,\d{3},\d{3} more characters were left out: the text is over the limit of an event\]$/);
  });
});
