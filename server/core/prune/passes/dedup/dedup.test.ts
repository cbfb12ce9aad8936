import { describe, expect, it } from "vitest";
import { noiseClasses, residencies, verdictOf } from "../../testing/reading";
import { aSession } from "../../testing/session-builder";

const BODY = "line of text\n".repeat(60);

describe("identical results", () => {
  it("keeps the first and points later ones to it", () => {
    const session = aSession().read("src/a.ts", { text: BODY });
    const first = session.last;
    const twice = session.read("src/a.ts", { text: BODY }).read("src/a.ts", { text: BODY });
    expect(residencies(twice)).toEqual(["full", "reference", "reference"]);
    expect(verdictOf(twice, twice.last)).toMatchObject({
      rule: "dedup.identical-result",
      evidence: [first],
      noise: "duplicate",
      noiseSinceTurn: 3,
      reason: `Same result as ctx:${first}, which this thread already has.`,
    });
  });

  it("leaves other content, other parameters and other tools alone", () => {
    const session = aSession()
      .read("src/a.ts", { text: BODY })
      .read("src/a.ts", { text: `${BODY}2026-01-01T10:00:00Z`, lines: [1, 9] })
      .read("src/b.ts", { text: BODY })
      .searched("src/a.ts", { text: BODY });
    expect(noiseClasses(session)).toEqual([null, null, null, null]);
  });

  it("takes a result again after its target was changed, even when the content is the same", () => {
    const session = aSession().read("src/a.ts", { text: BODY }).edited("src/a.ts").read("src/a.ts", { text: BODY });
    expect(noiseClasses(session)).toEqual(["superseded", null, null]);
    const other = aSession().read("src/a.ts", { text: BODY }).edited("src/b.ts").read("src/a.ts", { text: BODY });
    expect(noiseClasses(other)).toEqual([null, null, "duplicate"]);
    const refused = aSession()
      .read("src/a.ts", { text: BODY })
      .edited("src/a.ts", { outcome: "refused" })
      .read("src/a.ts", { text: BODY });
    expect(noiseClasses(refused)).toEqual([null, null, "duplicate"]);
  });

  it("knows that a rewind does not undo what is on the disk", () => {
    const session = aSession()
      .read("src/a.ts", { text: BODY })
      .edited("src/a.ts")
      .rewound(2)
      .read("src/a.ts", { text: BODY });
    expect(noiseClasses(session)[0]).toBe("superseded");
    expect(noiseClasses(session).at(-1)).toBeNull();
  });

  it("does not call a check repeated when anything was edited between", () => {
    const session = aSession().ran("bun test", { text: BODY }).edited("src/a.ts").ran("bun test", { text: BODY });
    expect(noiseClasses(session)).toEqual([null, null, null]);
  });

  it("keeps what a sub-agent read: another reader's copy is not in its window", () => {
    const session = aSession().read("src/a.ts", { text: BODY }).inThread("sub").read("src/a.ts", { text: BODY });
    expect(residencies(session)).toEqual(["full", "full"]);
  });

  it("cites only what still stands in the window: nothing across a compaction or off the branch", () => {
    const across = aSession().read("src/a.ts", { text: BODY }).compacted().read("src/a.ts", { text: BODY });
    expect(noiseClasses(across)).toEqual([null, null]);
    const off = aSession().read("src/a.ts", { text: BODY }).rewound(2).read("src/a.ts", { text: BODY });
    expect(noiseClasses(off)).toEqual([null, null]);
    const kept = aSession().read("src/a.ts", { text: BODY }).said("hm").rewound(1).read("src/a.ts", { text: BODY });
    expect(noiseClasses(kept)).toEqual([null, "duplicate"]);
  });

  it("lets a copy take the place of an original that was archived", () => {
    const base = aSession().read("src/a.ts", { text: BODY });
    const first = base.last;
    const second = base.read("src/a.ts", { text: BODY });
    const third = second.read("src/a.ts", { text: BODY }).standing(first, "reference");
    expect(residencies(third)).toEqual(["reference", "full", "reference"]);
    expect(verdictOf(third, third.last)?.evidence).toEqual([second.last]);
  });

  it("leaves what an earlier run or a person set as it is", () => {
    const session = aSession().read("src/a.ts", { text: BODY }).read("src/a.ts", { text: BODY });
    const set = session.standing(session.last, "retained");
    expect(residencies(set)).toEqual(["full", "retained"]);
  });

  it("does not take out what is smaller than its marker, but still counts it", () => {
    const session = aSession().read("a", { text: "x" }).read("a", { text: "x" });
    expect(residencies(session)).toEqual(["full", "full"]);
    expect(noiseClasses(session)).toEqual([null, "duplicate"]);
  });

  it.each(["refused", "collateral", "aborted"] as const)("says nothing of a call that was %s", (outcome) => {
    const session = aSession().ran("ls", { text: BODY, outcome }).ran("ls", { text: BODY, outcome });
    expect(noiseClasses(session)).toEqual([null, null]);
  });
});

describe("skill loads", () => {
  it("keeps the first load of a body", () => {
    const session = aSession().loadedSkill("tdd", BODY).loadedSkill("tdd", BODY).loadedSkill("tdd", `${BODY}more`);
    expect(residencies(session)).toEqual(["full", "reference", "full"]);
    expect(verdictOf(session, session.results()[1] ?? "")?.rule).toBe("dedup.skill-load");
  });

  it("loads again after a compaction", () => {
    const session = aSession().loadedSkill("tdd", BODY).compacted().loadedSkill("tdd", BODY).prompted("next");
    expect(noiseClasses(session)).toEqual([null, null]);
  });
});

describe("graph queries", () => {
  const SYMBOLS = Array.from({ length: 40 }, (_, at) => `symbol_${at} src/file${at}.ts`);

  it("takes another query that returns the same symbols in another order", () => {
    const session = aSession()
      .queriedGraph("callers of a", SYMBOLS.join("\n"))
      .queriedGraph("uses of a", SYMBOLS.toReversed().join("\n"));
    expect(residencies(session)).toEqual(["full", "reference"]);
  });

  it("leaves another symbol set, and the same one after an edit", () => {
    const session = aSession()
      .queriedGraph("callers of a", SYMBOLS.join("\n"))
      .queriedGraph("callers of b", SYMBOLS.slice(1).join("\n"))
      .edited("src/file1.ts")
      .queriedGraph("callers of a", SYMBOLS.join("\n"));
    expect(noiseClasses(session)).toEqual([null, null, null, null]);
  });
});
