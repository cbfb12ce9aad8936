import { describe, expect, it } from "vitest";
import { type Figures, figuresOf, type PassSums } from "./figures";
import { NO_FILTER, withChange } from "./filter";
import { type FindingInput, findingsOf } from "./findings";

const figures = (added: number, noise: Partial<Record<PassSums["pass"], number>> = {}): Figures =>
  figuresOf(
    [["added", added] as const, ...Object.entries(noise)].map(([pass, tokens]) => ({
      pass: pass as PassSums["pass"], // Object.entries forgets the keys' type.
      events: 1,
      tokens,
      carriedTokens: 0,
      costNanoUsd: 0,
      unpricedTokens: 0,
    })),
  );

const quiet: FindingInput = {
  filter: NO_FILTER,
  totals: figures(100_000),
  agents: [],
  skills: [],
  tools: [],
  failing: [],
};

describe("findings", () => {
  it("say nothing when nothing stands out", () => {
    const agents = [{ agent: "main", client: "codex", ...figures(100_000, { duplicate: 5_000 }) }];
    expect(findingsOf({ ...quiet, totals: figures(100_000, { duplicate: 5_000 }), agents })).toEqual([]);
  });

  it("point to an agent whose share is far above the project's, with the filter that shows it", () => {
    const filter = withChange(NO_FILTER, { range: "7d", branch: ["main"] });
    const [finding] = findingsOf({
      ...quiet,
      filter,
      totals: figures(100_000, { duplicate: 20_000 }),
      agents: [
        { agent: "code-reviewer", client: "claude-code", ...figures(30_000, { duplicate: 15_600 }) },
        { agent: "main", client: "claude-code", ...figures(70_000, { duplicate: 4_400 }) },
      ],
    });
    expect(finding?.sentence).toContain("52\u00a0% of what `code-reviewer` (claude-code) adds is noise");
    expect(finding?.evidence.filter).toEqual({ ...filter, agent: ["code-reviewer"], client: ["claude-code"] });
  });

  it("count a skill's repeats and its big body as two things", () => {
    const skill = {
      skill: "review",
      loads: 4,
      bodyTokens: 3_000,
      load: figures(12_000, { duplicate: 6_000 }),
      under: figures(0),
    };
    const rules = findingsOf({ ...quiet, skills: [skill] }).map((finding) => finding.rule);
    expect(rules).toEqual(["skill.big-body", "skill.loaded-again"]);
    expect(findingsOf({ ...quiet, skills: [{ ...skill, loads: 2 }] })).toEqual([]);
  });

  it("show at most five, the costliest first, and close with a repeated failure", () => {
    const tools = ["Read", "Bash", "Grep"].map((tool, index) => ({
      tool,
      ...figures(20_000, { duplicate: 6_000 + index, "resolved-error": 3_000 + index }),
    }));
    const skills = ["a", "b"].map((skill) => ({
      skill,
      loads: 3,
      bodyTokens: 2_500,
      load: figures(7_500, { duplicate: 5_000 }),
      under: figures(0),
    }));
    const failing = [
      { number: 12, title: "npm test", occurrences: 9, sessions: 2 },
      { number: 13, title: "tsc", occurrences: 4, sessions: 1 },
    ];
    const findings = findingsOf({ ...quiet, tools, skills, failing });
    expect(findings).toHaveLength(5);
    const costs = findings.slice(0, 4).map((finding) => finding.costTokens);
    expect(costs).toEqual([...costs].sort((a, b) => b - a));
    expect(findings.at(-1)?.evidence).toEqual({ label: "FAIL-012", filter: null, failure: 12 });
  });
});
