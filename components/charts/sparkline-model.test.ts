import { describe, expect, it } from "vitest";
import { sparkRuns } from "./sparkline-model";

describe("sparkRuns", () => {
  it("breaks the line where a value is missing", () => {
    expect(sparkRuns([1, 2, null, 3], 30, 24).map((run) => run.length)).toEqual([2, 1]);
  });

  it("puts the highest value at the top and the last at the right", () => {
    const [run] = sparkRuns([0, 10, 5], 100, 24);
    expect(run?.[1]?.y).toBe(3);
    expect(run?.[0]?.y).toBe(21);
    expect(run?.[2]?.x).toBe(100);
  });

  it("draws equal values as a line in the middle, and nothing for nothing", () => {
    expect(sparkRuns([7, 7], 10, 24)[0]?.map((point) => point.y)).toEqual([12, 12]);
    expect(sparkRuns([], 10, 24)).toEqual([]);
    expect(sparkRuns([null], 10, 24)).toEqual([]);
  });
});
