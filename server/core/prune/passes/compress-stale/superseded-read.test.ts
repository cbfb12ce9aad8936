import { describe, expect, it } from "vitest";
import { noiseClasses, residencies, verdictOf } from "../../testing/reading";
import { aSession } from "../../testing/session-builder";

const OLD = `export function run() {\n${"  step();\n".repeat(80)}}\n`;
const NEW = `export function start() {\n${"  step(1);\n".repeat(80)}}\n`;

describe("superseded reads", () => {
  it("goes to its kept meaning when a newer read shows the whole file", () => {
    const session = aSession().read("src/a.ts", { text: OLD }).edited("src/a.ts").read("src/a.ts", { text: NEW });
    expect(residencies(session)).toEqual(["retained", "full", "full"]);
    const verdict = verdictOf(session, session.results()[0] ?? "");
    expect(verdict).toMatchObject({ noise: "superseded", noiseSinceTurn: 3, evidence: [session.last] });
    expect(verdict?.retained).toContain("Declares run");
    expect(verdict?.reason).toContain("src/a.ts came again at");
  });

  it("compares line ranges, and takes an unknown range for no cover", () => {
    const part = aSession().read("a.ts", { text: OLD, lines: [10, 40] });
    expect(noiseClasses(part.read("a.ts", { text: NEW, lines: [1, 100] }))[0]).toBe("superseded");
    expect(noiseClasses(part.read("a.ts", { text: NEW, lines: [20, 100] }))[0]).toBeNull();
    expect(noiseClasses(part.read("a.ts", { text: NEW, lines: [1, null] }))[0]).toBeNull();
    expect(noiseClasses(part.read("a.ts", { text: NEW }))[0]).toBe("superseded");
    const open = aSession().read("a.ts", { text: OLD, lines: [10, null] });
    expect(noiseClasses(open.read("a.ts", { text: NEW, lines: [1, 999] }))[0]).toBeNull();
    expect(noiseClasses(open.read("a.ts", { text: NEW }))[0]).toBe("superseded");
  });

  it("takes a whole write for a newer text, and an edit for none", () => {
    const read = aSession().read("a.ts", { text: OLD });
    expect(noiseClasses(read.wrote("a.ts"))).toEqual(["superseded", null]);
    expect(noiseClasses(read.edited("a.ts"))).toEqual([null, null]);
  });

  it("needs a success, the same file and the same window", () => {
    const read = aSession().read("a.ts", { text: OLD });
    const others = [
      read.read("a.ts", { outcome: "error", text: "gone" }),
      read.read("b.ts", { text: NEW }),
      read.compacted().read("a.ts", { text: NEW }),
      read.inThread("sub").read("a.ts", { text: NEW }),
    ];
    for (const session of others) expect(noiseClasses(session)[0]).toBeNull();
  });

  it("does not let a duplicate push out the original that it points to", () => {
    const session = aSession().read("a.ts", { text: OLD }).read("a.ts", { text: OLD });
    expect(residencies(session)).toEqual(["full", "reference"]);
  });

  it("lets the copies of an original leave with it", () => {
    const session = aSession()
      .read("a.ts", { text: OLD })
      .read("a.ts", { text: OLD })
      .edited("a.ts")
      .read("a.ts", { text: NEW });
    expect(residencies(session)).toEqual(["retained", "retained", "full", "full"]);
    expect(noiseClasses(session)).toEqual(["superseded", "duplicate", null, null]);
  });
});
