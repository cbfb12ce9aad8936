import { describe, expect, it } from "vitest";
import { bucketsOf, bucketUnit, previousBuckets } from "./buckets";
import { NO_FILTER, type RangePreset, withChange } from "./filter";
import { type Extent, resolveRange } from "./range";

const BERLIN = "Europe/Berlin";
const at = (text: string) => Date.parse(text);
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
const RECENT: Extent = { firstMs: at("2026-01-05T10:00:00Z"), lastMs: at("2026-11-27T12:00:00Z") };
const preset = (range: RangePreset) => withChange(NO_FILTER, { range });
const between = (from: string | null, to: string | null) => withChange(NO_FILTER, { from, to });

describe("range of a filter", () => {
  it("holds calendar days of the zone, today included, and the stretch before", () => {
    const range = resolveRange(preset("14d"), at("2026-11-27T23:30:00Z"), BERLIN, RECENT);
    expect([range.from, range.to, range.grain]).toEqual(["2026-11-15", "2026-11-28", "day"]);
    expect(iso(range.fromMs)).toBe("2026-11-14T23:00:00.000Z");
    expect(iso(range.toMs)).toBe("2026-11-28T23:00:00.000Z");
    expect(iso(range.previous?.fromMs)).toBe("2026-10-31T23:00:00.000Z");
    expect(range.previous?.toMs).toBe(range.fromMs);
  });

  it("covers 25 hours on the day when clocks go back and 23 when they go forward", () => {
    const hours = (day: string) => {
      const { fromMs, toMs } = resolveRange(between(day, day), at("2026-11-27T12:00:00Z"), BERLIN, RECENT);
      return (toMs - fromMs) / 3_600_000;
    };
    expect(hours("2026-10-25")).toBe(25);
    expect(hours("2026-03-29")).toBe(23);
  });

  it("takes whole hours for the last 24", () => {
    const range = resolveRange(preset("24h"), at("2026-11-27T14:20:00Z"), BERLIN, RECENT);
    expect([iso(range.fromMs), iso(range.toMs)]).toEqual(["2026-11-26T15:00:00.000Z", "2026-11-27T15:00:00.000Z"]);
    expect(range.grain).toBe("hour");
  });

  it("reads hours of its own, the doubled one with both its turns", () => {
    const range = resolveRange(between("2026-10-25T02", "2026-10-25T02"), at("2026-11-27T12:00:00Z"), BERLIN, RECENT);
    expect([iso(range.fromMs), iso(range.toMs)]).toEqual(["2026-10-25T00:00:00.000Z", "2026-10-25T02:00:00.000Z"]);
    expect([range.from, range.to]).toEqual(["2026-10-25T02", "2026-10-25T02"]);
  });

  it("opens on a range in which there is something to see", () => {
    const now = at("2026-11-27T12:00:00Z");
    const chosen = (lastDaysAgo: number) => {
      const lastMs = now - lastDaysAgo * 86_400_000;
      return resolveRange(NO_FILTER, now, BERLIN, { firstMs: lastMs - 1000, lastMs }).preset;
    };
    expect([0, 13, 20, 40].map(chosen)).toEqual(["14d", "14d", "30d", "all"]);
    expect(resolveRange(NO_FILTER, now, BERLIN, null).preset).toBe("14d");
  });

  it("shows everything from the first to the last day, without a period before", () => {
    const range = resolveRange(preset("all"), at("2027-05-01T00:00:00Z"), BERLIN, RECENT);
    expect([range.from, range.to, range.previous]).toEqual(["2026-01-05", "2026-11-27", null]);
  });
});

describe("columns of a trend", () => {
  it("chooses a unit that a chart can hold", () => {
    const unit = (days: number) => bucketUnit({ fromMs: 0, toMs: days * 86_400_000 });
    expect([1, 2, 3, 92, 93, 365, 900].map(unit)).toEqual(["hour", "hour", "day", "day", "week", "week", "month"]);
  });

  it("leave no gap and no overlap, over changes of the clock too", () => {
    for (const zone of [BERLIN, "Asia/Kolkata", "America/St_Johns"]) {
      for (const unit of ["hour", "day", "week", "month"] as const) {
        const range = resolveRange(between("2026-03-20", "2026-11-02"), at("2026-11-27T12:00:00Z"), zone, RECENT);
        const buckets = bucketsOf(range, zone, unit);
        expect(buckets[0]?.fromMs).toBe(range.fromMs);
        expect(buckets.at(-1)?.toMs).toBe(range.toMs);
        buckets.slice(1).forEach((bucket, index) => {
          expect(bucket.fromMs).toBe(buckets[index]?.toMs);
        });
      }
    }
  });

  it("names each day as a click will ask for it", () => {
    const range = resolveRange(between("2026-10-24", "2026-10-26"), at("2026-11-27T12:00:00Z"), BERLIN, RECENT);
    const buckets = bucketsOf(range, BERLIN, "day");
    expect(buckets.map((bucket) => bucket.from)).toEqual(["2026-10-24", "2026-10-25", "2026-10-26"]);
    for (const { from, to, fromMs, toMs } of buckets) {
      const clicked = resolveRange(between(from, to), at("2026-11-27T12:00:00Z"), BERLIN, RECENT);
      expect([clicked.fromMs, clicked.toMs]).toEqual([fromMs, toMs]);
    }
  });

  it("give the previous period as many days", () => {
    const range = resolveRange(preset("7d"), at("2026-10-28T12:00:00Z"), BERLIN, RECENT);
    expect(previousBuckets(range, BERLIN).map((bucket) => bucket.from)).toEqual(
      ["15", "16", "17", "18", "19", "20", "21"].map((day) => `2026-10-${day}`),
    );
  });
});
