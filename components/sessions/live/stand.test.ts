import { describe, expect, it } from "vitest";
import { newer, type Stand, WITHOUT_ANALYSIS_MS, waitBeforeRefreshMs } from "./stand";

const DRAWN: Stand = { events: 10, analysedAt: "2026-11-27T14:00:00.000Z" };
const ANALYSED = "2026-11-27T14:00:05.000Z";

describe("what a page has heard", () => {
  it("never goes back, and stays the same thing when nothing is new", () => {
    expect(newer(DRAWN, { events: 12 })).toEqual({ ...DRAWN, events: 12 });
    expect(newer(DRAWN, { events: 9, analysedAt: null })).toBe(DRAWN);
    expect(newer({ events: 0, analysedAt: null }, DRAWN)).toEqual(DRAWN);
  });
});

describe("reading the page again", () => {
  it("waits for nothing after an analysis", () => {
    expect(waitBeforeRefreshMs(DRAWN, { events: 12, analysedAt: ANALYSED }, true)).toBe(0);
    expect(waitBeforeRefreshMs({ ...DRAWN, analysedAt: null }, DRAWN, true)).toBe(0);
  });

  it("leaves events to the timeline, unless there is none or no analysis follows", () => {
    const heard = { ...DRAWN, events: 12 };
    expect(waitBeforeRefreshMs(DRAWN, heard, true)).toBe(WITHOUT_ANALYSIS_MS);
    expect(waitBeforeRefreshMs(DRAWN, heard, false)).toBe(0);
  });

  it("is not needed while it shows all that is known", () => {
    expect(waitBeforeRefreshMs(DRAWN, DRAWN, true)).toBeNull();
    expect(waitBeforeRefreshMs(DRAWN, { events: 8, analysedAt: null }, true)).toBeNull();
  });
});
