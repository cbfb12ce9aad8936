import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { measureNoise } from "../noise/measure";
import { applyDeltas, diffRollups, rollupRows } from "../noise/rollup";
import { type Plan, PROVEN_CLASSES, type PrunePolicy, type SessionInput } from "./model";
import { REPEATED_LINES_RULE } from "./passes/compress-stale/repeated-lines";
import { plan } from "./pipeline";
import { LOOSE_POLICY, SEED_POLICY, STRICT_POLICY } from "./policy";
import { citedBy, project } from "./projection";
import { arbitrarySession, shuffled } from "./testing/arbitrary-session";
import { EAGER_POLICY } from "./testing/policies";
import { applied } from "./testing/reading";

/** Generated sessions a test: few enough for every run of the tests; STEWARD_PROPERTY_RUNS=5000 looks harder. */
const RUNS = Number(process.env["STEWARD_PROPERTY_RUNS"] ?? 150);
/** A busy machine takes its time. */
vi.setConfig({ testTimeout: Math.max(60_000, RUNS * 200) });

const anyPolicy = fc.constantFrom<PrunePolicy[]>(EAGER_POLICY, STRICT_POLICY, LOOSE_POLICY, SEED_POLICY);
const DIMS = {
  hourOf: (atMs: number) => String(Math.floor(atMs / 60_000)),
  branchOf: (thread: string) => (thread === "main" ? "main" : null),
};

function holds(property: (session: SessionInput, policy: PrunePolicy, planned: Plan) => void, runs = RUNS): void {
  fc.assert(
    fc.property(arbitrarySession, anyPolicy, (session, policy) => property(session, policy, plan(session, policy))),
    { numRuns: runs },
  );
}

function projections(session: SessionInput, planned: Plan) {
  return session.threads.map((thread) => ({ thread: thread.key, items: project(session, planned, thread.key) }));
}

function rollups(session: SessionInput, policy: PrunePolicy) {
  const planned = plan(session, policy);
  return rollupRows(session, measureNoise(session, planned), DIMS);
}

describe("plan", () => {
  it("changes and loses no event", () => {
    holds((session, policy) => {
      const before = structuredClone({ ...session, standings: [...session.standings] });
      const { places } = plan(session, policy);
      expect({ ...session, standings: [...session.standings] }).toEqual(before);
      expect(places.map((place) => place.ref).sort()).toEqual(session.events.map((event) => event.ref).sort());
    });
  });

  it("gives each event one residency and one deciding verdict at most", () => {
    holds((_session, _policy, { places, verdicts }) => {
      const counts = { full: 0, retained: 0, reference: 0 };
      for (const place of places) counts[place.residency]++;
      expect(counts.full + counts.retained + counts.reference).toBe(places.length);
      expect(new Set(verdicts.map((verdict) => verdict.ref)).size).toBe(verdicts.length);
    });
  });

  it("never takes out what is protected, and logs each removal that it stopped", () => {
    holds((session, _policy, { verdicts, blocked }) => {
      const byRef = new Map(verdicts.map((verdict) => [verdict.ref, verdict]));
      for (const removal of blocked) {
        const verdict = byRef.get(removal.ref);
        // What a protection holds back from its rule may still lose lines that stand elsewhere.
        expect(verdict?.to === "full" || verdict?.rule === REPEATED_LINES_RULE).toBe(true);
      }
      const pins = new Set(session.pins.map((pin) => pin.ref));
      for (const event of session.events) {
        const isProtected =
          pins.has(event.ref) ||
          event.kind === "user_prompt" ||
          event.toolClass === "ask" ||
          /CLAUDE|STATE/.test(event.target ?? "");
        if (!isProtected) continue;
        expect(byRef.get(event.ref)?.to ?? "full").toBe("full");
        expect(byRef.get(event.ref)?.noise ?? null).toBeNull();
      }
    });
  });

  it("only judges results and loads that stand in the context, and says why", () => {
    holds((session, _policy, { verdicts, places }) => {
      const events = new Map(session.events.map((event) => [event.ref, event]));
      const placeOf = new Map(places.map((place) => [place.ref, place]));
      for (const verdict of verdicts) {
        expect(verdict.reason.length).toBeGreaterThan(10);
        if (verdict.to === "full") continue;
        expect(["tool_call", "tool_result", "skill_load", "graph_query"]).toContain(events.get(verdict.ref)?.kind);
        expect(placeOf.get(verdict.ref)?.inContext).toBe(true);
        expect(verdict.tokensAfter).toBeLessThan(verdict.tokensBefore);
      }
    });
  });

  it("cites only what the same reader still sees in full", () => {
    holds((session, _policy, { verdicts, places }) => {
      const placeOf = new Map(places.map((place) => [place.ref, place]));
      const threadOf = new Map(session.events.map((event) => [event.ref, event.thread]));
      for (const verdict of verdicts) {
        const cited = citedBy(verdict);
        if (cited === null) continue;
        expect(placeOf.get(cited)).toMatchObject({
          residency: "full",
          inContext: true,
          epoch: placeOf.get(verdict.ref)?.epoch,
        });
        expect(threadOf.get(cited)).toBe(threadOf.get(verdict.ref));
      }
    });
  });

  it("changes nothing when it is planned again on what it left", () => {
    holds((session, policy, first) => {
      const next = applied(session, first);
      const second = plan(next, policy);
      expect(second.places.map((place) => [place.ref, place.residency])).toEqual(
        first.places.map((place) => [place.ref, place.residency]),
      );
      const gone = new Set(second.verdicts.filter((verdict) => verdict.to !== "full").map((verdict) => verdict.ref));
      expect(second.blocked.filter((removal) => gone.has(removal.ref))).toEqual([]);
      expect(second.totals.passes).toEqual({ dedup: 0, purgeErrors: 0, compress: 0 });
      expect(second.totals.afterTokens).toBe(first.totals.afterTokens);
      expect(projections(next, second)).toEqual(projections(session, first));
    });
  });

  it("does not depend on the order in which anything arrived", () => {
    fc.assert(
      fc.property(
        arbitrarySession.chain((session) => fc.tuple(fc.constant(session), shuffled(session))),
        anyPolicy,
        ([session, mixed], policy) => {
          expect(plan(mixed, policy)).toEqual(plan(session, policy));
        },
      ),
      { numRuns: RUNS },
    );
  });

  it("never grows the context, and measures what is left on the projection", () => {
    holds((session, _policy, planned) => {
      const shown = projections(session, planned).filter(({ thread }) => thread !== "c1");
      const tokens = shown.flatMap(({ items }) => items).reduce((sum, item) => sum + item.tokens, 0);
      expect(planned.totals.afterTokens).toBe(tokens);
      expect(planned.totals.afterTokens).toBeLessThanOrEqual(planned.totals.beforeTokens);
    });
  });
});

describe("project", () => {
  it("keeps every event of the window in its place, calls and results paired, and prompts word for word", () => {
    holds((session, _policy, planned) => {
      const inContext = new Set(planned.places.filter((place) => place.inContext).map((place) => place.ref));
      for (const { thread, items } of projections(session, planned)) {
        const expected = session.events.filter((event) => event.thread === thread && inContext.has(event.ref));
        expect(items.map((item) => item.ref)).toEqual(expected.map((event) => event.ref));
        expect(items.filter((item) => item.partner !== null && !inContext.has(item.partner))).toEqual([]);
        const full = items.filter((item) => item.residency === "full").map((item) => [item.ref, item.text]);
        const stored = new Map(expected.map((event) => [event.ref, event.text]));
        expect(full).toEqual(full.map(([ref = ""]) => [ref, stored.get(ref)]));
        const absent = items.filter((item) => item.residency !== "full");
        expect(absent.every((item) => item.text.startsWith(`[context archived: ctx:${item.ref}]`))).toBe(true);
        expect(absent.filter((item) => item.kind === "user_prompt" || item.kind === "tool_call")).toEqual([]);
      }
    });
  });
});

describe("noise", () => {
  it("is the same under every window: the tail delays removals and changes no fact", () => {
    holds((session) => {
      const proven = (policy: PrunePolicy) =>
        measureNoise(session, plan(session, policy)).filter((item) => PROVEN_CLASSES.includes(item.class));
      expect(proven(STRICT_POLICY)).toEqual(proven(SEED_POLICY));
      expect(proven(LOOSE_POLICY)).toEqual(proven(SEED_POLICY));
    });
  });

  it("adds up: rollups hold every event as added once, and every item of noise once", () => {
    holds((session, policy, planned) => {
      const noise = measureNoise(session, planned);
      const rows = rollups(session, policy);
      const sum = (of: typeof rows, key: "events" | "tokens" | "carriedTokens") =>
        of.reduce((total, row) => total + row[key], 0);
      const added = rows.filter((row) => row.pass === "added");
      const noisy = rows.filter((row) => row.pass !== "added");
      expect(sum(added, "events")).toBe(session.events.length);
      expect(sum(added, "tokens")).toBe(session.events.reduce((total, event) => total + event.tokens, 0));
      expect(sum(noisy, "events")).toBe(noise.length);
      expect(sum(noisy, "tokens")).toBe(noise.reduce((total, item) => total + item.tokens, 0));
      expect(sum(noisy, "carriedTokens")).toBe(noise.reduce((total, item) => total + item.carriedTokens, 0));
    });
  });

  it("moves from one analysis to the next by exact deltas", () => {
    fc.assert(
      fc.property(arbitrarySession, arbitrarySession, anyPolicy, (a, b, policy) => {
        const before = rollups(a, policy);
        const after = rollups(b, policy);
        expect(applyDeltas(before, diffRollups(before, after))).toEqual(after);
        expect(diffRollups(after, after)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});
