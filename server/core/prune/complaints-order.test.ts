import { describe, expect, it } from "vitest";
import { bodyOf, render, sourceOf } from "../projection/render";
import { validate } from "../projection/validate/validate";
import type { PrunePolicy, SessionInput } from "./model";
import { plan } from "./pipeline";
import { LOOSE_POLICY, SEED_POLICY, STRICT_POLICY } from "./policy";
import { project } from "./projection";
import { EAGER_POLICY } from "./testing/policies";
import { applied, noiseClasses, planned, residencies, verdictOf } from "./testing/reading";
import { aSession, type SessionBuilder } from "./testing/session-builder";

/**
 * Faults of pairs, order and silence that users of other pruners met; each would come back if its guard were removed.
 * Undo, double prunes, restored results that nobody can archive again and failed prunes that are called done are
 * faults of archive and restore: see server/core/context/archive.test.ts. A finished command that runs again after a
 * resume is a fault of checkpoints: see server/core/checkpoints/checkpoint.test.ts.
 */
const BODY = "const line = of(text);\n".repeat(60);
const POLICIES: readonly PrunePolicy[] = [EAGER_POLICY, STRICT_POLICY, LOOSE_POLICY, SEED_POLICY];

function problems(session: SessionInput, policy: PrunePolicy) {
  const source = sourceOf(session, plan(session, policy), "main");
  return (["anthropic", "openai", "events"] as const).flatMap((format) =>
    validate(bodyOf(render(source, "main", format)), format),
  );
}

/** The calls first and then their results, as clients write parallel calls of one response. */
function inParallel(session: SessionInput): SessionInput {
  const isCall = (kind: string) => kind === "tool_call";
  const calls = session.events.filter(({ kind }) => isCall(kind));
  const results = session.events.filter(({ kind }) => !isCall(kind));
  const [request] = session.requests;
  const events = [...calls, ...results].map((event, at) => ({ ...event, seq: 10 + at }));
  return { ...session, events, requests: request ? [request] : [] };
}

describe("faults of order that other pruners had", () => {
  it("clears results without a word, even those that the project asked to keep", () => {
    const memory = { tool: "mcp__memory__load", toolClass: "other", params: "all", text: BODY } as const;
    const session = aSession()
      .used(memory, {})
      .used(memory, {})
      .read("a.ts", { text: BODY })
      .read("a.ts", { text: BODY });
    const result = planned(session);
    const changed = project(session.build(), result, "main").filter((item) => item.residency !== "full");
    expect(changed).toHaveLength(2);
    for (const item of changed) {
      expect(item.text).toContain(`[context archived: ctx:${item.ref}]`);
      const verdict = result.verdicts.find(({ ref }) => ref === item.ref);
      expect(verdict).toMatchObject({ rule: "dedup.identical-result", to: "reference" });
      expect(verdict?.reason).toMatch(/^Same result as ctx:/);
    }
    const policy: PrunePolicy = {
      ...EAGER_POLICY,
      protectedTools: [{ pattern: "mcp__*", reason: "We follow what it loads." }],
    };
    expect(residencies(session, policy)).toEqual(["full", "full", "full", "reference"]);
    expect(planned(session, policy).blocked).toMatchObject([
      { ref: session.results()[1], protection: "protect.project-tools", pattern: "mcp__*" },
    ]);
  });

  it("orphans a result of parallel calls, or one that was cut in the middle", () => {
    const parallel = inParallel(
      aSession()
        .read("a.ts", { text: BODY })
        .read("a.ts", { text: BODY })
        .ran("make", { exit: 1, text: BODY })
        .ran("make", { text: "done" })
        .build(),
    );
    const cut = aSession().prompted("go").read("a.ts", { text: BODY }).read("a.ts", { text: BODY }).rewound(1);
    const compacted = aSession().read("a.ts", { text: BODY }).ran("make", { result: false }).compacted();
    const sessions = [parallel, cut.build(), compacted.read("a.ts", { text: BODY }).build()];
    for (const session of sessions) for (const policy of POLICIES) expect(problems(session, policy)).toEqual([]);
    const items = project(parallel, plan(parallel, EAGER_POLICY), "main");
    expect(items.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 4 }, () => "tool_call"),
      ...Array.from({ length: 4 }, () => "tool_result"),
    ]);
    expect(items.filter((item) => item.residency !== "full")).toHaveLength(2);
    for (const item of items) expect(items.find(({ ref }) => ref === item.partner)?.partner).toBe(item.ref);
  });

  it("alters a thinking block, so that the provider refuses the session for good", () => {
    const talked = aSession().read("a.ts", { text: BODY }).said(BODY).said(BODY).turns(150).said("x".repeat(400_000));
    const built = talked.build();
    const session: SessionInput = {
      ...built,
      events: built.events.map((event) =>
        event.kind === "assistant_message" && event.text === BODY ? { ...event, kind: "thinking" } : event,
      ),
    };
    for (const policy of POLICIES) {
      const thinking = project(session, plan(session, policy), "main").filter((item) => item.kind === "thinking");
      expect(thinking.map(({ residency, text }) => [residency, text])).toEqual([
        ["full", BODY],
        ["full", BODY],
      ]);
      // What was cleaned is not what the model signed: a rendered window has none of it rather than some.
      const rendered = render(sourceOf(session, plan(session, policy), "main"), "main", "anthropic");
      expect(rendered.leftOut.thinking).toBe(2);
      expect(problems(session, policy)).toEqual([]);
    }
  });

  it("forgets what a pruned result was, and looks at nothing older than the first pruned one", () => {
    const copies = aSession().read("a.ts", { text: BODY }).read("a.ts", { text: BODY });
    const session = copies.standing(copies.last, "reference").ran("make", { exit: 1, text: BODY });
    const failure = session.last;
    const next = session.ran("make", { text: "done" });
    const pruned = project(next.build(), planned(next), "main").find((item) => item.ref === copies.last);
    expect(pruned).toMatchObject({ kind: "tool_result", tool: "Read", residency: "reference" });
    expect(pruned?.callId).not.toBeNull();
    expect(pruned?.partner).not.toBeNull();
    expect(verdictOf(next, failure)?.to).toBe("retained");
    // The other way round: what stands in front of a pruned result is judged as well.
    const late = aSession()
      .ran("make", { exit: 1, text: BODY })
      .read("a.ts", { text: BODY })
      .read("a.ts", { text: BODY });
    const first = late.standing(late.last, "reference").ran("make", { text: "done" });
    expect(residencies(first)).toEqual(["retained", "full", "reference", "full"]);
    const again = applied(first.build(), planned(first));
    expect(plan(again, EAGER_POLICY).totals.passes).toEqual({ dedup: 0, purgeErrors: 0, compress: 0 });
  });

  it("forgets a failed write, although it may have left half a file", () => {
    const session = aSession()
      .edited("a.ts", { outcome: "error", text: `Error: disk full\n${BODY}` })
      .edited("a.ts");
    expect(noiseClasses(session)).toEqual([null, null]);
    expect(noiseClasses(session.read("b.ts"))[0]).toBeNull();
    expect(noiseClasses(session.read("a.ts"))[0]).toBe("resolved-error");
  });

  it("takes the success of a sibling for the success of what failed", () => {
    const failed = aSession().ran("node build.js", { exit: 1, text: `Error: no\n${BODY}` });
    expect(noiseClasses(failed.ran("node start.js"))[0]).toBeNull();
    expect(noiseClasses(failed.ran("node build.js", { outcome: "collateral" }))[0]).toBeNull();
    expect(noiseClasses(failed.ran("node build.js"))[0]).toBe("resolved-error");
    const inA = aSession().ran("cd a && npm test", { exit: 1, text: `FAIL\n${BODY}` });
    expect(noiseClasses(inA.ran("cd b && npm test"))[0]).toBeNull();
    expect(noiseClasses(inA.ran("cd a && npm test"))[0]).toBe("resolved-error");
  });

  it("throws away a chain of failures that nothing has resolved", () => {
    const fail = (session: SessionBuilder, at: number) =>
      session.ran("npm test", { exit: 1, text: `Error: number ${at}\n${BODY}` });
    const session = [1, 2, 3].reduce(fail, aSession());
    expect(noiseClasses(session)).toEqual([null, null, null]);
    expect(residencies(session)).toEqual(["full", "full", "full"]);
    expect(verdictOf(session, session.last)?.rule).toBe("protect.verification");
  });

  it("prunes a session while it runs: calls in flight, and what came behind the plan", () => {
    const copies = aSession().read("a.ts", { text: BODY }).read("a.ts", { text: BODY });
    const running = copies.ran("npm run build", { result: false, text: BODY });
    const call = running.build().events.at(-1)?.ref ?? "";
    expect(verdictOf(running, call)).toMatchObject({ rule: "protect.in-flight", to: "full" });
    for (const policy of POLICIES) {
      const old = running.turns(200).said("x".repeat(600_000));
      expect(project(old.build(), plan(old.build(), policy), "main").find(({ ref }) => ref === call)?.residency).toBe(
        "full",
      );
    }
    // A plan that was made a moment ago says nothing of what has arrived since.
    const before = planned(running);
    const now = running.read("a.ts", { text: BODY });
    const shown = project(now.build(), before, "main");
    expect(shown.at(-1)).toMatchObject({ ref: now.last, residency: "full", text: BODY });
  });
});
