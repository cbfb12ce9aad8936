import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plan } from "../prune/pipeline";
import { STRICT_POLICY } from "../prune/policy";
import { arbitrarySession, shuffled } from "../prune/testing/arbitrary-session";
import { EAGER_POLICY } from "../prune/testing/policies";
import { aSession, type SessionBuilder } from "../prune/testing/session-builder";
import { sessionView } from "./session-view";

const BODY = "const pool = open(url);\n".repeat(60);

function view(builder: SessionBuilder, policy = STRICT_POLICY) {
  const session = builder.build();
  return sessionView(session, plan(session, policy)).filter(({ kind }) => kind !== "tool_call");
}
const seen = (builder: SessionBuilder) => view(builder).map(({ agent, residency, cites }) => [agent, residency, cites]);

describe("a session seen as one context", () => {
  it("holds src/db.ts once when three agents read it: the first stays, the others cite it", () => {
    const first = aSession().inThread("a", "explorer").read("src/db.ts", { text: BODY });
    const all = first
      .inThread("b", "reviewer")
      .read("src/db.ts", { text: BODY })
      .inThread("c", "tester")
      .read("src/db.ts", { text: BODY });
    expect(seen(all)).toEqual([
      ["explorer", "full", null],
      ["reviewer", "reference", first.last],
      ["tester", "reference", first.last],
    ]);
    expect(view(all)[1]?.text).toContain(`Same as ctx:${first.last}.`);
    const each = plan(all.build(), STRICT_POLICY);
    expect(each.verdicts.filter(({ to }) => to === "reference")).toEqual([]);
  });

  it("keeps a copy that was read after an edit, and another range or text", () => {
    const edited = aSession()
      .inThread("a")
      .read("src/db.ts", { text: BODY })
      .edited("src/db.ts")
      .inThread("b")
      .read("src/db.ts", { text: BODY })
      .inThread("c")
      .read("src/db.ts", { text: BODY });
    expect(view(edited).map(({ residency }) => residency)).toEqual(["full", "full", "full", "reference"]);
    const other = aSession()
      .inThread("a")
      .read("src/db.ts", { text: BODY })
      .inThread("b")
      .read("src/db.ts", { text: BODY, lines: [1, 60] })
      .inThread("c")
      .read("src/db.ts", { text: `${BODY}!` });
    expect(view(other).every(({ residency }) => residency === "full")).toBe(true);
  });

  it("holds a skill once that several agents loaded, whatever was edited between", () => {
    const session = aSession().loadedSkill("tdd", BODY).edited("src/db.ts").inThread("a").loadedSkill("tdd", BODY);
    const skills = view(session).filter(({ kind }) => kind === "skill_load");
    expect(skills.map(({ residency, cites }) => [residency, cites])).toEqual([
      ["full", null],
      ["reference", skills[0]?.ref],
    ]);
  });

  it("does not let agents share what failed, or what was archived", () => {
    const failing = aSession()
      .inThread("a")
      .ran("bun test", { exit: 1, text: BODY })
      .inThread("b")
      .ran("bun test", { exit: 1, text: BODY });
    expect(view(failing).every(({ residency }) => residency === "full")).toBe(true);
    const first = aSession().inThread("a").read("src/db.ts", { text: BODY });
    const archived = first.inThread("b").read("src/db.ts", { text: BODY }).standing(first.last, "reference");
    expect(seen(archived)).toEqual([
      ["a", "reference", null],
      ["b", "full", null],
    ]);
  });

  it("leads a repeat inside one agent's window to the first of all agents", () => {
    const first = aSession().inThread("a").read("src/db.ts", { text: BODY });
    const session = first.inThread("b").read("src/db.ts", { text: BODY }).read("src/db.ts", { text: BODY });
    expect(view(session, EAGER_POLICY).map(({ cites }) => cites)).toEqual([null, first.last, first.last]);
  });

  it("leads every citation to an earlier item that stands in full, and loses nothing", () => {
    fc.assert(
      fc.property(arbitrarySession, fc.constantFrom(STRICT_POLICY, EAGER_POLICY), (session, policy) => {
        const items = sessionView(session, plan(session, policy));
        const byRef = new Map(items.map((item, at) => [item.ref, { item, at }]));
        for (const { cites } of items) {
          if (cites === null) continue;
          expect(byRef.get(cites)?.item.residency).toBe("full");
        }
        const judged = plan(session, policy);
        const shown = judged.places.filter(({ inContext, agent }) => inContext && agent !== "auxiliary");
        expect(items.map(({ ref }) => ref)).toEqual(shown.map(({ ref }) => ref));
        expect(items.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(judged.totals.beforeTokens);
      }),
      { numRuns: 200 },
    );
  }, 30_000);

  it("does not depend on the order of arrival", () => {
    fc.assert(
      fc.property(
        arbitrarySession.chain((session) => fc.tuple(fc.constant(session), shuffled(session))),
        ([session, mixed]) => {
          const policy = STRICT_POLICY;
          expect(sessionView(mixed, plan(mixed, policy))).toEqual(sessionView(session, plan(session, policy)));
        },
      ),
      { numRuns: 60 },
    );
  }, 30_000);
});
