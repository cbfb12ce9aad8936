import { describe, expect, it } from "vitest";
import { z } from "zod";
import { instantsOfDays, RECORD_FILTER_SHAPE } from "./record-filter";

const Filter = z.object(RECORD_FILTER_SHAPE);

describe("a filter of records", () => {
  it("counts days in the project's zone, the last one whole, a day of 25 hours too", () => {
    const { fromMs, untilMs } = instantsOfDays({ from: "2026-10-25", to: "2026-10-25" }, "Europe/Berlin");
    expect(new Date(fromMs ?? 0).toISOString()).toBe("2026-10-24T22:00:00.000Z");
    expect(new Date(untilMs ?? 0).toISOString()).toBe("2026-10-25T23:00:00.000Z");
  });

  it("is open where no day is named", () => {
    expect(instantsOfDays({ from: null, to: null }, "UTC")).toEqual({ fromMs: null, untilMs: null });
  });

  it("names the field and the remedy for a day that is none", () => {
    const answer = Filter.safeParse({ from: "2026-02-30" });
    expect(answer.error?.issues[0]).toMatchObject({ path: ["from"], message: "Write a day as 2026-11-27." });
    expect(Filter.safeParse({ to: "2026-11-27T14" }).success).toBe(false);
  });

  it("is the same for the same values in another order", () => {
    expect(Filter.parse({ tag: ["b", "a", "b"] }).tag).toEqual(["a", "b"]);
  });
});
