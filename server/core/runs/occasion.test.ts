import { describe, expect, it } from "vitest";
import { STRICT_POLICY } from "../prune/policy";
import { aSession, type SessionBuilder } from "../prune/testing/session-builder";
import { occasionOf } from "./occasion";

const agent = { tool: "Task", toolClass: "agent", params: "{}", text: "Done.", kind: "agent_output" } as const;

function whyOf(session: SessionBuilder): string | null {
  const built = session.build();
  const events = built.events.map((event) => (event.kind === "tool_call" ? { ...event, requestId: "r" } : event));
  const asOfMs = Math.max(...events.map(({ atMs }) => atMs));
  const answer = occasionOf({ ...built, events }, "main", STRICT_POLICY, { lastCommits: new Map(), asOfMs });
  return answer.occasion?.why ?? null;
}

describe("an occasion to look at the plan", () => {
  it("is the end of a wave: several agents of one request that all handed back", () => {
    const two = aSession().prompted("Review it").used(agent, {}).used(agent, {});
    expect(whyOf(two)).toBe("2 agents all handed back.");
    expect(whyOf(two.turns(2))).toBeNull();
    expect(whyOf(aSession().prompted("Review it").used(agent, {}))).toBeNull();
    expect(whyOf(aSession().prompted("Review it").used(agent, {}).used(agent, { result: false }))).toBeNull();
  });
});
