import { describe, expect, it } from "vitest";
import { IngestEvent } from "./ingest-batch";
import { type CheckedEvent, prepareEvent, withCallFacts } from "./prepare";

const event = (fields: Partial<CheckedEvent>): CheckedEvent => ({
  ...IngestEvent.parse({ id: "e1", seq: 1, kind: "user_prompt", at: "2026-10-05T08:30:00+02:00" }),
  ...fields,
});
const prepare = (fields: Partial<CheckedEvent>) => prepareEvent("claude-code", event(fields));

describe("a prepared event", () => {
  it("has its instant in UTC, an estimate of its tokens and its first line as label", () => {
    expect(prepare({ text: "\n  Fix the login\nand the logout" })).toMatchObject({
      atMs: Date.parse("2026-10-05T06:30:00Z"),
      label: "Fix the login",
      tokens: 8,
      tokensReported: false,
    });
  });

  it("prefers the tokens that the provider counted", () => {
    expect(prepare({ text: "abcd", tokens: 7 })).toMatchObject({ tokens: 7, tokensReported: true });
  });

  it("says of a call what it does, from canonical arguments", () => {
    const call = prepare({
      kind: "tool_call",
      tool: "Read",
      callId: "c",
      input: { offset: 1, file_path: "/w/src/a.ts" },
    });
    expect(call.text).toBe('{"file_path":"/w/src/a.ts","offset":1}');
    expect(call).toMatchObject({ toolClass: "source_read", target: expect.stringContaining("src/a.ts") });
    expect(call.label).toContain("a.ts");
  });

  it("lets a result take name, class, target and label of its call, and nothing else", () => {
    const call = prepare({ kind: "tool_call", tool: "Bash", callId: "c", input: { command: "npm test" } });
    const result = prepare({ kind: "tool_result", callId: "c", text: "ok", outcome: "ok" });
    expect(result).toMatchObject({ tool: null, toolClass: null, target: null });
    const joined = withCallFacts(result, call);
    expect(joined).toMatchObject({
      tool: "Bash",
      toolClass: "test",
      label: call.label,
      text: "ok",
      kind: "tool_result",
    });
  });

  it("takes secrets out of every field that somebody wrote, and counts those of the text", () => {
    const secret = `ghp_${"a1B2".repeat(9)}`;
    const prepared = prepare({
      id: `id ${secret}`,
      thread: `t ${secret}`,
      skill: `s ${secret}`,
      path: `/p/${secret}`,
      tool: `u ${secret}`,
      text: `first ${secret}\nGH_TOKEN=${secret}`,
      requestId: `r ${secret}`,
      callId: `c ${secret}`,
    });
    expect(JSON.stringify(prepared)).not.toContain(secret);
    expect(prepared.redactions).toBe(2);
  });

  it("has a label of at most 200 characters that splits no character", () => {
    const { label } = prepare({ text: "😀".repeat(300) });
    expect(label.length).toBeLessThanOrEqual(200);
    expect(label).toBe("😀".repeat(100));
  });

  it("names a loaded skill and a rule by what was loaded", () => {
    expect(prepare({ kind: "skill_load", skill: "testing", text: "# Testing" }).label).toBe("testing");
    expect(prepare({ kind: "rule_injection", path: "CLAUDE.md", text: "Be brief." }).label).toBe("CLAUDE.md");
  });
});
