import { describe, expect, it } from "vitest";
import { estimateTokens } from "../events/tokens";
import type { PlannedSummary } from "./model";
import { plan } from "./pipeline";
import { citedBy, project, renderAbsent, summariesInForce, tokensOf } from "./projection";
import { EAGER_POLICY } from "./testing/policies";
import { applied, planned } from "./testing/reading";
import { aSession } from "./testing/session-builder";

const BODY = "line of text\n".repeat(60);

describe("what stands in place of an event", () => {
  it("is its marker, with the kept meaning or the citation", () => {
    expect(renderAbsent("a", "reference", null, null)).toBe("[context archived: ctx:a]");
    expect(renderAbsent("a", "reference", null, "b")).toBe("[context archived: ctx:a]\nSame as ctx:b.");
    expect(renderAbsent("a", "retained", "kept", null)).toBe(
      "[context archived: ctx:a]\n<retained-context>\nkept\n</retained-context>",
    );
    expect(renderAbsent("a", "retained", null, null)).toBe("[context archived: ctx:a]");
    expect(renderAbsent("a", "reference", "kept", null)).toBe("[context archived: ctx:a]");
  });

  it("is counted as it is written, and what is full as it came", () => {
    const verdict = { ref: "a", to: "retained", retained: "kept", tokensBefore: 900 } as const;
    expect(tokensOf(verdict, null)).toBe(estimateTokens(renderAbsent("a", "retained", "kept", null)));
    expect(tokensOf({ ...verdict, to: "reference" }, "b")).toBe(
      estimateTokens(renderAbsent("a", "reference", null, "b")),
    );
    expect(tokensOf({ ...verdict, to: "full" }, "b")).toBe(900);
  });

  it("cites only for a copy that went to its reference", () => {
    const verdict = { pass: "dedup", to: "reference", evidence: ["b", "c"] } as const;
    expect(citedBy(verdict)).toBe("b");
    expect(citedBy({ ...verdict, evidence: [] })).toBeNull();
    expect(citedBy({ ...verdict, to: "retained" })).toBeNull();
    expect(citedBy({ ...verdict, to: "full" })).toBeNull();
    expect(citedBy({ ...verdict, pass: "purge-errors" })).toBeNull();
  });
});

describe("a projection", () => {
  const session = aSession()
    .prompted("go")
    .read("a.ts", { text: BODY })
    .read("a.ts", { text: BODY })
    .ran("sleep 9", { result: false });

  it("marks what can be archived, and names pairs, tools and requests as they came", () => {
    const items = project(session.build(), planned(session), "main");
    expect(items.map(({ kind, residency, marker }) => [kind, residency, marker])).toEqual([
      ["user_prompt", "full", ""],
      ["tool_call", "full", ""],
      ["tool_result", "full", `[context-ref: ctx:${items[2]?.ref}]`],
      ["tool_call", "full", ""],
      ["tool_result", "reference", ""],
      ["tool_call", "full", ""],
    ]);
    expect(items[4]?.text).toBe(`[context archived: ctx:${items[4]?.ref}]\nSame as ctx:${items[2]?.ref}.`);
    expect(items[4]?.tokens).toBe(estimateTokens(items[4]?.text ?? ""));
    expect(items.map(({ partner }) => partner)).toEqual(
      [null, 2, 1, 4, 3, null].map((at) => (at === null ? null : items[at]?.ref)),
    );
    expect(items[1]).toMatchObject({ tool: "Read", standsFor: null });
    expect(project(session.build(), planned(session), "sub")).toEqual([]);
  });

  it("names no partner that has left the window", () => {
    const torn = aSession().ran("make", { result: false }).compacted().ran("ls");
    const input = torn.build();
    const [call, , result] = input.events;
    if (!call || !result) throw new Error("There are three events.");
    const events = [call, { ...result, callId: call.callId, partner: call.ref }];
    const items = project({ ...input, events }, plan({ ...input, events }, EAGER_POLICY), "main");
    expect(items.map(({ ref, partner }) => [ref, partner])).toEqual([[result.ref, null]]);
  });
});

describe("summaries in force", () => {
  const session = aSession().said("one").said("two").said("three");
  const refs = session.build().events.map(({ ref }) => ref);
  const summary = (of: readonly string[], text: string): PlannedSummary => ({
    thread: "main",
    refs: of,
    text,
    tokens: 7,
    evidence: ["DEC-001@1"],
    replacedTokens: 99,
  });
  const nothing = { ...planned(session), verdicts: [] };

  it("stand once, in place of the first event of their range", () => {
    const items = project(session.build(), { ...nothing, summaries: [summary(refs.slice(0, 2), "sum")] }, "main");
    expect(items.map(({ ref, kind, text, tokens, standsFor }) => [ref, kind, text, tokens, standsFor])).toEqual([
      [refs[0], "summary", "sum", 7, refs.slice(0, 2)],
      [refs[2], "assistant_message", "three", 2, null],
    ]);
  });

  it("of runs before hold for those refs that are still references; what was restored stands for itself", () => {
    const [one = "", two = "", three = ""] = refs;
    const before = summary(refs, "before");
    const at = (...gone: readonly string[]) => {
      const set = gone.reduce((so, ref) => so.standing(ref, "reference"), session);
      return { ...set.build(), summaries: [before] };
    };
    const kinds = (input: ReturnType<typeof at>) => project(input, nothing, "main").map(({ ref, kind }) => [ref, kind]);
    expect(kinds(at(one, two, three))).toEqual([[one, "summary"]]);
    expect(kinds(at(two, three))).toEqual([
      [one, "assistant_message"],
      [two, "summary"],
    ]);
    expect(kinds(at())).toHaveLength(3);
    expect([...summariesInForce(at(two), { summaries: [] }).keys()]).toEqual([two]);
    // A newer plan takes over what an older run had summarized.
    const newer = summariesInForce(at(one, two, three), { summaries: [summary([one, two], "newer")] });
    expect([one, two, three].map((ref) => newer.get(ref)?.summary.text)).toEqual(["newer", "newer", "before"]);
  });

  it("are measured as they stand, before and after", () => {
    const long = aSession().read("a.ts", { text: BODY }).read("b.ts", { text: BODY });
    const input = long.build();
    const all = input.events.map(({ ref }) => ref);
    const next = applied(input, {
      ...planned(long),
      verdicts: all.map((ref) => ({ ...verdict(ref), tokensAfter: 0 })),
      summaries: [summary(all, "sum")],
    });
    const { totals } = plan(next, EAGER_POLICY);
    expect(totals).toMatchObject({ beforeTokens: 7, afterTokens: 7, summaryTokens: 0 });
  });
});

function verdict(ref: string) {
  return {
    ref,
    from: "full",
    to: "reference",
    pass: "compress-stale",
    rule: "test",
    reason: "It is a test.",
    evidence: [],
    tokensBefore: 100,
    tokensAfter: 0,
    noise: null,
    noiseSinceTurn: null,
    retained: null,
  } as const;
}
