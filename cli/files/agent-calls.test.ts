import { describe, expect, it } from "vitest";
import { AgentCallBook } from "./agent-calls";

const call = { callId: "c1", thread: "main", agent: "reviewer", label: undefined };

describe("calls that started agents", () => {
  it.each([
    ["/p/s1.jsonl", "/p/s1/subagents/agent-a.jsonl"],
    ["C:\\p\\s1.jsonl", "C:\\p\\s1\\subagents\\agent-a.jsonl"],
    ["/p/agent-transcripts/s1/s1.jsonl", "/p/agent-transcripts/s1/subagents/a.jsonl"],
  ])("of %s are known to %s", (parent, child) => {
    const book = new AgentCallBook();
    book.note(parent, new Map([["Look", call]]));
    expect(book.for(child).get("Look")).toEqual(call);
    expect(book.for("/p/s2.jsonl").size).toBe(0);
  });
});
