import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../events/tokens";
import type { SessionInput } from "../prune/model";
import { arbitraryBuilder } from "../prune/testing/arbitrary-session";
import { aSession, type SessionBuilder } from "../prune/testing/session-builder";
import { timelineOf } from "../prune/timeline";
import { entriesOf, faultOf } from "./check-summary";
import { readSummary } from "./form";
import { aDecision, refersTo, replaced, summarized } from "./testing/summaries";

const BODY = "const line = of(text);\n".repeat(240);
const LOG = "ok 1 - a test that passed\n".repeat(150);

function only(session: SessionBuilder | SessionInput, options?: Parameters<typeof summarized>[1]) {
  const [summary, ...others] = summarized(session, options);
  expect(others).toEqual([]);
  return summary;
}

describe("a stale range", () => {
  it("of exploratory edits becomes the decision, the approach and how checks ended", () => {
    const asked = aSession()
      .prompted("fix the refresh")
      .read("src/auth.ts", { text: BODY })
      .edited("src/auth.ts")
      .ran("npm test", { exit: 1, text: `${LOG}TypeError: expiry is undefined\n` })
      .edited("src/auth.ts")
      .edited("src/session.ts")
      .ran("npm test", { text: LOG });
    const session = asked.linked(aDecision([asked.last])).prompted("thanks");
    expect(only(session)).toEqual({
      thread: "main",
      refs: session
        .build()
        .events.slice(1, -1)
        .map((event) => event.ref),
      replacedTokens: expect.any(Number),
      tokens: expect.any(Number),
      evidence: ["DEC-003@2"],
      text:
        "[Context Steward] Pruned 6 turns (3364 tokens). Retained: decision “Use sliding-window expiry”; " +
        "changed src/auth.ts (2 times), src/session.ts; error “TypeError: expiry is undefined” (1 time); read src/auth.ts.\n" +
        "Summary: Made 3 edits in 2 files over 6 requests, with 1 failed check on the way; decision DEC-003 came of it: " +
        "“Use sliding-window expiry”. In the last run npm test passed. Evidence: DEC-003@2.",
    });
  });

  it("of research becomes its conclusion and its sources", () => {
    const read = aSession().prompted("how does it retry?").read("src/http/retry.ts", { text: BODY });
    const session = read
      .searched("backoff", { text: LOG })
      .used({ tool: "WebFetch", toolClass: "web", target: "https://example.com/backoff", params: "u", text: LOG }, {})
      .said("Great. Let me look closer.\nThe client retries three times with jitter.")
      .linked({ kind: "summary", link: "SUM-012#retry", title: "Retry", active: true, refs: [read.last] });
    const text = only(session)?.text ?? "";
    expect(text).toContain("Retained: opened https://example.com/backoff; read src/http/retry.ts.\n");
    expect(text).toContain(
      "Summary: Research over 4 requests: 1 file read, 1 search made, 1 page opened. " +
        "The agent concluded “The client retries three times with jitter”. Evidence: SUM-012#retry.",
    );
  });

  it("of several agents becomes what they agreed on and what one held against it", () => {
    const agent = (s: SessionBuilder, task: string, text: string) =>
      s.used({ tool: "Task", toolClass: "agent", target: task, params: task, text }, {});
    const one = agent(aSession().prompted("review it"), "review the schema", `${LOG}The schema holds.`);
    const two = agent(one, "review the queries", `${LOG}I disagree: the index on team is missing.`);
    const session = two
      .said("Both reviewers accept the schema with one more index.")
      .linked(aDecision([two.last], "Add the index"));
    expect(only(session)?.text).toContain(
      "Summary: Other agents reported on 2 tasks: “review the schema”, “review the queries”. " +
        "Decision DEC-003 came of it: “Add the index”; dissent: “I disagree: the index on team is missing”. Evidence:",
    );
  });

  it("of checks becomes their final status, with what still failed first", () => {
    const failing = aSession()
      .prompted("run all")
      .ran("npm test", { text: LOG })
      .ran("npx tsc --noEmit", { exit: 2, text: `${LOG}src/a.ts(3,1): error TS2322: no` });
    const failed = failing.last;
    // The last failure of a check stays word for word while nothing resolved it; the one before it goes.
    const session = failing
      .ran("npx tsc --noEmit", { exit: 2, text: `${LOG}src/a.ts(3,1): error TS2322: no` })
      .linked({ kind: "failure", link: "FAIL-001", title: "TS2322", active: false, refs: [failed] });
    const summary = only(session);
    expect(summary?.refs).not.toContain(session.last);
    expect(summary?.text).toContain("Ran checks: npm test (1 run), ");
    expect(summary?.text).toMatch(/In the last run \S.* failed with exit 2, npm test passed\. Evidence: FAIL-001\.$/);
    expect(summary?.text).toContain("error “src/a.ts(3,1): error TS2322: no” (1 time)");
  });

  it("that ended before its last check passed says so, and shows the decision that was recorded at once", () => {
    const recorder = { tool: "decision-trace", toolClass: "other", params: "{}", text: "Recorded." } as const;
    const failing = aSession()
      .prompted("fix the refresh")
      .edited("src/auth.ts")
      .read("src/auth.ts", { text: BODY })
      .ran("bun test src/auth", { exit: 1, text: LOG });
    const passed = failing.ran("bun test", { text: "12 pass" });
    const held = { isHeld: refersTo(passed.last) };
    const decided = passed.used(recorder, {});
    const session = decided.linked(aDecision([decided.last])).prompted("go on");
    const text = only(session, held)?.text ?? "";
    expect(text).toContain(
      "decision DEC-003 came of it: “Use sliding-window expiry”. In the last run bun test src/auth failed with exit 1 and passed later.",
    );
    expect(text).toMatch(/Evidence: DEC-003@2\.$/);
    const later = passed.edited("src/other.ts").used(recorder, {});
    const other = later.linked(aDecision([later.last])).prompted("go on");
    expect(summarized(other, { isHeld: refersTo(...later.results().slice(2, 4)) })).toEqual([]);
  });

  it("says how much the model saw of it before the run", () => {
    const read = aSession().prompted("look").read("src/auth.ts", { text: BODY });
    const session = read.linked(aDecision([read.last]));
    const shown = { visibleTokens: () => 600, tokensBefore: () => 5_000 };
    expect(only(session, shown)).toMatchObject({ replacedTokens: 1_200 });
    expect(only(session, shown)?.text).toContain("Pruned 1 turns (10000 tokens).");
  });

  it("keeps open questions, limits and files, and drops greetings, thanks and intentions", () => {
    const session = aSession()
      .prompted("go")
      .wrote("src/mail.ts", { text: BODY })
      .said("You're absolutely right! Thanks for the hint about the mail folder.")
      .said("The provider must not be called more than ten times a second.\nShould failed mails be kept for a week?")
      .said("Now I will run the tests and fix what fails.")
      .said("OK, thanks, that looks good to me as well.");
    const text = only(session.linked(aDecision([session.results()[0] ?? ""])))?.text ?? "";
    expect(text).toContain("changed src/mail.ts");
    expect(text).toContain("open question “Should failed mails be kept for a week?”");
    expect(text).toContain("limit “The provider must not be called more than ten times a second”");
    expect(text).not.toMatch(/thanks|right|I will/i);
  });

  it("shows the commit that it made as evidence", () => {
    const session = aSession()
      .prompted("commit it")
      .edited("src/a.ts", { text: BODY })
      .ran("git add -A && git commit -m 'Fix expiry'", { text: "[main 1a2b3c4] Fix expiry\n 1 file changed\n" })
      .ran("git log", { text: "commit 9999999\n" });
    const summary = only(session);
    expect(summary?.evidence).toEqual(["1a2b3c4"]);
    expect(summary?.text).toContain("Made 1 edit in 1 file over 3 requests; committed as “Fix expiry”.");
  });

  it("shows the content of its files as evidence", () => {
    const built = aSession().prompted("look").read("src/a.ts", { text: BODY }).build();
    const contentKey = `${"A".repeat(42)}E=`;
    const events = built.events.map((event) => ({ ...event, contentKey }));
    expect(only({ ...built, events })?.evidence).toEqual(["src/a.ts@000000000000"]);
  });
});

describe("what stays", () => {
  const evidence = (session: SessionBuilder) =>
    session.linked(aDecision(session.build().events.map((event) => event.ref)));

  it("is a range without evidence", () => {
    expect(summarized(aSession().prompted("go").read("a.ts", { text: BODY }))).toEqual([]);
  });

  it("is a range of less than a thousand tokens", () => {
    const session = evidence(
      aSession()
        .prompted("go")
        .read("a.ts", { text: "x".repeat(3_000) }),
    );
    expect(summarized(session)).toEqual([]);
    expect(summarized(session, { minRangeTokens: 500 })).toHaveLength(1);
  });

  it("is each prompt: it ends a range and is in none", () => {
    const session = evidence(
      aSession().prompted("one").read("a.ts", { text: BODY }).prompted("two").read("b.ts", { text: BODY }),
    );
    const summaries = summarized(session);
    expect(summaries).toHaveLength(2);
    expect(summaries.flatMap((summary) => summary.refs).filter((ref) => ref.startsWith("user_prompt"))).toEqual([]);
  });

  it("is what is held or not stale, with the other half of its pair", () => {
    const first = aSession().prompted("go").read("a.ts", { text: BODY });
    const held = first.read("b.ts", { text: BODY });
    const session = evidence(held.read("c.ts", { text: BODY }));
    const call = session.build().events.find((event) => event.ref === held.last)?.partner ?? "";
    for (const options of [
      { isHeld: refersTo(held.last) },
      { isHeld: refersTo(call) },
      { isStale: (entry: Parameters<ReturnType<typeof refersTo>>[0]) => entry.event.ref !== held.last },
    ]) {
      const summaries = summarized(session, options);
      expect(summaries).toHaveLength(2);
      expect(summaries.flatMap((summary) => summary.refs)).not.toEqual(expect.arrayContaining([held.last]));
      expect(summaries.flatMap((summary) => summary.refs)).not.toContain(call);
    }
  });

  it("is a call in flight", () => {
    const session = evidence(aSession().prompted("go").read("a.ts", { text: BODY }).ran("sleep 99", { result: false }));
    expect(only(session)?.refs).not.toContain(session.last);
  });

  it("is a call whose result came behind the next prompt, and that result", () => {
    const built = evidence(
      aSession()
        .prompted("go")
        .read("a.ts", { text: BODY })
        .ran("make", { text: BODY })
        .prompted("and?")
        .said("x".repeat(5_000)),
    ).build();
    const make = built.events.filter((event) => event.command === "make");
    const late = Math.max(...built.events.map((event) => event.seq)) + 1;
    const events = built.events.map((event) => (event === make[1] ? { ...event, seq: late } : event));
    const refs = summarized({ ...built, events }).flatMap((summary) => summary.refs);
    expect(refs.length).toBeGreaterThan(0);
    for (const { ref } of make) expect(refs).not.toContain(ref);
  });

  it("is a failure that nothing resolved, and one that the registry holds as active", () => {
    const failing = aSession().prompted("go").read("a.ts", { text: BODY }).ran("make", { exit: 2, text: BODY });
    expect(only(evidence(failing))?.refs).not.toContain(failing.last);
    const resolved = evidence(failing.ran("make", { text: BODY }));
    expect(only(resolved)?.refs).toContain(failing.last);
    const active = resolved.linked({
      kind: "failure",
      link: "FAIL-001",
      title: "make",
      active: true,
      refs: [failing.last],
    });
    expect(summarized(active).flatMap((summary) => summary.refs)).not.toContain(failing.last);
  });

  it("is the answer of the user, and what led to it while no decision is recorded", () => {
    const asked = aSession().prompted("go").read("a.ts", { text: BODY }).asked("Which?", "The second.");
    const read = asked.build().events[2]?.ref ?? "";
    const other = asked.linked({ kind: "failure", link: "FAIL-002", title: "x", active: false, refs: [read] });
    expect(summarized(other)).toEqual([]);
    const summary = only(other.linked(aDecision([asked.last], "The second")));
    expect(summary?.evidence).toEqual(["DEC-003@2", "FAIL-002"]);
    expect(summary?.refs).toEqual(
      asked
        .build()
        .events.slice(1, 3)
        .map((event) => event.ref),
    );
  });

  it("is the window of a helper, and what a compaction took out", () => {
    const session = evidence(
      aSession()
        .prompted("go")
        .read("a.ts", { text: BODY })
        .compacted()
        .inThread("c", "compact", true)
        .read("b.ts", { text: BODY }),
    );
    expect(summarized(session)).toEqual([]);
  });

  it("is a client's own summary", () => {
    const built = evidence(aSession().said("s".repeat(6_000))).build();
    const events = built.events.map((event) => ({ ...event, kind: "summary" as const }));
    expect(summarized({ ...built, events })).toEqual([]);
  });
});

describe("summaries of summaries", () => {
  it("do not grow in ten rounds, and keep the links of the decisions", () => {
    const decisions = Array.from({ length: 10 }, (_, round) => `DEC-${String(round + 1).padStart(3, "0")}@1`);
    let builder = aSession().prompted("go");
    let taken: { refs: readonly string[]; text: string; tokens: number }[] = [];
    let input = builder.build();
    const sizes: number[] = [];
    let turns = 0;
    for (const link of decisions) {
      for (let step = 0; step < 8; step++) {
        builder = builder.read(`src/file-${step}.ts`, { text: BODY }).edited(`src/file-${step}.ts`);
      }
      builder = builder.said(`The approach of ${link} holds for all of the files.`);
      builder = builder.linked(aDecision([builder.last], `Approach of ${link}`, link));
      turns += 17;
      input = taken.reduce(
        (session, summary) => replaced(session, { ...summary, thread: "main", evidence: [], replacedTokens: 0 }),
        builder.build(),
      );
      const [summary] = summarized(input);
      if (!summary) throw new Error("Each round has a range with evidence.");
      const isNested = taken.length > 0;
      expect(summary.refs.some((ref) => ref.startsWith("summary-of"))).toBe(isNested);
      sizes.push(summary.tokens);
      expect(readSummary(summary.text)?.turns).toBe(turns);
      expect(summary.evidence.some((one) => one.startsWith("DEC-"))).toBe(true);
      taken = [...taken, summary];
    }
    for (const [round, size] of sizes.entries()) if (round > 0) expect(size).toBeLessThanOrEqual(sizes[round - 1] ?? 0);
    const last = taken.at(-1)?.text ?? "";
    expect(readSummary(last)?.evidence[0]).toBe("DEC-010@1");
    expect(readSummary(last)?.retained.filter((item) => item.startsWith("earlier ")).length).toBeLessThanOrEqual(1);
  });
});

describe("any session", () => {
  const options = fc.record({
    held: fc.array(fc.nat(80), { maxLength: 8 }),
    fresh: fc.array(fc.nat(80), { maxLength: 8 }),
  });

  it("gives summaries in form that are short, prove something and tear no pair", () => {
    fc.assert(
      fc.property(arbitraryBuilder, options, (builder, { held, fresh }) => {
        const events = builder.build().events;
        const input = builder.linked(aDecision(events.map((event) => event.ref))).build();
        const heldRefs = new Set(held.map((at) => events[at]?.ref));
        const freshRefs = new Set(fresh.map((at) => events[at]?.ref));
        const summaries = summarized(input, {
          isHeld: (entry) => heldRefs.has(entry.event.ref),
          isStale: (entry) => !freshRefs.has(entry.event.ref),
          minRangeTokens: 300,
        });
        const timeline = timelineOf(input);
        const { byRef } = timeline;
        const seen = new Set<string>();
        for (const summary of summaries) {
          const { refs, text, tokens, evidence, replacedTokens } = summary;
          expect(faultOf(text, summary, entriesOf(timeline, summary))).toBeNull();
          const parts = readSummary(text);
          expect(parts?.tokens).toBe(replacedTokens);
          expect(parts?.evidence).toEqual(evidence);
          expect(evidence.length).toBeGreaterThan(0);
          expect(tokens).toBe(estimateTokens(text));
          expect(tokens).toBeLessThanOrEqual(Math.min(400, replacedTokens * 0.2));
          expect(replacedTokens).toBe(refs.reduce((sum, ref) => sum + (byRef.get(ref)?.event.tokens ?? 0), 0));
          const own = new Set(refs);
          for (const ref of refs) {
            const entry = byRef.get(ref);
            expect(seen.has(ref)).toBe(false);
            seen.add(ref);
            expect(entry?.inContext && entry.event.kind !== "user_prompt").toBe(true);
            expect(heldRefs.has(ref) || freshRefs.has(ref)).toBe(false);
            if (entry?.partner?.inContext) expect(own.has(entry.partner.event.ref)).toBe(true);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
