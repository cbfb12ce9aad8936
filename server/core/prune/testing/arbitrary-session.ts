import fc from "fast-check";
import type { SessionInput } from "../model";
import { aSession, type SessionBuilder } from "./session-builder";

/**
 * Sessions of a few threads that keep repeating themselves: few files, few commands and few texts, so that duplicates,
 * resolved errors and superseded reads come up all the time, between compactions, rewinds, pins and marks.
 */
type Step = (session: SessionBuilder) => SessionBuilder;

const path = fc.constantFrom("src/a.ts", "src/a.ts", "src/b.ts", "CLAUDE.md", ".planning/STATE.md");
const body = fc.constantFrom(
  "x",
  "short text",
  "const fooBar = 1;\n".repeat(20),
  "error: failed at src/a.ts:3\n".repeat(30),
  "word ".repeat(200),
);
/** Files seldom change their text, so that reads repeat each other. */
const fileText = fc.constantFrom(
  "const fooBar = 1;\n".repeat(20),
  "const fooBar = 1;\n".repeat(20),
  "word ".repeat(200),
);
const outcome = fc.constantFrom("ok", "ok", "ok", "ok", "ok", "error", "error", "refused", "collateral", "aborted");
const lines = fc.constantFrom<(readonly [number, number | null] | undefined)[]>(
  undefined,
  undefined,
  [1, 40],
  [10, 30],
  [10, null],
);
const command = fc.constantFrom(
  "bun test",
  "bun test src/a.test.ts",
  "cd api && bun test",
  "bun test | tail -3",
  "ls -la",
  "make",
);
const thread = fc.constantFrom<[string, string, boolean]>(
  ["main", "main", false],
  ["main", "main", false],
  ["t1", "reviewer", false],
  ["t2", "explorer", false],
  ["c1", "compact", true],
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.tuple(path, fileText, outcome, lines).map(
      ([file, text, result, range]): Step =>
        (s) =>
          s.read(file, { text, outcome: result, lines: range }),
    ),
  },
  {
    weight: 8,
    arbitrary: fc.tuple(command, body, fc.constantFrom(0, 0, 0, 1, 127)).map(
      ([line, text, exit]): Step =>
        (s) =>
          s.ran(line, { text, exit }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(path, outcome).map(
      ([file, result]): Step =>
        (s) =>
          s.edited(file, { outcome: result }),
    ),
  },
  {
    weight: 1,
    arbitrary: path.map(
      (file): Step =>
        (s) =>
          s.wrote(file),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom("tdd", "debug"), body).map(
      ([skill, text]): Step =>
        (s) =>
          s.loadedSkill(skill, text),
    ),
  },
  {
    weight: 2,
    arbitrary: body.map(
      (text): Step =>
        (s) =>
          s.queriedGraph(text.slice(0, 3), text),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("go on", "look at a.ts", "keep this in mind: tabs").map(
      (text): Step =>
        (s) =>
          s.prompted(text),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("fooBar is used", "done", "see src/b.ts").map(
      (text): Step =>
        (s) =>
          s.said(text),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 14 }).map(
      (count): Step =>
        (s) =>
          s.turns(count),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>((s) => s.compacted()) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<("clear" | "rewind" | "task-end")[]>("clear", "rewind", "task-end").map(
      (kind): Step =>
        (s) =>
          s.bounded(kind),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 12 }).map(
      (count): Step =>
        (s) =>
          s.rewound(count),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("plan", "execute", null).map(
      (stage): Step =>
        (s) =>
          s.marked(stage, ["src/b.ts"]),
    ),
  },
  {
    weight: 2,
    arbitrary: thread.map(
      ([key, agent, auxiliary]): Step =>
        (s) =>
          s.inThread(key, agent, auxiliary),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>((s) => (s.last === "" ? s : s.pinned(s.last))) },
  { weight: 1, arbitrary: fc.constant<Step>((s) => s.ran("sleep 9; make", { result: false })) },
  {
    weight: 1,
    arbitrary: body.map(
      (text): Step =>
        (s) =>
          s.asked("why?", text),
    ),
  },
);

export const arbitraryBuilder: fc.Arbitrary<SessionBuilder> = fc
  .tuple(fc.array(step, { maxLength: 60, size: "max" }), fc.constantFrom("claude-opus-4-5", "house-model", null))
  .map(([steps, model]) => steps.reduce((session, next) => next(session), aSession(model)));

export const arbitrarySession: fc.Arbitrary<SessionInput> = arbitraryBuilder.map((builder) => builder.build());

/** The same session with its lists in another order. */
export function shuffled(session: SessionInput): fc.Arbitrary<SessionInput> {
  const mix = <T>(list: readonly T[]) =>
    fc.shuffledSubarray([...list], { minLength: list.length, maxLength: list.length });
  return fc
    .tuple(
      mix(session.events),
      mix(session.requests),
      mix(session.boundaries),
      mix(session.marks),
      mix(session.threads),
      mix(session.pins),
    )
    .map(([events, requests, boundaries, marks, threads, pins]) => ({
      ...session,
      events,
      requests,
      boundaries,
      marks,
      threads,
      pins,
    }));
}
