import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gridTicks } from "./grid-ticks";
import { CHARTED_NOISE } from "./palette";
import { layOutTrend, type TrendBucket, trendTable } from "./trend-model";

function aBucket(day: number, bucket: Partial<TrendBucket> = {}): TrendBucket {
  return { key: `d${day}`, label: String(day), fullLabel: `${day} Nov`, values: { duplicate: 100 }, ...bucket };
}

const values = fc.option(
  fc.record({ duplicate: fc.nat(2e6), "resolved-error": fc.nat(2e6), superseded: fc.nat(2e6), idle: fc.nat(2e6) }),
);
const someBuckets = fc
  .array(values, { minLength: 1, maxLength: 60 })
  .map((all) => all.map((value, index) => aBucket(index, { values: value })));

describe("layOutTrend", () => {
  it("stacks on zero, stays inside the picture and never overlaps", () => {
    fc.assert(
      fc.property(someBuckets, (buckets) => {
        const layout = layOutTrend(buckets, CHARTED_NOISE);
        for (const column of layout.columns) {
          let floor = layout.baseY;
          for (const rect of column.rects) {
            // Half a unit is the least that is drawn, a tenth is lost by rounding.
            expect(rect.y + rect.height).toBeLessThanOrEqual(floor + 0.7);
            expect(rect.y).toBeGreaterThanOrEqual(0);
            floor = rect.y;
          }
          expect(column.x + column.width).toBeLessThanOrEqual(layout.right + 0.2);
        }
      }),
    );
  });

  it("draws a taller column for more tokens, in proportion", () => {
    const [small, large] = layOutTrend(
      [aBucket(1, { values: { idle: 50_000 } }), aBucket(2, { values: { idle: 100_000 } })],
      CHARTED_NOISE,
    ).columns;
    const heightOf = (rect?: { height: number }) => (rect?.height ?? 0) + 1;
    expect(heightOf(large?.rects[0]) / heightOf(small?.rects[0])).toBeCloseTo(2, 1);
  });

  it("keeps a gap for a missing bucket and a base line for a zero", () => {
    const [gap, zero] = layOutTrend([aBucket(1, { values: null }), aBucket(2, { values: {} })], CHARTED_NOISE).columns;
    expect(gap?.totalTokens).toBeNull();
    expect(zero?.totalTokens).toBe(0);
    expect(gap?.rects).toEqual([]);
  });

  it("breaks the earlier period's line where that has no value", () => {
    const tokens = [10, null, 20, 30];
    const buckets = tokens.map((value, index) => aBucket(index, { previous: { label: "", tokens: value } }));
    const path = layOutTrend(buckets, CHARTED_NOISE).previousPath;
    expect(path.match(/M/g)).toHaveLength(2);
  });

  it("has room for the earlier period when that was higher", () => {
    const layout = layOutTrend([aBucket(1, { previous: { label: "", tokens: 1000 } })], CHARTED_NOISE);
    expect(Number(layout.previousPath.match(/ ([\d.]+)H/)?.[1])).toBeGreaterThan(0);
  });

  it("shows every nth label when there are many columns", () => {
    const layout = layOutTrend(
      Array.from({ length: 60 }, (_, index) => aBucket(index)),
      CHARTED_NOISE,
    );
    const shown = layout.columns.filter((column) => column.showLabel);
    expect(shown.length).toBeLessThan(17);
    expect(shown.length).toBeGreaterThan(8);
  });

  it("keeps the label of the running column clear of its neighbours", () => {
    const days = Array.from({ length: 30 }, (_, index) => aBucket(index, { partial: index === 29 }));
    const shown = layOutTrend(days, CHARTED_NOISE).columns.flatMap(({ showLabel }, index) =>
      showLabel ? [index] : [],
    );
    expect(shown.slice(-2)).toEqual([26, 29]);
  });

  it("draws an empty range without columns", () => {
    expect(layOutTrend([], CHARTED_NOISE).columns).toEqual([]);
  });
});

describe("gridTicks", () => {
  it("gives one or two lines above zero for any height", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), (most) => {
        const ticks = gridTicks(most);
        expect(ticks.length).toBeGreaterThanOrEqual(1);
        expect(ticks.length).toBeLessThanOrEqual(2);
        for (const tick of ticks) expect(tick).toBeGreaterThan(0);
        expect(ticks.every(Number.isInteger), "Tokens are whole: half of one would be written as one.").toBe(true);
        expect(Math.max(...ticks)).toBeLessThanOrEqual(most);
      }),
    );
  });
});

describe("trendTable", () => {
  it("holds the same numbers as the columns, with gaps as empty cells", () => {
    fc.assert(
      fc.property(someBuckets, (buckets) => {
        const table = trendTable("", "Day", buckets, CHARTED_NOISE);
        const totals = table.rows.map((row) => row[1 + CHARTED_NOISE.length]);
        expect(totals).toEqual(layOutTrend(buckets, CHARTED_NOISE).columns.map((column) => column.totalTokens));
        for (const row of table.rows) {
          const parts = row.slice(1, 1 + CHARTED_NOISE.length);
          const total = row[1 + CHARTED_NOISE.length];
          if (total === null) expect(parts.every((part) => part === null)).toBe(true);
          else expect(parts.reduce<number>((sum, part) => sum + Number(part), 0)).toBe(total);
        }
      }),
    );
  });

  it("says that the running bucket is not over", () => {
    expect(trendTable("", "Day", [aBucket(27, { partial: true })], CHARTED_NOISE).rows[0]?.[0]).toBe("27 Nov (so far)");
  });
});
