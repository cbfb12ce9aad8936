import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { PrunePolicy, SessionInput } from "../prune/model";
import { plan } from "../prune/pipeline";
import { STRICT_POLICY } from "../prune/policy";
import { type ProjectedItem, project } from "../prune/projection";
import { arbitraryBuilder } from "../prune/testing/arbitrary-session";
import { EAGER_POLICY } from "../prune/testing/policies";
import { aSession } from "../prune/testing/session-builder";
import { type DiffRow, diffProjections, foldDiff } from "./diff";
import { inForce } from "./in-force";

const RUNS = Number(process.env["STEWARD_PROPERTY_RUNS"] ?? 100);
vi.setConfig({ testTimeout: Math.max(60_000, RUNS * 200) });

const HASTY: PrunePolicy = { ...EAGER_POLICY, idleTurns: 1 };

function diffOf(session: SessionInput, policy: PrunePolicy, compact: boolean, thread = "main") {
  const planned = plan(session, policy, { compact });
  const before = project(session, inForce(planned, session), thread);
  const after = project(session, planned, thread);
  return { before, after, rows: diffProjections(before, after) };
}

const beforeSides = (rows: readonly DiffRow[]): ProjectedItem[] => rows.flatMap(({ before }) => before ?? []);
const afterSides = (rows: readonly DiffRow[]): ProjectedItem[] => rows.flatMap(({ after }) => after ?? []);

/** Every event led to a decision, so that ranges may be summarized. */
const anySession: fc.Arbitrary<SessionInput> = fc.tuple(arbitraryBuilder, fc.boolean()).map(([builder, isLarge]) => {
  const built = builder.inThread("main").turns(6).build();
  const refs = built.events.map(({ ref }) => ref);
  const events = isLarge ? built.events.map((event) => ({ ...event, tokens: event.tokens * 30 })) : built.events;
  return { ...built, events, records: [{ kind: "decision", link: "DEC-001@1", title: "Go on", active: true, refs }] };
});

describe("a diff of projections", () => {
  it("has both projections as its sides, whole and in order, whatever the session and the plan", () => {
    const seen = { changed: 0, added: 0, removed: 0 };
    fc.assert(
      fc.property(
        anySession,
        fc.constantFrom(HASTY, EAGER_POLICY, STRICT_POLICY),
        fc.boolean(),
        (session, policy, compact) => {
          for (const { key } of session.threads) {
            const { before, after, rows } = diffOf(session, policy, compact, key);
            expect(beforeSides(rows)).toEqual(before);
            expect(afterSides(rows)).toEqual(after);
            for (const { change } of rows) if (change !== "same") seen[change]++;
            expect(unfolded(rows)).toBe(rows.length);
          }
        },
      ),
      { numRuns: RUNS },
    );
    expect(Math.min(seen.changed, seen.added, seen.removed)).toBeGreaterThan(0);
  });

  it("shows what changed between folds of what did not, and tells how much they hold", () => {
    const text = "const fooBar = 1;\n".repeat(40);
    const session = aSession().prompted("Look").read("a.ts", { text }).read("a.ts", { text }).turns(30).said("Fine.");
    const { rows } = diffOf(session.build(), EAGER_POLICY, false);
    const folded = foldDiff(rows);
    expect(folded.map(({ change }) => change)).toEqual(["unchanged", "changed", "unchanged"]);
    const changed = folded.find(({ change }) => change === "changed");
    if (!changed || !("after" in changed)) throw new Error("Nothing changed.");
    expect(changed.after?.text).toContain("[context archived: ctx:");
    expect(changed.before?.text).toBe(text);
    const [first] = folded;
    expect(first).toMatchObject({ at: 0, rows: 4 });
    expect(rows[changed.at]?.change).toBe("changed");
  });

  it("is nothing but one fold when nothing changes, and nothing for an empty window", () => {
    const session = aSession().prompted("Look").said("Fine.").build();
    expect(foldDiff(diffOf(session, EAGER_POLICY, false).rows)).toHaveLength(1);
    expect(foldDiff(diffProjections([], []))).toEqual([]);
  });
});

function unfolded(rows: readonly DiffRow[]): number {
  return foldDiff(rows).reduce((sum, row) => sum + ("rows" in row ? row.rows : 1), 0);
}
