import { describe, expect, it } from "vitest";
import { nothingMeasured, replay } from "../replay/measure";
import { recordingOf } from "../replay/recording";
import { stewardPolicy } from "../replay/steward-policy";
import { decideCommit, type Moment } from "./batch";
import type { PrunePolicy } from "./model";
import { plan } from "./pipeline";
import { STRICT_POLICY } from "./policy";
import { project } from "./projection";
import { EAGER_POLICY } from "./testing/policies";
import { applied, planned } from "./testing/reading";
import { aSession, type SessionBuilder } from "./testing/session-builder";
import { syntheticSession } from "./testing/synthetic-session";
import { unitsOfText } from "./visible/text-units";

/** Faults of cost that users of other pruners met; each would come back if its guard were removed. */
const BODY = "const line = of(text);\n".repeat(60);
const { batching } = STRICT_POLICY;
/** Instrumented code is many times slower: what measures time or replays a long session waits. */
const IS_MUTATION = process.env["STEWARD_MUTATION"] !== undefined;
const WARM: Moment = { thread: "main", pauseMs: 1_000, boundaries: [], isAsked: false };

function decided(session: SessionBuilder, moment: Partial<Moment> = {}) {
  return decideCommit(session.build(), planned(session), batching, { ...WARM, ...moment });
}

/** Five copies of 4,000 tokens early in a window of 120,000. */
function withEarlyCopies(): SessionBuilder {
  let session = aSession();
  for (let copy = 0; copy < 5; copy++) session = session.read("a.ts", { text: BODY, tokens: 4_000 });
  return session.said(`${"talk ".repeat(20)}`).ran("cat big.log", { text: "log", tokens: 100_000 });
}

describe("faults of cost that other pruners had", () => {
  it("shrinks the prompt a little and makes each request dearer, since the cache behind it is lost", () => {
    const decision = decided(withEarlyCopies());
    expect(decision).toMatchObject({ commits: false, trigger: "window" });
    const { economics, neededTokens, reason } = decision;
    expect(economics.savedTokens).toBeGreaterThan(15_000);
    expect(economics.savedTokens).toBeLessThan(neededTokens);
    expect(economics.keptPrefixTokens).toBe(3 * 4_000);
    expect(economics.rewrittenTokens).toBeGreaterThan(100_000);
    expect(reason).toMatch(
      /^It would save 1\d,\d{3} tokens; \d\d,\d{3} tokens are needed before rewriting 2\d\d,\d{3} tokens of prompt cache pays\.$/,
    );
  });

  it.skipIf(IS_MUTATION)(
    "moves the boundary of what is pruned every few messages, and rewrites the cached prefix for ever",
    () => {
      const recording = recordingOf(syntheticSession(1_200));
      const per100 = (policy: PrunePolicy) => {
        const { changes, requests } = replay(recording, stewardPolicy("ours", policy), nothingMeasured());
        expect(requests).toBeGreaterThan(500);
        return (changes * 100) / requests;
      };
      const ours = per100(STRICT_POLICY);
      expect(ours).toBeGreaterThan(0);
      expect(ours).toBeLessThanOrEqual(2);
    },
    60_000,
  );

  it("reports a success although nothing that the model sees has shrunk", () => {
    const session = withEarlyCopies();
    const honest = planned(session);
    const claimed = {
      ...honest,
      verdicts: honest.verdicts.map((verdict) => ({ ...verdict, to: verdict.from, tokensAfter: 1 })),
      totals: { ...honest.totals, afterTokens: 1 },
    };
    const decision = decideCommit(session.build(), claimed, batching, { ...WARM, isAsked: true });
    expect(decision).toMatchObject({ commits: false, economics: { savedTokens: 0 } });
    const shown = project(session.build(), honest, "main").reduce((sum, item) => sum + item.tokens, 0);
    expect(honest.totals.afterTokens).toBe(shown);
  });

  it("prunes again and again because what it took out came back in a message of the agent", () => {
    const session = withEarlyCopies();
    const asked = { isAsked: true };
    expect(decided(session, asked).commits).toBe(true);
    const next = applied(session.said(BODY).build(), planned(session));
    const again = plan(next, EAGER_POLICY);
    expect(again.totals.passes).toEqual({ dedup: 0, purgeErrors: 0, compress: 0 });
    const decision = decideCommit(next, again, batching, { ...WARM, ...asked });
    expect(decision).toMatchObject({ commits: false, economics: { savedTokens: 0, breakEvenRequests: null } });
    expect(decision.reason).toContain("Nothing to take out");
  });

  it.skipIf(IS_MUTATION)(
    "cuts and parses the whole history for each event, and freezes a session of two thousand",
    () => {
      // Texts that are read in one plan, by event: the same for a session of any length.
      const readings = (count: number) => {
        const session = syntheticSession(count);
        let reads = 0;
        const events = session.events.map((event) => ({
          ...event,
          get text() {
            reads++;
            return event.text;
          },
        }));
        plan({ ...session, events }, STRICT_POLICY);
        const first = reads;
        plan({ ...session, events, requests: [...session.requests] }, STRICT_POLICY);
        return { first: first / count, again: (reads - first) / count };
      };
      const small = readings(500);
      const large = readings(2_000);
      expect(large.first).toBeLessThan(small.first * 1.5);
      expect(large.first).toBeLessThan(10);
      expect(large.again).toBeLessThan(large.first / 2);
    },
  );

  it.skipIf(IS_MUTATION)(
    "takes far longer over a session than to look at each of its texts once",
    () => {
      const ratio = () => {
        const session = syntheticSession(2_000);
        const looking = performance.now();
        const names = session.events.reduce((sum, { text }) => {
          const units = unitsOfText(text);
          return sum + units.names.length + units.keys.size;
        }, 0);
        expect(names).toBeGreaterThan(0);
        const planning = performance.now();
        plan(session, STRICT_POLICY);
        return (performance.now() - planning) / (planning - looking);
      };
      // The machine has other work: the best of some counts.
      expect(Math.min(...Array.from({ length: 3 }, ratio))).toBeLessThan(40);
    },
    60_000,
  );

  it("makes the context bigger and calls it compressed", () => {
    // Each removal is longer than what it removes: the marker alone has more tokens than these results.
    let session = aSession();
    for (let copy = 0; copy < 20; copy++)
      session = session.read("a.ts", { text: "ok" }).ran("make", { exit: 1, text: "no" });
    session = session.ran("make", { text: "yes" }).read("a.ts", { text: "other" });
    const { totals } = planned(session);
    expect(totals.afterTokens).toBe(totals.beforeTokens);
    expect(decided(session, { isAsked: true }).commits).toBe(false);
  });

  it("pays for a rewritten cache in the middle of work, and lets the moments pass at which it costs nothing", () => {
    const session = withEarlyCopies();
    const cold = decided(session, { pauseMs: batching.coldGapMs });
    expect(cold).toMatchObject({ commits: true, trigger: "cold-cache", neededTokens: batching.cheapSavingTokens });
    expect(cold.economics).toMatchObject({ isCacheCold: true, breakEvenRequests: 0 });
    expect(decided(session, { pauseMs: batching.coldGapMs - 1 })).toMatchObject({ commits: false, trigger: "window" });
    const boundary = decided(session, { boundaries: ["task-end"] });
    expect(boundary).toMatchObject({ commits: true, trigger: "boundary" });
    // What the change costs stands beside what it saves.
    const { rewrittenTokens, savedTokens, breakEvenRequests } = boundary.economics;
    expect(breakEvenRequests).toBe(Math.ceil((rewrittenTokens * 1.15) / (savedTokens * 0.1)));
  });
});
