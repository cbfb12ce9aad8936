import { describe, expect, it } from "vitest";
import { estimateTokens } from "../events/tokens";
import type { SessionInput } from "../prune/model";
import { aSession, type SessionBuilder } from "../prune/testing/session-builder";
import { addMeasured, type Measured, type ReplayPolicy, replay } from "./measure";
import { recordingOf } from "./recording";

const MARKER = "[gone]";

/** Shows the marker in place of the named units from the request with that index on. */
function hides(units: readonly number[], fromRequest: number, text: string = MARKER): ReplayPolicy {
  return {
    name: "hides",
    begin: () => ({
      before: (_request, index) => (index === fromRequest ? units.map((unit) => ({ unit, text })) : []),
    }),
  };
}

function measured(session: SessionBuilder | SessionInput, policy: ReplayPolicy): Measured {
  return replay(recordingOf("build" in session ? session.build() : session), policy);
}

function edits(session: SessionBuilder, ...old: readonly string[]): SessionBuilder {
  const params = JSON.stringify({
    file_path: "src/a.ts",
    old_string: old.join("\n"),
    new_string: "const changed = 1;",
  });
  return session.used({ tool: "Edit", toolClass: "edit", target: "src/a.ts", params, text: "edited" }, {});
}

const FILE = "export const firstLine = 1;\nexport const secondLine = 2;\nexport const thirdLine = 3;";
/** Units: 0 prompt, 1 call, 2 result; the request of the edit has index 1. */
const READ = aSession().prompted("please change it").read("src/a.ts", { text: FILE });
const RESULT = 2;

describe("what a turn used", () => {
  it("is kept while something in view shows it", () => {
    const { recalls } = measured(edits(READ, "export const firstLine = 1;"), hides([], 0));
    expect(recalls.editAnchor).toEqual({ kept: 1, needed: 1 });
    expect(recalls.line).toEqual({ kept: 1, needed: 1 });
    expect(recalls.rareName).toMatchObject({ needed: recalls.rareName.kept });
  });

  it("is lost when only a hidden result had shown it", () => {
    const sum = measured(edits(READ, "export const firstLine = 1;"), hides([RESULT], 1));
    expect(sum.recalls.editAnchor).toEqual({ kept: 0, needed: 1 });
    expect(sum.recalls.line).toEqual({ kept: 0, needed: 1 });
    expect(sum.lossyRequests).toBe(1);
  });

  it("is not lost when it stands elsewhere too", () => {
    const again = READ.ran("cat src/a.ts", { text: FILE });
    const { recalls } = measured(edits(again, "export const firstLine = 1;"), hides([RESULT], 2));
    expect(recalls.editAnchor).toEqual({ kept: 1, needed: 1 });
  });

  it("is kept by what a shorter text still shows", () => {
    const kept = hides([RESULT], 1, "src/a.ts: 3 lines.\nexport const firstLine = 1;");
    expect(measured(edits(READ, "export const firstLine = 1;"), kept).recalls.editAnchor.kept).toBe(1);
    expect(measured(edits(READ, "export const thirdLine = 3;"), kept).recalls.editAnchor.kept).toBe(0);
  });

  it("asks for every line of an anchor", () => {
    const kept = hides([RESULT], 1, "export const firstLine = 1;");
    const { recalls } = measured(edits(READ, "export const firstLine = 1;", "export const secondLine = 2;"), kept);
    expect(recalls.editAnchor).toEqual({ kept: 0, needed: 1 });
    expect(recalls.line).toEqual({ kept: 1, needed: 2 });
  });

  it("asks for nothing that the window had never shown", () => {
    const { recalls } = measured(
      edits(READ, "export const firstLine = 1;", "not in the file at all"),
      hides([RESULT], 1),
    );
    expect(recalls.editAnchor).toEqual({ kept: 0, needed: 0 });
    expect(recalls.line).toEqual({ kept: 0, needed: 1 });
  });

  it("counts a name as rare in two places, and not in three", () => {
    const name = "settleLedgerTotal";
    const places = (count: number) => {
      let session = aSession().prompted("go on");
      for (let at = 0; at < count; at++) session = session.ran(`cat ${at}`, { text: `${name} number ${at}` });
      return measured(session.said(`I change ${name} now.`), hides([], 0)).recalls;
    };
    expect(places(2).rareName).toEqual({ kept: 1, needed: 1 });
    expect(places(3).rareName).toEqual({ kept: 0, needed: 0 });
    expect(places(3).name).toEqual({ kept: 1, needed: 1 });
  });

  it("counts paths as the model wrote them", () => {
    const listed = aSession().prompted("go on").ran("ls", { text: "src/very/far.ts" });
    const params = JSON.stringify({ file_path: "src/very/far.ts" });
    const tool = {
      tool: "Read",
      toolClass: "source_read",
      target: "/repo/src/very/far.ts",
      params,
      text: "text",
    } as const;
    const session = listed.used(tool, {});
    expect(measured(session, hides([], 0)).recalls.path).toEqual({ kept: 1, needed: 1 });
    expect(measured(session, hides([2], 1)).recalls.path).toEqual({ kept: 0, needed: 1 });
  });

  it("does not look back over a compaction", () => {
    const session = edits(READ.compacted().said("Where was I"), "export const firstLine = 1;");
    expect(measured(session, hides([], 0)).recalls.editAnchor.needed).toBe(0);
  });

  it("leaves out what a rewind took back", () => {
    const session = READ.read("src/b.ts", { text: "export const onlyInB = 1;" }).rewound(2);
    const recording = recordingOf(edits(session, "export const onlyInB = 1;").build());
    expect(recording.units.map(({ event }) => event.target).filter((target) => target === "src/b.ts")).toEqual([]);
    expect(recording.requests).toHaveLength(2);
    expect(replay(recording, hides([], 0)).recalls.editAnchor.needed).toBe(0);
  });
});

describe("what a change costs", () => {
  // Units: prompt 100, call and result 10 + 1,000, call and result 10 + 1,000, two remarks of 20 tokens.
  const call = { params: "p".repeat(40), tool: "Read", toolClass: "source_read" } as const;
  const SESSION = aSession()
    .prompted("x".repeat(400))
    .used({ ...call, text: "" }, { text: "a".repeat(4_000) })
    .used({ ...call, text: "" }, { text: "b".repeat(4_000) })
    .said("y".repeat(80))
    .said("z".repeat(80));
  const marker = estimateTokens(MARKER);
  const full = [100, 1_110, 2_120, 2_140];
  const cut = [100, 1_110, 1_120 + marker, 1_140 + marker];
  const price = (cached: number, all: number) => cached * 0.1 + (all - cached) * 1.25;
  const without = price(0, 100) + price(100, 1_110) + price(1_110, 2_120) + price(2_120, 2_140);
  const start = price(0, 100) + price(100, 1_110);
  const [, , third = 0, fourth = 0] = cut;

  it("is the rest behind the change (A), or all of it (B)", () => {
    const sum = measured(SESSION, hides([RESULT], 2));
    expect(sum.fullTokens).toBe(full.reduce((all, one) => all + one, 0));
    expect(sum.visibleTokens).toBe(cut.reduce((all, one) => all + one, 0));
    expect(sum.cost.A.without).toBeCloseTo(without);
    expect(sum.cost.A.with).toBeCloseTo(start + price(110, third) + price(third, fourth));
    expect(sum.cost.B.with).toBeCloseTo(start + price(0, third) + price(third, fourth));
    expect(sum.cost.Bt).toEqual(sum.cost.B);
    expect([sum.requests, sum.changes, sum.freeChanges]).toEqual([4, 1, 0]);
  });

  it("is nothing extra behind a pause in which the cache was forgotten", () => {
    const built = SESSION.build();
    const late = built.requests.map((one, at) => (at < 2 ? one : { ...one, atMs: one.atMs + 6 * 60_000 }));
    const sum = measured({ ...built, requests: late }, hides([RESULT], 2));
    expect([sum.changes, sum.freeChanges]).toEqual([1, 1]);
    expect(sum.cost.Bt.without).toBeCloseTo(start + price(0, 2_120) + price(2_120, 2_140));
    expect(sum.cost.Bt.with).toBeCloseTo(start + price(0, third) + price(third, fourth));
    expect(sum.cost.B.without).toBeCloseTo(without);
  });

  it("starts anew behind a compaction", () => {
    const session = SESSION.compacted().said("w".repeat(80)).said("v".repeat(80));
    const sum = measured(session, hides([], 0));
    expect(sum.cost.B.without).toBeCloseTo(without + price(0, 0) + price(0, 20));
  });
});

describe("what must stay", () => {
  const session = aSession()
    .prompted("keep to the rules")
    .read("CLAUDE.md", { text: "rules" })
    .read("src/a.ts", { text: FILE })
    .said("well then");

  it("counts prompts and core files once each, and nothing else", () => {
    expect(measured(session, hides([0, 2, 4], 2)).violations).toBe(2);
    expect(measured(session, hides([4], 2)).violations).toBe(0);
  });
});

describe("sums", () => {
  it("of parts are those of the whole", () => {
    const parts = [hides([RESULT], 1), hides([], 0)].map((policy) =>
      measured(edits(READ, "export const firstLine = 1;"), policy),
    );
    const sum = addMeasured(parts);
    expect(sum.recalls.editAnchor).toEqual({ kept: 1, needed: 2 });
    expect(sum.requests).toBe(4);
    expect(sum.cost.A.without).toBeCloseTo(2 * (parts[0]?.cost.A.without ?? Number.NaN));
  });
});
