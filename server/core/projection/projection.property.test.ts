import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Plan, PrunePolicy, SessionInput } from "../prune/model";
import { plan } from "../prune/pipeline";
import { POLICIES } from "../prune/policy";
import { arbitraryBuilder } from "../prune/testing/arbitrary-session";
import { EAGER_POLICY } from "../prune/testing/policies";
import { applied } from "../prune/testing/reading";
import { PROJECTION_FORMATS } from "./formats";
import { FULL_CONTEXT } from "./full-context";
import { inForce } from "./in-force";
import { bodyOf, render, sourceOf } from "./render";
import { arbitraryItems } from "./testing/arbitrary-items";
import { validate } from "./validate/validate";

/** Sessions in which also arguments were archived, ids came twice and names are no names. */
const session: fc.Arbitrary<SessionInput> = fc
  .tuple(arbitraryBuilder, fc.array(fc.tuple(fc.nat(120), fc.constantFrom("retained", "reference")), { maxLength: 6 }))
  .map(([builder, archived]) => {
    const built = builder.build();
    const standings = new Map(built.standings);
    for (const [at, residency] of archived) {
      const event = built.events[at];
      if (event) standings.set(event.ref, { residency, retained: null, by: "agent", isApplied: true, setAtMs: 0 });
    }
    return { ...built, standings };
  });

/** Small sessions hold stale ranges only when little time and few tokens make them so. */
const HASTY: PrunePolicy = { ...EAGER_POLICY, idleTurns: 1 };

function expectValid(input: SessionInput, planned: Plan): void {
  for (const { key } of input.threads) {
    const source = sourceOf(input, planned, key);
    for (const format of PROJECTION_FORMATS) {
      expect(validate(bodyOf(render(source, key, format)), format)).toEqual([]);
    }
  }
}

describe("a rendered projection", { timeout: 30_000 }, () => {
  it("is valid in every format, under every policy, for every thread", () => {
    fc.assert(
      fc.property(session, fc.constantFrom(...Object.values(POLICIES)), (input, policy) => {
        expectValid(input, plan(input, policy));
      }),
      { numRuns: 300 },
    );
  });

  it("is valid with summaries in place of ranges, also when some of what they stand for was restored", () => {
    let summaries = 0;
    fc.assert(
      fc.property(arbitraryBuilder, fc.array(fc.nat(120), { maxLength: 6 }), (builder, restored) => {
        const { events } = builder.build();
        const refs = events.map((event) => event.ref);
        const decision = { kind: "decision", link: "DEC-001@1", title: "Go on", active: true, refs } as const;
        const built = builder.linked(decision).build();
        const input = { ...built, events: built.events.map((event) => ({ ...event, tokens: event.tokens * 30 })) };
        const planned = plan(input, HASTY, { compact: true });
        const after = applied(input, planned);
        const standings = new Map(after.standings);
        for (const at of restored) standings.delete(refs[at] ?? "");
        summaries += planned.summaries.length;
        expectValid(input, planned);
        const later = { ...after, standings };
        expectValid(later, plan(later, HASTY));
        expectValid(later, inForce(plan(later, HASTY), later));
      }),
      { numRuns: 80 },
    );
    expect(summaries).toBeGreaterThan(0);
  });

  it("is valid for windows that no client should write", () => {
    fc.assert(
      fc.property(arbitraryItems, (source) => {
        for (const format of ["anthropic", "openai", "markdown"] as const) {
          expect(validate(bodyOf(render(source, "main", format)), format)).toEqual([]);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it("loses no text: each stands in the messages, or is counted among what is left out", () => {
    fc.assert(
      fc.property(arbitraryItems, (source) => {
        const rendered = render(source, "main", "anthropic");
        const whole = JSON.stringify(bodyOf(rendered));
        const { thinking, unfinishedCalls } = rendered.leftOut;
        expect(thinking).toBe(source.items.filter((item) => item.kind === "thinking").length);
        for (const item of source.items) {
          const isLeftOut = item.kind === "thinking" || unfinishedCalls.includes(item.ref);
          const named = item.residency === "full" ? item.marker : item.text;
          if (!isLeftOut && named !== "") expect(whole).toContain(JSON.stringify(named).slice(1, -1));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("keeps what it said when the session goes on, so that a prompt cache holds", () => {
    fc.assert(
      fc.property(arbitraryBuilder, (builder) => {
        const input = builder.build();
        const source = sourceOf(input, FULL_CONTEXT, "main");
        const at = source.items.findLastIndex((item) => item.kind === "user_prompt");
        if (at < 1) return;
        const earlier = render({ ...source, items: settled(source.items.slice(0, at)) }, "main", "openai");
        const later = render({ ...source, items: settled(source.items) }, "main", "openai");
        const [before, after] = [bodyOf(earlier), bodyOf(later)];
        // The last message may grow: what follows on the same side joins it.
        expect(after.slice(0, Math.max(0, before.length - 1))).toEqual(before.slice(0, -1));
      }),
      { numRuns: 200 },
    );
  });
});

/** Without calls whose result is still out: they move from the notes to the calls when it arrives. */
function settled<T extends { readonly ref: string; readonly kind: string; readonly partner: string | null }>(
  items: readonly T[],
): T[] {
  const refs = new Set(items.map((item) => item.ref));
  return items.filter((item) => item.kind !== "tool_call" || (item.partner !== null && refs.has(item.partner)));
}
