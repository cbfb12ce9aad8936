import { describe, expect, it } from "vitest";
import { noiseClasses, residencies, verdictOf } from "../../testing/reading";
import { aSession } from "../../testing/session-builder";

const TRACE = `FAIL src/a.test.ts\nError: expected 1 to be 2\n${"    at run (node_modules/x.js:1:1)\n".repeat(60)}`;

describe("resolved errors", () => {
  it("keeps the latest failure of a command until the same command succeeds", () => {
    const session = aSession()
      .ran("bun test", { exit: 1, text: TRACE })
      .edited("src/a.ts")
      .ran("bun test", { exit: 1, text: TRACE });
    expect(noiseClasses(session)).toEqual([null, null, null]);
    const green = session.ran("CI=1 bun test", { exit: 0, text: "ok" });
    expect(noiseClasses(green)).toEqual(["resolved-error", null, "resolved-error", null]);
    expect(residencies(green)).toEqual(["retained", "full", "retained", "full"]);
    const verdict = verdictOf(green, green.results()[0] ?? "");
    expect(verdict?.noiseSinceTurn).toBe(4);
    expect(verdict?.evidence).toEqual([green.last]);
    expect(verdict?.retained).toContain("Error: expected 1 to be 2");
    expect(verdict?.retained).toContain("(exit 1)");
  });

  it("covers a narrower run by a whole one, and not the other way round", () => {
    const narrow = aSession().ran("bun test src/a.test.ts", { exit: 1, text: TRACE }).ran("bun test", { text: "ok" });
    expect(noiseClasses(narrow)[0]).toBe("resolved-error");
    const whole = aSession().ran("bun test", { exit: 1, text: TRACE }).ran("bun test src/a.test.ts", { text: "ok" });
    expect(noiseClasses(whole)).toEqual([null, null]);
  });

  it("does not take the success of a sibling, of another folder or of a weaker check", () => {
    const sibling = aSession().ran("make a", { exit: 2, text: TRACE }).ran("make b", { text: "ok" });
    const folder = aSession()
      .ran("cd api && bun test", { exit: 1, text: TRACE })
      .ran("cd web && bun test", { text: "ok" });
    const weaker = aSession().ran("tsc --strict", { exit: 1, text: TRACE }).ran("tsc", { text: "ok" });
    for (const session of [sibling, folder, weaker]) expect(noiseClasses(session)).toEqual([null, null]);
  });

  it("does not trust an exit code that belongs to a pipe, unless the output says so", () => {
    const piped = aSession()
      .ran("bun test", { exit: 1, text: TRACE })
      .ran("bun test | tail -3", { text: "2 failed, 1 passed" });
    expect(noiseClasses(piped)[0]).toBeNull();
    const silent = aSession().ran("bun test", { exit: 1, text: TRACE }).ran("bun test || true", { text: "" });
    expect(noiseClasses(silent)[0]).toBeNull();
    const told = aSession()
      .ran("bun test", { exit: 1, text: TRACE })
      .ran("bun test | tail -3", { text: "12 passed, 0 failed" });
    expect(noiseClasses(told)[0]).toBe("resolved-error");
  });

  it.each(["refused", "collateral", "aborted"] as const)("is no failure when the call was %s", (outcome) => {
    const session = aSession().ran("bun test", { outcome, text: TRACE }).ran("bun test", { text: "ok" });
    expect(noiseClasses(session)).toEqual([null, null]);
  });

  it("resolves a tool's failure by the same tool on the same target", () => {
    const session = aSession().read("src/a.ts", { outcome: "error", text: TRACE });
    expect(noiseClasses(session.read("src/b.ts"))[0]).toBeNull();
    expect(noiseClasses(session.read("src/a.ts"))[0]).toBe("resolved-error");
  });

  it("waits with a failed write until its target was read: it may have had effects", () => {
    const session = aSession().edited("src/a.ts", { outcome: "error", text: TRACE }).edited("src/a.ts");
    expect(noiseClasses(session)).toEqual([null, null]);
    const read = session.read("src/a.ts");
    expect(noiseClasses(read)[0]).toBe("resolved-error");
    expect(verdictOf(read, read.results()[0] ?? "")?.noiseSinceTurn).toBe(3);
  });

  it("does not let another thread or a new window resolve what this reader saw fail", () => {
    const thread = aSession().ran("bun test", { exit: 1, text: TRACE }).inThread("sub").ran("bun test", { text: "ok" });
    const window = aSession().ran("bun test", { exit: 1, text: TRACE }).compacted().ran("bun test", { text: "ok" });
    for (const session of [thread, window]) expect(noiseClasses(session)).toEqual([null, null]);
  });

  it("leaves a chain that nothing resolved, and says what protects it", () => {
    const session = aSession()
      .ran("bun test", { exit: 1, text: TRACE })
      .ran("bun test", { exit: 1, text: `${TRACE} again` });
    expect(verdictOf(session, session.last)).toMatchObject({ rule: "protect.verification", to: "full", noise: null });
  });
});
