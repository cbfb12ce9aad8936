import { describe, expect, it } from "vitest";
import type { PrunePolicy } from "../../model";
import { STRICT_POLICY } from "../../policy";
import { findingsIn } from "../../testing/findings";
import { EAGER_POLICY } from "../../testing/policies";
import { aSession, type SessionBuilder } from "../../testing/session-builder";

/** What each rule finds, word for word, and what it must not find; who protects what is tested elsewhere. */
const found = (session: SessionBuilder, rule: string, policy?: PrunePolicy) =>
  findingsIn(session.build(), policy).filter((finding) => finding.rule === rule);
const refsOf = (session: SessionBuilder, rule: string, policy?: PrunePolicy) =>
  found(session, rule, policy).map(({ ref }) => ref);

describe("compress-stale.superseded-read", () => {
  const rule = "compress-stale.superseded-read";
  const read = (lines?: readonly [number, number | null], session = aSession()) => session.read("a.ts", { lines });

  it("names what came again, with its lines", () => {
    const policy: PrunePolicy = { ...EAGER_POLICY, superseded: { coveredShare: 1, tokens: 7, turns: 2 } };
    const older = read([10, 40]);
    const newer = read([10, 40], older.edited("a.ts"));
    expect(found(newer, rule, policy)).toEqual([
      {
        rule,
        ref: older.last,
        to: "retained",
        sinceTurn: 3,
        evidence: [newer.last],
        cites: null,
        window: { tokens: 7, turns: 2 },
        reason: `Lines 10–40 of a.ts came again at ctx:${newer.last}, in full and newer.`,
      },
    ]);
    const whole = read(undefined, older.edited("a.ts"));
    expect(found(read(undefined, whole.edited("a.ts")), rule)[1]?.reason).toMatch(/^a\.ts came again at/);
    const open = read([10, null]);
    expect(found(read(undefined, open), rule)[0]?.reason).toMatch(/^a\.ts from line 10 came again at/);
  });

  it.each<[readonly [number, number | null] | undefined, readonly [number, number | null] | undefined, boolean]>([
    [[10, 40], [10, 41], true],
    [[10, 40], [9, 40], true],
    [[10, 40], [11, 41], false],
    [[10, 40], [9, 39], false],
    [[10, 40], [1, null], false],
    [[10, null], [1, 900], false],
    [undefined, [1, 900], false],
    [[10, 40], undefined, true],
    [[10, null], undefined, true],
  ])("lines %j are covered by lines %j: %s", (older, newer, covered) => {
    expect(found(read(newer, read(older)), rule)).toHaveLength(covered ? 1 : 0);
  });

  it("takes the whole write of a file for its text, but no appending, deleting, or write of another class", () => {
    const older = read([10, 40]);
    const write = {
      tool: "Write",
      toolClass: "write",
      target: "a.ts",
      mutates: true,
      params: "w",
      text: "ok",
    } as const;
    expect(found(older.used(write, {}), rule)).toHaveLength(1);
    expect(found(older.used({ ...write, tool: "delete_file" }, {}), rule)).toEqual([]);
    expect(found(older.used({ ...write, tool: "RemoveFile" }, {}), rule)).toEqual([]);
    expect(found(older.used({ ...write, command: "cat >> a.ts" }, {}), rule)).toEqual([]);
    expect(found(older.used({ ...write, mutates: false }, {}), rule)).toEqual([]);
    expect(found(older.used({ ...write, range: { firstLine: 50, lastLine: 60 } }, {}), rule)).toHaveLength(1);
    expect(found(older.used({ ...write, toolClass: "edit" }, {}), rule)).toEqual([]);
    expect(found(older.used(write, { outcome: "error" }), rule)).toEqual([]);
    const reading = {
      tool: "Sed",
      toolClass: "source_read",
      target: "a.ts",
      mutates: true,
      params: "w",
      text: "",
    } as const;
    expect(found(older.used(reading, {}), rule)).toEqual([]);
  });

  it("is no matter of older writes, and of calls and results without a target", () => {
    const wrote = aSession().wrote("a.ts");
    expect(found(wrote.wrote("a.ts"), rule)).toEqual([]);
    expect(found(wrote.read("a.ts"), rule)).toEqual([]);
    const nameless = { tool: "Read", toolClass: "source_read", params: "x", text: "y" } as const;
    expect(
      found(
        aSession()
          .used(nameless, {})
          .used({ ...nameless, params: "z" }, {}),
        rule,
      ),
    ).toEqual([]);
    // What covered an older write is done with it, and still counts for reads behind it.
    expect(found(wrote.read("a.ts").edited("a.ts").read("a.ts", { text: "new" }), rule)).toHaveLength(1);
  });

  it("keeps so many parts of a file in sight, and no more", () => {
    const parts = (count: number) => {
      let session = aSession();
      for (let at = 0; at < count; at++)
        session = session.read("a.ts", { lines: [at * 10 + 1, at * 10 + 5], text: `${at}` });
      return found(session.read("a.ts", { text: "all" }), rule).length;
    };
    expect([parts(63), parts(64), parts(65)]).toEqual([63, 64, 64]);
  });
});

describe("compress-stale.covered-read", () => {
  it("keeps so many parts of a file in sight, and no more", () => {
    const text = (at: number) => `line number ${at}`;
    const parts = (count: number) => {
      let session = aSession();
      for (let at = 0; at < count; at++) session = session.read("a.ts", { lines: [at + 1, at + 1], text: text(at) });
      const all = Array.from({ length: count }, (_, at) => text(at)).join("\n");
      return found(session.read("a.ts", { lines: [900, null], text: all }), "compress-stale.covered-read").length;
    };
    expect([parts(15), parts(16), parts(17)]).toEqual([15, 16, 16]);
  });
});

const HALF = { tokens: STRICT_POLICY.tail.source_read.tokens / 2, turns: STRICT_POLICY.tail.source_read.turns / 2 };

describe("compress-stale.committed-work", () => {
  const rule = "compress-stale.committed-work";
  const read = aSession().read("a.ts");
  const edited = read.edited("a.ts");

  it("takes the results of files that were changed before the commit, once", () => {
    const done = edited.ran("git commit -am x");
    expect(found(done, rule, STRICT_POLICY)[0]).toEqual({
      rule,
      ref: read.last,
      to: "retained",
      sinceTurn: 3,
      evidence: [done.last],
      cites: null,
      window: HALF,
      reason: `The work on a.ts was committed at ctx:${done.last}.`,
    });
    expect(refsOf(done, rule)).toEqual([read.last, edited.last]);
    expect(refsOf(done.ran("git -C repo commit -m y"), rule)).toHaveLength(2);
    expect(refsOf(done.read("a.ts").ran("git commit -m y"), rule)).toHaveLength(2);
    expect(refsOf(done.edited("a.ts").ran("git commit -m y"), rule)).toHaveLength(3);
  });

  it("leaves other files, other commands, failed commits and calls without a result", () => {
    expect(refsOf(aSession().read("b.ts").edited("a.ts").ran("git commit -m x"), rule)).toHaveLength(1);
    expect(refsOf(read.ran("git commit -m x"), rule)).toEqual([]);
    expect(refsOf(edited.ran("git commit -m x", { exit: 1 }), rule)).toEqual([]);
    expect(refsOf(edited.ran("git commit -m x", { result: false }), rule)).toEqual([]);
    expect(refsOf(edited.ran("git log"), rule)).toEqual([]);
    expect(refsOf(edited.inThread("sub").ran("git commit -m x"), rule)).toEqual([]);
  });
});

describe("compress-stale.finished-task", () => {
  const rule = "compress-stale.finished-task";
  const listed = (session: SessionBuilder, params: string) =>
    session.used({ tool: "TodoWrite", toolClass: "todo", params, text: "ok" }, {});
  const list = (session: SessionBuilder, ...states: readonly (readonly [string, string])[]) =>
    listed(session, JSON.stringify({ todos: states.map(([content, status]) => ({ content, status })) }));
  const begun = list(aSession().read("before.ts"), ["one", "in_progress"], ["two", "pending"]).read("a.ts");

  it("takes what was looked at while the task was in progress, and names it", () => {
    const done = list(begun, ["one", "completed"], ["two", "in_progress"]);
    const call = done.build().events.at(-2)?.ref;
    expect(found(done, rule, STRICT_POLICY)).toEqual([
      {
        rule,
        ref: begun.last,
        to: "retained",
        sinceTurn: 4,
        evidence: [call],
        cites: null,
        window: HALF,
        reason: `It belongs to "one", which was done at ctx:${call}.`,
      },
    ]);
    const both = list(done.read("b.ts"), ["one", "completed"], ["two", "completed"]);
    expect(refsOf(both, rule)).toHaveLength(2);
    expect(refsOf(list(both.read("c.ts"), ["one", "completed"]), rule)).toHaveLength(2);
  });

  it("goes on collecting while the same task stays in progress, and forgets a task that was put aside", () => {
    const still = list(begun, ["one", "in_progress"]).read("b.ts");
    expect(refsOf(list(still, ["one", "completed"]), rule)).toHaveLength(2);
    const aside = list(begun, ["one", "pending"], ["two", "in_progress"]).read("b.ts");
    const later = list(aside, ["one", "completed"], ["two", "in_progress"]);
    expect(refsOf(later, rule)).toEqual([]);
    expect(refsOf(list(later, ["one", "completed"], ["two", "completed"]), rule)).toEqual([aside.last]);
    const none = list(begun, ["one", "pending"]).read("b.ts");
    expect(refsOf(list(none, ["one", "completed"]), rule)).toEqual([]);
  });

  it("leaves calls, task lists themselves and lists that cannot be read", () => {
    for (const params of ["no json", "null", "3", "[1]", '"text"', "{}"]) {
      expect(refsOf(listed(begun, params), rule)).toEqual([]);
      expect(refsOf(list(listed(begun, params), ["one", "completed"]), rule)).toEqual([begun.last]);
    }
    const other = JSON.stringify({ todos: [{ content: "one", status: "completed" }] });
    expect(refsOf(begun.used({ tool: "T", toolClass: "other", params: other, text: "ok" }, {}), rule)).toEqual([]);
  });
});

describe("compress-stale.undone-work", () => {
  const rule = "compress-stale.undone-work";
  const edit = aSession().edited("src/a.ts");
  const both = edit.wrote("src/b.ts");

  it("takes the changes of the files that a command took back, and says so", () => {
    const undone = both.ran("git checkout -- src/a.ts");
    expect(found(undone, rule)).toEqual([
      {
        rule,
        ref: edit.last,
        to: "retained",
        sinceTurn: 3,
        evidence: [undone.last],
        cites: null,
        window: { tokens: 0, turns: 0 },
        reason: `The change of src/a.ts was taken back at ctx:${undone.last}.`,
      },
    ]);
    expect(refsOf(both.ran("git restore src/a.ts  src/b.ts"), rule)).toEqual([edit.last, both.last]);
    expect(refsOf(both.ran("git reset --hard"), rule)).toEqual([edit.last, both.last]);
    expect(refsOf(undone.ran("git reset --hard"), rule)).toHaveLength(2);
    expect(refsOf(both.ran("cd src && git restore b.ts"), rule)).toEqual([both.last]);
  });

  it("leaves other files, branches, failed commands, reads and commands that have not ended", () => {
    expect(refsOf(both.ran("git checkout -- src/c.ts"), rule)).toEqual([]);
    expect(refsOf(both.ran("git checkout src"), rule)).toEqual([]);
    expect(refsOf(aSession().edited("Makefile").ran("git checkout Makefile"), rule)).toEqual([]);
    expect(refsOf(both.ran("git reset --hard", { exit: 1 }), rule)).toEqual([]);
    expect(refsOf(both.ran("git reset --hard", { result: false }), rule)).toEqual([]);
    expect(refsOf(both.ran("git status"), rule)).toEqual([]);
    expect(refsOf(aSession().read("src/a.ts").ran("git reset --hard"), rule)).toEqual([]);
    expect(refsOf(aSession().edited("src/a.ts", { result: false }).ran("git reset --hard"), rule)).toEqual([]);
  });
});
