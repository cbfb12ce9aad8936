import { describe, expect, it } from "vitest";
import type { BoundaryKind } from "../events/kinds";
import { STRICT_POLICY } from "../prune/policy";
import { type Advice, adviceFor, coveredBy, SITUATIONS, type Situation } from "./advice";

const { budget } = STRICT_POLICY;

function advice(
  share: number | null,
  boundaries: BoundaryKind[] = [],
  minutesSinceCheckpoint: number | null = 0,
): Advice | null {
  return adviceFor({ share, boundaries: new Set(boundaries), minutesSinceCheckpoint }, budget);
}
const situation = (...args: Parameters<typeof advice>) => advice(...args)?.situation ?? null;

describe("the decision matrix", () => {
  it.each<[number | null, Situation | null]>([
    [null, null],
    [0, null],
    [0.399_999, null],
    [0.4, "minor-bloat"],
    [0.599_999, "minor-bloat"],
    [0.6, "major-bloat"],
    [0.8, "major-bloat"],
    [0.800_001, "window-nearly-full"],
    [1.2, "window-nearly-full"],
  ])("at a share of %s says %s", (share, expected) => {
    expect(situation(share)).toBe(expected);
  });

  it.each<[BoundaryKind, Situation | null]>([
    ["task-end", "task-complete"],
    ["stage", "stage-switch"],
    ["wave-done", "wave-done"],
    ["task-start", null],
    ["resume", null],
    ["compaction", null],
  ])("when %s is reached says %s whatever the window holds", (boundary, expected) => {
    expect(situation(0.1, [boundary])).toBe(expected);
    expect(situation(null, [boundary])).toBe(expected);
  });

  it("takes a session for long only after the hour", () => {
    expect(situation(null, [], 60)).toBeNull();
    expect(situation(null, [], 60.01)).toBe("long-session");
    expect(situation(null, [], null)).toBeNull();
  });

  it("says the more urgent of two", () => {
    expect(situation(0.9, ["task-end", "stage"], 90)).toBe("window-nearly-full");
    expect(situation(0.7, ["task-end", "stage"], 90)).toBe("task-complete");
    expect(situation(0.7, ["stage", "wave-done"], 90)).toBe("long-session");
    expect(situation(0.7, ["wave-done"])).toBe("wave-done");
  });

  it("does not ask to prune for a task that has just begun", () => {
    expect(situation(0.5, ["task-start"])).toBeNull();
    expect(situation(0.6, ["task-start"])).toBe("major-bloat");
  });

  it.each<[Situation, Advice["action"], string, boolean]>([
    ["window-nearly-full", "checkpoint", "context checkpoint", true],
    ["task-complete", "checkpoint", "context checkpoint", false],
    ["long-session", "checkpoint", "context checkpoint", false],
    ["stage-switch", "compact", "context compact", false],
    ["wave-done", "compact", "context compact", false],
    ["major-bloat", "compact", "context compact", false],
    ["minor-bloat", "prune", "context prune", false],
  ])("answers %s with %s", (wanted, action, command, atOnce) => {
    const all = [
      advice(0.9),
      advice(null, ["task-end"]),
      advice(null, [], 61),
      advice(null, ["stage"]),
      advice(null, ["wave-done"]),
      advice(0.7),
      advice(0.5),
    ];
    expect(all.find((one) => one?.situation === wanted)).toMatchObject({ action, command, atOnce });
  });

  it("says why, with the numbers of the project", () => {
    expect(advice(0.613)?.why).toBe("The window is between 60 % and 80 % full: 61.3 %. Compact it, which prunes too.");
    const own = { ...budget, checkpointShare: 0.7, checkpointAfterMinutes: 30 };
    const standing = { share: 0.71, boundaries: new Set<BoundaryKind>(), minutesSinceCheckpoint: 31.8 };
    expect(adviceFor(standing, own)?.why).toMatch(/^The window is more than 70 % full: 71 %\./);
    expect(adviceFor({ ...standing, share: null }, own)?.why).toBe(
      "The state was not saved for 31 minutes. Save it now.",
    );
  });
});

describe("advice that was given a moment ago", () => {
  it.each<[Situation, number]>([
    ["window-nearly-full", 1],
    ["task-complete", 3],
    ["long-session", 3],
    ["stage-switch", 6],
    ["wave-done", 6],
    ["major-bloat", 6],
    ["minor-bloat", 7],
  ])("covers %s when it is one of the first %i situations", (situation, covering) => {
    expect(coveredBy(situation)).toEqual(SITUATIONS.slice(0, covering));
  });
});
