import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatChange,
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatExact,
  formatExactTime,
  formatMoney,
  formatPercent,
  formatPoints,
  formatRelative,
  formatTokens,
  formatWeekday,
  sentenceCase,
} from "./format";

describe("formatTokens", () => {
  it.each([
    [0, "0"],
    [986, "986"],
    [999.4, "999"],
    [999.6, "1k"],
    [1000, "1k"],
    [4120, "4.1k"],
    [11_200, "11.2k"],
    [148_200, "148k"],
    [999_949, "1M"],
    [999_400, "999k"],
    [1_730_000, "1.73M"],
    [6_200_000, "6.2M"],
    [48_600_000, "48.6M"],
    [402_000_000, "402M"],
    [2_500_000_000, "2.5B"],
    [-27_400, "−27.4k"],
  ])("writes %d as %s", (tokens, text) => {
    expect(formatTokens(tokens)).toBe(text);
  });

  it("never writes more than three figures before its letter", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900_000_000_000 }), (tokens) => {
        expect(formatTokens(tokens)).toMatch(/^\d{1,3}(\.\d{1,2})?[kMB]?$/);
      }),
    );
  });

  it("says that a missing number is unknown", () => {
    expect([formatTokens(null), formatTokens(undefined), formatTokens(Number.NaN)]).toEqual(Array(3).fill("unknown"));
  });
});

describe("shares", () => {
  it.each([
    [0.63, "63 %"],
    [0.078, "7.8 %"],
    [0.08, "8 %"],
    [0, "0 %"],
    [1, "100 %"],
    [0.0004, "<0.1 %"],
    [-0.112, "−11 %"],
  ])("writes %d as %s", (share, text) => {
    expect(formatPercent(share)).toBe(text.replace(" ", "\u00a0"));
  });

  it("changes by points and not by percent", () => {
    expect(formatPoints(0.412, 0.368)).toBe("4.4 points lower");
    expect(formatPoints(0.1, 0.11)).toBe("1 point higher");
    expect(formatPoints(0.5, 0.5)).toBe("no change");
  });

  it("gives an amount's change its sign, and none from zero", () => {
    expect(formatChange(45.1, 48.6)).toBe("+7.8\u00a0%");
    expect(formatChange(100, 88.8)).toBe("−11.2\u00a0%");
    expect(formatChange(0, 5)).toBeNull();
  });
});

describe("formatMoney", () => {
  it.each([
    [186.4, "$186.40"],
    [0, "$0.00"],
    [0.001, "<$0.01"],
    [1204.3, "$1,204"],
    [-0.21, "−$0.21"],
    [null, "unknown"],
  ])("writes %s as %s", (usd, text) => {
    expect(formatMoney(usd)).toBe(text);
  });
});

describe("formatExact", () => {
  it("separates thousands", () => {
    expect(formatExact(1_284)).toBe("1,284");
    expect(formatExact(-5380)).toBe("−5,380");
  });
});

describe("formatDuration", () => {
  it.each([
    [850, "850 ms"],
    [12_400, "12 s"],
    [67_000, "1 min 7 s"],
    [39 * 60_000 + 20_000, "39 min"],
    [4 * 3_600_000 + 5 * 60_000, "4 h 5 min"],
    [74 * 3_600_000, "3 d 2 h"],
    [null, "unknown"],
  ])("writes %s ms as %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

describe("times in a zone", () => {
  const iso = "2026-11-27T23:30:12Z";

  it("says the day of the zone and not of the server", () => {
    expect(formatDate(iso, "UTC")).toBe("27 Nov 2026");
    expect(formatDate(iso, "Asia/Tokyo")).toBe("28 Nov 2026");
    expect(formatWeekday(iso, "UTC")).toBe("Fri 27 Nov");
    expect(formatDay("2026-09-03T12:00:00Z", "UTC")).toBe("3 Sep");
  });

  it("gives the exact time with its zone", () => {
    expect(formatExactTime(iso, "Europe/Lisbon")).toBe("27 Nov 2026, 23:30:12 Europe/Lisbon");
    expect(formatDateTime("2026-11-27T00:05:00Z", "UTC")).toBe("27 Nov, 00:05");
  });

  it("adds the year where it is not the current one in the zone", () => {
    expect(formatDateTime("2026-11-27T00:05:00Z", "UTC", iso)).toBe("27 Nov, 00:05");
    expect(formatDateTime("2025-11-27T00:05:00Z", "UTC", iso)).toBe("27 Nov 2025, 00:05");
    expect(formatDateTime("2025-12-31T23:30:00Z", "Asia/Tokyo", iso)).toBe("1 Jan, 08:30");
  });

  it("reads an unknown zone as UTC and says so", () => {
    expect(formatExactTime(iso, "Mars/Olympus")).toBe("27 Nov 2026, 23:30:12 UTC");
  });

  it("says unknown for what is no time", () => {
    expect(formatDate("soon", "UTC")).toBe("unknown");
    expect(formatRelative("soon", iso, "UTC")).toBe("unknown");
  });
});

describe("formatRelative", () => {
  const now = "2026-11-27T14:45:00Z";
  it.each([
    ["2026-11-27T14:44:58Z", "just now"],
    ["2026-11-27T14:44:48Z", "12 s ago"],
    ["2026-11-27T14:06:00Z", "39 min ago"],
    ["2026-11-27T10:40:00Z", "4 h ago"],
    ["2026-11-27T00:10:00Z", "14 h ago"],
    ["2026-11-26T23:00:00Z", "yesterday"],
    ["2026-11-26T00:00:00Z", "yesterday"],
    ["2026-11-20T09:00:00Z", "20 Nov"],
    ["2025-11-20T09:00:00Z", "20 Nov 2025"],
    ["2026-11-27T14:45:30Z", "just now"],
    ["2026-11-28T09:00:00Z", "28 Nov, 09:00"],
  ])("says of %s: %s", (iso, text) => {
    expect(formatRelative(iso, now, "UTC")).toBe(text);
  });

  it("knows yesterday over the night when clocks change", () => {
    expect(formatRelative("2026-10-24T12:00:00Z", "2026-10-25T20:00:00Z", "Europe/Lisbon")).toBe("yesterday");
    expect(formatRelative("2026-03-28T12:00:00Z", "2026-03-29T20:00:00Z", "Europe/Lisbon")).toBe("yesterday");
  });
});

describe("a heading of a file", () => {
  it("stands on a page in sentence case", () => {
    expect(sentenceCase("Next Steps")).toBe("Next steps");
    expect(sentenceCase("")).toBe("");
  });
});
