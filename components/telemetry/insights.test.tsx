import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Breakdown, WindowUse } from "@/server/core/telemetry/insight-views";
import { BreakdownChart } from "./breakdown-chart";
import { ErrorChainList } from "./error-chain-list";
import { HeatChart } from "./heat-chart";
import { SkillUseList } from "./skill-use-list";
import { TargetList } from "./target-list";
import { asked, figures, place, skillUse } from "./testing/insight-fixtures";
import { WindowUseChart } from "./window-use";

const html = (element: React.ReactElement) =>
  renderToStaticMarkup(element).replaceAll("&amp;", "&").replaceAll("&#x27;", "'");
const text = (markup: string) => markup.replaceAll(/<[^>]+>/g, " ").replaceAll(/[ \n]+/g, " ");
const thresholds = { pruneShare: 0.4, compactShare: 0.6, checkpointShare: 0.8 };

describe("noise by another dimension", () => {
  const shown: Breakdown = {
    ...asked,
    by: "stage",
    rows: [
      { value: "fix-bug", ...figures(1_000, 800) },
      { value: "", ...figures(9_000, 900) },
    ],
    rest: { values: 4, ...figures(2_000, 100) },
  };
  const chart = html(<BreakdownChart place={place} shown={shown} />);

  it("links each value to its sessions, the unknown one too", () => {
    expect(chart).toContain("/sessions?range=7d&stage=fix-bug&sort=noise");
    expect(chart).toContain("/sessions?range=7d&stage=&sort=noise");
    expect(text(chart)).toContain("no stage");
  });

  it("marks a share far above the whole, and counts what is not shown", () => {
    expect(chart).toMatch(/text-resolved-ink">80/);
    expect(text(chart)).toContain("6 stages");
    expect(text(chart)).toContain("4 more with ≈100 noise.");
  });

  it("says what to do when there is nothing", () => {
    expect(text(html(<BreakdownChart place={place} shown={{ ...shown, rows: [], rest: null }} />))).toContain(
      "Nothing was added in this range. Choose a longer one.",
    );
  });
});

describe("the heat map", () => {
  const cells = [
    { weekday: 1, hour: 9, addedTokens: 40_000, provenTokens: 12_000, idleTokens: 1_000 },
    { weekday: 5, hour: 14, addedTokens: 10_000, provenTokens: 500, idleTokens: 0 },
  ];
  const chart = html(<HeatChart place={place} shown={{ ...asked, cells }} />);

  it("has one tab stop, at the hour with most noise, and says it", () => {
    expect([...chart.matchAll(/role="gridcell"[^>]*tabindex="0"/g)]).toHaveLength(1);
    expect(text(chart)).toContain("Mon 09:00 ≈12k noise, 30\u00a0% of ≈40k added; ≈1k idle");
  });

  it("links to the hours that the cell adds up", () => {
    expect(chart).toContain("from=2026-11-23T09&to=2026-11-23T09");
  });

  it("tells an hour without noise from one in which nothing was recorded", () => {
    expect(chart).toContain('aria-label="Sun 23:00: nothing recorded"');
    expect(chart).toContain('aria-label="Fri 14:00: 500 tokens noise of 10k added"');
  });
});

describe("how full windows got", () => {
  const shown: WindowUse = {
    ...asked,
    tenths: Array.from({ length: 11 }, (_, tenth) => ({
      fromShare: tenth / 10,
      toShare: tenth === 10 ? null : (tenth + 1) / 10,
      sessions: tenth === 6 ? 3 : 0,
    })),
    unknown: 2,
    medianShare: 0.63,
  };

  it("says the counts in words, and marks the thresholds of the policy", () => {
    const words = text(html(<WindowUseChart place={place} shown={shown} thresholds={thresholds} />));
    expect(words).toContain("60 to 70\u00a0%: 3 sessions");
    expect(words).toContain("over the window: 0 sessions");
    expect(words).toContain("Checkpoint 80\u00a0%");
    expect(words).toContain("2 more whose window is not known");
  });

  it("says who is shown when no window is known", () => {
    const none = { ...shown, tenths: shown.tenths.map((tenth) => ({ ...tenth, sessions: 0 })), medianShare: null };
    expect(text(html(<WindowUseChart place={place} shown={none} thresholds={thresholds} />))).toContain(
      "No session's window and fullest request are known here.",
    );
  });
});

describe("what came again", () => {
  const row = {
    ...{ target: "src/deliver.ts", kind: "file" as const, agents: ["code-reviewer"], tools: ["Read"] },
    ...{ sessions: 3, events: 9, duplicateTokens: 30_000, supersededTokens: 2_000, carriedTokens: 90_000 },
    costUsd: null,
  };

  it("opens the sessions of the file, and says that a price is unknown", () => {
    const list = html(
      <TargetList place={place} shown={{ ...asked, rows: [row] }} title="Files read again" kind="file" />,
    );
    expect(list).toContain("pass=duplicate&pass=superseded&target=src%2Fdeliver.ts&sort=noise");
    expect(text(list)).toContain("unknown");
    expect(list).toContain('aria-label="32k tokens noise: duplicate 30k, superseded 2k"');
  });

  it("opens the registered failure of a command that failed, and its sessions by the bar", () => {
    const chain = {
      ...{ command: "npm test", failure: 12, agents: ["main"], sessions: 2, runs: 14 },
      ...{ tokens: 38_000, carriedTokens: 700_000, costUsd: 3.31 },
      ...{ question: "npm test", targets: ["npm test"], tools: ["Bash"], failures: [12] },
    };
    const list = html(<ErrorChainList place={place} shown={{ ...asked, rows: [chain] }} title="Errors" />);
    expect(list).toContain('href="/harbor/billing-api/failures/12"');
    expect(list).toContain("tool=Bash&pass=resolved-error&target=npm+test");
    expect(text(list)).toContain("$3.31");
  });
});

describe("how skills are used", () => {
  it("puts the least used first and leads to the skill's page", () => {
    const rows = [
      skillUse({ skill: "test-writer", knownSessions: 10, referredSessions: 6 }),
      skillUse({ skill: "frontend-design", knownSessions: 8, referredSessions: 0 }),
    ];
    const list = html(<SkillUseList place={place} shown={{ ...asked, rows }} />);
    expect(list.indexOf("frontend-design")).toBeLessThan(list.indexOf("test-writer"));
    expect(list).toContain("/harbor/billing-api/skills/frontend-design?range=7d");
    expect(text(list)).toContain("0 of 8 sessions; not known of 17 more");
  });
});
