import { describe, expect, it } from "vitest";
import { type HeardFailure, heardText } from "./heard";

const FAILURE: HeardFailure = {
  number: 12,
  status: "active",
  occurrences: 5,
  title: "npm test -- webhooks: Timeout",
  description: "Error: Timeout\n  after 60 s",
  approach: "npm test -- webhooks",
  rootCause: "",
  fix: "",
  evidence: ["a", "b", "c", "d"].map((ref) => ({ kind: "event", session: 7, ref, note: "long story" })),
};

describe("what an agent hears of a failure", () => {
  it("is what was tried, how often, and not to repeat it", () => {
    expect(heardText([FAILURE])).toBe(
      [
        "tried before: yes, 5 times (FAIL-012, active)",
        "what: npm test -- webhooks",
        "it said: Error: Timeout after 60 s",
        "do not: run the same again without changing its cause",
        "evidence: S-7 ctx:a, S-7 ctx:b, S-7 ctx:c",
      ].join("\n"),
    );
  });

  it("is the cause and the fix once they are known", () => {
    const known = { ...FAILURE, status: "resolved" as const, rootCause: "Redis is not up.", fix: "Start Redis first." };
    expect(heardText([known])).toContain("because: Redis is not up.\ndo: Start Redis first.");
    expect(heardText([known])).not.toContain("do not:");
  });

  it("says so when nothing is known, and never grows without bound", () => {
    expect(heardText([])).toBe("tried before: no failure of this project matches");
    expect(heardText([{ ...FAILURE, description: "x".repeat(5_000) }]).length).toBeLessThan(900);
  });
});
