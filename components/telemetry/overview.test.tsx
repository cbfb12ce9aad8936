import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { agentRows, type GroupSums, skillRows, toolRows, trendBuckets } from "@/server/core/telemetry/breakdowns";
import { bucketsOf } from "@/server/core/telemetry/buckets";
import { figuresOf } from "@/server/core/telemetry/figures";
import { keptFills } from "@/server/core/telemetry/fills";
import { NO_FILTER, withChange } from "@/server/core/telemetry/filter";
import { findingsOf } from "@/server/core/telemetry/findings";
import type { Overview } from "@/server/core/telemetry/overview-view";
import { resolveRange } from "@/server/core/telemetry/range";
import { AgentsChart, SkillsChart, ToolsChart } from "./breakdowns";
import { Findings } from "./findings";
import { OverviewFigures } from "./key-figures";
import { LagNotice } from "./notices";
import { NoiseTrend } from "./trend";
import { WhereTokensWent } from "./where-tokens-went";

const NOW = Date.parse("2026-11-27T12:00:00Z");
const base = { team: "harbor", project: "billing-api" };
const place = { base, names: { team: "Harbor", project: "billing-api" } };
const EMPTY = { kind: null, client: null, agent: null, skill: null, isLoad: null, tool: null, bucket: null };

function sums(pass: GroupSums["pass"], tokens: number, dims: Partial<GroupSums>): GroupSums {
  return {
    pass,
    tokens,
    events: 1,
    carriedTokens: tokens * 3,
    costNanoUsd: 0,
    unpricedTokens: tokens * 3,
    ...EMPTY,
    ...dims,
  };
}

/** One agent, one tool, one skill: 10,000 tokens, 2,000 of them read twice; the model has no known price. */
function anOverview(): Overview {
  const groups = (["added", "duplicate"] as const).flatMap((pass) => {
    const tokens = pass === "added" ? 10_000 : 2_000;
    return [
      sums(pass, tokens, { kind: "tool_result" }),
      sums(pass, tokens, { agent: "code-reviewer", client: "claude-code" }),
      sums(pass, tokens, { tool: "Read" }),
      sums(pass, tokens, { skill: "<img src=x>", isLoad: false }),
      sums(pass, tokens, { bucket: 6 }),
    ];
  });
  const filter = withChange(NO_FILTER, { range: "7d" });
  const range = resolveRange(filter, NOW, "UTC", null);
  const totals = figuresOf(groups.filter((row) => row.kind !== null));
  const [agents, { skills, noSkill }, { tools, noTool }] = [agentRows(groups), skillRows(groups), toolRows(groups)];
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    timeZone: "UTC",
    asOf: iso(NOW),
    filter,
    range: {
      ...{ preset: range.preset, from: range.from, to: range.to, grain: range.grain },
      ...{ fromIso: iso(range.fromMs), toIso: iso(range.toMs), previous: null },
    },
    tokensBasis: "estimated",
    sessions: {
      inProject: 3,
      inRange: 1,
      lastEventAt: iso(NOW),
      medianPeakShare: null,
      medianPeakTokens: null,
      peaksKnown: 0,
      peaksByModel: 0,
    },
    totals: { ...totals, idleTokens: 0, couldBeSavedTokens: 2_000, savedTokens: 0 },
    previousTotals: null,
    fills: keptFills(
      groups
        .filter((row) => row.kind !== null)
        .map((row) => ({ kind: "tool_result", pass: row.pass, tokens: row.tokens })),
    ),
    agents,
    skills,
    noSkill,
    tools,
    noTool,
    trend: { unit: "day", buckets: trendBuckets(bucketsOf(range, "UTC"), groups, null, NOW) },
    noisiest: [],
    lag: { sessions: 2, oldestAt: iso(NOW - 120_000), failed: 0 },
    agentOrder: ["code-reviewer"],
  };
}

const overview = anOverview();
const { filter: asked, totals, agents, skills, tools } = overview;
const found = {
  filter: asked,
  findings: findingsOf({
    ...{ filter: asked, totals, agents, skills, tools },
    ...{ agentsBefore: null, uses: [], models: [], branches: [], files: [], errors: [], failing: [] },
    windows: { known: 10, full: 6 },
  }),
};
const html = (element: React.ReactElement) => renderToStaticMarkup(element);

describe("overview", () => {
  it("says unknown, and never $0, when no price is known", () => {
    const figures = html(<OverviewFigures overview={overview} base={base} />);
    expect(figures).toContain("Price unknown");
    expect(figures).not.toContain("$0");
    expect(figures).toContain("20\u00a0%");
  });

  it("links every bar to the sessions behind it, with the page's own filter", () => {
    const agents = html(<AgentsChart place={place} shown={overview} />);
    expect(agents).toContain(
      "/harbor/billing-api/sessions?range=7d&amp;client=claude-code&amp;agent=code-reviewer&amp;sort=noise",
    );
    expect(html(<ToolsChart place={place} shown={overview} />)).toContain("tool=Read");
    expect(html(<NoiseTrend place={place} shown={overview} />)).toContain("from=2026-11-27&amp;to=2026-11-27");
    expect(html(<WhereTokensWent overview={overview} base={base} />)).toContain("pass=duplicate");
  });

  it("pins a change of the policy to the day on which it was saved", () => {
    const changes = [
      { version: 1, at: "2026-11-26T08:00:00.000Z" },
      { version: 2, at: "2026-11-26T09:00:00.000Z" },
      { version: 3, at: "2020-01-01T09:00:00.000Z" },
    ];
    const trend = html(<NoiseTrend place={place} shown={overview} changes={changes} />);
    expect(trend).toContain("Policy v2");
    expect(trend).not.toMatch(/Policy v[13]/);
  });

  it("draws a bar for each skill: noise on all that was added", () => {
    const skills = html(<SkillsChart place={place} shown={overview} />);
    expect(skills).toContain('aria-label="2k tokens noise of 10k added: duplicate 2k"');
  });

  it("shows names from transcripts as text", () => {
    const skills = html(<SkillsChart place={place} shown={overview} />);
    expect(skills).toContain("&lt;img src=x&gt;");
    expect(skills).not.toContain("<img");
  });

  it("gives each finding its cost and its evidence", () => {
    const findings = html(<Findings shown={found} base={base} />);
    expect(findings).toContain("2k tokens");
    expect(findings).toContain("pass=duplicate&amp;pass=superseded");
    expect(html(<Findings shown={{ ...found, findings: [] }} base={base} />)).toContain("Nothing stands out.");
  });

  it("does not repeat tokens that the sentence of a finding has told", () => {
    const [finding] = found.findings;
    if (!finding) throw new Error("The fixture should have a finding.");
    const told = { ...finding, sentence: "Read brings 2k tokens again.", costTokens: 2_000, carriedTokens: 9_000 };
    const shown = html(<Findings shown={{ ...found, findings: [{ ...told, costUsd: 0.51 }] }} base={base} />);
    expect(shown).toContain("≈$0.51 carried");
    expect(shown.match(/2k tokens/g)).toHaveLength(1);
  });

  it("leads from a finding about a chart to that chart, and from one about an agent to its page", () => {
    expect(html(<Findings shown={found} base={base} />)).toContain("/harbor/billing-api?range=7d#window-use");
    const [finding] = found.findings;
    if (!finding) throw new Error("The fixture should have a finding.");
    const page = { kind: "agent", name: "code-reviewer" } as const;
    const findings = [{ ...finding, evidence: { ...finding.evidence, page } }];
    const shown = html(<Findings shown={{ ...found, findings }} base={base} />);
    expect(shown).toContain('href="/harbor/billing-api/agents/code-reviewer?range=7d"');
    expect(shown).toContain("Show its sessions");
  });

  it("says that the analysis lags, and nothing when it does not", () => {
    expect(html(<LagNotice lag={overview.lag} asOf={overview.asOf} />)).toContain(
      "2 sessions wait for analysis, the oldest for 2 min.",
    );
    expect(html(<LagNotice lag={{ sessions: 0, oldestAt: null, failed: 0 }} asOf={overview.asOf} />)).toBe("");
  });
});
