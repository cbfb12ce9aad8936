import { describe, expect, it } from "vitest";
import { aDecision } from "../summarize/testing/summaries";
import { SUMMARIZED_RULE } from "./judge/compact-window";
import type { PrunePolicy } from "./model";
import { REPEATED_LINES_RULE } from "./passes/compress-stale/repeated-lines";
import { plan } from "./pipeline";
import { EAGER_POLICY } from "./testing/policies";
import { planned, verdictOf } from "./testing/reading";
import { aSession, type SessionBuilder } from "./testing/session-builder";

/** What the pipeline adds to its rules: idle events, counts, lines of calls, and summaries of whole ranges. */
const BODY = "line of text\n".repeat(60);
const blocks = { minTokens: 50, minTurns: 1, minLines: 3, minGainShare: 0.15 };
const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `statement number ${at} does its work;`).join("\n");

describe("totals", () => {
  it("count the events of open windows, those that something guards, and moves by pass", () => {
    const session = aSession()
      .prompted("go")
      .read("a.ts", { text: BODY })
      .read("a.ts", { text: BODY })
      .ran("make", { exit: 1, text: `Error: x\n${BODY}` })
      .ran("make", { text: "made" })
      .read("b.ts", { text: `${BODY}b` })
      .edited("b.ts")
      .read("b.ts", { text: "b" })
      .inThread("c1", "compact", true)
      .prompted("summarize")
      .read("c.ts", { text: BODY });
    const { totals } = planned(session);
    // The prompt, and the latest result of the check: no rule guards any other.
    expect(totals).toMatchObject({ events: 15, protectedEvents: 2, summaryTokens: 0 });
    expect(totals.passes).toEqual({ dedup: 1, purgeErrors: 1, compress: 1 });
    const history = session.inThread("main").compacted().prompted("again");
    expect(planned(history).totals).toMatchObject({ events: 1, protectedEvents: 1, beforeTokens: 2 });
  });
});

describe("idle events", () => {
  const idle = aSession().ran("ls -la", { text: BODY }).turns(12);
  const [ref = ""] = idle.results();

  it("are charted and kept, and say so", () => {
    expect(verdictOf(idle, ref)).toMatchObject({
      rule: "noise.idle",
      noise: "idle",
      to: "full",
      pass: null,
      evidence: [],
    });
  });

  it("keep the class when age takes them out, and what is gone before is none", () => {
    const policy: PrunePolicy = { ...EAGER_POLICY, byAge: true };
    const aged = verdictOf(idle, ref, policy);
    expect(aged).toMatchObject({ rule: "compress-stale.aged", noise: "idle", to: "retained" });
    expect(aged?.reason).toMatch(/its kept meaning stays\. Nobody referred to it/);
    expect(verdictOf(idle.standing(ref, "reference"), ref)).toMatchObject({
      rule: "residency.set-before",
      noise: null,
    });
    expect(verdictOf(idle.standing(ref, "full").turns(4), ref)).toMatchObject({ rule: "noise.idle" });
  });

  it("are none that a rule found, that is protected, or that belongs to a helper", () => {
    const copies = aSession().ran("ls -la", { text: BODY }).ran("ls -la", { text: BODY }).turns(12);
    expect(verdictOf(copies, copies.last)?.noise).toBe("duplicate");
    expect(verdictOf(idle.pinned(ref), ref)?.noise).toBeNull();
    const helper = aSession().inThread("c1", "compact", true).ran("ls -la", { text: BODY }).turns(12);
    expect(verdictOf(helper, helper.last)).toBeUndefined();
    const young: PrunePolicy = { ...EAGER_POLICY, tail: { ...EAGER_POLICY.tail, shell: { tokens: 9_999, turns: 99 } } };
    expect(verdictOf(idle, ref, young)).toMatchObject({ noise: "idle", to: "full" });
  });
});

describe("lines of a call's arguments that stand again", () => {
  const policy: PrunePolicy = { ...EAGER_POLICY, blocks, callTail: { write: { tokens: 0, turns: 0 } } };
  const wrote = (result = true) =>
    aSession().used(
      {
        tool: "Write",
        toolClass: "write",
        params: JSON.stringify({ content: `head of it\n${lines(40)}` }),
        text: "ok",
      },
      { result },
    );
  const cut = (session: SessionBuilder, own = policy) =>
    verdictOf(session, session.build().events[0]?.ref ?? "", own)?.rule === REPEATED_LINES_RULE;

  it("are cut for classes whose arguments may be cut, and from no call in flight", () => {
    const shown = wrote()
      .ran("cat it", { text: lines(40) })
      .turns(1);
    expect(cut(shown)).toBe(true);
    expect(cut(shown, { ...policy, callTail: {} })).toBe(false);
    expect(cut(shown, { ...policy, callTail: { edit: { tokens: 0, turns: 0 } } })).toBe(false);
    expect(
      cut(
        wrote(false)
          .ran("cat it", { text: lines(40) })
          .turns(1),
      ),
    ).toBe(false);
  });

  it("keep what was noise noise, and leave what is archived or a helper's", () => {
    const noisy: PrunePolicy = {
      ...EAGER_POLICY,
      blocks,
      tail: { ...EAGER_POLICY.tail, shell: { tokens: 9_999, turns: 99 } },
    };
    const failed = aSession()
      .ran("make", { exit: 1, text: `Error: x\n${lines(40)}` })
      .ran("make", { text: "made" })
      .ran("cat it", { text: lines(40) })
      .turns(2);
    expect(verdictOf(failed, failed.results()[0] ?? "", noisy)).toMatchObject({
      rule: REPEATED_LINES_RULE,
      noise: "resolved-error",
      noiseSinceTurn: 2,
    });
    const two = aSession()
      .ran("cat a", { text: `head of it\n${lines(40)}` })
      .ran("cat it", { text: lines(40) })
      .turns(2);
    const [first = ""] = two.results();
    expect(verdictOf(two, first, { ...EAGER_POLICY, blocks })?.rule).toBe(REPEATED_LINES_RULE);
    expect(
      verdictOf(two.standing(first, "retained", { retained: lines(39) }), first, { ...EAGER_POLICY, blocks })?.rule,
    ).toBe("residency.set-before");
  });
});

describe("a compaction", () => {
  const worked = (turns = 40) => {
    let session = aSession().prompted("Look at the modules.");
    for (let file = 0; file < 8; file++) session = session.read(`src/m${file}.ts`, { text: `// ${file}\n${BODY}` });
    session = session.read("src/m0.ts", { text: `// 0\n${BODY}` }).said("All of the modules are alike.");
    return session
      .linked(aDecision([session.last], "Keep them alike"))
      .prompted("Next.")
      .turns(turns);
  };
  const compacted = (session: SessionBuilder, policy = EAGER_POLICY) =>
    plan(session.build(), policy, { compact: true });

  it("makes each event of a stale range a reference that the summary stands for, and noise stays noise", () => {
    const session = worked();
    const { summaries, verdicts, totals } = compacted(session);
    expect(summaries).toHaveLength(1);
    const [summary] = summaries;
    expect(summary?.refs).toHaveLength(19);
    const gone = verdicts.filter(({ rule }) => rule === SUMMARIZED_RULE);
    expect(gone.map(({ ref }) => ref)).toEqual(summary?.refs);
    for (const verdict of gone) {
      expect(verdict).toMatchObject({
        from: "full",
        to: "reference",
        pass: "compress-stale",
        evidence: [],
        tokensAfter: 0,
      });
      expect(verdict.reason).toBe(
        `It belongs to a stale range that a summary of ${summary?.tokens} tokens stands for.`,
      );
    }
    const events = new Map(session.build().events.map((event) => [event.ref, event.tokens]));
    expect(gone.map(({ tokensBefore }) => tokensBefore)).toEqual(gone.map(({ ref }) => events.get(ref)));
    const copy = gone.find(({ ref }) => ref === session.results().at(-1));
    expect(copy).toMatchObject({ noise: "duplicate", noiseSinceTurn: 9 });
    expect(gone.find(({ ref }) => ref.startsWith("tool_call"))).toMatchObject({ noise: null, noiseSinceTurn: null });
    expect(totals.summaryTokens).toBe(summary?.tokens);
    expect(totals.passes).toEqual({ dedup: 0, purgeErrors: 0, compress: 19 });
    // The copy counts as what the plan leaves of it, not as the whole of it.
    const whole = gone.reduce((sum, { tokensBefore }) => sum + tokensBefore, 0);
    expect(summary?.replacedTokens).toBeLessThan(whole - 150);
  });

  it("happens only when it is asked for, and takes only what is old and unguarded, with its pair", () => {
    expect(plan(worked().build(), EAGER_POLICY).summaries).toEqual([]);
    expect(compacted(worked(10)).summaries).toHaveLength(1);
    // The remark that holds the evidence is too young yet.
    expect(compacted(worked(9)).summaries).toEqual([]);
    const session = worked();
    const [, , read = ""] = session.build().events.map(({ ref }) => ref);
    const pinned = compacted(session.pinned(read));
    expect(pinned.summaries.flatMap(({ refs }) => refs)).not.toContain(read);
    expect(pinned.summaries.flatMap(({ refs }) => refs)).not.toContain(session.build().events[1]?.ref);
    const young: PrunePolicy = {
      ...EAGER_POLICY,
      tail: { ...EAGER_POLICY.tail, source_read: { tokens: 999_999, turns: 999 } },
    };
    expect(compacted(session, young).summaries).toEqual([]);
  });
});
