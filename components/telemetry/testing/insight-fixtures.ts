import { figuresOf } from "@/server/core/telemetry/figures";
import { NO_FILTER, withChange } from "@/server/core/telemetry/filter";
import type { AgentPage, SkillPage, SkillUseRow, SkillVersion } from "@/server/core/telemetry/insight-views";
import type { Asked, Place } from "../place";

/** Answers of the server as the charts get them, small enough that a reader can add them up. */

export const place: Place = {
  base: { team: "harbor", project: "billing-api" },
  names: { team: "Harbor", project: "billing-api" },
};

const FROM = "2026-11-21T00:00:00.000Z";
const TO = "2026-11-28T00:00:00.000Z";

export const asked: Asked = {
  filter: withChange(NO_FILTER, { range: "7d" }),
  range: {
    ...{ fromIso: FROM, toIso: TO, preset: "7d", from: "2026-11-21", to: "2026-11-27", grain: "day" },
    previous: null,
  },
  timeZone: "UTC",
};

/** Added tokens, and how many of them are duplicates that 3 requests still carried; no price is known. */
export function figures(addedTokens: number, duplicate = 0, costNanoUsd = 0) {
  const sum = { events: 1, carriedTokens: 0, costNanoUsd: 0, unpricedTokens: 0 };
  const carriedTokens = duplicate * 3;
  return figuresOf([
    { ...sum, pass: "added", tokens: addedTokens },
    {
      ...sum,
      pass: "duplicate",
      tokens: duplicate,
      carriedTokens,
      costNanoUsd,
      unpricedTokens: costNanoUsd === 0 ? carriedTokens : 0,
    },
  ]);
}

export function skillUse(row: Partial<SkillUseRow>): SkillUseRow {
  return {
    skill: "code-review",
    loads: 40,
    sessions: 25,
    knownSessions: 25,
    referredSessions: 2,
    names: 30,
    loadTokens: 448_000,
    bodyTokens: 11_200,
    lastLoadedAt: "2026-11-27T10:00:00.000Z",
    ...row,
  };
}

export function version(number: number, change: Partial<SkillVersion> = {}): SkillVersion {
  return {
    version: number,
    tokens: 11_200,
    firstSeenAt: "2026-11-20T10:00:00.000Z",
    until: null,
    loads: 20,
    sessions: 10,
    knownSessions: 10,
    referredSessions: 1,
    loadTokens: 224_000,
    repeatedTokens: 0,
    underTokens: 0,
    underNoiseTokens: 0,
    event: { session: 12, ref: "e7" },
    ...change,
  };
}

export function agentPage(change: Partial<AgentPage> = {}): AgentPage {
  return {
    ...asked,
    agent: "code-reviewer",
    clients: ["claude-code"],
    firstSeenAt: "2026-11-01T10:00:00.000Z",
    lastSeenAt: "2026-11-27T10:00:00.000Z",
    sessions: 3,
    totals: figures(10_000, 5_000),
    previousTotals: figures(10_000, 6_000),
    projectTotals: figures(40_000, 8_000),
    trend: { unit: "day", buckets: [] },
    tools: [],
    skills: [],
    rereads: [],
    errors: [],
    noisiest: [],
    agentOrder: ["main", "code-reviewer"],
    ...change,
  };
}

export function skillPage(change: Partial<SkillPage> = {}): SkillPage {
  return {
    ...asked,
    skill: "code-review",
    path: ".claude/skills/code-review/SKILL.md",
    category: "review",
    row: {
      skill: "code-review",
      loads: 40,
      bodyTokens: 11_200,
      load: figures(448_000, 4_480),
      under: figures(50_000, 10_000),
    },
    use: skillUse({}),
    previous: null,
    trend: { unit: "day", buckets: [] },
    versions: [version(1)],
    agents: [],
    noisiest: [],
    agentOrder: [],
    ...change,
  };
}
