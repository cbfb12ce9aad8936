import { describe, expect, it } from "vitest";
import { type EventFilter, NO_EVENT_FILTER, SOURCES } from "@/server/core/telemetry/event-filter";
import type { Landmark } from "@/server/core/telemetry/landmarks";
import {
  OUTLINE_ERROR,
  OUTLINE_HISTORY,
  OUTLINE_KINDS,
  OUTLINE_NOISE,
  OUTLINE_STAGES,
  type Outline,
  RESIDENCIES,
} from "@/server/core/telemetry/session-views";
import { type Mark, marksOf, markWord } from "./marks";
import { errorsOf, matchBeside, matchesOf, sumOfMatches } from "./outline-facts";
import { itemsOf, miniMap, tokenScale } from "./outline-items";

type Event = {
  ref: string;
  turn?: number;
  userTurn?: number;
  noise?: (typeof OUTLINE_NOISE)[number];
  residency?: (typeof RESIDENCIES)[number];
  error?: boolean;
  history?: boolean;
  tool?: string;
  skill?: string;
  tokens?: number;
};

function outlineOf(events: readonly Event[]): Outline {
  return {
    thread: "main",
    refs: events.map((event) => event.ref),
    seqs: events.map((_, index) => index),
    kinds: events.map(() => OUTLINE_KINDS.indexOf("tool_result")),
    tokens: events.map((event) => event.tokens ?? 10),
    noise: events.map((event) => OUTLINE_NOISE.indexOf(event.noise ?? null)),
    residency: events.map((event) => RESIDENCIES.indexOf(event.residency ?? "full")),
    flags: events.map((event) => (event.error ? OUTLINE_ERROR : 0) + (event.history ? OUTLINE_HISTORY : 0)),
    turns: events.map((event) => event.turn ?? 1),
    userTurns: events.map((event) => event.userTurn ?? 1),
    stages: events.map(() => OUTLINE_STAGES.indexOf("execute")),
    atSeconds: events.map((_, index) => index),
    toolNames: ["", "Read", "Bash"],
    tools: events.map((event) => ["", "Read", "Bash"].indexOf(event.tool ?? "")),
    skillNames: ["", "review"],
    skills: events.map((event) => (event.skill ? 1 : 0)),
    sources: events.map((event) => SOURCES.indexOf(event.tool === "Bash" ? "shell" : "reads")),
  };
}

const shown = (outline: Outline, filter: Partial<EventFilter> = {}, found: ReadonlySet<string> | null = null) =>
  lines(outline, matchesOf(outline, { filter: { ...NO_EVENT_FILTER, ...filter }, found }));
const lines = (outline: Outline, matches: readonly number[] | null, marks: readonly Mark[] = []) =>
  itemsOf(outline, matches, marks).map((item) => {
    if (item.kind === "turn") return `turn ${item.turn}`;
    if (item.kind === "mark") return markWord(item.mark);
    return item.kind === "event" ? outline.refs[item.index] : item.kind;
  });

const SESSION = outlineOf([
  { ref: "a" },
  { ref: "b", noise: "duplicate", residency: "reference" },
  { ref: "c", turn: 2, error: true },
  { ref: "d", turn: 2, noise: "idle" },
  { ref: "e", turn: 3, residency: "retained" },
]);

describe("lines of a timeline", () => {
  it("open each turn with a heading", () => {
    expect(shown(SESSION, {})).toEqual(["turn 1", "a", "b", "turn 2", "c", "d", "turn 3", "e"]);
  });

  it("keep only headings that have events under the filter", () => {
    expect(shown(SESSION, { noise: "any" })).toEqual(["turn 1", "b", "turn 2", "d"]);
    expect(shown(SESSION, { noise: "proven" })).toEqual(["turn 1", "b"]);
    expect(shown(SESSION, { noise: "idle" })).toEqual(["turn 2", "d"]);
    expect(shown(SESSION, { residency: "retained" })).toEqual(["turn 3", "e"]);
    expect(shown(SESSION, { errors: true })).toEqual(["turn 2", "c"]);
    expect(shown(SESSION, { noise: "any" }, new Set(["d", "e"]))).toEqual(["turn 2", "d"]);
  });
});

describe("what left the context", () => {
  const outline = outlineOf([
    { ref: "a", history: true, tool: "Read", tokens: 7 },
    { ref: "b", history: true, turn: 2, tool: "Bash", skill: "review" },
    { ref: "c", turn: 3, tool: "Read", tokens: 4 },
  ]);

  it("is divided from what is in it", () => {
    expect(shown(outline, {})).toEqual(["turn 1", "a", "turn 2", "b", "history-end", "turn 3", "c"]);
  });

  it("has no residency, and is found by tool and skill like the rest", () => {
    expect(shown(outline, { residency: "full" })).toEqual(["turn 3", "c"]);
    expect(shown(outline, { skill: "review" })).toEqual(["turn 2", "b"]);
    expect(shown(outline, { source: "shell" })).toEqual(["turn 2", "b"]);
    const read = matchesOf(outline, { filter: { ...NO_EVENT_FILTER, tool: "Read" }, found: null });
    expect(sumOfMatches(outline, read)).toEqual({ events: 2, tokens: 11 });
    expect(sumOfMatches(outline, null).events).toBe(3);
  });
});

describe("mini-map", () => {
  it("shows of each stretch what outweighs the rest", () => {
    const outline = outlineOf([
      { ref: "a", tokens: 5 },
      { ref: "b", tokens: 500, noise: "duplicate" },
      { ref: "c", tokens: 50 },
      { ref: "d", tokens: 9, residency: "reference" },
    ]);
    expect(miniMap(outline, 2, null)).toEqual([
      { fill: "duplicate", matches: true },
      { fill: "full", matches: true },
    ]);
    expect(miniMap(outline, 100, null)).toHaveLength(4);
    expect(miniMap(outlineOf([]), 10, null)).toEqual([]);
  });

  it("shows where something matches", () => {
    expect(miniMap(SESSION, 5, [1, 4]).map((cell) => cell.matches)).toEqual([false, true, false, false, true]);
    expect(miniMap(SESSION, 2, [4]).map((cell) => cell.matches)).toEqual([false, true]);
  });

  it("scales bars so that one huge result does not flatten the rest", () => {
    expect(tokenScale([...Array.from({ length: 99 }, (_, index) => index), 1_000_000])).toBe(97);
    expect(tokenScale([])).toBe(0);
  });
});

describe("steps", () => {
  it("go to the match beside an event, and stop at the ends", () => {
    expect(matchBeside([1, 4], null, 1)).toBe(1);
    expect(matchBeside([1, 4], 1, 1)).toBe(4);
    expect(matchBeside([1, 4], 2, -1)).toBe(1);
    expect(matchBeside([1, 4], 4, 1)).toBeNull();
    expect(matchBeside([], null, -1)).toBeNull();
    expect(errorsOf(SESSION)).toEqual([2]);
  });
});

describe("marks", () => {
  const landmark = (kind: Landmark["kind"], seq: number, name: string, thread = "main"): Landmark => ({
    ...{ kind, seq, name, thread, at: "2026-11-20T08:00:00.000Z", told: true, hash: null, url: null },
  });
  const marks = marksOf(SESSION, [
    landmark("boundary", 2, "task-end"),
    landmark("commit", 3, "Fix it"),
    landmark("epoch", 99, "compaction"),
    landmark("boundary", 0, "task-start", "explorer"),
  ]);

  it("stand between the events: what was told before, what an event printed after it", () => {
    expect(lines(SESSION, null, marks)).toEqual([
      "Stage execute",
      "turn 1",
      "a",
      "b",
      "Task ends",
      "turn 2",
      "c",
      "d",
      "Fix it",
      "turn 3",
      "e",
      "Compaction",
    ]);
  });

  it("leave a filtered list alone", () => {
    expect(lines(SESSION, [2], marks)).toEqual(["turn 2", "c"]);
  });
});
