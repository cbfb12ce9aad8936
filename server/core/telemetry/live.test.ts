import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LivePosition, type LiveStanding, type LiveTold, liveId, parseLiveId, unheard } from "./live";

const ADVICE = {
  usage: { tokens: 90_000, windowTokens: 200_000, share: 0.45 },
  advice: {
    situation: "minor-bloat",
    action: "prune",
    atOnce: false,
    why: "The window is between 40 % and 60 % full.",
    command: "context prune",
  },
} as const;

function standing(changes: Partial<LiveStanding> = {}): LiveStanding {
  return { events: 10, analysedAtMs: 0, advice: "", waiting: true, upToSeq: 12, told: null, ...changes };
}

const ids = (told: readonly LiveTold[]) => told.map(({ id }) => id);

/** What a watcher hears who gets of each answer what `arrives`, and asks again from there. */
function heardOf(looks: readonly LiveStanding[], arrives: (told: LiveTold[]) => LiveTold[]): string[] {
  const heard: string[] = [];
  let at: LivePosition | null = { events: 10, analysedAtMs: 0, advice: "" };
  for (const now of looks) {
    for (let left = unheard(at, now); left.length > 0; left = unheard(at, now)) {
      const got = arrives(left);
      heard.push(...ids(got));
      at = parseLiveId(got.at(-1)?.id ?? "");
    }
  }
  return heard;
}

/** A session that goes on: each look finds more events, a later analysis, or a newer advice. */
const LOOKS = fc
  .array(fc.record({ more: fc.nat(3), analysed: fc.boolean(), advised: fc.boolean() }), { minLength: 1, maxLength: 12 })
  .map((steps) => {
    let now = standing();
    return steps.map(({ more, analysed, advised }, step) => {
      now = standing({
        events: now.events + more,
        analysedAtMs: analysed ? (step + 1) * 1_000 : now.analysedAtMs,
        ...(advised ? { advice: `${step}:minor-bloat`, told: ADVICE } : { advice: now.advice, told: now.told }),
      });
      return now;
    });
  });

describe("what a watcher has not heard", () => {
  it("begins with where the session stands", () => {
    expect(unheard(null, standing()).map(({ message }) => message)).toEqual([
      { kind: "standing", events: 10, analysedAt: null, waiting: true },
    ]);
  });

  it("is said in the order in which it happened, and nothing when nothing happened", () => {
    const heard: LivePosition = { events: 4, analysedAtMs: 0, advice: "" };
    const now = standing({ analysedAtMs: 5_000, advice: "7:minor-bloat", told: ADVICE });
    const told = unheard(heard, now);
    expect(told.map(({ message }) => message.kind)).toEqual(["arrived", "analysed", "advice"]);
    expect(told[0]?.message).toEqual({ kind: "arrived", added: 6, events: 10, upToSeq: 12 });
    expect(unheard(parseLiveId(told.at(-1)?.id ?? ""), now)).toEqual([]);
  });

  it("is the same whether or not the connection breaks after any message", () => {
    fc.assert(
      fc.property(LOOKS, fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }), (looks, breaks) => {
        let step = 0;
        const steady = heardOf(looks, (told) => told);
        const broken = heardOf(looks, (told) => (breaks[step++ % breaks.length] ? told.slice(0, 1) : told));
        expect(broken).toEqual(steady);
        expect(new Set(broken).size).toBe(broken.length);
      }),
    );
  });

  it("takes an id that we did not give for none", () => {
    for (const id of ["", "12", "a.b.c", "12.5", "1.2.3\n", "9".repeat(40)]) expect(parseLiveId(id)).toBeNull();
    expect(unheard({ events: 99, analysedAtMs: 0, advice: "" }, standing())[0]?.message.kind).toBe("standing");
    expect(parseLiveId(liveId({ events: 3, analysedAtMs: 8, advice: "17:stage-switch" }))).toEqual({
      ...{ events: 3, analysedAtMs: 8, advice: "17:stage-switch" },
    });
  });
});
