import { describe, expect, it } from "vitest";
import { cellText, fileName, headText } from "./chart-table";

describe("cellText", () => {
  it("writes numbers in full, shares in percent and money in dollars", () => {
    expect(cellText(1_234_567, "tokens")).toBe("1,234,567");
    expect(cellText(0.523, "share")).toBe("52.3\u00a0%");
    expect(cellText(0.5, "exact-share")).toBe("50\u00a0%");
    expect(cellText(3.941, "usd")).toBe("$3.94");
  });

  it("tells a zero from a gap, and a free price from an unknown one", () => {
    expect(cellText(0, "tokens")).toBe("0");
    expect(cellText(null, "tokens")).toBe("no data");
    expect(cellText(0, "usd")).toBe("$0.00");
    expect(cellText(null, "usd")).toBe("unknown");
  });
});

describe("headText", () => {
  it("marks what is estimated, and leaves counts alone", () => {
    expect(headText({ key: "a", head: "Noise", unit: "tokens" })).toBe("≈ Noise");
    expect(headText({ key: "b", head: "Sessions", unit: "count" })).toBe("Sessions");
    expect(headText({ key: "c", head: "Agent" })).toBe("Agent");
  });
});

describe("fileName", () => {
  it("keeps only what every system takes", () => {
    expect(fileName("Noise by agent: 14 d / ../x", "svg")).toBe("noise-by-agent-14-d-x.svg");
    expect(fileName("日本", "png")).toBe("chart.png");
  });
});
