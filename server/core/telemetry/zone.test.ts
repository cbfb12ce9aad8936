import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, instantOf, localTimeOf, readLocal, startOfDay, startOfHourMs, startOfWeek, writeLocal } from "./zone";

const BERLIN = "Europe/Berlin";
const iso = (ms: number) => new Date(ms).toISOString();
const day = (year: number, month: number, date: number, hour = 0) => ({ year, month, day: date, hour });

describe("calendar of a time zone", () => {
  it("begins a day at local midnight", () => {
    expect(iso(instantOf(day(2026, 11, 27), BERLIN))).toBe("2026-11-26T23:00:00.000Z");
    expect(iso(instantOf(day(2026, 7, 1), BERLIN))).toBe("2026-06-30T22:00:00.000Z");
    expect(iso(instantOf(day(2026, 7, 1), "Asia/Kathmandu"))).toBe("2026-06-30T18:15:00.000Z");
  });

  it("takes the first of two equal readings when clocks go back", () => {
    expect(iso(instantOf(day(2026, 10, 25, 2), BERLIN))).toBe("2026-10-25T00:00:00.000Z");
  });

  it("takes the end of the gap when clocks go forward", () => {
    expect(iso(instantOf(day(2026, 3, 29, 2), BERLIN))).toBe("2026-03-29T01:00:00.000Z");
  });

  it("begins a day after a gap at midnight with the first instant that exists", () => {
    // Beirut skipped 00:00 to 01:00 on 31 March 2024.
    expect(iso(instantOf(day(2024, 3, 31), "Asia/Beirut"))).toBe("2024-03-30T22:00:00.000Z");
  });

  it("adds calendar days, whatever their hours", () => {
    expect(addDays(day(2026, 2, 27), 2)).toEqual(day(2026, 3, 1));
    const dayOfChange = instantOf(day(2026, 10, 26), BERLIN) - instantOf(day(2026, 10, 25), BERLIN);
    expect(dayOfChange).toBe(25 * 3_600_000);
  });

  it("begins weeks on Monday and hours with the zone's minutes", () => {
    expect(startOfWeek(day(2026, 11, 29, 15))).toEqual(day(2026, 11, 23));
    expect(iso(startOfHourMs(Date.parse("2026-11-27T10:20:00Z"), "Asia/Kolkata"))).toBe("2026-11-27T09:30:00.000Z");
  });

  it("reads what it writes and refuses days that do not exist", () => {
    expect(readLocal("2026-11-27T14")).toEqual({ local: day(2026, 11, 27, 14), hasHour: true });
    expect(readLocal("2026-11-27")).toEqual({ local: day(2026, 11, 27), hasHour: false });
    for (const text of ["2026-02-30", "2026-13-01", "2026-11-27T24", "27.11.2026", "", "2026-11-27T14:00"]) {
      expect(readLocal(text)).toBeNull();
    }
  });

  it("finds every day again from any instant in it", () => {
    const zones = fc.constantFrom(
      BERLIN,
      "UTC",
      "America/New_York",
      "Asia/Kolkata",
      "Pacific/Apia",
      "America/Sao_Paulo",
    );
    fc.assert(
      fc.property(fc.integer({ min: 946_684_800_000, max: 2_208_988_800_000 }), zones, (atMs, zone) => {
        const today = startOfDay(localTimeOf(atMs, zone));
        const from = instantOf(today, zone);
        expect(from).toBeLessThanOrEqual(atMs);
        expect(instantOf(addDays(today, 1), zone)).toBeGreaterThan(atMs);
        expect(readLocal(writeLocal(today))?.local).toEqual(today);
      }),
    );
  });
});
