import { describe, expect, it } from "vitest";
import type { PrunePolicy } from "../model";
import { plan } from "../pipeline";
import { STRICT_POLICY } from "../policy";
import { EAGER_POLICY } from "../testing/policies";
import { planned, residencies, verdictOf } from "../testing/reading";
import { aSession, type SessionBuilder } from "../testing/session-builder";

/** Each protection at its edges: what it guards, in which words, and what it leaves. */
const BODY = "line of text\n".repeat(60);
const guardOf = (session: SessionBuilder, ref = session.last, policy?: PrunePolicy) => {
  const verdict = verdictOf(session, ref, policy);
  return verdict?.rule.startsWith("protect.") ? [verdict.rule.slice("protect.".length), verdict.reason] : null;
};

describe("the tail", () => {
  const policy: PrunePolicy = {
    ...EAGER_POLICY,
    tail: { ...EAGER_POLICY.tail, shell: { tokens: 1, turns: 1 }, search: { tokens: 1_500, turns: 2 } },
    callTail: { shell: { tokens: 10, turns: 1 } },
  };

  it("is told in exact numbers, with its class", () => {
    const ran = aSession().ran("ls", { text: BODY });
    expect(guardOf(ran, ran.last, policy)).toEqual([
      "tail",
      "It is 0 tokens and 0 requests old; shell results wait until 1 token and 1 request have passed.",
    ]);
    const found = aSession().searched("x", { text: BODY });
    expect(guardOf(found.turns(1).said("1234567"), found.last, policy)).toEqual([
      "tail",
      "It is 2 tokens and 2 requests old; searches wait until 1,500 tokens and 2 requests have passed.",
    ]);
    expect(guardOf(found.said("1234"), found.last, policy)?.[1]).toMatch(/^It is 1 token and 1 request old; /);
  });

  it("ends when both its tokens and its turns have passed, to the number", () => {
    const found = aSession().searched("x", { text: BODY });
    const old = (tokens: number, turns: number) => found.said("x".repeat(tokens * 4)).turns(turns - 1);
    expect(guardOf(old(1_499, 2), found.last, policy)).not.toBeNull();
    expect(guardOf(old(1_500, 1), found.last, policy)).not.toBeNull();
    expect(guardOf(old(1_500, 2), found.last, policy)).toBeNull();
  });

  it("says nothing of young calls, of talk, and of what has left the window", () => {
    const ran = aSession().prompted("go").ran("ls", { text: BODY }).said("done");
    const [, call = ""] = ran.build().events.map(({ ref }) => ref);
    expect(verdictOf(ran, call, policy)).toBeUndefined();
    expect(verdictOf(ran, ran.last, policy)).toBeUndefined();
    const young = aSession().ran("ls", { text: BODY });
    expect(guardOf(young, young.last, policy)?.[0]).toBe("tail");
    expect(guardOf(young.compacted(), young.last, policy)).toBeNull();
  });

  it("takes a skill without a class for a skill", () => {
    const own: PrunePolicy = { ...EAGER_POLICY, tail: { ...EAGER_POLICY.tail, skill: { tokens: 5, turns: 1 } } };
    const loaded = aSession().prompted("go").loadedSkill("tidy", BODY).prompted("next");
    expect(guardOf(loaded, loaded.results()[0], own)?.[1]).toContain("skill loads wait until 5 tokens and 1 request");
  });
});

describe("a pin", () => {
  it("guards the other half of the pair too", () => {
    const read = aSession().read("a.ts", { text: BODY });
    const [call = "", result = ""] = read.build().events.map(({ ref }) => ref);
    const pinned = read.pinned(call, "it is the contract");
    expect(guardOf(pinned, result)).toEqual(["pin", "Pinned by ann: it is the contract"]);
    expect(guardOf(pinned, call)).toEqual(["pin", "Pinned by ann: it is the contract"]);
    const other = pinned.read("b.ts", { text: BODY });
    expect(guardOf(other)).toBeNull();
  });
});

describe("protected paths and tools", () => {
  const policy: PrunePolicy = {
    ...EAGER_POLICY,
    protectedPaths: [
      { pattern: "docs/**", category: "project", reason: "We quote it." },
      { pattern: "*.sql", category: "project", reason: "It is the schema." },
    ],
    protectedTools: [
      { pattern: "Load*", reason: "It instructs." },
      { pattern: "mcp__db__*", reason: "It is slow." },
    ],
  };

  it("guard each by its own pattern, with its reason", () => {
    const sql = aSession().read("db/a.sql");
    expect(guardOf(sql, sql.last, policy)).toEqual(["project-files", "db/a.sql is protected: It is the schema."]);
    const doc = aSession().read("docs/x/a.md");
    expect(guardOf(doc, doc.last, policy)).toEqual(["project-files", "docs/x/a.md is protected: We quote it."]);
    const query = aSession().used({ tool: "mcp__db__query", toolClass: "other", params: "", text: "" }, {});
    expect(guardOf(query, query.last, policy)).toEqual([
      "project-tools",
      "Tool mcp__db__query is protected: It is slow.",
    ]);
    const again = query.used({ tool: "mcp__db__query", toolClass: "other", params: "x", text: "y" }, {});
    expect(guardOf(again, again.last, policy)?.[0]).toBe("project-tools");
    const plain = aSession().read("src/a.ts").read("src/a.ts", { text: "y" });
    expect(guardOf(plain, plain.last, policy)).toBeNull();
    expect(guardOf(aSession().said("x").read("src/a.ts"), undefined, policy)).toBeNull();
  });

  it("guard what lists the path among others", () => {
    const input = aSession().searched("x", { text: BODY });
    const listing = input.used({ tool: "Glob", toolClass: "search", target: "docs/a.md", params: "", text: BODY }, {});
    expect(guardOf(listing, listing.last, policy)?.[0]).toBe("project-files");
  });

  it("stop everything when a tool's pattern cannot be read, and say which", () => {
    const broken: PrunePolicy = { ...EAGER_POLICY, protectedTools: [{ pattern: "a[b", reason: "mine" }] };
    const copies = aSession().read("x.ts", { text: BODY }).read("x.ts", { text: BODY });
    expect(residencies(copies, broken)).toEqual(["full", "full"]);
    expect(planned(copies, broken).blocked).toMatchObject([
      { ref: copies.last, protection: "protect.project-tools", pattern: "a[b" },
    ]);
    expect(planned(copies, broken).blocked[0]?.reason).toMatch(
      /^Nothing is taken out until the policy can be read\. .*a\[b/,
    );
  });
});

describe("the intent of the user", () => {
  it("is each prompt, with the phrase that pins it, in any letters", () => {
    const said = aSession().prompted("Go on.");
    expect(guardOf(said)).toEqual(["user-intent", "It is what the person said."]);
    const pinned = aSession().prompted("KEEP THIS IN MIND: tabs.");
    expect(guardOf(pinned)).toEqual(["user-intent", 'The person said "keep this in mind".']);
    const own = aSession().prompted("Note Well: tabs.");
    expect(guardOf(own, own.last, { ...EAGER_POLICY, pinPhrases: ["Note well"] })?.[1]).toBe(
      'The person said "note well".',
    );
  });

  it("is each answer, with its question", () => {
    const asked = aSession().asked("Which?", "This one");
    const [call = ""] = asked.build().events.map(({ ref }) => ref);
    expect(guardOf(asked)).toEqual(["user-intent", "It holds what a person answered."]);
    expect(guardOf(asked, call)).toEqual(["user-intent", "It holds what a person answered."]);
  });

  it("is the last accepted plan of each window, with its call", () => {
    const plan = aSession().planned(BODY);
    const refused = plan.planned(`${BODY}!`, { outcome: "refused" });
    expect(guardOf(refused, plan.last)).toEqual(["user-intent", "It is the plan that was accepted last."]);
    expect(guardOf(refused)).toBeNull();
    const rewound = plan.planned(`${BODY}!`).rewound(1);
    expect(guardOf(rewound, plan.last)?.[0]).toBe("user-intent");
    expect(guardOf(plan.inThread("sub").planned("other"), plan.last)?.[0]).toBe("user-intent");
    const again = plan.compacted().planned("new");
    expect(guardOf(again)?.[0]).toBe("user-intent");
  });
});

describe("verification", () => {
  it("keeps the latest failure of each question until it is resolved", () => {
    const failed = aSession().ran("node a.js", { exit: 1, text: BODY });
    const again = failed.ran("node a.js", { exit: 1, text: `${BODY}!` });
    expect(guardOf(again)).toEqual([
      "verification",
      "It is the latest failure of its kind and nothing has resolved it.",
    ]);
    expect(guardOf(again, failed.last)).toBeNull();
    expect(guardOf(again.ran("node b.js", { exit: 1 }), again.last)?.[0]).toBe("verification");
    expect(guardOf(again.ran("node a.js"), again.last)).toBeNull();
  });

  it("keeps the latest result of each check, in its window and on the visible branch", () => {
    const one = aSession().ran("bun test", { text: BODY });
    expect(guardOf(one)).toEqual(["verification", "It is the latest result of bun test."]);
    const two = one.ran("bun test", { text: "ok" });
    expect(guardOf(two, one.last)).toBeNull();
    expect(guardOf(one.ran("bun test src/a", { text: "ok" }), one.last)?.[0]).toBe("verification");
    expect(guardOf(two.rewound(2), one.last)?.[0]).toBe("verification");
    expect(guardOf(one.inThread("sub").ran("bun test"), one.last)?.[0]).toBe("verification");
    const part = aSession().ran("bun test src/a", { exit: 1, text: BODY });
    expect(guardOf(part.ran("bun test src/b"), part.last)?.[0]).toBe("verification");
    expect(guardOf(part.ran("bun test"), part.last)).toBeNull();
    const plain = aSession().ran("ls -la", { text: BODY });
    expect(guardOf(plain)).toBeNull();
    expect(guardOf(one.ran("bun test", { result: false }), one.last)?.[0]).toBe("verification");
  });
});

describe("current files", () => {
  const policy: PrunePolicy = { ...EAGER_POLICY, currentFileTurns: 3 };
  const old = aSession()
    .read("src/cart.ts", { text: BODY })
    .read("src/cart.ts", { text: `${BODY}!` })
    .turns(5);
  const [ref = ""] = old.results();
  const isCurrent = (session: SessionBuilder) =>
    guardOf(session, ref, policy)?.[0] === "current-files" ||
    planned(session, policy).blocked.some((one) => one.ref === ref && one.protection === "protect.current-files");

  it("are those edited within the last turns, to the turn", () => {
    expect(isCurrent(old)).toBe(false);
    expect(isCurrent(old.edited("src/cart.ts").turns(2))).toBe(true);
    expect(isCurrent(old.edited("src/cart.ts").turns(3))).toBe(false);
    expect(isCurrent(old.edited("src/other.ts"))).toBe(false);
    expect(isCurrent(old.edited("src/cart.ts", { outcome: "refused" }))).toBe(false);
    expect(isCurrent(old.inThread("sub").edited("src/cart.ts"))).toBe(false);
    expect(planned(old.edited("src/cart.ts"), policy).blocked).toMatchObject([
      {
        ref,
        rule: "compress-stale.superseded-read",
        pattern: "src/cart.ts",
        reason: "src/cart.ts is being worked on.",
      },
    ]);
  });

  it.each<[string, boolean]>([
    ["fix src/cart.ts now", true],
    ["fix `cart.ts`, please.", true],
    ["fix @src/cart.ts", true],
    ["(cart.ts)", true],
    ["see cart.ts.", true],
    ["fix the cart", false],
    ["fix art.ts", false],
    ["fix src/cart.tsx", false],
    ["fix lib/cart.ts", false],
    ["src", false],
  ])("are named by the prompt %j: %s", (prompt, expected) => {
    expect(isCurrent(old.prompted(prompt))).toBe(expected);
  });

  it("are named by the last two prompts only, of the same thread and window", () => {
    const named = old.prompted("fix cart.ts");
    expect(isCurrent(named.prompted("go on"))).toBe(true);
    expect(isCurrent(named.prompted("go on").prompted("and on"))).toBe(false);
    expect(isCurrent(old.inThread("sub").prompted("fix cart.ts"))).toBe(false);
    const bare = aSession()
      .read("Makefile", { text: BODY })
      .read("Makefile", { text: `${BODY}!` })
      .turns(5);
    const isBareCurrent = (session: SessionBuilder) =>
      planned(session, policy).blocked.some(({ protection }) => protection === "protect.current-files");
    expect(isBareCurrent(bare.prompted("fix Makefile"))).toBe(true);
    expect(isBareCurrent(bare.prompted("fix make"))).toBe(false);
  });

  it("are those of the diff that was reported last, by any part of the path", () => {
    expect(isCurrent(old.marked(null, ["src/cart.ts"]))).toBe(true);
    expect(isCurrent(old.marked(null, ["cart.ts"]))).toBe(true);
    expect(isCurrent(old.marked(null, ["art.ts"]))).toBe(false);
    expect(isCurrent(old.marked(null, ["src/cart.ts"]).marked(null, ["b.ts"]))).toBe(false);
    expect(isCurrent(old.marked(null, ["src/cart.ts"]).marked("plan", []))).toBe(true);
    expect(isCurrent(old.inThread("sub").marked(null, ["src/cart.ts"]))).toBe(false);
  });

  it("of two diffs at one position are the same in any order", () => {
    const input = old.marked(null, ["src/cart.ts"]).build();
    const [mark] = input.marks;
    if (!mark) throw new Error("There is a mark.");
    const blocked = (marks: typeof input.marks) => plan({ ...input, marks }, policy).blocked.length;
    const other = { ...mark, changedPaths: ["a.ts"] };
    expect(blocked([mark, other])).toBe(blocked([other, mark]));
    const late = { ...mark, changedPaths: ["z.ts"] };
    expect(blocked([mark, late])).toBe(blocked([late, mark]));
    expect(blocked([mark, other])).toBe(1);
    expect(blocked([mark, late])).toBe(0);
  });
});

describe("the skill of the open task", () => {
  const loaded = aSession().prompted("go").loadedSkill("tidy", BODY);
  const isGuarded = (session: SessionBuilder, ref = loaded.last) => guardOf(session, ref)?.[0] === "governing-skill";

  it("is each that was loaded since the last prompt and task boundary", () => {
    expect(guardOf(loaded)).toEqual(["governing-skill", "Skill tidy governs the open task."]);
    const two = loaded.loadedSkill("other", BODY);
    expect([isGuarded(two), isGuarded(two, two.last)]).toEqual([true, true]);
    expect(isGuarded(loaded.prompted("next"))).toBe(false);
    expect(isGuarded(loaded.bounded("task-end"))).toBe(false);
    expect(isGuarded(loaded.bounded("task-start"))).toBe(false);
    expect(isGuarded(loaded.bounded("stage"))).toBe(true);
    expect(isGuarded(loaded.inThread("sub").prompted("other"))).toBe(true);
    expect(isGuarded(loaded.compacted())).toBe(false);
  });

  it("is the first body of the window, when the last load repeats it; another body is another", () => {
    const again = loaded.prompted("next").loadedSkill("tidy", BODY);
    expect([isGuarded(again), isGuarded(again, again.last)]).toEqual([true, false]);
    const changed = loaded.loadedSkill("tidy", `${BODY}!`);
    expect([isGuarded(changed), isGuarded(changed, changed.last)]).toEqual([false, true]);
  });
});

describe("protections in their order", () => {
  it("name the first that stands, and log it with its pattern", () => {
    const session = aSession().read("CLAUDE.md", { text: BODY }).read("CLAUDE.md", { text: BODY });
    const pinned = session.pinned(session.last);
    expect(guardOf(pinned)?.[0]).toBe("pin");
    expect(planned(pinned).blocked).toMatchObject([{ ref: session.last, protection: "protect.pin", pattern: null }]);
    expect(planned(session, STRICT_POLICY).blocked).toMatchObject([
      { protection: "protect.core-files", pattern: "CLAUDE.md" },
    ]);
    expect(planned(session).totals.protectedEvents).toBe(4);
  });
});
