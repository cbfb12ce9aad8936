import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPayload } from "./payload";

const read = (client: string, payload: object, told: string | null = null) => {
  const found = readPayload(client, told, JSON.stringify(payload));
  if (!found.ok) throw new Error(found.why);
  return found.call;
};

describe("payloads of hooks", () => {
  it("are read as Claude Code and Codex write them, with Windows paths as they are", () => {
    const sent = {
      session_id: "s1",
      transcript_path: "C:\\Users\\dev\\.claude\\projects\\D--a-b\\s1.jsonl",
      agent_transcript_path: "C:\\x\\agent-1.jsonl",
      cwd: "D:\\a b",
      hook_event_name: "SubagentStop",
    };
    for (const client of ["claude-code", "codex"]) {
      expect(read(client, sent)).toMatchObject({
        client,
        kind: "agent-stop",
        session: "s1",
        transcript: sent.transcript_path,
        agentTranscript: sent.agent_transcript_path,
        cwd: "D:\\a b",
      });
    }
  });

  it.each([
    ["codex", { type: "agent-turn-complete", "thread-id": "t1", cwd: "/x" }, null, "stop", "t1"],
    [
      "cursor",
      { hook_event_name: "preCompact", conversation_id: "c1", workspace_roots: ["/x"] },
      null,
      "before-compaction",
      "c1",
    ],
    ["copilot-cli", { sessionId: "p1", cwd: "/x" }, "userPromptSubmitted", "prompt", "p1"],
    ["gemini-cli", { hook_event_name: "PreCompress", session_id: "g1", cwd: "/x" }, null, "before-compaction", "g1"],
    ["claude-code", { hook_event_name: "StopFailure", session_id: "f1", cwd: "/x" }, null, "stop", "f1"],
  ])("of %s name their session and folder in their own way: %o", (client, sent, told, kind, session) => {
    expect(read(client, sent, told)).toMatchObject({ kind, session, cwd: "/x" });
  });

  it("give a tool's result, whatever it is called", () => {
    const tool = (client: string, sent: object, told: string | null = null) => read(client, sent, told).tool;
    const claude = {
      hook_event_name: "PostToolUse",
      tool_name: "Read",
      tool_use_id: "t1",
      tool_response: { file: {} },
    };
    expect(tool("claude-code", claude)).toEqual({ name: "Read", id: "t1", response: { file: {} } });
    expect(tool("copilot-cli", { toolName: "bash", toolResult: { a: 1 } }, "postToolUse")).toEqual({
      name: "bash",
      id: "",
      response: { a: 1 },
    });
    expect(tool("cursor", { hook_event_name: "afterShellExecution", command: "ls", output: "a.ts" })?.response).toBe(
      "a.ts",
    );
    expect(tool("claude-code", { ...claude, tool_response: undefined })).toBeNull();
  });

  it("never throw, whatever comes", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(
        fc.constantFrom("claude-code", "cursor", "x"),
        fc.option(fc.string()),
        texts,
        (client, told, text) => {
          const found = readPayload(client, told, text);
          expect(typeof found.ok).toBe("boolean");
        },
      ),
    );
  });
});
