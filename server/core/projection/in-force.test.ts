import { describe, expect, it } from "vitest";
import { plan } from "../prune/pipeline";
import { project } from "../prune/projection";
import { EAGER_POLICY } from "../prune/testing/policies";
import { aSession } from "../prune/testing/session-builder";
import { inForce } from "./in-force";

const BODY = "const line = of(text);\n".repeat(60);

describe("what is in force", () => {
  it("is what was set, not what a plan would take next", () => {
    const first = aSession().prompted("go").read("a.ts", { text: BODY });
    const set = first.last;
    const session = first
      .read("b.ts", { text: BODY })
      .read("b.ts", { text: BODY })
      .standing(set, "retained", { retained: "what a.ts is about", by: "agent" });
    const input = session.build();
    const planned = plan(input, EAGER_POLICY);
    const residencies = project(input, inForce(planned, input), "main").map((item) => item.residency);
    expect(project(input, planned, "main").at(-1)?.residency).toBe("reference");
    expect(residencies.filter((residency) => residency !== "full")).toEqual(["retained"]);
    expect(project(input, inForce(planned, input), "main")[2]?.text).toBe(
      `[context archived: ctx:${set}]\n<retained-context>\nwhat a.ts is about\n</retained-context>`,
    );
  });

  it("is everything in full for a session that nobody touched", () => {
    const input = aSession().read("b.ts", { text: BODY }).read("b.ts", { text: BODY }).build();
    expect(inForce(plan(input, EAGER_POLICY), input).verdicts).toEqual([]);
  });
});
