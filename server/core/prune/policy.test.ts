import { describe, expect, it } from "vitest";
import { compileGlob } from "./glob";
import { POLICIES } from "./policy";

describe("the default policies", () => {
  it.each(Object.entries(POLICIES))("%s can be read, and protects what no policy may lose", (preset, policy) => {
    expect(policy.preset).toBe(preset);
    const globs = policy.protectedPaths.map(({ pattern }) => compileGlob(pattern));
    expect(globs.filter((glob) => !glob.ok)).toEqual([]);
    for (const path of [
      "docs/agent-orchestration.md",
      "AGENTS.md",
      "GEMINI.md",
      "STATE.md",
      "PLAN.md",
      "x/FAILURES.json",
      "CONSTRAINTS.md",
    ]) {
      expect(globs.some((glob) => glob.ok && glob.value.matches(path))).toBe(true);
    }
  });

  it("halves the ages of strict in loose, and takes ten turns literally in seed", () => {
    expect(POLICIES.loose.tail.edit).toEqual({ tokens: 40_000, turns: 30 });
    expect(POLICIES.loose.tail.build).toEqual({ tokens: 3_000, turns: 3 });
    expect(POLICIES.seed.tail.edit).toEqual({ tokens: 0, turns: 10 });
  });
});
