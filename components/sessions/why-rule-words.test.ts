import { describe, expect, it } from "vitest";
import { Explainer } from "@/server/core/prune/explain";
import { plan } from "@/server/core/prune/pipeline";
import { STRICT_POLICY } from "@/server/core/prune/policy";
import { aSession } from "@/server/core/prune/testing/session-builder";
import { byGroup, opinionWords } from "./why-rule-words";

describe("what the rules say", () => {
  const builder = aSession().prompted("Look").said("Fine.");
  const session = builder.build();
  const explained = new Explainer(session, STRICT_POLICY, plan(session, STRICT_POLICY)).explain(builder.last);
  const opinions = (explained?.opinions ?? []).map((one) => ({ ...one, evidence: [] }));

  it("has words for the silence of every rule that there is", () => {
    expect(opinions.length).toBeGreaterThan(20);
    const wordless = opinions.filter((one) => opinionWords({ ...one, reason: null }) === "It does not apply.");
    expect(wordless.map(({ rule }) => rule)).toEqual([]);
  });

  it("keeps the order of the rules in its groups", () => {
    const groups = byGroup(opinions);
    expect(groups.map(({ group }) => group)).toEqual([
      "protection",
      "dedup",
      "purge-errors",
      "compress-stale",
      "noise",
    ]);
    expect(groups.flatMap((one) => one.opinions)).toEqual(opinions);
  });

  it("tells a rule's own sentence where it has one", () => {
    expect(opinionWords({ rule: "protect.pin", reason: "Pinned by Mia." })).toBe("Pinned by Mia.");
    expect(opinionWords({ rule: "protect.of-tomorrow", reason: null })).toBe("It does not apply.");
  });
});
