import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { busiestOf, heatTable, hoursOf } from "./heat-model";

const cell = (weekday: number, hour: number, provenTokens: number) => ({
  weekday,
  hour,
  provenTokens,
  addedTokens: 100,
  idleTokens: 0,
});

describe("the hours that a cell adds up", () => {
  it("are those of its weekday in the range, newest first", () => {
    // 14 Nov 2026 is a Saturday.
    const range = { from: "2026-11-14", to: "2026-11-27" };
    expect(hoursOf(range, 5, 9)).toEqual(["2026-11-27T09", "2026-11-20T09"]);
    expect(hoursOf(range, 6, 23)).toEqual(["2026-11-21T23", "2026-11-14T23"]);
  });

  it("keep to a range of hours", () => {
    const range = { from: "2026-11-26T15", to: "2026-11-27T14" };
    expect(hoursOf(range, 5, 14)).toEqual(["2026-11-27T14"]);
    expect(hoursOf(range, 5, 15)).toEqual([]);
    expect(hoursOf(range, 4, 15)).toEqual(["2026-11-26T15"]);
  });

  it("of all cells together are every hour of the range once", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 60 }), (start, length) => {
        const day = (offset: number) => new Date(Date.UTC(2025, 0, 1 + offset)).toISOString().slice(0, 10);
        const range = { from: day(start), to: day(start + length) };
        const all = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => hoursOf(range, weekday, 8));
        expect(all.sort()).toEqual(Array.from({ length: length + 1 }, (_, index) => `${day(start + index)}T08`));
      }),
    );
  });
});

describe("the heat map's twin", () => {
  it("has one row for each recorded hour, in the order of the week", () => {
    const table = heatTable("", [cell(7, 1, 5), cell(1, 23, 7), cell(1, 9, 0)]);
    expect(table.rows.map((row) => row[0])).toEqual(["Mon 09:00", "Mon 23:00", "Sun 01:00"]);
    expect(table.rows.map((row) => row[2])).toEqual([0, 7, 5]);
  });

  it("starts at the hour with most noise", () => {
    expect(busiestOf([cell(1, 1, 5), cell(2, 2, 50)])).toMatchObject({ weekday: 2, hour: 2 });
    expect(busiestOf([])).toBeNull();
  });
});
