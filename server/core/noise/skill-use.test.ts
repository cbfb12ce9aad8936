import { describe, expect, it } from "vitest";
import { plan } from "../prune/pipeline";
import { STRICT_POLICY } from "../prune/policy";
import { aSession, type SessionBuilder } from "../prune/testing/session-builder";
import { measureNoise } from "./measure";
import { skillUses } from "./skill-use";

const DIMS = {
  hourOf: (atMs: number) => new Date(Math.floor(atMs / 3_600_000) * 3_600_000).toISOString(),
  branchOf: () => null,
};

function usesOf(builder: SessionBuilder) {
  const session = builder.build();
  return skillUses(session, measureNoise(session, plan(session, STRICT_POLICY)), DIMS);
}

const BODY = "Run scripts/review.sh and look at checkLedger.";
const loaded = (body = BODY) => aSession().prompted("go").loadedSkill("review", body);
const referred = (builder: SessionBuilder) => usesOf(builder).map((use) => use.referred);

describe("a skill is referred to", () => {
  it.each([
    ["a call uses a name of its body", loaded().ran("bash scripts/review.sh")],
    ["an answer uses one", loaded().said("I look at checkLedger first.")],
    ["a prompt uses one", loaded().prompted("Does checkLedger hold?")],
    ["a sub-agent uses one", loaded().inThread("t1", "reviewer").ran("grep checkLedger src")],
    [
      "somebody had used the name once before",
      aSession().prompted("Fix checkLedger").loadedSkill("review", BODY).said("checkLedger holds."),
    ],
  ])("when %s", (_when, session) => {
    expect(referred(session)).toEqual([true]);
  });

  it.each([
    ["nobody names anything of it", loaded().ran("npm test")],
    ["a result prints a name, which nobody used", loaded().ran("ls", { text: "scripts/review.sh" })],
    [
      "the name was used before it and not behind it",
      aSession().prompted("checkLedger").loadedSkill("review", BODY).said("Done."),
    ],
    [
      "the name was in use twice before it",
      aSession()
        .prompted("Fix checkLedger")
        .said("checkLedger it is.")
        .loadedSkill("review", BODY)
        .said("checkLedger holds."),
    ],
    ["it is only loaded again", loaded().loadedSkill("review", BODY)],
    ["its body names nothing", loaded("Be thorough. Take your time.").said("I am thorough.")],
  ])("not when %s", (_when, session) => {
    expect(referred(session)).toEqual([false]);
  });

  it("as far as is known: a body without its text says nothing", () => {
    const [use] = usesOf(loaded("").ran("bash scripts/review.sh"));
    expect(use).toMatchObject({ referred: null, names: 0, loads: 1 });
  });
});

describe("the bodies of a skill", () => {
  it("have their own loads, repeats and what came under them", () => {
    const session = loaded("one one one one")
      .read("a.ts")
      .loadedSkill("review", "one one one one")
      .read("b.ts")
      .loadedSkill("review", "two")
      .read("a.ts")
      .prompted("stop")
      .read("c.ts");
    const uses = usesOf(session);
    expect(uses.map(({ loads, names }) => [loads, names])).toEqual([
      [2, 0],
      [1, 0],
    ]);
    const [first, second] = uses;
    expect(first?.repeatedTokens).toBe((first?.loadTokens ?? 0) / 2);
    // Each read is a call and a result; what came behind the prompt is under no skill.
    const { events } = session.build();
    const tokensOf = (target: string) =>
      events.filter((event) => event.target === target).reduce((total, event) => total + event.tokens, 0);
    expect(first?.underTokens).toBe(tokensOf("a.ts") / 2 + tokensOf("b.ts"));
    expect(second?.underTokens).toBe(tokensOf("a.ts") / 2);
    expect(second?.underProvenTokens).toBeGreaterThan(0);
  });
});
