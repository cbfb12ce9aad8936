import { describe, expect, it } from "vitest";
import { type Measured, nothingMeasured } from "@/server/core/replay/measure";
import { curveSvg } from "./curve";
import { figuresOf, shown } from "./figures";
import type { PolicyKey, Row } from "./rows";
import { shareOfOracle, targetResults } from "./targets";

function measured(saved: number, keptAnchors: number): Measured {
  const sum = nothingMeasured();
  Object.assign(sum, {
    requests: 100,
    fullTokens: 1_000,
    visibleTokens: 1_000 - saved * 10,
    changes: 4,
    freeChanges: 3,
  });
  for (const recall of Object.values(sum.recalls)) Object.assign(recall, { needed: 1_000, kept: 1_000 });
  sum.recalls.editAnchor.kept = keptAnchors;
  return sum;
}

const row = (key: PolicyKey, one: Measured): Row => ({
  key,
  name: key,
  measured: [one, one],
  thresholds: 1,
  validity: null,
});
const ROWS = [
  row("oracle", measured(60, 1_000)),
  row("strict", measured(36, 990)),
  row("loose", measured(48, 985)),
  row("blocks", measured(10, 1_000)),
];

describe("figures", () => {
  it("are shares in percent, and unknown where nothing was to be measured", () => {
    expect(figuresOf(measured(36, 990))).toMatchObject({ saved: 36, savedLarge: null, changes: 4, freeChanges: 3 });
    expect(figuresOf(nothingMeasured()).recall.editAnchor).toBeNull();
  });

  it("show 100.00 only when nothing was lost", () => {
    expect([shown(100, 2), shown(99.999, 2), shown(99.5, 2), shown(null, 2)]).toEqual([
      "100.00",
      "99.99",
      "99.50",
      "–",
    ]);
  });
});

describe("targets", () => {
  it("are judged on the report half, each met, missed or not measured", () => {
    const results = targetResults(ROWS);
    const of = (policy: PolicyKey, what: string) =>
      results.find((one) => one.policy === policy && one.what === what)?.met;
    expect(of("strict", "saved")).toBe(true);
    expect(of("strict", "edit anchor")).toBe(false);
    expect(of("strict", "changes per 100 requests")).toBe(false);
    expect(of("strict", "saved above 160k")).toBeNull();
    expect(of("loose", "edit anchor")).toBe(true);
    expect(of("blocks", "editAnchor")).toBe(true);
    expect(
      targetResults([...ROWS.slice(0, 3), row("blocks", measured(10, 999))]).find(({ what }) => what === "editAnchor")
        ?.met,
    ).toBe(false);
  });

  it("say which share of the oracle's saving is reached", () => {
    expect(shareOfOracle(ROWS, "strict", "all")).toBeCloseTo(60);
  });
});

describe("the curve", () => {
  it("places every policy in both panels, for light and for dark pages", () => {
    const svg = curveSvg(ROWS, [{ by: 0.5, measured: measured(40, 980) }], 2);
    expect(svg.match(/<circle /g)).toHaveLength(2 * ROWS.length);
    expect(svg.match(/<polyline /g)).toHaveLength(2);
    expect(svg).toContain("prefers-color-scheme: dark");
    expect(svg).not.toMatch(/NaN|undefined/);
  });
});
