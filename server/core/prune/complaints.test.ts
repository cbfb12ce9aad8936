import { describe, expect, it } from "vitest";
import type { PrunePolicy } from "./model";
import { EAGER_POLICY } from "./testing/policies";
import { noiseClasses, planned, residencies, verdictOf } from "./testing/reading";
import { aSession } from "./testing/session-builder";

/** Faults that users of other pruners met; each would come back if its guard were removed. */
const BODY = "const line = of(text);\n".repeat(60);

describe("faults that other pruners had", () => {
  it("tells a sub-agent that a file is already in a context it never had", () => {
    const session = aSession()
      .read("a.ts", { text: BODY })
      .inThread("sub")
      .read("a.ts", { text: BODY })
      .read("a.ts", { text: BODY });
    expect(residencies(session)).toEqual(["full", "full", "reference"]);
    expect(verdictOf(session, session.last)?.evidence).toEqual([session.results()[1]]);
  });

  it("prunes the text of a skill while its task is open", () => {
    const session = aSession().prompted("go").loadedSkill("tdd", BODY).turns(40).said("x".repeat(200_000));
    expect(verdictOf(session, session.results()[0] ?? "")).toMatchObject({
      rule: "protect.governing-skill",
      to: "full",
    });
  });

  it("leaves a result without its call, or a call without its result", () => {
    const session = aSession()
      .read("a.ts", { text: BODY })
      .read("a.ts", { text: BODY })
      .ran("sleep 5", { result: false });
    const kinds = planned(session).places.map((place) => place.ref.split("-")[0]);
    expect(kinds).toEqual(["tool_call", "tool_result", "tool_call", "tool_result", "tool_call"]);
    const callOfGone = session.build().events[2]?.ref ?? "";
    expect(planned(session).places.find((place) => place.ref === callOfGone)?.residency).toBe("full");
  });

  it("protects one tool only: edits, writes and loaders of instructions went", () => {
    const load = { tool: "mcp__memory__load_rules", toolClass: "memory", params: "all", text: BODY } as const;
    const session = aSession().wrote("a.ts", { text: BODY }).edited("b.ts", { text: BODY }).used(load, {});
    const old = session.turns(200).said("x".repeat(400_000));
    const policy: PrunePolicy = { ...EAGER_POLICY, byAge: true };
    expect(residencies(old, policy)).not.toContain("full");
    const patterns = ["{Edit,Write}", "mcp__*__load*"];
    const protectedTools = patterns.map((pattern) => ({ pattern, reason: "It was asked for." }));
    expect(residencies(old, { ...policy, protectedTools })).toEqual(["full", "full", "full"]);
  });

  it("takes a later success for proof that the first failure had no cause", () => {
    const trace = `Error: ENOENT config.json\n${"    at x\n".repeat(60)}`;
    const other = `TypeError: y is undefined\n${"    at y\n".repeat(60)}`;
    const session = aSession()
      .ran("node build.js", { exit: 1, text: trace })
      .ran("node start.js", { exit: 1, text: other })
      .ran("node start.js", { text: "started" });
    expect(noiseClasses(session)).toEqual([null, "resolved-error", null]);
  });

  it("cuts the line that says what went wrong, and writes another exit code", () => {
    const text = `${"log line\n".repeat(300)}fatal: command not found: bunx\n${"cleaning up\n".repeat(20)}`;
    const session = aSession().ran("bun test", { exit: 127, text }).ran("bun test", { text: "ok" });
    const kept = verdictOf(session, session.results()[0] ?? "")?.retained;
    expect(kept).toContain("exit 127");
    expect(kept).toContain("fatal: command not found: bunx");
  });

  it("takes an open-ended read for five hundred lines and calls unique text stale", () => {
    const session = aSession()
      .read("a.ts", { text: BODY, lines: [400, null] })
      .read("a.ts", { text: BODY, lines: [1, 900] });
    expect(noiseClasses(session)).toEqual([null, null]);
  });

  it("answers 'unchanged' after the original was compacted away", () => {
    const session = aSession().read("a.ts", { text: BODY }).compacted().read("a.ts", { text: BODY });
    expect(residencies(session)).toEqual(["full", "full"]);
    const archived = aSession().read("a.ts", { text: BODY });
    const again = archived.read("a.ts", { text: BODY }).standing(archived.last, "reference");
    expect(residencies(again)).toEqual(["reference", "full"]);
  });

  it("loses the rules of the house after a while", () => {
    const session = aSession()
      .read("CLAUDE.md", { text: BODY })
      .turns(90)
      .said("x".repeat(400_000))
      .read("CLAUDE.md", { text: `${BODY}!` });
    expect(residencies(session)).toEqual(["full", "full"]);
  });

  it("calls a prune a success that made the context bigger", () => {
    const session = aSession()
      .read("a.ts", { text: "x" })
      .read("a.ts", { text: "x" })
      .ran("ls", { text: "y", exit: 1 })
      .ran("ls", { text: "y" });
    const { totals } = planned(session);
    expect(totals.afterTokens).toBe(totals.beforeTokens);
    expect(totals.passes).toEqual({ dedup: 0, purgeErrors: 0, compress: 0 });
  });
});
