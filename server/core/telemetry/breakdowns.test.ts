import { describe, expect, it } from "vitest";
import { agentRows, type GroupSums, mainCause, skillNoise, skillRows, toolRows } from "./breakdowns";
import { costOf, figuresOf, type PassSums } from "./figures";
import { keptFills } from "./fills";

const sums = (pass: PassSums["pass"], tokens: number, extra: Partial<PassSums> = {}): PassSums => ({
  pass,
  events: 1,
  tokens,
  carriedTokens: 0,
  costNanoUsd: 0,
  unpricedTokens: 0,
  ...extra,
});
const group = (pass: PassSums["pass"], tokens: number, extra: Partial<GroupSums> = {}): GroupSums => ({
  ...sums(pass, tokens),
  kind: null,
  client: null,
  agent: null,
  skill: null,
  isLoad: null,
  tool: null,
  bucket: null,
  ...extra,
});

describe("figures", () => {
  it("keep idle and dropped noise out of the headline and out of its cost", () => {
    const figures = figuresOf([
      sums("added", 1000),
      sums("duplicate", 100, { carriedTokens: 900, costNanoUsd: 2e9 }),
      sums("superseded", 50),
      sums("idle", 300, { carriedTokens: 5000, costNanoUsd: 9e9 }),
      sums("dropped", 20),
    ]);
    expect(figures).toMatchObject({ addedTokens: 1000, provenTokens: 150, carriedTokens: 900, costUsd: 2 });
    expect(figures.noise).toEqual({ duplicate: 100, "resolved-error": 0, superseded: 50, idle: 300, dropped: 20 });
  });

  it("say unknown and never $0 when no price is known", () => {
    expect(costOf(0, 500)).toBeNull();
    expect(costOf(1e9, 500)).toBe(1);
    expect(costOf(0, 0)).toBe(0);
  });

  it("divide what was added into what was kept and what was noise, with nothing left over", () => {
    const rows = [
      { kind: "tool_result", pass: "added", tokens: 500 },
      { kind: "tool_result", pass: "duplicate", tokens: 120 },
      { kind: "skill_load", pass: "added", tokens: 80 },
      { kind: "skill_load", pass: "idle", tokens: 30 },
      { kind: "from-the-future", pass: "added", tokens: 7 },
    ];
    expect(keptFills(rows)).toEqual({ rules: 0, skills: 50, talk: 7, results: 380, summary: 0 });
  });
});

describe("rows of a chart", () => {
  it("tell the same role of two clients apart and put the noisiest first", () => {
    const rows = agentRows([
      group("added", 900, { agent: "main", client: "codex" }),
      group("added", 500, { agent: "main", client: "claude-code" }),
      group("duplicate", 40, { agent: "main", client: "claude-code" }),
    ]);
    expect(rows.map((row) => [row.agent, row.client, row.provenTokens])).toEqual([
      ["main", "claude-code", 40],
      ["main", "codex", 0],
    ]);
  });

  it("give a skill its load and what came under it, and leave the rest without skill", () => {
    const { skills, noSkill } = skillRows([
      group("added", 3000, { skill: "review", isLoad: true, events: 3 }),
      group("duplicate", 2000, { skill: "review", isLoad: true, events: 2 }),
      group("added", 700, { skill: "review", isLoad: false }),
      group("resolved-error", 100, { skill: "review", isLoad: false }),
      group("added", 50, { skill: "", isLoad: false }),
    ]);
    expect(skills).toHaveLength(1);
    const [review] = skills;
    expect(review).toMatchObject({ skill: "review", loads: 3, bodyTokens: 1000 });
    expect(review && skillNoise(review)).toBe(2100);
    expect(noSkill.addedTokens).toBe(50);
  });

  it("list tools and keep what no tool made apart", () => {
    const { tools, noTool } = toolRows([
      group("added", 10, { tool: "" }),
      group("added", 20, { tool: "Read" }),
      group("superseded", 5, { tool: "Read" }),
    ]);
    expect(tools.map((row) => [row.tool, row.addedTokens, row.provenTokens])).toEqual([["Read", 20, 5]]);
    expect(noTool.addedTokens).toBe(10);
  });

  it("name the main cause of a session by class, agent and tool, over all kinds", () => {
    const base = { agent: "main", tool: "Read", skill: "", kind: "tool_result" };
    const cause = mainCause([
      { ...base, ...sums("added", 900) },
      { ...base, ...sums("duplicate", 60), kind: "tool_result", skill: "a" },
      { ...base, ...sums("duplicate", 60), skill: "b" },
      { ...base, ...sums("resolved-error", 100), tool: "Bash" },
      { ...base, ...sums("idle", 800) },
    ]);
    expect(cause).toEqual({
      noise: "duplicate",
      agent: "main",
      subject: "Read",
      subjectIs: "tool",
      events: 2,
      tokens: 120,
    });
    expect(mainCause([{ ...base, ...sums("idle", 10) }])).toBeNull();
  });
});
