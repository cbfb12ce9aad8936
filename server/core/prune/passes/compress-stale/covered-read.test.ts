import { describe, expect, it } from "vitest";
import type { PrunePolicy } from "../../model";
import { EAGER_POLICY } from "../../testing/policies";
import { noiseClasses, residencies, verdictOf } from "../../testing/reading";
import { aSession, type SessionBuilder } from "../../testing/session-builder";

const POLICY: PrunePolicy = { ...EAGER_POLICY, superseded: { coveredShare: 0.8, tokens: 0, turns: 0 } };
const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `statement number ${from + at} does its work;`).join("\n");
const part = (session: SessionBuilder, from: number, to: number | null, text: string) =>
  session.read("a.ts", { lines: [from, to], text });
const first = (session: SessionBuilder, policy = POLICY) => verdictOf(session, session.results()[0] ?? "", policy);

describe("reads that later reads cover in part", () => {
  const read = part(aSession(), 1, 100, lines(1, 100));

  it("go to their kept meaning when later ones show the agreed share of their lines, and are no noise", () => {
    const covered = part(read, 21, 130, lines(21, 130));
    expect(first(covered)).toMatchObject({
      rule: "compress-stale.covered-read",
      to: "retained",
      noise: null,
      noiseSinceTurn: null,
      evidence: [covered.last],
    });
    expect(first(covered)?.reason).toBe(`ctx:${covered.last} shows most of its lines again.`);
    expect(noiseClasses(covered, POLICY)).toEqual([null, null]);
    expect(residencies(part(read, 22, 130, lines(22, 130)), POLICY)).toEqual(["full", "full"]);
  });

  it("count each line once, without its number, and not those that tell nothing", () => {
    const numbered = lines(1, 100)
      .split("\n")
      .map((line, at) => `${at + 1}→${line}`)
      .join("\n");
    const braces = part(aSession(), 1, 130, `${lines(1, 80)}\n${"}\n".repeat(50)}`);
    expect(first(part(read, 5, 99, numbered))?.to).toBe("retained");
    expect(first(part(braces, 5, 84, lines(1, 80)))?.to).toBe("retained");
    expect(residencies(part(part(aSession(), 1, 9, "}\n".repeat(200)), 20, 30, "x"), POLICY)[0]).toBe("full");
  });

  it("need a successful read of the same file in the same window", () => {
    const text = lines(21, 130);
    expect(residencies(read.read("b.ts", { lines: [21, 130], text }), POLICY)[0]).toBe("full");
    expect(residencies(read.read("a.ts", { lines: [21, 130], text, outcome: "error" }), POLICY)[0]).toBe("full");
    expect(residencies(read.searched("a.ts", { text }), POLICY)[0]).toBe("full");
    expect(residencies(part(read.inThread("sub"), 21, 130, text), POLICY)[0]).toBe("full");
    const searched = aSession().searched("a.ts", { text: lines(1, 100) });
    expect(residencies(part(searched, 21, 130, text), POLICY)[0]).toBe("full");
  });

  it("are not covered by an exact repeat, which is sent back to them", () => {
    expect(residencies(part(read, 1, 100, lines(1, 100)), POLICY)).toEqual(["full", "reference"]);
  });

  it("wait for the window of the superseded", () => {
    const later: PrunePolicy = { ...POLICY, superseded: { coveredShare: 0.8, tokens: 100, turns: 2 } };
    const strict: PrunePolicy = { ...later, tail: EAGER_POLICY.tail };
    const strictTail: PrunePolicy = {
      ...strict,
      tail: { ...strict.tail, source_read: { tokens: 90_000, turns: 90 } },
    };
    const covered = part(read, 21, 130, lines(21, 130));
    expect(first(covered, strictTail)?.to).toBe("full");
    expect(first(covered.turns(1), strictTail)?.to).toBe("retained");
    const early = part(read, 21, 22, "x").turns(5);
    expect(first(early, strictTail)?.to).toBe("full");
  });
});
