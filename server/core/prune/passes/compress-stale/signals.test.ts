import { describe, expect, it } from "vitest";
import type { PrunePolicy } from "../../model";
import { STRICT_POLICY } from "../../policy";
import { verdictOf } from "../../testing/reading";
import { aSession } from "../../testing/session-builder";

const LONG = Array.from({ length: 60 }, (_, at) => `const value${at} = compute(${at});`).join("\n");
/** The windows of strict, so that only a second signal makes sixteen requests distance enough for a read. */
const POLICY: PrunePolicy = { ...STRICT_POLICY, workingSetTurns: 0, currentFileTurns: 0, blocks: null };
const later = (session: ReturnType<typeof aSession>) => session.turns(16).said("x".repeat(24_000)).turns(1);

describe("a second signal beside distance", () => {
  it("is a commit that contains the file", () => {
    const read = aSession().read("src/a.ts", { text: LONG });
    const committed = read
      .edited("src/a.ts")
      .ran("git add -A && git commit -m 'Limit'", { text: "[main 1a2b3c4] Limit" });
    expect(verdictOf(later(committed), read.last, POLICY)).toMatchObject({
      to: "retained",
      rule: "compress-stale.committed-work",
      noise: null,
      evidence: [committed.last],
    });
    const failed = read.edited("src/a.ts").ran("git commit -m x", { exit: 1 });
    expect(verdictOf(later(failed), read.last, POLICY)?.to).toBe("full");
    const other = read.edited("src/b.ts").ran("git commit -m x");
    expect(verdictOf(later(other), read.last, POLICY)?.to).toBe("full");
  });

  it("is the end of the task that was in progress", () => {
    const list = (state: string) => ({
      tool: "TodoWrite",
      toolClass: "todo" as const,
      params: JSON.stringify({ todos: [{ content: "Find the leak", status: state }] }),
      text: "ok",
    });
    const read = aSession().used(list("in_progress"), {}).read("src/a.ts", { text: LONG });
    const done = read.used(list("completed"), {});
    expect(verdictOf(later(done), read.last, POLICY)).toMatchObject({
      to: "retained",
      rule: "compress-stale.finished-task",
      noise: null,
    });
    expect(verdictOf(later(read.used(list("in_progress"), {})), read.last, POLICY)?.to).toBe("full");
  });

  it("is a change that was taken back", () => {
    const policy: PrunePolicy = {
      ...POLICY,
      tail: { ...POLICY.tail, edit: { tokens: 10_000, turns: 30 } },
      callTail: {},
    };
    const edit = aSession().edited("src/a.ts", { text: LONG });
    for (const command of ["git checkout -- src/a.ts", "git restore src/a.ts", "git reset --hard HEAD", "git stash"]) {
      expect(verdictOf(later(edit.ran(command)), edit.last, policy)).toMatchObject({
        to: "retained",
        rule: "compress-stale.undone-work",
      });
    }
    for (const command of ["git stash pop", "git checkout main", "git restore src/b.ts"]) {
      expect(verdictOf(later(edit.ran(command)), edit.last, policy)?.to).toBe("full");
    }
  });

  it("needs its half of the distance all the same", () => {
    const read = aSession().read("src/a.ts", { text: LONG });
    const committed = read.edited("src/a.ts").ran("git commit -am Limit");
    expect(verdictOf(committed.turns(16), read.last, POLICY)?.to).toBe("full");
  });
});
