import { describe, expect, it } from "vitest";
import { plan } from "../prune/pipeline";
import { STRICT_POLICY } from "../prune/policy";
import { aSession, type SessionBuilder } from "../prune/testing/session-builder";
import { attributions } from "./attribution";
import { measureNoise } from "./measure";
import { cachedReadPrice } from "./prices";
import { rollupRows } from "./rollup";

const DIMS = { hourOf: (atMs: number) => new Date(atMs - (atMs % 3_600_000)).toISOString(), branchOf: () => "main" };

function noiseOf(session: SessionBuilder) {
  const built = session.build();
  return measureNoise(built, plan(built, STRICT_POLICY));
}

function rollupsOf(session: SessionBuilder) {
  const built = session.build();
  const planned = plan(built, STRICT_POLICY);
  return rollupRows(built, measureNoise(built, planned), DIMS);
}

describe("carried noise", () => {
  it("is tokens times the requests that carried them: a 1,000-token copy at request 7 of 20 carries 13,000", () => {
    const session = aSession("claude-opus-4-5")
      .turns(5)
      .read("a.ts", { tokens: 1_000, text: "text_one" })
      .read("a.ts", { tokens: 1_000, text: "text_one" });
    const copy = session.last;
    const noise = noiseOf(session.turns(11).said("see a.ts").turns(1));
    expect(noise).toEqual([
      {
        ref: copy,
        class: "duplicate",
        tokens: 1_000,
        sinceTurn: 7,
        carriedRequests: 13,
        carriedTokens: 13_000,
        costNanoUsd: 6_500_000,
      },
    ]);
  });

  it("ends with the window: a compaction carries nothing on", () => {
    const session = aSession()
      .read("a.ts", { tokens: 100 })
      .read("a.ts", { tokens: 100 })
      .turns(4)
      .compacted()
      .turns(50)
      .said("a.ts");
    expect(noiseOf(session)).toMatchObject([{ class: "duplicate", carriedRequests: 4, carriedTokens: 400 }]);
  });

  it("starts for an error when it was resolved, and for a read when it was superseded", () => {
    const session = aSession()
      .ran("bun test", { exit: 1, tokens: 50 })
      .turns(3)
      .ran("bun test", { tokens: 5, text: "ok" })
      .read("a.ts", { tokens: 70 })
      .turns(2)
      .read("a.ts", { tokens: 80, text: "newer" })
      .turns(1);
    expect(noiseOf(session)).toMatchObject([
      { class: "resolved-error", sinceTurn: 5, carriedRequests: 5, carriedTokens: 250 },
      { class: "superseded", sinceTurn: 9, carriedRequests: 1, carriedTokens: 70 },
    ]);
  });

  it("has no price for an unknown model, and charges nothing as 0", () => {
    const session = aSession("house-model").read("a.ts", { tokens: 100 }).read("a.ts", { tokens: 100 });
    expect(noiseOf(session)).toMatchObject([{ carriedTokens: 0, costNanoUsd: 0 }]);
    expect(noiseOf(session.turns(2))).toMatchObject([{ carriedTokens: 200, costNanoUsd: null }]);
    const rows = rollupsOf(session.turns(2)).filter((row) => row.pass === "duplicate");
    expect(rows).toMatchObject([{ costNanoUsd: 0, unpricedCarriedTokens: 200 }]);
  });
});

describe("idle noise", () => {
  it("is what nobody referred to in ten turns or later, counted from the tenth", () => {
    const session = aSession().searched("needle", { text: "src/hay_stack.ts:1 needle", tokens: 500 });
    const found = session.last;
    expect(noiseOf(session.turns(9))).toEqual([]);
    expect(noiseOf(session.turns(10))).toMatchObject([{ class: "idle", sinceTurn: 11, carriedRequests: 0 }]);
    expect(noiseOf(session.turns(15))).toMatchObject([
      { ref: found, class: "idle", sinceTurn: 11, carriedRequests: 5, carriedTokens: 2_500 },
    ]);
  });

  it("ends for good when its path, its name or one of its identifiers is used", () => {
    const search = aSession().searched("needle", { text: "src/hay_stack.ts:1 needle" }).turns(12);
    for (const said of ["look at src/hay_stack.ts", "the needle query was right: `needle`, see hay_stack"]) {
      expect(noiseOf(search.said(said)).map((item) => item.class)).toEqual(said.includes("src/") ? [] : ["idle"]);
    }
    expect(noiseOf(search.read("src/hay_stack.ts"))).toEqual([]);
    const read = aSession().read("lib/x.ts", { text: "const fooBarBaz = 1" }).turns(12);
    expect(noiseOf(read)).toHaveLength(1);
    expect(noiseOf(read.said("call fooBarBaz here"))).toEqual([]);
    expect(noiseOf(read.said("open x.ts"))).toEqual([]);
  });

  it("is not saved by an identifier that was in use twice before", () => {
    const session = aSession()
      .said("we need fooBarBaz")
      .said("fooBarBaz, that is")
      .read("lib/x.ts", { text: "const fooBarBaz = 1" })
      .turns(12)
      .said("fooBarBaz it is");
    expect(noiseOf(session)).toMatchObject([{ class: "idle" }]);
  });

  it("is a skill that was loaded and not followed by any call", () => {
    const loaded = aSession().prompted("go").loadedSkill("tdd", "Write the test first.");
    expect(noiseOf(loaded.turns(3).prompted("stop").turns(12))).toMatchObject([{ class: "idle" }]);
    expect(noiseOf(loaded.ran("bun test").prompted("stop").turns(12)).map((item) => item.class)).toEqual([]);
  });

  it("is never a core file, a check's latest result, or what a rule already took", () => {
    const session = aSession().read("CLAUDE.md").ran("bun test", { text: "ok" }).turns(20);
    expect(noiseOf(session)).toEqual([]);
  });
});

describe("dropped noise", () => {
  it("is what was taken out, at what it saved, and no other class any more", () => {
    const session = aSession().read("a.ts", { tokens: 1_000 }).read("a.ts", { tokens: 1_000 });
    const dropped = session.standing(session.last, "reference");
    const [item] = noiseOf(dropped.turns(3));
    expect(item).toMatchObject({ class: "dropped", carriedTokens: 0 });
    expect(item?.tokens).toBeGreaterThan(970);
  });
});

describe("attribution", () => {
  it("charges the later reader, and tells a skill's load from what came under it", () => {
    const session = aSession().prompted("go").loadedSkill("tdd").read("a.ts").inThread("t1", "reviewer").read("b.ts");
    const all = [...attributions(session.build()).values()].map(({ agent, skill, skillPart, tool }) => [
      agent,
      skill,
      skillPart,
      tool,
    ]);
    expect(all).toEqual([
      ["main", null, null, null],
      ["main", "tdd", "load", null],
      ["main", "tdd", "under", "Read"],
      ["main", "tdd", "under", "Read"],
      ["reviewer", null, null, "Read"],
      ["reviewer", null, null, "Read"],
    ]);
  });

  it("counts auxiliary threads but never calls them noise", () => {
    const session = aSession().inThread("c1", "compact", true).read("a.ts").read("a.ts").turns(20);
    expect(noiseOf(session)).toEqual([]);
    const rows = rollupsOf(session);
    expect(new Set(rows.map((row) => row.agent))).toEqual(new Set(["auxiliary"]));
    expect(rows.reduce((sum, row) => sum + row.events, 0)).toBe(4);
  });
});

describe("cachedReadPrice", () => {
  const NOW = Date.UTC(2026, 10, 1);
  it.each([
    ["claude-opus-4-5-20251101", 500],
    ["claude-opus-4.8", 500],
    ["anthropic/claude-sonnet-4.5", 300],
    ["claude-sonnet-4-20250514", 300],
    ["us.anthropic.claude-haiku-4-5-20251001-v1:0", 100],
    ["gpt-5", 125],
    ["gpt-5.4-mini", 75],
    ["gpt-5.9", null],
    ["claude-sonnet-5-5", 100],
    ["<synthetic>", null],
    [null, null],
  ])("of %s is %s nano-USD", (model, expected) => {
    expect(cachedReadPrice(model, NOW)).toBe(expected);
  });

  it("is that of the day", () => {
    expect(cachedReadPrice("claude-sonnet-5-5", Date.UTC(2026, 9, 1))).toBe(200);
  });
});
