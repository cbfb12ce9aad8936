import { describe, expect, it } from "vitest";
import type { Client } from "../events/kinds";
import { checkClaim, createParser, detectClient } from "./detect";
import { ClaudeLines } from "./testing/claude-lines";
import { CodexLines } from "./testing/codex-lines";
import { anthropic, openAi } from "./testing/message-lists";
import { OpencodeExport, toolPart } from "./testing/opencode-lines";
import { PiLines } from "./testing/pi-lines";
import { TrajectoryFile } from "./testing/trajectory-file";

const bytes = (text: string) => new TextEncoder().encode(text);
const list = (...messages: unknown[]) => JSON.stringify(messages);
const claude = new ClaudeLines().prompt("Go").toString();
const codex = new CodexLines().meta().prompt("Go").toString();

describe("telling the client of a transcript", () => {
  const samples: [Client | null, string][] = [
    ["claude-code", claude],
    ["claude-code", `\uFEFF${claude}`],
    ["claude-code", `{"type":"file-history-snapshot","messageId":"m","snapshot":{}}\n${claude}`],
    ["claude-code", `half a line\n${claude}`],
    ["claude-code", '{"type":"summary","summary":"x","leafUuid":"y"}'],
    ["claude-code", claude.slice(0, 150)],
    ["codex", codex],
    ["codex", codex.slice(0, 120)],
    ["codex", '{"id":"x","timestamp":"2025-08-01T10:00:00Z","instructions":null,"git":{}}\n{"record_type":"state"}\n'],
    ["gemini-cli", '{"sessionId":"x","projectHash":"y","startTime":"z","messages":[]}'],
    ["gemini-cli", '{\n  "sessionId": "x",\n  "projectHash": "y",\n  "messages": []\n}'],
    ["copilot-cli", '{"type":"session.start","data":{"sessionId":"x"},"id":"1"}\n'],
    ["pi", '{"type":"session","version":3,"id":"x","cwd":"/"}\n'],
    ["pi", new PiLines(1).header().prompt("Go").toString()],
    ["opencode", '{"info":{"id":"ses_1","version":"1"},"messages":[]}'],
    ["opencode", new OpencodeExport().assistant([toolPart("c1", "x", { history: [], tool_calls: [] })]).toString()],
    ["opencode", '[{"info":{"role":"user","sessionID":"ses_1"},"parts":[{"type":"text","text":"Go"}]}]'],
    ["swe-agent", '{"trajectory":[{"action":"ls"}],"info":{}}'],
    ["openhands", '{"instance_id":"x","history":[]}'],
    ["aider", "# aider chat started at 2026-01-05 10:00:00\n\n> hi"],
    ["cursor", '{"role":"user","message":{"content":[]}}\n'],
    ["cursor", '[{"key":"composerData:1","value":"{}"}]'],
    ["gemini-cli", '{"sessionId":"x","projectHash":"y","kind":"main"}\n{"id":"1","type":"user","content":"Go"}\n'],
    ["gemini-cli", '{"$set":{"lastUpdated":"x"}}\n'],
    ["cline", list({ role: "user", content: [{ type: "text", text: "<task>\nGo\n</task>" }] })],
    ["cline", list({ role: "user", content: "x" }, { role: "assistant", content: "y", modelInfo: { modelId: "m" } })],
    ["cline", '[{"ts":1767600000000,"type":"say","say":"text","text":"Go"}]'],
    ["roo", list({ role: "user", content: "<environment_details>\n# Current Mode\n<slug>code</slug>" })],
    ["openhands", '{"id":0,"source":"user","action":"message","args":{"content":"Go"}}\n'],
    ["openhands", '[\n  {\n    "id": 0,\n    "source": "user",\n    "action": "message"\n  }\n]'],
    ["openhands", '{"kind":"MessageEvent","id":"x","source":"user","llm_message":{"role":"user"}}\n'],
    ["anthropic-messages", '[{"role":"assistant","content":[{"type":"tool_use","id":"x"}]}]'],
    ["openai-messages", '[{"role":"assistant","tool_calls":[]}]'],
    ["swe-agent", new TrajectoryFile().prompt("Go").acted("Look", "ls", "a").toString()],
    ["swe-agent", '{"info":{"mini_version":"1.0"},"messages":[{"role":"system","content":"x"}]}'],
    ["anthropic-messages", '{"model":"claude-9","system":"x","messages":[{"role":"user","content":"Go"}]}'],
    ["anthropic-messages", list(anthropic.prompt("Go"), anthropic.assistant(anthropic.thinking("Hm")))],
    ["anthropic-messages", list(anthropic.assistant(anthropic.call("1", "x", { startTime: 1, tool_calls: [] })))],
    ["openai-messages", list(openAi.system("x"), openAi.prompt("Go"))],
    ["openai-messages", list(openAi.prompt("Go"), openAi.calls(openAi.call("1", "x", { type: "tool_use" })))],
    ["openai-messages", '{"model":"gpt-9","input":[{"role":"user","content":"Go"}],"instructions":"x"}'],
    ["openai-messages", `[\n  ${list(openAi.prompt("Go")).slice(1, -1)},\n  {"type":"function_call","call_id":"1"}\n]`],
    ["openai-messages", list(openAi.prompt("Go"), openAi.says("Hi"))],
    [
      "anthropic-messages",
      list(anthropic.prompt("Why <environment_details>?"), anthropic.assistant(anthropic.thinking("x"))),
    ],
    [null, '{"action":"login","message":"ok"}\n{"kind":"ClickEvent"}\n'],
    [null, "just some text\nwithout records\n"],
    [null, ""],
    [null, '{"type":{"toString":1},"record_type":[],"data":{}}'],
  ];
  it.each(samples)("%s: %j", (client, text) => {
    expect(detectClient(bytes(text))).toBe(client);
  });

  it("goes by the path where the content says too little", () => {
    expect(detectClient(bytes("{"), "C:\\x\\rollout-2026-01-05T10-00-00-a.jsonl")).toBe("codex");
    expect(detectClient(bytes(codex), "/h/.claude/projects/p/s.jsonl")).toBe("codex");
    expect(detectClient(bytes("{"), "/h/.gemini/tmp/app/chats/session-1.jsonl")).toBe("gemini-cli");
    const messages = bytes(list({ role: "user", content: "Go" }));
    const task = (extension: string) => `C:\\x\\${extension}\\tasks\\1767600000000\\api_conversation_history.json`;
    expect(detectClient(messages, task("saoudrizwan.claude-dev"))).toBe("cline");
    expect(detectClient(messages, task("rooveterinaryinc.roo-cline"))).toBe("roo");
  });
});

const SUPPORTED =
  "Supported: Claude Code, Codex, Gemini CLI, Copilot CLI, Cursor, Cline, Roo Code, Aider, OpenHands, SWE-agent, " +
  "Anthropic messages, OpenAI messages, OpenCode, pi.";

describe("checking what a sender calls a transcript", () => {
  const message = (claimed: Client | null, text: string) => {
    const checked = checkClaim(claimed, bytes(text));
    return checked.ok ? checked.value : `${checked.fault.field}: ${checked.fault.message}`;
  };

  it("takes the right name, or none", () => {
    expect(message("codex", codex)).toBe("codex");
    expect(message(null, claude)).toBe("claude-code");
    expect(message("anthropic-messages", list(anthropic.assistant(anthropic.thinking("Hm"))))).toBe(
      "anthropic-messages",
    );
  });

  it("takes the sender's word for a list of texts, which either API could have got", () => {
    const texts = list(openAi.prompt("Go"), openAi.says("Hi"));
    expect(message("anthropic-messages", texts)).toBe("anthropic-messages");
    expect(message("openai-messages", texts)).toBe("openai-messages");
    expect(message(null, texts)).toBe("openai-messages");
    expect(message("anthropic-messages", list(openAi.prompt("Go"), openAi.result("1", "x")))).toBe(
      "client: This is an OpenAI messages transcript, not one of Anthropic messages. Send it as openai-messages.",
    );
  });

  it("names another kind and the remedy", () => {
    expect(message("claude-code", codex)).toBe(
      "client: This is a Codex transcript, not one of Claude Code. Send it as codex.",
    );
    expect(message("codex", '{"projectHash":"x","messages":[]}')).toBe(
      "client: This is a Gemini CLI transcript, not one of Codex. Send it as gemini-cli.",
    );
  });

  it("names a client that cannot be read yet", () => {
    expect(message("windsurf", "hello")).toBe(`client: Windsurf transcripts are not supported yet. ${SUPPORTED}`);
    const made = createParser("openclaw");
    expect(made.ok ? "" : made.fault.message).toBe(`OpenClaw transcripts are not supported yet. ${SUPPORTED}`);
  });

  it("says of a database how its chats are exported", () => {
    const database = "SQLite format 3\0\u0010\0";
    expect(message(null, database)).toContain("transcript: This is a SQLite database. OpenCode: opencode export");
    expect(message(null, database)).toContain("Cursor: sqlite3 -json state.vscdb");
  });

  it("names an empty file and one without a record", () => {
    expect(message("codex", "\r\n \n")).toBe(
      "transcript: The transcript is empty. Send the file after the session has written to it.",
    );
    expect(message("codex", "hello")).toBe(
      "transcript: No Codex record was found in the transcript. Check the file, or the client.",
    );
    expect(message(null, "hello")).toBe(`transcript: This is no transcript of a known client. ${SUPPORTED}`);
  });
});
