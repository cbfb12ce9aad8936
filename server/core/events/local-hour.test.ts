import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localHourStart } from "./local-hour";

const hour = (iso: string, zone: string) => new Date(localHourStart(Date.parse(iso), zone)).toISOString();

describe("the hour of an instant in a time zone", () => {
  it.each([
    ["2026-10-05T08:59:59.999Z", "UTC", "2026-10-05T08:00:00.000Z"],
    ["2026-10-05T08:15:00Z", "Europe/Berlin", "2026-10-05T08:00:00.000Z"],
    ["2026-10-05T08:15:00Z", "Asia/Kolkata", "2026-10-05T07:30:00.000Z"],
    ["2026-10-05T08:50:00Z", "Asia/Kathmandu", "2026-10-05T08:15:00.000Z"],
    ["2026-10-05T02:10:00Z", "America/St_Johns", "2026-10-05T01:30:00.000Z"],
    // The hour from two to three comes twice when summer time ends; each has a bucket of its own.
    ["2026-10-25T00:30:00Z", "Europe/Berlin", "2026-10-25T00:00:00.000Z"],
    ["2026-10-25T01:30:00Z", "Europe/Berlin", "2026-10-25T01:00:00.000Z"],
    ["1969-12-31T23:30:00Z", "UTC", "1969-12-31T23:00:00.000Z"],
  ])("of %s in %s begins at %s", (iso, zone, expected) => {
    expect(hour(iso, zone)).toBe(expected);
  });

  it("begins less than an hour before the instant, and is its own hour", () => {
    const zones = fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "America/New_York");
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(2040, 0) }), zones, (atMs, zone) => {
        const start = localHourStart(atMs, zone);
        expect(atMs - start).toBeGreaterThanOrEqual(0);
        expect(atMs - start).toBeLessThan(3_600_000);
        expect(localHourStart(start, zone)).toBe(start);
      }),
    );
  });

  it("refuses a name that is no zone", () => {
    expect(() => localHourStart(0, "Mars/Olympus")).toThrow(RangeError);
  });
});
