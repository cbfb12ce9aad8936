import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PrunePolicy, SessionInput } from "../prune/model";
import { STRICT_POLICY } from "../prune/policy";
import { arbitrarySession } from "../prune/testing/arbitrary-session";
import { EAGER_POLICY } from "../prune/testing/policies";
import { aSession } from "../prune/testing/session-builder";
import { type Change, replay } from "./measure";
import { type Recording, recordingOf } from "./recording";
import { stewardPolicy } from "./steward-policy";

/** Looks at every request and commits whatever shrinks, so that short sessions change a lot. */
const HASTY: PrunePolicy = {
  ...EAGER_POLICY,
  byAge: true,
  tail: Object.fromEntries(
    Object.keys(EAGER_POLICY.tail).map((name) => [name, { tokens: 0, turns: 1 }]),
  ) as PrunePolicy["tail"], // the same keys, mapped
  callTail: { edit: { tokens: 0, turns: 1 }, shell: { tokens: 0, turns: 1 } },
  blocks: STRICT_POLICY.blocks,
  batching: { minSavingTokens: 1, adaptive: null, cheapSavingTokens: 1, coldGapMs: 300_000, lookTokens: 0 },
};

function changesOf(recording: Recording): (readonly Change[])[] {
  const run = stewardPolicy("hasty", HASTY).begin(recording);
  return recording.requests.map((request, index) => run.before(request, index));
}

/** Long results of few commands and files, so that there is always something to take out, between edits and a compaction. */
const busySession: fc.Arbitrary<SessionInput> = fc
  .array(fc.tuple(fc.constantFrom("read", "ran", "failed", "edited", "said", "compacted"), fc.nat(3)), {
    minLength: 10,
    maxLength: 24,
  })
  .map((steps) =>
    steps
      .reduce((session, [how, which], at) => {
        const text = `line of settleLedger${which} in step ${at % 5}\n`.repeat(30);
        if (how === "read") return session.read(`src/${which}.ts`, { text });
        if (how === "edited") return session.edited(`src/${which}.ts`);
        if (how === "said") return session.said(`settleLedger${which} it is`);
        if (how === "compacted") return which === 0 ? session.compacted() : session.prompted("go on");
        return session.ran(`bun test ${which}`, { text, exit: how === "failed" ? 1 : 0 });
      }, aSession().prompted("go"))
      .build(),
  );

/** The main thread as it stood at a position; rewinds are left out, since a recording drops what they took back. */
function cutAt(session: SessionInput, seq: number): SessionInput {
  const isBefore = (one: { readonly thread: string; readonly seq: number }) => one.thread === "main" && one.seq < seq;
  return {
    ...session,
    events: session.events.filter(isBefore),
    requests: session.requests.filter(isBefore),
    boundaries: session.boundaries.filter((one) => isBefore(one) && one.kind !== "rewind"),
    marks: session.marks.filter(isBefore),
  };
}

describe("the pipeline at work on a recording", () => {
  it("never uses what came later", { timeout: 30_000 }, () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.oneof(busySession, arbitrarySession), fc.integer({ min: 20, max: 100 }), (session, percent) => {
        const lastSeq = Math.max(0, ...session.events.map(({ seq }) => seq));
        const whole = changesOf(recordingOf(cutAt(session, Number.POSITIVE_INFINITY)));
        const part = changesOf(recordingOf(cutAt(session, Math.floor((lastSeq * percent) / 100))));
        // The last request of a part may have been cut in the middle of its answer.
        const sure = part.slice(0, -1);
        expect(whole.slice(0, sure.length)).toEqual(sure);
        compared += sure.flat().length;
      }),
      // Enough runs that the changes to compare never depend on a lucky draw.
      { numRuns: 200 },
    );
    expect(compared).toBeGreaterThan(50);
  });

  it("never changes what is not in the window, and never brings back what it took out", () => {
    fc.assert(
      fc.property(busySession, (session) => {
        const recording = recordingOf(session);
        const changes = changesOf(recording);
        recording.requests.forEach((request, index) => {
          for (const { unit, text } of changes[index] ?? []) {
            expect(text).not.toBeNull();
            expect(unit).toBeGreaterThanOrEqual(request.firstUnit);
            expect(unit).toBeLessThan(request.knownUnits);
          }
        });
      }),
      { numRuns: 20 },
    );
  });

  it("waits until enough is saved, and commits at once behind a pause", () => {
    let session = aSession().prompted("go");
    for (let at = 0; at < 12; at++) session = session.ran(`ls ${at}`, { text: `file number ${at}\n`.repeat(600) });
    const built = session.build();
    const replayed = (pausedMs: number) => {
      const requests = built.requests.map((one, at) => (at < 9 ? one : { ...one, atMs: one.atMs + pausedMs }));
      return replay(recordingOf({ ...built, requests }), stewardPolicy("strict", STRICT_POLICY));
    };
    expect(replayed(0).changes).toBe(0);
    expect(replayed(10 * 60_000)).toMatchObject({ changes: 1, freeChanges: 1 });
  });
});
