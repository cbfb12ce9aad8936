import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { Explainer, type Explanation } from "./explain";
import type { Plan, PrunePolicy, SessionInput, Verdict } from "./model";
import { plan } from "./pipeline";
import { LOOSE_POLICY, SEED_POLICY, STRICT_POLICY } from "./policy";
import { arbitrarySession } from "./testing/arbitrary-session";
import { EAGER_POLICY } from "./testing/policies";
import { applied } from "./testing/reading";
import { aSession, type SessionBuilder } from "./testing/session-builder";
import { syntheticSession } from "./testing/synthetic-session";

const RUNS = Number(process.env["STEWARD_PROPERTY_RUNS"] ?? 100);
vi.setConfig({ testTimeout: Math.max(60_000, RUNS * 200) });

const anyPolicy = fc.constantFrom<PrunePolicy[]>(EAGER_POLICY, STRICT_POLICY, LOOSE_POLICY, SEED_POLICY);

function explained(builder: SessionBuilder, ref: string, policy: PrunePolicy = EAGER_POLICY): Explanation {
  const session = builder.build();
  const found = new Explainer(session, policy, plan(session, policy)).explain(ref);
  if (!found) throw new Error(`No event ${ref}.`);
  return found;
}

const opinion = ({ opinions }: Explanation, rule: string) => opinions.find((one) => one.rule === rule);

describe("an explanation", () => {
  it("lists every rule in the order of precedence, and which of them took the event", () => {
    const session = aSession().read("src/a.ts", { text: "const fooBar = 1;\n".repeat(40) });
    const again = session.read("src/a.ts", { text: "const fooBar = 1;\n".repeat(40) });
    const found = explained(again.turns(30), again.last);
    expect(found.level).toBe("pass");
    expect(opinion(found, "dedup.identical-result")).toMatchObject({ answer: "decides", evidence: [session.last] });
    expect(opinion(found, "protect.pin")).toMatchObject({ answer: "silent", strength: "stands", reason: null });
    const groups = found.opinions.map(({ group }) => group);
    expect([...new Set(groups)]).toEqual(["protection", "dedup", "purge-errors", "compress-stale", "noise"]);
    expect(groups.lastIndexOf("protection")).toBeLessThan(groups.indexOf("dedup"));
  });

  it("names the pattern of the protection that holds, and what it stopped", () => {
    const rules = "Never round prices.\n".repeat(60);
    const session = aSession().read("AGENTS.md", { text: rules }).read("AGENTS.md", { text: rules });
    const found = explained(session.turns(30), session.last);
    expect(found.level).toBe("protected");
    expect(found.blocked?.rule).toBe("dedup.identical-result");
    const guard = opinion(found, found.blocked?.protection ?? "");
    expect(guard).toMatchObject({ answer: "decides", strength: "stands" });
    expect(guard?.pattern).toContain("AGENTS.md");
    expect(opinion(found, "dedup.identical-result")).toMatchObject({ answer: "finds" });
  });

  it("says that nothing speaks against an event, and that no rule looks at what is history", () => {
    const session = aSession().prompted("Look").said("It is fine.");
    expect(explained(session, session.last).level).toBe("nothing");
    expect(explained(session, session.build().events[0]?.ref ?? "").level).toBe("protected");
    const compacted = session.compacted();
    expect(explained(compacted, session.last).level).toBe("history");
  });

  it("answers null for an event that the session does not have", () => {
    const session = aSession().said("Hello").build();
    expect(new Explainer(session, STRICT_POLICY, plan(session, STRICT_POLICY)).explain("nobody")).toBeNull();
  });

  it("agrees with the plan for every event of any session, before a commit and after it", () => {
    fc.assert(
      fc.property(arbitrarySession, anyPolicy, fc.boolean(), (session, policy, compact) => {
        const planned = plan(session, policy, { compact });
        agreesOn(session, policy, planned);
        const next = applied(session, planned);
        agreesOn(next, policy, plan(next, policy));
      }),
      { numRuns: RUNS },
    );
  });

  it("of a session of 10,000 events takes well under a second, and next to nothing for one event more", () => {
    const session = syntheticSession(10_000);
    const planned = plan(session, STRICT_POLICY);
    const startMs = performance.now();
    const explainer = new Explainer(session, STRICT_POLICY, planned);
    const ref = session.events.at(-40)?.ref ?? "";
    explainer.explain(ref);
    const firstMs = performance.now() - startMs;
    const againMs = performance.now();
    for (const { ref: one } of session.events.slice(-200)) explainer.explain(one);
    expect(firstMs).toBeLessThan(1_500);
    expect((performance.now() - againMs) / 200).toBeLessThan(5);
  });
});

function agreesOn(session: SessionInput, policy: PrunePolicy, planned: Plan): void {
  const explainer = new Explainer(session, policy, planned);
  for (const { ref } of session.events) {
    const found = explainer.explain(ref);
    if (!found) throw new Error(`No explanation of ${ref}.`);
    const verdict = planned.verdicts.find((one) => one.ref === ref) ?? null;
    expect(found.verdict).toEqual(verdict);
    expect(found.blocked).toEqual(planned.blocked.find((one) => one.ref === ref) ?? null);
    agrees(found, verdict);
  }
}

const MOVED = new Set(["pass", "age"]);

function agrees(found: Explanation, verdict: Verdict | null): void {
  const { level, opinions, blocked } = found;
  const deciding = opinions.filter(({ answer }) => answer === "decides");
  expect(deciding.length).toBeLessThanOrEqual(2);
  if (verdict && verdict.to !== verdict.from) {
    expect(MOVED.has(level)).toBe(true);
    expect(deciding.map(({ rule }) => rule)).toEqual([verdict.rule]);
    expect(opinions.some(({ strength, answer }) => strength === "stands" && answer !== "silent")).toBe(false);
    return;
  }
  expect(MOVED.has(level)).toBe(false);
  if (blocked && opinions.length > 0) {
    const guard = opinions.find(({ rule }) => rule === blocked.protection);
    expect(guard).toMatchObject({ answer: "decides", reason: blocked.reason, pattern: blocked.pattern });
    expect(opinions.find(({ rule }) => rule === blocked.rule)?.answer).toBe("finds");
  }
  if (verdict?.rule.startsWith("protect."))
    expect(opinions.find(({ rule }) => rule === verdict.rule)?.answer).toBe("decides");
  if (level === "nothing")
    expect(opinions.filter(({ answer }) => answer === "finds" || answer === "holds")).toEqual([]);
}
