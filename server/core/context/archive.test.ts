import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionInput } from "../prune/model";
import { STRICT_POLICY } from "../prune/policy";
import { arbitrarySession } from "../prune/testing/arbitrary-session";
import { residencies } from "../prune/testing/reading";
import { aSession, type SessionBuilder } from "../prune/testing/session-builder";
import { type ArchiveRequest, type Judgement, judgeArchive } from "./archive";
import { judgeRestore } from "./restore";

const BODY = "const amount = priceOf(invoice);\n".repeat(40);

function judged(session: SessionBuilder, request: Partial<ArchiveRequest> & Pick<ArchiveRequest, "targets">) {
  return judgeArchive(session.build(), STRICT_POLICY, { asker: "agent", force: false, ...request });
}

/** Reason of each rejected target, in order; empty when nothing was rejected. */
function reasons(session: SessionBuilder, ...refs: string[]): string[] {
  const judgement = judged(session, { targets: refs.map((ref) => ({ ref })) });
  return judgement.ok ? [] : judgement.rejected.map(({ reason }) => reason);
}

describe("archiving", () => {
  const session = aSession().read("src/a.ts", { text: BODY }).ran("git status", { text: BODY }).said("seen");
  const [read = "", status = ""] = session.results();

  it("takes refs with and without ctx:, with blanks around, and leaves only markers", () => {
    const judgement = judged(session, { targets: [{ ref: ` ctx:${read} ` }, { ref: status }] });
    expect(judgement).toMatchObject({
      ok: true,
      transitions: [
        { entryId: read, from: "full", to: "reference", retained: null },
        { entryId: status, from: "full", to: "reference", retained: null },
      ],
    });
  });

  it("keeps a meaning in place of the result, with secrets taken out", () => {
    const retained = `git status: clean; token ghp_${"A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"}`;
    const judgement = judged(session, { targets: [{ ref: status, retained }] });
    expect(judgement).toMatchObject({ ok: true, transitions: [{ to: "retained" }] });
    const [transition] = judgement.ok ? judgement.transitions : [];
    expect(transition?.retained).toMatch(/^git status: clean; token (?!ghp_)/);
  });

  it("names every target that is wrong, each with its reason, and changes none of the others", () => {
    const judgement = judged(session, { targets: [{ ref: read }, { ref: "ctx:nobody" }, { ref: "a\nb" }] });
    expect(judgement).toEqual({
      ok: false,
      rejected: [
        { ref: "ctx:nobody", reason: "unknown_ref", message: expect.stringContaining("ctx:nobody") },
        { ref: "a\nb", reason: "invalid_ref", message: expect.stringContaining("ctx:<id>") },
      ],
    });
  });

  it.each(["", "  ", "ctx:", "a\rb", "a\nb", "a\0b", "x".repeat(513)])("calls %j no ref", (ref) => {
    expect(reasons(session, ref)).toEqual(["invalid_ref"]);
  });

  it("takes an event once in a request", () => {
    expect(reasons(session, read, `ctx:${read}`)).toEqual(["duplicate_target"]);
  });

  it("takes no prompts, messages or calls", () => {
    const talk = session.prompted("go on");
    const refs = talk.build().events.filter((event) => event.kind !== "tool_result");
    const all = refs.map((event) => event.ref);
    expect(reasons(talk, ...all)).toEqual(all.map(() => "not_resolvable"));
    expect(judged(talk, { asker: "person", force: true, targets: [{ ref: talk.last }] })).toMatchObject({ ok: false });
  });

  it("takes nothing from the window of a helper", () => {
    const helper = session.inThread("compact", "compact", true).read("b.ts", { text: BODY });
    expect(reasons(helper, helper.last)).toEqual(["not_resolvable"]);
  });

  it("refuses an agent what its window does not show: past epochs and other branches", () => {
    expect(reasons(session.compacted(), read)).toEqual(["not_shown"]);
    const rewound = session.read("b.ts", { text: BODY });
    expect(reasons(rewound.rewound(2), rewound.last)).toEqual(["not_shown"]);
  });

  it("tells a person that what has left the window is history", () => {
    expect(judged(session.compacted(), { asker: "person", targets: [{ ref: read }] })).toMatchObject({
      ok: false,
      rejected: [{ reason: "history_only" }],
    });
  });

  it("takes from the current epoch again what was read again", () => {
    const again = session.compacted().read("src/a.ts", { text: BODY });
    expect(reasons(again, again.last)).toEqual([]);
  });

  it("wants a kept meaning that says something and is shorter than the result, marker included", () => {
    const why = (retained: string) => {
      const judgement = judged(session, { targets: [{ ref: read, retained }] });
      return judgement.ok ? null : judgement.rejected[0]?.reason;
    };
    expect(why("  ")).toBe("retained_empty");
    expect(why(BODY)).toBe("retained_too_long");
    expect(why(BODY.slice(0, -10))).toBe("retained_too_long");
    expect(why("amount comes from priceOf(invoice)")).toBeNull();
  });

  it("changes a kept meaning, and lets it fall to the marker", () => {
    const kept = session.standing(read, "retained", { retained: "old", by: "agent" });
    expect(judged(kept, { targets: [{ ref: read, retained: "new" }] })).toMatchObject({
      ok: true,
      transitions: [{ from: "retained", to: "retained", retained: "new" }],
    });
    expect(judged(kept, { targets: [{ ref: read }] })).toMatchObject({
      ok: true,
      transitions: [{ from: "retained", to: "reference" }],
    });
  });
});

describe("protections against an archive", () => {
  const held = (session: SessionBuilder, request: Partial<ArchiveRequest> = {}) => {
    const judgement = judged(session, { targets: [{ ref: session.last }], ...request });
    return judgement.ok ? null : judgement.rejected[0];
  };

  it("names the protection and its pattern, and lets only a person past, by force", () => {
    const session = aSession().read("docs/CLAUDE.md", { text: BODY });
    expect(held(session)).toMatchObject({ reason: "protected" });
    expect(held(session)?.message).toContain("protect.core-files, pattern CLAUDE.md: docs/CLAUDE.md is protected");
    expect(held(session, { force: true })).toMatchObject({ reason: "protected" });
    expect(held(session, { asker: "person" })).toMatchObject({
      reason: "protected",
      message: expect.stringMatching(/Send force: true/),
    });
    const forced = judged(session, { asker: "person", force: true, targets: [{ ref: session.last }] });
    const [transition] = forced.ok ? forced.transitions : [];
    expect(transition?.reason).toBe(
      "Archived on request, only the marker stays, against protect.core-files, pattern CLAUDE.md.",
    );
  });

  it("holds what is pinned, the skill of the open task, the last check and the open failure", () => {
    const read = aSession().read("a.ts", { text: BODY });
    expect(held(read.pinned(read.last))?.message).toContain("protect.pin: Pinned by ann: needed later. ");
    expect(held(aSession().prompted("go").loadedSkill("tdd", BODY))?.message).toContain("protect.governing-skill");
    expect(held(aSession().ran("bun test", { text: BODY }))?.message).toContain("protect.verification");
    expect(held(aSession().ran("node x.js", { text: BODY, exit: 1 }))?.message).toContain("protect.verification");
    expect(held(aSession().asked("Which?", BODY))?.message).toContain("protect.user-intent");
  });

  it("holds the receipt of the current change until it is acknowledged", () => {
    const session = aSession().edited("a.ts", { text: BODY });
    expect(held(session)).toMatchObject({ reason: "in_flight", message: expect.stringContaining("context.ack") });
    expect(held(session.acknowledged(session.last))).toBeNull();
  });

  it("does not make an agent wait for the windows of the pipeline, nor for its own naming of the result", () => {
    const session = aSession().read("a.ts", { text: BODY });
    const named = aSession().read("a.ts", { text: BODY }).prompted("look at a.ts");
    const [ref = ""] = named.results();
    expect(held(session)).toBeNull();
    expect(reasons(named.said(`I am done with ctx:${ref}`), ref)).toEqual([]);
  });

  it("holds everything while a pattern of the policy cannot be read", () => {
    const policy = {
      ...STRICT_POLICY,
      protectedPaths: [{ pattern: "a[b", category: "project" as const, reason: "mine" }],
    };
    const session = aSession().read("x.ts", { text: BODY });
    const request = { asker: "agent" as const, force: false, targets: [{ ref: session.last }] };
    expect(judgeArchive(session.build(), policy, request)).toMatchObject({
      ok: false,
      rejected: [{ reason: "protected" }],
    });
  });
});

describe("restoring", () => {
  const session = aSession().read("a.ts", { text: BODY }).read("b.ts", { text: BODY }).said("seen");
  const [a = "", b = ""] = session.results();
  const archived = session.standing(a, "reference").standing(b, "retained", { retained: "kept", by: "agent" });

  it("puts archived results back in full, in the next projection", () => {
    expect(judgeRestore(archived.build(), [a, `ctx:${b}`])).toMatchObject({
      ok: true,
      transitions: [
        { entryId: a, from: "reference", to: "full", retained: null },
        { entryId: b, from: "retained", to: "full", retained: null },
      ],
      availability: { [`ctx:${a}`]: "projected", [`ctx:${b}`]: "projected" },
    });
  });

  it("changes nothing of what has left the window, and says that it is history", () => {
    const later = archived.compacted().read("c.ts", { text: BODY });
    const pastAndPresent = later.standing(later.last, "reference");
    expect(judgeRestore(pastAndPresent.build(), [a, later.last])).toMatchObject({
      ok: true,
      transitions: [{ entryId: later.last }],
      availability: { [`ctx:${a}`]: "history-only", [`ctx:${later.last}`]: "projected" },
    });
  });

  it("rejects all when one is unknown, named twice or in full", () => {
    const why = (...refs: string[]) => {
      const judgement = judgeRestore(session.standing(a, "reference").build(), refs);
      return judgement.ok ? [] : judgement.rejected.map(({ reason }) => reason);
    };
    expect(why(a, "nobody")).toEqual(["unknown_ref"]);
    expect(why(a, `ctx:${a}`)).toEqual(["duplicate_target"]);
    expect(why(a, b)).toEqual(["already_full"]);
    expect(why(a)).toEqual([]);
  });
});

describe("archive and restore of any session", () => {
  const arbitraryRequest = arbitrarySession.chain((session) => {
    const results = session.events.filter((event) => event.kind === "tool_result").map((event) => event.ref);
    const asker = fc.constantFrom<ArchiveRequest["asker"][]>("agent", "person");
    const ref = fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom("nobody", ...results) },
      { weight: 1, arbitrary: fc.constantFrom("a\nb", "", ...session.events.map((event) => event.ref)) },
    );
    const target = fc.record({ ref, retained: fc.constantFrom(undefined, undefined, undefined, "kept", " ") });
    const targets = fc.array(target, { minLength: 1, maxLength: 3 });
    return fc.tuple(fc.constant(session), fc.record({ asker, targets, force: fc.boolean() }));
  });

  it("is whole or nothing, and undoes itself as often as one likes", () => {
    let archived = 0;
    fc.assert(
      fc.property(arbitraryRequest, ([session, request]) => {
        const judgement = judgeArchive(session, STRICT_POLICY, request);
        if (!judgement.ok) {
          expect(judgement.rejected.length).toBeGreaterThan(0);
          return;
        }
        archived++;
        const refs = request.targets.map(({ ref }) => ref);
        expect(judgement.transitions.map(({ entryId }) => entryId)).toEqual(refs);
        const gone = applied(session, judgement);
        expect(judgeArchive(gone, STRICT_POLICY, request).ok).toBe(false);
        const back = judgeRestore(gone, refs);
        expect(back).toMatchObject({ ok: true, transitions: refs.map((entryId) => ({ entryId, to: "full" })) });
        expect(judgeRestore(applied(gone, back), refs).ok).toBe(false);
        expect(judgeArchive(applied(gone, back), STRICT_POLICY, request).ok).toBe(true);
      }),
      { numRuns: 600 },
    );
    expect(archived).toBeGreaterThan(15);
  });
});

function applied(session: SessionInput, judgement: Judgement): SessionInput {
  const standings = new Map(session.standings);
  for (const { entryId, to, retained } of judgement.ok ? judgement.transitions : []) {
    standings.set(entryId, { residency: to, retained, by: "agent", isApplied: true, setAtMs: 0 });
  }
  return { ...session, standings };
}

describe("faults that other pruners had", () => {
  const session = aSession().read("a.ts", { text: BODY }).said("seen");
  const [ref = ""] = session.results();

  it("prunes what is pruned already, and calls it done", () => {
    const gone = session.standing(ref, "reference", { by: "agent" });
    expect(reasons(gone, ref)).toEqual(["already_archived"]);
    expect(judged(gone, { targets: [{ ref, retained: "a.ts: the amount" }] })).toMatchObject({
      ok: false,
      rejected: [{ reason: "already_archived" }],
    });
    const kept = session.standing(ref, "retained", { retained: "same", by: "agent" });
    expect(judged(kept, { targets: [{ ref, retained: "same" }] })).toMatchObject({
      ok: false,
      rejected: [{ reason: "already_archived" }],
    });
  });

  it("leaves a prune in place after it was undone, or an undo after a prune", () => {
    const archived = session.standing(ref, "reference", { by: "agent" });
    const restored = archived.standing(ref, "full", { by: "agent" });
    expect(judgeRestore(archived.build(), [ref])).toMatchObject({ ok: true, transitions: [{ to: "full" }] });
    expect(judgeRestore(restored.build(), [ref])).toMatchObject({ ok: false, rejected: [{ reason: "already_full" }] });
  });

  it("protects what was restored for ever, so that nothing can be archived again", () => {
    const restored = session.standing(ref, "reference", { by: "agent" }).standing(ref, "full", { by: "agent" });
    expect(judged(restored, { targets: [{ ref }] })).toMatchObject({
      ok: true,
      transitions: [{ from: "full", to: "reference" }],
    });
    // The pipeline waits for three turns behind the one at which it was restored, and then it may take it as well.
    const copies = aSession().read("a.ts", { text: BODY }).read("a.ts", { text: BODY });
    const back = copies.standing(copies.last, "full", { by: "agent" });
    expect(residencies(back.turns(3))).toEqual(["full", "full"]);
    expect(residencies(back.turns(4))).toEqual(["full", "reference"]);
  });

  it("takes the input of a call that is still running", () => {
    const running = session.ran("npm run build", { result: false });
    expect(reasons(running, running.last)).toEqual(["not_resolvable"]);
  });
});
