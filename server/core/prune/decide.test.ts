import { describe, expect, it } from "vitest";
import { AGED_RULE } from "./decide";
import type { PassId, PrunePolicy } from "./model";
import { plan } from "./pipeline";
import { EAGER_POLICY } from "./testing/policies";
import { applied, planned, residencies, verdictOf } from "./testing/reading";
import { aSession, type SessionBuilder } from "./testing/session-builder";

/** What falls by age alone, and what weighs more than age. */
const BODY = "line of text\n".repeat(60);
const LOG = Array.from({ length: 60 }, (_, at) => `row ${at} was imported`).join("\n");
const POLICY: PrunePolicy = {
  ...EAGER_POLICY,
  byAge: true,
  tail: { ...EAGER_POLICY.tail, shell: { tokens: 100, turns: 3 } },
  callTail: { shell: { tokens: 0, turns: 2 } },
  referenceAfterTurns: { shell: 5 },
};
const ran = aSession().ran("import.sh", { text: LOG });
const of = (session: SessionBuilder, policy = POLICY) => verdictOf(session, session.results()[0] ?? "", policy);

describe("age", () => {
  const old = ran.said("x".repeat(800)).turns(2);

  it("leads to the kept meaning once both windows of the class have passed", () => {
    expect(of(ran.turns(3))?.to).toBe("full");
    expect(of(ran.said("x".repeat(800)).turns(1))?.to).toBe("full");
    const aged = of(old);
    expect(aged).toMatchObject({ to: "retained", from: "full", pass: "compress-stale", rule: AGED_RULE, evidence: [] });
    expect(aged).toMatchObject({ noise: null, noiseSinceTurn: null });
    expect(aged?.reason).toBe("It is 200 tokens and 3 requests old and not being worked with; its kept meaning stays.");
    expect(aged?.retained).toMatch(/^import\.sh \(exit 0\): 60 lines\./);
    expect(aged?.tokensAfter).toBeLessThanOrEqual((aged?.tokensBefore ?? 0) * 0.8);
  });

  it("leads on to the marker after the turns of the class, when nobody referred to it since", () => {
    expect(of(old.turns(1))?.to).toBe("retained");
    const spent = of(old.turns(2));
    expect(spent).toMatchObject({ to: "reference", retained: null, rule: AGED_RULE });
    expect(spent?.reason).toBe("It is 200 tokens and 5 requests old, and nobody referred to it since.");
    const [ref = ""] = old.results();
    expect(of(old.said(`As ctx:${ref} shows.`).turns(9))?.to).toBe("retained");
    expect(of(old.turns(9), { ...POLICY, referenceAfterTurns: { test: 5 } })?.to).toBe("retained");
  });

  it("takes what is retained on to the marker, and never back", () => {
    const [ref = ""] = old.results();
    const retained = old.standing(ref, "retained", { retained: "import.sh: fine" });
    expect(of(retained)).toMatchObject({
      from: "retained",
      to: "retained",
      rule: "residency.set-before",
      retained: "import.sh: fine",
    });
    expect(of(retained.turns(2))).toMatchObject({ from: "retained", to: "reference", rule: AGED_RULE });
    const gone = old.standing(ref, "reference");
    expect(of(gone)).toMatchObject({ from: "reference", to: "reference", rule: "residency.set-before" });
    expect(of(gone)?.tokensBefore).toBe(of(gone)?.tokensAfter);
  });

  it("leads to the marker at once where the published passes are taken literally", () => {
    const literal: PrunePolicy = { ...POLICY, staleTo: "reference" };
    expect(of(old, literal)).toMatchObject({ to: "reference", retained: null, rule: AGED_RULE });
    const read = aSession()
      .read("a.ts", { text: BODY })
      .edited("a.ts")
      .read("a.ts", { text: `${BODY}!` });
    expect(residencies(read, literal)).toEqual(["reference", "full", "reference"]);
  });

  it("leaves what is too small for its removal to pay, and what stands elsewhere or is asked not to be judged", () => {
    const small = aSession().ran("import.sh", { text: "a short answer" }).said("x".repeat(800)).turns(4);
    expect(of(small)).toBeUndefined();
    expect(of(old, { ...POLICY, byAge: false })?.to ?? "full").toBe("full");
    expect(of(old.compacted())?.to ?? "full").toBe("full");
    const skill = aSession()
      .prompted("go")
      .loadedSkill("tdd", BODY)
      .prompted("next")
      .turns(200)
      .said("x".repeat(9_000));
    expect(residencies(skill, POLICY)).toEqual(["full"]);
  });
});

describe("age of a call's arguments", () => {
  const script = `cat > notes.md <<'EOF'\n${LOG}\nEOF`;
  const wrote = aSession().ran(script, { text: "ok" });
  const call = wrote.build().events[0]?.ref ?? "";

  it("leads to their kept meaning, with the result left as it is", () => {
    expect(verdictOf(wrote.turns(1), call, POLICY)).toBeUndefined();
    const aged = verdictOf(wrote.turns(2), call, POLICY);
    expect(aged).toMatchObject({ to: "retained", rule: AGED_RULE });
    expect(aged?.retained).toMatch(/^Arguments of cat > notes\.md <<'EOF' row 0 was imported.*: 62 lines\./);
    expect(residencies(wrote.turns(2), POLICY)).toEqual(["full"]);
  });

  it("never leads to the marker alone, and leaves classes that are not listed and calls in flight", () => {
    expect(verdictOf(wrote.turns(90).said("x".repeat(9_000)), call, POLICY)?.to).toBe("retained");
    expect(verdictOf(wrote.turns(9), call, { ...POLICY, callTail: {} })?.to ?? "full").toBe("full");
    const running = aSession().ran(script, { result: false });
    expect(verdictOf(running.turns(9), call, POLICY)?.to).toBe("full");
  });
});

describe("a plan that was asked for some passes only", () => {
  const session = aSession()
    .ran("import.sh", { text: LOG })
    .read("a.ts", { text: BODY })
    .read("a.ts", { text: BODY })
    .ran("make", { exit: 1, text: `Error: x\n${BODY}` })
    .ran("make", { text: "done" })
    .read("b.ts", { text: BODY.repeat(2) })
    .edited("b.ts")
    .read("b.ts", { text: `${BODY}${BODY}!` })
    .said("x".repeat(800))
    .turns(2);
  const policy: PrunePolicy = { ...POLICY, tail: { ...EAGER_POLICY.tail, source_read: { tokens: 0, turns: 99 } } };
  const moved = (passes?: readonly PassId[]) => {
    const { verdicts, totals } = plan(session.build(), policy, passes === undefined ? {} : { passes });
    const changed = verdicts.filter(({ from, to }) => from !== to);
    return { passes: [...new Set(changed.map(({ pass }) => pass))].sort(), totals: totals.passes };
  };

  it("takes out what they found and nothing else", () => {
    expect(moved().passes).toEqual(["compress-stale", "dedup", "purge-errors"]);
    expect(moved(["dedup"])).toEqual({ passes: ["dedup"], totals: { dedup: 1, purgeErrors: 0, compress: 0 } });
    expect(moved(["purge-errors"])).toEqual({
      passes: ["purge-errors"],
      totals: { dedup: 0, purgeErrors: 1, compress: 0 },
    });
    expect(moved(["compress-stale"]).passes).toEqual(["compress-stale"]);
    expect(moved([])).toEqual({ passes: [], totals: { dedup: 0, purgeErrors: 0, compress: 0 } });
  });

  it("still says what the others found, and why it stays", () => {
    const { verdicts } = plan(session.build(), policy, { passes: ["compress-stale"] });
    const copy = verdicts.find(({ rule }) => rule === "dedup.identical-result");
    expect(copy).toMatchObject({ to: "full", noise: "duplicate" });
    expect(copy?.reason).toMatch(/This pass was not asked for\.$/);
  });
});

describe("a copy whose original is not in full any more", () => {
  const copies = aSession().read("a.ts", { text: BODY }).read("a.ts", { text: BODY }).read("a.ts", { text: BODY });
  const [original = "", second = "", third = ""] = copies.results();

  it("takes its place, and later copies cite it", () => {
    const archived = copies.standing(original, "reference");
    expect(residencies(archived)).toEqual(["reference", "full", "reference"]);
    expect(verdictOf(archived, third)).toMatchObject({ evidence: [second], noise: "duplicate" });
    expect(verdictOf(archived, third)?.reason).toBe(`Same result as ctx:${second}, which this thread already has.`);
    expect(verdictOf(archived, second)).toMatchObject({ to: "full", noise: "duplicate" });
    expect(verdictOf(archived, second)?.reason).toMatch(/so this one takes its place\.$/);
  });

  it("cites nothing when it is gone itself and its original with it", () => {
    const all = copies.standing(original, "reference").standing(second, "reference").standing(third, "reference");
    for (const ref of [second, third]) expect(verdictOf(all, ref)?.evidence).toEqual([]);
    const session = copies.build();
    const once = applied(session, planned(copies));
    expect(plan(once, EAGER_POLICY).verdicts.find(({ ref }) => ref === third)?.evidence).toEqual([original]);
  });

  it("says of both rules why it went, when another rule than the first takes it", () => {
    const policy = { ...EAGER_POLICY, superseded: { coveredShare: 1, tokens: 0, turns: 0 } };
    const left = copies.edited("a.ts").read("a.ts", { text: `${BODY}!` });
    expect(residencies(left, policy)).toEqual(["retained", "retained", "retained", "full", "full"]);
    const reason = verdictOf(left, second, policy)?.reason;
    expect(reason).toContain("came again at");
    expect(reason).toContain(`Before that: Same result as ctx:${original}`);
  });
});

describe("what the plan takes out one after the other", () => {
  it("keeps a line that was used since in one of the two results that show it, and not in neither", () => {
    const shared = "the shared_setting is 42";
    const lines = (word: string) => Array.from({ length: 40 }, (_, at) => `${word} ${at} was imported`);
    const session = aSession()
      .ran("one.sh", { text: [...lines("row"), shared, ...lines("column")].join("\n") })
      .ran("two.sh", { text: [...lines("cell"), shared, ...lines("sheet")].join("\n") })
      .said(`I use shared_setting. ${"x".repeat(800)}`)
      .turns(4);
    const policy: PrunePolicy = { ...POLICY, referenceAfterTurns: {}, callTail: {} };
    const kept = session.results().map((ref) => verdictOf(session, ref, policy)?.retained ?? "");
    expect(kept.map((text) => text.includes(shared))).toEqual([false, true]);
  });
});

describe("a verdict", () => {
  it("calls proven noise what another rule had found before, and tells both", () => {
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => `statement number ${from + at} does its work;`).join("\n");
    const session = aSession()
      .read("a.ts", { lines: [1, 100], text: lines(1, 100) })
      .read("a.ts", { lines: [5, 130], text: lines(5, 130) })
      .edited("a.ts")
      .read("a.ts", { text: lines(1, 140) });
    const policy: PrunePolicy = { ...EAGER_POLICY, superseded: { coveredShare: 0.9, tokens: 0, turns: 0 } };
    expect(of(session, policy)).toMatchObject({ rule: "compress-stale.covered-read", noise: "superseded" });
    expect(of(session, policy)?.reason).toMatch(
      /^ctx:\S+ shows most of its lines again\. Before that: Lines 1–100 of a\.ts/,
    );
  });

  it("says of what left the context, what is too small, and what was set before, why nothing happens", () => {
    const copies = aSession().read("a.ts", { text: BODY }).read("a.ts", { text: BODY });
    expect(verdictOf(copies.compacted(), copies.last)).toMatchObject({ to: "full", noise: "duplicate" });
    expect(verdictOf(copies.compacted(), copies.last)?.reason).toMatch(/It has left the context since\.$/);
    const small = aSession().read("a.ts", { text: "x" }).read("a.ts", { text: "x" });
    expect(verdictOf(small, small.last)?.reason).toMatch(/It is too small for its removal to pay\.$/);
    const set = aSession().ran("ls", { text: BODY });
    expect(verdictOf(set.standing(set.last, "reference"), set.last)).toMatchObject({
      rule: "residency.set-before",
      reason: "A run, a person or an agent set it before.",
      evidence: [],
    });
  });

  it("names the original that is gone while the copy stays for it, and the copy that took its place", () => {
    const copies = aSession().read("a.ts", { text: BODY }).read("a.ts", { text: BODY }).read("a.ts", { text: BODY });
    const [original = "", second = "", third = ""] = copies.results();
    const archived = copies.standing(original, "reference");
    expect(verdictOf(archived, second)?.evidence).toEqual([original]);
    expect(verdictOf(archived.standing(third, "reference"), third)?.evidence).toEqual([second]);
  });

  it("leaves a superseded read in full when no shorter meaning of it can be kept", () => {
    const path = `src/${"deep/".repeat(38)}file.ts`;
    const read = aSession().read(path, { text: "statement does its work;\n".repeat(9) });
    const again = read.edited(path).read(path, { text: "other" });
    expect(verdictOf(again, read.last)).toMatchObject({ to: "full", retained: null, noise: "superseded" });
    expect(verdictOf(again, read.last)?.tokensAfter).toBe(verdictOf(again, read.last)?.tokensBefore);
  });

  it("comes when the window of its rule has passed, to the token", () => {
    const read = aSession()
      .read("a.ts", { text: BODY })
      .read("a.ts", { text: `${BODY}!`, tokens: 0 });
    const tail = { ...EAGER_POLICY.tail, source_read: { tokens: 9_999, turns: 0 } };
    const policy: PrunePolicy = { ...EAGER_POLICY, tail, superseded: { coveredShare: 1, tokens: 100, turns: 0 } };
    expect(of(read.said("x".repeat(400)), policy)?.to).toBe("retained");
    expect(of(read.said("x".repeat(396)), policy)?.to).toBe("full");
  });
});
