import { describe, expect, it } from "vitest";
import { type Figures, figuresOf, type PassSums } from "./figures";
import { NO_FILTER, withChange } from "./filter";
import { findingsOf } from "./findings";
import type { FindingInput } from "./findings/rules";
import type { ErrorChainRow, SkillUseRow, TargetRow } from "./insight-views";

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
  agentsBefore: null,
  skills: [],
  uses: [],
  tools: [],
  models: [],
  branches: [],
  files: [],
  errors: [],
  windows: { known: 0, full: 0 },
  failing: [],
};

const rulesOf = (input: Partial<FindingInput>) => findingsOf({ ...quiet, ...input }).map((finding) => finding.rule);

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
    expect(findings.at(-1)?.evidence).toEqual({ label: "FAIL-012", filter: null, failure: 12, page: null });
  });
});

describe("a skill that is rarely referred to", () => {
  const use: SkillUseRow = {
    skill: "code-review",
    loads: 30,
    sessions: 26,
    knownSessions: 25,
    referredSessions: 2,
    names: 40,
    loadTokens: 330_000,
    bodyTokens: 11_000,
    lastLoadedAt: "2026-11-20T08:00:00.000Z",
  };

  it("is named with what it loads and how many of its sessions took anything up", () => {
    const [finding] = findingsOf({ ...quiet, uses: [use] });
    expect(finding?.sentence).toBe("`code-review` loads 11k tokens and is referred to in 8\u00a0% of its sessions.");
    expect(finding).toMatchObject({
      costTokens: 330_000,
      evidence: { filter: { skill: ["code-review"] }, page: { kind: "skill", name: "code-review" } },
    });
  });

  it("takes the place of its big body", () => {
    const skill = { skill: "code-review", loads: 30, bodyTokens: 11_000, load: figures(330_000), under: figures(0) };
    expect(rulesOf({ skills: [skill], uses: [use] })).toEqual(["skill.rarely-referred"]);
    expect(rulesOf({ skills: [skill], uses: [{ ...use, referredSessions: 20 }] })).toEqual(["skill.big-body"]);
  });

  it.each([
    ["is taken up in more than a fifth of its sessions", { referredSessions: 6 }],
    ["was loaded in few sessions", { knownSessions: 4, referredSessions: 0 }],
    ["names nothing that could be taken up", { names: 0, referredSessions: 0 }],
    ["is small", { bodyTokens: 400 }],
    ["brings next to nothing of what was added", { loadTokens: 400 }],
  ])("is not named when it %s", (_why, change) => {
    expect(rulesOf({ uses: [{ ...use, ...change }] })).toEqual([]);
  });
});

describe("a file that several agents read again", () => {
  const file: TargetRow = {
    target: "src/ledger.ts",
    kind: "file",
    agents: ["explorer", "main"],
    tools: ["Read"],
    sessions: 4,
    events: 9,
    duplicateTokens: 4_000,
    supersededTokens: 2_000,
    carriedTokens: 50_000,
    costUsd: 0.01,
  };

  it("is named with the sessions in which it was noise", () => {
    const [finding] = findingsOf({ ...quiet, files: [file] });
    expect(finding?.sentence).toContain("2 agents read `src/ledger.ts` again in 4 sessions: 6k tokens");
    expect(finding?.evidence.filter).toMatchObject({ target: ["src/ledger.ts"], pass: ["duplicate", "superseded"] });
  });

  it("is not named when one agent did, or when it is little", () => {
    expect(rulesOf({ files: [{ ...file, agents: ["main"] }] })).toEqual([]);
    expect(rulesOf({ files: [{ ...file, duplicateTokens: 900, supersededTokens: 0 }] })).toEqual([]);
    expect(rulesOf({ totals: figures(900_000, { duplicate: 200_000 }), files: [file] })).toEqual([]);
  });
});

describe("a command whose failures cost most", () => {
  const chain: ErrorChainRow = {
    command: "npm test: 3 failed",
    question: "npm test",
    targets: ["npm test", "npx vitest"],
    tools: ["Bash"],
    failure: 4,
    failures: [4],
    agents: ["main"],
    sessions: 1,
    runs: 12,
    tokens: 9_000,
    carriedTokens: 80_000,
    costUsd: null,
  };

  it("is one finding, and its unknown cost stays unknown", () => {
    const findings = findingsOf({ ...quiet, errors: [chain, { ...chain, question: "tsc", tokens: 8_000 }] });
    expect(findings).toHaveLength(1);
    expect(findings[0]?.sentence).toBe(
      "`npm test: 3 failed` failed 12 times in 1 session before it passed, and left 9k tokens in the window.",
    );
    expect(findings[0]).toMatchObject({
      costUsd: null,
      evidence: { filter: { target: chain.targets, tool: ["Bash"], pass: ["resolved-error"] } },
    });
  });

  it("is not named for two slips, or when little was left", () => {
    expect(rulesOf({ errors: [{ ...chain, runs: 2 }] })).toEqual([]);
    expect(rulesOf({ errors: [{ ...chain, tokens: 300 }] })).toEqual([]);
  });
});

describe("an agent that got noisier", () => {
  const agent = (added: number, duplicate: number) => ({
    ...{ agent: "explorer", client: "codex" },
    ...figures(added, { duplicate }),
  });
  const now = (duplicate: number): Partial<FindingInput> => ({
    // Others are as noisy, so it does not stand out of the project.
    totals: figures(200_000, { duplicate: duplicate * 2 }),
    agents: [agent(100_000, duplicate)],
  });

  it("is compared with itself in the period before", () => {
    const [finding, ...others] = findingsOf({ ...quiet, ...now(30_000), agentsBefore: [agent(50_000, 5_000)] });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ rule: "agent.noisier", costTokens: 20_000 });
    expect(finding?.sentence).toBe(
      "30\u00a0% of what `explorer` (codex) adds is noise; in the period before it was 10\u00a0%.",
    );
  });

  it.each([
    ["there is no period before", null],
    ["it did nothing before", []],
    ["it did next to nothing before", [agent(5_000, 0)]],
    ["it was about as noisy", [agent(50_000, 12_000)]],
    ["another client's agent has the name", [{ ...agent(50_000, 0), client: "opencode" }]],
  ])("is not named when %s", (_why, agentsBefore) => {
    expect(rulesOf({ ...now(30_000), agentsBefore })).toEqual([]);
  });
});

describe("a model or branch that stands out", () => {
  const totals = figures(200_000, { duplicate: 20_000 });
  const row = (value: string, duplicate: number) => ({ value, ...figures(40_000, { duplicate }) });

  it("is named with the filter that shows it", () => {
    const findings = findingsOf({ ...quiet, totals, models: [row("gpt-5", 16_000)], branches: [row("fix/a", 12_000)] });
    expect(findings.map(({ rule, evidence }) => [rule, evidence.filter?.model, evidence.filter?.branch])).toEqual([
      ["model.far-above", ["gpt-5"], []],
      ["branch.far-above", [], ["fix/a"]],
    ]);
  });

  it("is not named when it is like the others, or not known", () => {
    expect(rulesOf({ totals, models: [row("gpt-5", 5_000)], branches: [row("", 16_000)] })).toEqual([]);
  });
});

describe("windows that are often nearly full", () => {
  it("are told of behind what has a cost", () => {
    const tools = [{ tool: "Read", ...figures(20_000, { duplicate: 9_000 }) }];
    const findings = findingsOf({ ...quiet, tools, windows: { known: 20, full: 7 } });
    expect(findings.map((finding) => finding.rule)).toEqual(["tool.read-again", "window.often-full"]);
    expect(findings[1]?.sentence).toBe("7 of 20 sessions filled more than 80\u00a0% of their window.");
  });

  it("are not told of when few were, or few are known", () => {
    expect(rulesOf({ windows: { known: 20, full: 4 } })).toEqual([]);
    expect(rulesOf({ windows: { known: 4, full: 4 } })).toEqual([]);
  });
});

it("tells at most two of one rule", () => {
  const files = ["a.ts", "b.ts", "c.ts"].map((target, index) => ({
    ...{ target, kind: "file" as const, agents: ["a", "b"], tools: ["Read"], sessions: 1, events: 3 },
    ...{ duplicateTokens: 5_000 + index, supersededTokens: 0, carriedTokens: 0, costUsd: 0 },
  }));
  expect(findingsOf({ ...quiet, files }).map((finding) => finding.evidence.page?.name)).toEqual(["c.ts", "b.ts"]);
});
