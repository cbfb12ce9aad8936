import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { bodyOf, render, sourceOf } from "../projection/render";
import { validate } from "../projection/validate/validate";
import { decideCommit } from "./batch";
import type { PrunePolicy, SessionInput } from "./model";
import { plan } from "./pipeline";
import { LOOSE_POLICY, SEED_POLICY, STRICT_POLICY } from "./policy";
import { project } from "./projection";
import { arbitraryBuilder } from "./testing/arbitrary-session";
import { EAGER_POLICY } from "./testing/policies";
import { applied } from "./testing/reading";

/** Generated sessions a test; STEWARD_PROPERTY_RUNS=5000 looks harder. */
const RUNS = Number(process.env["STEWARD_PROPERTY_RUNS"] ?? 100);
vi.setConfig({ testTimeout: Math.max(60_000, RUNS * 200) });

const anyPolicy = fc.constantFrom<PrunePolicy[]>(EAGER_POLICY, STRICT_POLICY, LOOSE_POLICY, SEED_POLICY);
const ASKED = { thread: "main", pauseMs: null, boundaries: [], isAsked: true } as const;

/**
 * Any session with a stretch of work behind it that is long over. Every event led to a decision, so that no range stays
 * for want of evidence: most of these sessions have something to compact.
 */
const longSession: fc.Arbitrary<SessionInput> = fc
  .tuple(arbitraryBuilder, fc.integer({ min: 0, max: 12 }), fc.boolean())
  .map(([builder, files, goesOn]) => {
    let session = builder.inThread("main").prompted("Look at the modules.");
    for (let file = 0; file < files; file++) {
      session = session.read(`src/m${file}.ts`, { text: `export const m${file} = 1;\n`.repeat(40) });
    }
    session = session.said("All of the modules are alike.").prompted("Then write the notes.").turns(40);
    const built = (goesOn ? session.ran("cat big.log", { tokens: 70_000 }).turns(120) : session).build();
    const refs = built.events.map(({ ref }) => ref);
    return { ...built, records: [{ kind: "decision", link: "DEC-001@1", title: "Alike", active: true, refs }] };
  });

const shownTokens = (session: SessionInput, planned: ReturnType<typeof plan>) =>
  project(session, planned, "main").reduce((sum, { tokens }) => sum + tokens, 0);

describe("committing a plan", () => {
  it("is refused unless it shrinks the context, and again once it was done", () => {
    fc.assert(
      fc.property(longSession, anyPolicy, fc.boolean(), (session, policy, compact) => {
        const planned = plan(session, policy, { compact });
        const decision = decideCommit(session, planned, policy.batching, ASKED);
        const before = shownTokens(session, { ...planned, verdicts: [], summaries: [] });
        const saved = before - shownTokens(session, planned);
        expect(decision.economics.savedTokens).toBe(saved);
        expect(decision.commits).toBe(saved > 0);
        const next = applied(session, planned);
        const again = plan(next, policy, { compact });
        expect(decideCommit(next, again, policy.batching, ASKED).commits).toBe(false);
      }),
      { numRuns: RUNS },
    );
  });
});

describe("compacting", () => {
  it("has something to do in many of these sessions", () => {
    const samples = fc.sample(longSession, { numRuns: 40, seed: 1 });
    const compacted = samples.filter((session) => plan(session, EAGER_POLICY, { compact: true }).summaries.length > 0);
    expect(compacted.length).toBeGreaterThan(10);
  });

  it("never grows the context, measures what is left, and takes no word of a person", () => {
    fc.assert(
      fc.property(longSession, anyPolicy, (session, policy) => {
        const planned = plan(session, policy, { compact: true });
        const kindOf = new Map(session.events.map(({ ref, kind, toolClass }) => [ref, { kind, toolClass }]));
        const pins = new Set(session.pins.map(({ ref }) => ref));
        const seen = new Set<string>();
        for (const { refs, tokens, replacedTokens, evidence } of planned.summaries) {
          expect(tokens).toBeLessThanOrEqual(replacedTokens * 0.2);
          expect(evidence.length).toBeGreaterThan(0);
          for (const ref of refs) {
            expect(kindOf.get(ref)?.kind).not.toBe("user_prompt");
            expect(kindOf.get(ref)?.toolClass).not.toBe("ask");
            expect(pins.has(ref) || seen.has(ref)).toBe(false);
            seen.add(ref);
          }
        }
        const threads = session.threads.filter(({ auxiliary }) => !auxiliary);
        const shown = threads.flatMap(({ key }) => project(session, planned, key));
        expect(planned.totals.afterTokens).toBe(shown.reduce((sum, { tokens }) => sum + tokens, 0));
        expect(planned.totals.afterTokens).toBeLessThanOrEqual(planned.totals.beforeTokens);
      }),
      { numRuns: RUNS },
    );
  });

  it("leaves a projection that providers accept, and changes nothing when it is done twice", () => {
    fc.assert(
      fc.property(longSession, anyPolicy, (session, policy) => {
        const first = plan(session, policy, { compact: true });
        const source = sourceOf(session, first, "main");
        for (const format of ["anthropic", "openai", "events"] as const) {
          expect(validate(bodyOf(render(source, "main", format)), format)).toEqual([]);
        }
        const next = applied(session, first);
        const second = plan(next, policy, { compact: true });
        expect(second.totals.afterTokens).toBe(first.totals.afterTokens);
        const texts = (of: SessionInput, planned: ReturnType<typeof plan>) =>
          project(of, planned, "main").map(({ text, tokens }) => [text, tokens]);
        expect(texts(next, second)).toEqual(texts(session, first));
      }),
      { numRuns: RUNS },
    );
  });
});
