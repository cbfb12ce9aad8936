import { describe, expect, it } from "vitest";
import { entriesOf, faultOf } from "../summarize/check-summary";
import { aDecision, replaced, summarized } from "../summarize/testing/summaries";
import { decideCommit } from "./batch";
import type { PlannedSummary } from "./model";
import { plan } from "./pipeline";
import { STRICT_POLICY } from "./policy";
import { project } from "./projection";
import { EAGER_POLICY } from "./testing/policies";
import { applied } from "./testing/reading";
import { aSession, type SessionBuilder } from "./testing/session-builder";
import { timelineOf } from "./timeline";

/** Faults of summaries that users of other pruners met; each would come back if its guard were removed. */
const BODY = "const line = of(text);\n".repeat(60);

/** Work that led to a decision and is over: a prompt, some reads, a command and a remark, long ago. */
function work(session: SessionBuilder, files = 8): SessionBuilder {
  let next = session.prompted("Run the migration of the users table.");
  for (let file = 0; file < files; file++) next = next.read(`src/m${file}.ts`, { text: `// ${file}\n${BODY}` });
  next = next.ran("npm run migrate", { text: "migrated" }).said("The migration has run on all of the rows.");
  return next.linked(aDecision([next.last], "Migrate in one transaction", "DEC-001@1"));
}

const stale = (session: SessionBuilder) => session.prompted("Now write the notes.").turns(40);

describe("faults of summaries that other pruners had", () => {
  it("compacts again as soon as it has compacted, two hundred times", () => {
    // What is left of so many results would be enough for another summary.
    const session = stale(work(aSession(), 120)).build();
    const first = plan(session, EAGER_POLICY, { compact: true });
    expect(first.summaries).toHaveLength(1);
    const next = applied(session, first);
    const second = plan(next, EAGER_POLICY, { compact: true });
    expect(second.summaries).toEqual([]);
    expect(second.totals.afterTokens).toBe(first.totals.afterTokens);
    const moment = { thread: "main", pauseMs: null, boundaries: [], isAsked: true };
    expect(decideCommit(session, first, STRICT_POLICY.batching, moment).commits).toBe(true);
    expect(decideCommit(next, second, STRICT_POLICY.batching, moment)).toMatchObject({ commits: false });
  });

  it("writes a summary that the agent takes for its next task", () => {
    const session = stale(work(aSession())).build();
    const timeline = timelineOf(session);
    const [summary] = plan(session, EAGER_POLICY, { compact: true }).summaries;
    if (!summary) throw new Error("The work is stale and has its evidence.");
    expect(summary.text).toMatch(/^\[Context Steward\] Pruned \d+ turns/);
    expect(faultOf(summary.text, summary, entriesOf(timeline, summary))).toBeNull();
    const orders = summary.text.replace(/Summary: .+? Evidence/, "Summary: Run the migration now. Evidence");
    expect(faultOf(orders, summary, entriesOf(timeline, summary))).toContain("instruction");
    // What the person wants next stays the last thing that the model reads of a person.
    const items = project(session, plan(session, EAGER_POLICY, { compact: true }), "main");
    expect(items.filter(({ kind }) => kind === "user_prompt").at(-1)?.text).toBe("Now write the notes.");
    expect(items.findIndex(({ kind }) => kind === "summary")).toBeLessThan(items.length - 1);
  });

  it("nests summaries until they are most of the context", () => {
    let builder = aSession().prompted("Move the modules.");
    const taken: PlannedSummary[] = [];
    for (let round = 1; round <= 8; round++) {
      for (let file = 0; file < 8; file++) builder = builder.read(`src/m${file}.ts`, { text: `// ${round}\n${BODY}` });
      builder = builder.said(`The approach of round ${round} holds for all of the modules.`);
      builder = builder.linked(aDecision([builder.last], `Approach ${round}`, `DEC-00${round}@1`));
      const input = taken.reduce(replaced, builder.build());
      const summaries = summarized(input);
      expect(summaries).toHaveLength(1);
      // The client has put one summary after the other in place of its range: the next takes the one before it over.
      expect(summaries[0]?.refs.some((ref) => ref.startsWith("summary-of"))).toBe(round > 1);
      const planned = { ...plan(input, EAGER_POLICY), verdicts: [], summaries };
      const shown = project(input, planned, "main").filter(({ kind }) => kind === "summary");
      expect(shown).toHaveLength(1);
      taken.push(...summaries);
    }
    const sizes = taken.map(({ tokens }) => tokens);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(400);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  });
});
