import { describe, expect, it } from "vitest";
import type { LinkedRecord, PrunePolicy } from "../model";
import { EAGER_POLICY } from "../testing/policies";
import { noiseClasses, planned, residencies, verdictOf } from "../testing/reading";
import { aSession, type SessionBuilder } from "../testing/session-builder";

/** Protections that delay because an event is at hand: each is tried for what it takes and what it must leave. */
const BODY = "line of text\n".repeat(60);
const OTHER = "row of numbers\n".repeat(60);
const first = (session: SessionBuilder) => session.results()[0] ?? "";
const ruleOf = (session: SessionBuilder, ref: string, policy: PrunePolicy) => verdictOf(session, ref, policy)?.rule;

describe("the working set", () => {
  const policy: PrunePolicy = { ...EAGER_POLICY, workingSetTurns: 5, byAge: true };
  const guards = (session: SessionBuilder, ref = first(session)) =>
    ruleOf(session, ref, policy) === "protect.working-set";
  const read = aSession().read("a.ts", { text: BODY });

  it("is the latest read of a file that was edited within its requests, and no longer", () => {
    const edited = read.edited("a.ts");
    expect(guards(edited.turns(4))).toBe(true);
    expect(guards(edited.turns(5))).toBe(false);
    expect(residencies(edited.turns(5), policy)[0]).toBe("retained");
    expect(verdictOf(edited, first(edited), policy)?.reason).toBe(
      "It is the latest look at a.ts, which was edited within 5 requests.",
    );
  });

  it("leaves an unedited file, another file's edit, a refused edit and a failed read", () => {
    expect(guards(read)).toBe(false);
    expect(guards(read.edited("b.ts"))).toBe(false);
    expect(guards(read.edited("a.ts", { outcome: "refused" }))).toBe(false);
    expect(guards(aSession().read("a.ts", { text: BODY, outcome: "error" }).edited("a.ts"))).toBe(false);
    expect(guards(read.edited("a.ts").compacted().read("b.ts"))).toBe(false);
    expect(guards(read.inThread("sub").edited("a.ts"))).toBe(false);
  });

  it("leaves older reads of the file, unless they show another part", () => {
    const again = read.edited("a.ts").read("a.ts", { text: OTHER });
    expect(guards(again)).toBe(false);
    expect(guards(again, again.last)).toBe(true);
    const part = aSession().read("a.ts", { text: BODY, lines: [1, 60] });
    const parts = part.read("a.ts", { text: OTHER, lines: [61, 120] }).edited("a.ts");
    expect(
      parts
        .results()
        .slice(0, 2)
        .map((ref) => guards(parts, ref)),
    ).toEqual([true, true]);
  });

  it("holds only against what compresses: an exact repeat may go, and the latest copy stays for its original", () => {
    const copies = read.read("a.ts", { text: BODY }).edited("a.ts");
    expect(residencies(copies, { ...policy, byAge: false }).slice(0, 2)).toEqual(["full", "reference"]);
    expect(residencies(copies, policy).slice(0, 2)).toEqual(["retained", "full"]);
  });
});

describe("what was superseded while it is at hand", () => {
  it("stays as the latest look at a file that is worked on, though a write shows the whole of it", () => {
    const policy: PrunePolicy = { ...EAGER_POLICY, workingSetTurns: 5 };
    const written = aSession().read("a.ts", { text: BODY }).edited("a.ts").wrote("a.ts");
    const [read = ""] = written.results();
    expect(residencies(written)[0]).toBe("retained");
    expect(verdictOf(written, read, policy)).toMatchObject({ to: "full", noise: "superseded" });
    expect(planned(written, policy).blocked).toMatchObject([{ ref: read, protection: "protect.working-set" }]);
    const call = written.build().events[0]?.ref ?? "";
    expect(verdictOf(written, call, policy)).toBeUndefined();
  });

  it("stays while the agent comes back to it, and goes when it does no more", () => {
    const policy: PrunePolicy = { ...EAGER_POLICY, reuse: { times: 2, waitTurns: 3 } };
    const reads = aSession().read("a.ts", { text: BODY }).read("a.ts", { text: OTHER }).edited("a.ts");
    const [read = ""] = reads.results();
    expect(residencies(reads)[0]).toBe("retained");
    expect(verdictOf(reads, read, policy)).toMatchObject({ to: "full", noise: "superseded" });
    expect(planned(reads, policy).blocked).toMatchObject([
      { ref: read, rule: "compress-stale.superseded-read", protection: "protect.reused" },
    ]);
    expect(residencies(reads.turns(3), policy)[0]).toBe("retained");
  });
});

describe("what was used often", () => {
  const policy: PrunePolicy = { ...EAGER_POLICY, reuse: { times: 2, waitTurns: 3 }, byAge: true };
  const guards = (session: SessionBuilder, ref = first(session), own = policy) =>
    ruleOf(session, ref, own) === "protect.reused";
  const found = aSession().searched("needle", { text: BODY });
  const again = (session: SessionBuilder) => session.searched("needle", { text: "short", result: false });

  it("waits while it was used so many times behind it, the last time lately", () => {
    expect(guards(found)).toBe(false);
    expect(guards(again(found))).toBe(false);
    const used = again(again(found));
    expect(guards(used)).toBe(true);
    expect(verdictOf(used.turns(1), first(used), policy)).toMatchObject({
      reason: "needle was used 2 times since, the last time 1 requests ago.",
      evidence: [used.last],
    });
    expect(guards(used.turns(2))).toBe(true);
    expect(guards(used.turns(3))).toBe(false);
    expect(residencies(used.turns(3), policy)[0]).toBe("retained");
  });

  it("counts calls of the same window on the same target, and nothing when it is switched off", () => {
    expect(guards(again(again(aSession().searched("other", { text: BODY }))))).toBe(false);
    expect(guards(again(again(found.inThread("sub"))))).toBe(false);
    const before = again(again(aSession())).searched("needle", { text: BODY });
    expect(guards(before, before.last)).toBe(false);
    expect(guards(again(again(found)), first(found), { ...policy, reuse: null })).toBe(false);
    const results = found.searched("needle", { text: "one" }).searched("needle", { text: "two" }).turns(2);
    expect(guards(results)).toBe(true);
    expect(guards(results, results.results()[1])).toBe(false);
    const nothing = { tool: "T", toolClass: "other", params: "x", text: BODY } as const;
    const nameless = aSession()
      .used(nothing, {})
      .used({ ...nothing, text: OTHER }, {})
      .used({ ...nothing, text: "z" }, {});
    expect(guards(nameless)).toBe(false);
    expect(guards(again(again(found)).compacted())).toBe(false);
    const graph = {
      tool: "g",
      toolClass: "graph",
      target: "needle",
      params: "x",
      text: BODY,
      kind: "graph_query",
    } as const;
    const asked = again(again(aSession().used(graph, {})));
    expect(guards(asked)).toBe(false);
  });

  it("holds only against what compresses: an exact repeat may go", () => {
    const copies = again(again(found.searched("needle", { text: BODY })));
    expect(residencies(copies, policy)).toEqual(["full", "reference"]);
  });
});

describe("what was restored", () => {
  const copies = aSession().read("a.ts", { text: BODY }).read("a.ts", { text: BODY });
  const policy: PrunePolicy = { ...EAGER_POLICY, restoredTurns: 2 };

  it("stays for so many requests of its thread, and may then go again", () => {
    const restored = copies.standing(copies.last, "full", { by: "person" }).turns(1);
    expect(verdictOf(restored, copies.last, policy)).toMatchObject({
      to: "full",
      reason:
        "Same result as ctx:tool_result-2, which this thread already has. Kept for now: It was restored 0 turns ago; restored results stay for 2.",
    });
    expect(residencies(restored.turns(1), policy)).toEqual(["full", "full"]);
    expect(verdictOf(restored.turns(1), copies.last, policy)?.reason).toContain("restored 1 turn ago");
    expect(residencies(restored.turns(2), policy)).toEqual(["full", "reference"]);
    expect(residencies(restored.inThread("sub").turns(9), policy)).toEqual(["full", "full"]);
  });

  it("is what was set to full, and nothing that was only archived or never touched", () => {
    expect(residencies(copies, policy)).toEqual(["full", "reference"]);
    const archived = copies.standing(copies.last, "reference");
    expect(planned(archived, policy).blocked).toEqual([]);
    expect(planned(copies.standing(copies.last, "full"), policy).blocked).toMatchObject([
      { ref: copies.last, protection: "protect.restored" },
    ]);
  });
});

describe("a failure that the registry holds as unresolved", () => {
  const failed = aSession().ran("node build.js", { exit: 1, text: BODY });
  const resolved = failed.ran("node build.js", { text: "built" });
  const record = (change: Partial<LinkedRecord> = {}): LinkedRecord => ({
    kind: "failure",
    link: "FAIL-007",
    title: "Build fails",
    active: true,
    refs: [failed.last],
    ...change,
  });

  it("stays although a later run of the command succeeded, and is still noise", () => {
    const linked = resolved.linked(record());
    expect(residencies(linked)).toEqual(["full", "full"]);
    expect(noiseClasses(linked)).toEqual(["resolved-error", null]);
    expect(planned(linked).blocked).toMatchObject([
      {
        ref: failed.last,
        protection: "protect.linked-failure",
        pattern: "FAIL-007",
        reason: "FAIL-007 is unresolved, and this is where it happened.",
      },
    ]);
  });

  it("goes when the registry holds it as resolved, when it is no failure, or another event", () => {
    expect(residencies(resolved)).toEqual(["retained", "full"]);
    expect(residencies(resolved.linked(record({ active: false })))).toEqual(["retained", "full"]);
    expect(residencies(resolved.linked(record({ kind: "decision" })))).toEqual(["retained", "full"]);
    expect(residencies(resolved.linked(record({ refs: [resolved.last] })))).toEqual(["retained", "full"]);
    const history = resolved.linked(record()).compacted();
    expect(verdictOf(history, failed.last)?.rule).not.toBe("protect.linked-failure");
  });
});

describe("a whole file that was spoken of", () => {
  const policy: PrunePolicy = { ...EAGER_POLICY, spokenOf: { tokens: 500, turns: 4 }, byAge: true };
  const guards = (session: SessionBuilder, ref = first(session)) =>
    ruleOf(session, ref, policy) === "protect.spoken-of-file";
  const read = aSession().read("src/cart-total.ts", { text: BODY });
  const spoken = read.said("The sum in cart-total.ts is wrong.");

  it("waits until both of its windows have passed", () => {
    expect(guards(spoken)).toBe(true);
    expect(verdictOf(spoken, first(spoken), policy)?.reason).toBe(
      "src/cart-total.ts was read as a whole and spoken of; such reads wait until 500 tokens and 4 requests have passed.",
    );
    const long = spoken.said("x".repeat(2_000));
    expect(guards(long.turns(1))).toBe(true);
    expect(guards(long.turns(2))).toBe(false);
    expect(guards(spoken.turns(20))).toBe(true);
  });

  it("is named by a prompt at any time, but by the agent only behind the read and before an edit", () => {
    expect(guards(read)).toBe(false);
    const prompted = aSession().prompted("Look at src/cart-total.ts please.").read("src/cart-total.ts", { text: BODY });
    expect(guards(prompted, prompted.last)).toBe(true);
    const edited = prompted.edited("src/cart-total.ts");
    expect(guards(edited, prompted.last)).toBe(true);
    const before = aSession().said("I look at cart-total.ts now.").read("src/cart-total.ts", { text: BODY });
    expect(guards(before, before.last)).toBe(false);
    expect(guards(spoken.edited("src/cart-total.ts"))).toBe(false);
    expect(guards(spoken.edited("src/other.ts"))).toBe(true);
  });

  it("leaves parts of a file, older reads of it, and what is no source or document", () => {
    const part = aSession()
      .read("src/cart-total.ts", { text: BODY, lines: [1, 60] })
      .said("cart-total.ts is wrong.");
    expect(guards(part)).toBe(false);
    const again = spoken.read("src/cart-total.ts", { text: OTHER }).said("cart-total.ts is still wrong.");
    expect(guards(again)).toBe(false);
    expect(guards(again, again.results()[1])).toBe(true);
    const found = aSession().searched("cart-total.ts", { text: BODY }).said("cart-total.ts is wrong.");
    expect(guards(found)).toBe(false);
    expect(guards(spoken.compacted())).toBe(false);
  });
});

describe("what is in flight", () => {
  const policy: PrunePolicy = { ...EAGER_POLICY, referencedWithinTurns: 3, currentFileTurns: 3 };
  const copies = aSession().read("src/a.ts", { text: BODY }).read("src/a.ts", { text: BODY });
  const guards = (session: SessionBuilder, ref = copies.last) => ruleOf(session, ref, policy) === "protect.in-flight";
  const stopped = (session: SessionBuilder) =>
    planned(session, policy).blocked.map(({ ref, protection }) => [ref, protection]);

  it("is a result whose path or ref was named within the last turns", () => {
    const old = copies.turns(3);
    expect(stopped(old)).toEqual([]);
    expect(residencies(old, policy)).toEqual(["full", "reference"]);
    expect(stopped(old.said(`Look at ctx:${copies.last}.`))).toEqual([[copies.last, "protect.in-flight"]]);
    const byRef = old.said(`See ctx:${copies.last} again.`);
    expect(stopped(byRef)).toEqual([[copies.last, "protect.in-flight"]]);
    expect(verdictOf(byRef, copies.last, policy)?.reason).toContain(
      `ctx:${copies.last} was named within the last 3 turns.`,
    );
    expect(stopped(byRef.turns(2))).toHaveLength(1);
    expect(stopped(byRef.turns(3))).toEqual([]);
    const byCall = old.ran("cat src/a.ts", { result: false }).edited("src/a.ts", { result: false });
    expect(stopped(byCall)).toContainEqual([copies.last, "protect.in-flight"]);
  });

  it("lets go of what the agent or a person acknowledged", () => {
    const named = copies.turns(3).said(`See ctx:${copies.last} again.`);
    expect(residencies(named, policy)).toEqual(["full", "full"]);
    expect(residencies(named.acknowledged(copies.last), policy)).toEqual(["full", "reference"]);
    expect(residencies(named.acknowledged("another"), policy)).toEqual(["full", "full"]);
  });

  it("is named by people's words of no consequence here: only the agent refers to a result", () => {
    const named = copies.turns(3).prompted(`What is in ctx:${copies.last}?`);
    expect(stopped(named)).toEqual([]);
  });

  it("is the latest result of each change, acknowledged or not, until its turns have passed", () => {
    const edited = aSession()
      .edited("src/a.ts", { text: BODY })
      .wrote("src/a.ts", { text: BODY })
      .edited("src/b.ts", { text: BODY });
    const [older = "", newer = "", other = ""] = edited.results();
    expect([older, newer, other].map((ref) => guards(edited, ref))).toEqual([true, true, true]);
    const later = edited.turns(2);
    expect([newer, other].map((ref) => guards(later.acknowledged(ref), ref))).toEqual([false, true]);
    expect(guards(edited.turns(3), other)).toBe(false);
    expect(verdictOf(edited.acknowledged(newer), newer, policy)?.reason).toBe(
      "It confirms the current change of src/a.ts.",
    );
  });

  it("is a call without its result, as long as it stands in the window", () => {
    const running = aSession().ran("npm run build", { result: false });
    const call = running.last;
    expect(verdictOf(running.turns(50), call, policy)).toMatchObject({
      rule: "protect.in-flight",
      reason: "The call has no result yet.",
    });
    expect(guards(running.compacted(), call)).toBe(false);
    const ended = aSession().ran("npm run build");
    expect(guards(ended, ended.build().events[0]?.ref)).toBe(false);
  });
});
