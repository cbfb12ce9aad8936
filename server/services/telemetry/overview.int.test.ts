import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProjectScope } from "@/server/core/access/scope";
import { NO_FILTER, type TelemetryFilter, withChange } from "@/server/core/telemetry/filter";
import type { Overview } from "@/server/core/telemetry/overview-view";
import { aTeam, type TestDeps, testDeps, value } from "@/server/services/testing/team-fixture";
import { createTestDatabase } from "@/server/testing/test-database";
import { exportCsv } from "./export";
import { facets } from "./facets";
import { findings } from "./findings";
import { overview } from "./overview";
import { projectScopeOf, storeSession } from "./testing/telemetry-fixture";

let deps: TestDeps;
let scope: ProjectScope;
let foreign: ProjectScope;
let drop: () => Promise<void>;

/** The clock of the fixture: Friday 2026-11-20, 10:00 in Berlin. */
const WEEK = withChange(NO_FILTER, { range: "7d" });
const read = async (filter: TelemetryFilter, of = scope): Promise<Overview> => value(await overview(deps, of, filter));

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  deps = testDeps(database.url);
  const [own, other] = [await aTeam(deps, "Harbor"), await aTeam(deps, "Quay")];
  [scope, foreign] = [await projectScopeOf(own), await projectScopeOf(other)];

  const at = "2026-11-20T08:10:00Z";
  await storeSession(deps, scope, { title: "Webhooks", branch: "fix/hooks" }, [
    { at, kind: "user_prompt", tokens: 100, branch: "fix/hooks", stage: "plan" },
    { at, kind: "tool_result", tool: "Read", tokens: 4_000, events: 4, branch: "fix/hooks", model: "sonnet" },
    {
      at,
      kind: "tool_result",
      tool: "Read",
      pass: "duplicate",
      tokens: 1_500,
      branch: "fix/hooks",
      model: "sonnet",
      carriedTokens: 9_000,
      costNanoUsd: 3_000_000,
    },
    { at, kind: "skill_load", skill: "review", tokens: 2_400, events: 3, agent: "reviewer" },
    {
      at,
      kind: "skill_load",
      skill: "review",
      pass: "duplicate",
      tokens: 1_600,
      events: 2,
      agent: "reviewer",
      carriedTokens: 700,
      unpricedTokens: 700,
    },
    { at, kind: "tool_result", tool: "Bash", skill: "review", tokens: 600, agent: "reviewer" },
    { at, kind: "tool_result", tool: "Bash", skill: "review", pass: "resolved-error", tokens: 250, agent: "reviewer" },
  ]);
  await storeSession(
    deps,
    scope,
    {
      client: "codex",
      title: "Ledger",
      person: "Joao",
      branch: "main",
      windowTokens: 100_000,
      peakContextTokens: 90_000,
      ingestRevision: 3,
    },
    [
      { at: "2026-11-18T23:30:00Z", kind: "tool_result", tool: "shell", tokens: 5_000, branch: "main" },
      { at: "2026-11-18T23:30:00Z", kind: "tool_result", tool: "shell", pass: "idle", tokens: 900, branch: "main" },
      { at: "2026-11-18T23:30:00Z", kind: "tool_result", tool: "shell", pass: "dropped", tokens: 70, branch: "main" },
    ],
  );
  await storeSession(
    deps,
    scope,
    { title: "Last week", startedAt: "2026-11-10T08:00:00Z", lastEventAt: "2026-11-10T09:00:00Z" },
    [
      { at: "2026-11-10T08:00:00Z", kind: "tool_result", tool: "Read", tokens: 3_000 },
      { at: "2026-11-10T08:00:00Z", kind: "tool_result", tool: "Read", pass: "superseded", tokens: 800 },
    ],
  );
  await storeSession(deps, foreign, { title: "Not yours", branch: "secret" }, [
    { at, kind: "tool_result", tool: "Spy", tokens: 77_777, branch: "secret" },
    { at, kind: "tool_result", tool: "Spy", pass: "duplicate", tokens: 7_777, branch: "secret" },
  ]);
});

afterAll(async () => {
  await deps.db.close();
  await drop();
});

describe("overview of a project", () => {
  it("adds up to the rows of the rollup, by every breakdown", async () => {
    const shown = await read(WEEK);
    expect(shown.totals).toMatchObject({
      addedTokens: 12_100,
      addedEvents: 10,
      provenTokens: 3_350,
      idleTokens: 900,
      savedTokens: 70,
      couldBeSavedTokens: 4_250,
      carriedTokens: 9_700,
      costUsd: 0.003,
      unpricedTokens: 700,
      noise: { duplicate: 3_100, "resolved-error": 250, superseded: 0, idle: 900, dropped: 70 },
    });
    const added = (rows: { addedTokens: number | null }[]) =>
      rows.reduce((sum, row) => sum + (row.addedTokens ?? 0), 0);
    expect(added(shown.agents)).toBe(12_100);
    expect(added([...shown.tools, shown.noTool])).toBe(12_100);
    expect(added([...shown.skills.flatMap((skill) => [skill.load, skill.under]), shown.noSkill])).toBe(12_100);
    expect(added(shown.trend.buckets)).toBe(12_100);
    const kept = Object.values(shown.fills).reduce((sum, tokens) => sum + tokens, 0);
    const noise = Object.values(shown.totals.noise).reduce((sum, tokens) => sum + tokens, 0);
    expect(kept + noise).toBe(12_100);
  });

  it("charges each agent, skill and tool with its own", async () => {
    const shown = await read(WEEK);
    expect(shown.agents.map((row) => [row.agent, row.client, row.provenTokens])).toEqual([
      ["reviewer", "claude-code", 1_850],
      ["main", "claude-code", 1_500],
      ["main", "codex", 0],
    ]);
    expect(shown.skills).toHaveLength(1);
    expect(shown.skills[0]).toMatchObject({ skill: "review", loads: 3, bodyTokens: 800 });
    expect(shown.skills[0]?.load.provenTokens).toBe(1_600);
    expect(shown.skills[0]?.under).toMatchObject({ addedTokens: 600, provenTokens: 250 });
    expect(shown.tools.map((row) => [row.tool, row.provenTokens])).toEqual([
      ["Read", 1_500],
      ["Bash", 250],
      ["shell", 0],
    ]);
  });

  it("places a late event on the day that the zone's clock showed", async () => {
    const { buckets, unit } = (await read(WEEK)).trend;
    expect(unit).toBe("day");
    expect(buckets.map((bucket) => bucket.from)).toEqual(
      ["14", "15", "16", "17", "18", "19", "20"].map((d) => `2026-11-${d}`),
    );
    // 23:30 UTC on the 18th was half past midnight of the 19th in Berlin.
    expect(buckets.map((bucket) => bucket.addedTokens)).toEqual([null, null, null, null, null, 5_000, 7_100]);
    expect(buckets.map((bucket) => bucket.partial)).toEqual([false, false, false, false, false, false, true]);
  });

  it("sets the period before beside it, at the same place", async () => {
    const shown = await read(WEEK);
    expect(shown.previousTotals).toMatchObject({ addedTokens: 3_000, provenTokens: 800 });
    expect(shown.trend.buckets.map((bucket) => bucket.previousNoise?.superseded ?? null)).toEqual([
      null,
      null,
      null,
      800,
      null,
      null,
      null,
    ]);
    expect((await read(withChange(NO_FILTER, { range: "all" }))).previousTotals).toBeNull();
  });

  it("filters by what the rollup knows and by what only sessions know, alike in all parts", async () => {
    const byAgent = await read(withChange(WEEK, { agent: ["reviewer"] }));
    expect([byAgent.totals.addedTokens, byAgent.totals.provenTokens, byAgent.sessions.inRange]).toEqual([
      3_000, 1_850, 1,
    ]);
    const byBranch = await read(withChange(WEEK, { branch: ["main"] }));
    expect([byBranch.totals.addedTokens, byBranch.totals.idleTokens]).toEqual([5_000, 900]);
    expect(byBranch.agents.map((row) => row.client)).toEqual(["codex"]);
    const byPerson = await read(withChange(WEEK, { person: ["Ines"], tool: ["Read"] }));
    expect([byPerson.totals.addedTokens, byPerson.totals.provenTokens]).toEqual([4_000, 1_500]);
    const noSkill = await read(withChange(WEEK, { skill: [""] }));
    expect(noSkill.totals.addedTokens).toBe(9_100);
  });

  it("keeps what was added when only one class of noise is asked for", async () => {
    const { totals } = await read(withChange(WEEK, { pass: ["resolved-error"] }));
    expect([totals.addedTokens, totals.provenTokens, totals.idleTokens]).toEqual([12_100, 250, 0]);
  });

  it("both rollups give the same answer to the same question", async () => {
    const viaRollup = await read(withChange(WEEK, { client: ["claude-code", "codex"] }));
    const viaSessions = await read(withChange(WEEK, { person: ["Ines", "Joao"] }));
    for (const part of ["totals", "fills", "agents", "skills", "tools", "trend", "previousTotals"] as const) {
      expect(viaSessions[part]).toEqual(viaRollup[part]);
    }
  });

  it("lists the noisiest sessions with their main cause, and how full windows got", async () => {
    const shown = await read(WEEK);
    expect(shown.noisiest.map((session) => [session.number, session.figures.provenTokens])).toEqual([[1, 3_350]]);
    expect(shown.noisiest[0]?.cause).toEqual({
      noise: "duplicate",
      agent: "reviewer",
      subject: "review",
      subjectIs: "skill",
      events: 2,
      tokens: 1_600,
    });
    expect(shown.sessions).toMatchObject({
      inProject: 3,
      inRange: 2,
      medianPeakShare: 0.7,
      peaksKnown: 2,
      peaksByModel: 0,
    });
  });

  it("says how many sessions the analysis has not seen", async () => {
    expect((await read(WEEK)).lag).toEqual({ sessions: 1, oldestAt: "2026-11-20T09:00:00.000Z", failed: 0 });
  });

  it("offers the values that can be chosen, whatever is chosen", async () => {
    const offered = value(await facets(deps, scope, withChange(WEEK, { agent: ["reviewer"] })));
    expect(offered.agent.map((facet) => facet.value)).toEqual(["main", "reviewer"]);
    expect(offered.branch.map((facet) => [facet.value, facet.tokens])).toContainEqual(["main", 5_000]);
    expect(offered.model.map((facet) => facet.value)).toEqual(["", "sonnet"]);
  });

  it("never shows another team's rows", async () => {
    const shown = JSON.stringify(await read(withChange(NO_FILTER, { range: "all" })));
    expect(shown).not.toMatch(/Spy|secret|Not yours|7777/);
    const other = await read(WEEK, foreign);
    expect([other.totals.addedTokens, other.sessions.inProject]).toEqual([77_777, 1]);
    // A scope of one team with the other's project id finds nothing.
    const mixed = await read(WEEK, { ...foreign, projectId: scope.projectId });
    expect([mixed.totals.addedTokens, mixed.sessions.inProject]).toEqual([0, 0]);
  });

  it("answers an empty project with zeros and no finding", async () => {
    const empty = await read(WEEK, { ...scope, projectId: deps.ids.next() });
    expect(empty.totals).toMatchObject({ addedTokens: 0, provenTokens: 0, costUsd: 0 });
    expect([empty.agents, empty.noisiest]).toEqual([[], []]);
    expect(value(await findings(deps, { ...scope, projectId: deps.ids.next() }, WEEK)).findings).toEqual([]);
  });

  it("exports a chart with the chart's own numbers", async () => {
    const shown = await read(WEEK);
    const file = value(await exportCsv(deps, scope, { chart: "agents", filter: WEEK }));
    expect(file.fileName).toBe(`${scope.projectSlug}-agents-2026-11-14-to-2026-11-20.csv`);
    const [head = "", ...lines] = file.csv
      .trimEnd()
      .split("\r\n")
      .map((line) => line.split(","));
    const column = head.indexOf("proven_noise_tokens");
    expect(lines.map((line) => Number(line[column]))).toEqual(shown.agents.map((row) => row.provenTokens));
  });
});

describe("the median of the fullest windows", () => {
  it("counts windows by model where none was told, and leaves unknown ones out", async () => {
    const windows = await projectScopeOf(await aTeam(deps, "Windows"));
    const store = (windowTokens: number | null, model: string | null, peakContextTokens: number | null) =>
      storeSession(deps, windows, { windowTokens, model, peakContextTokens }, [
        { at: "2026-11-20T08:10:00Z", tokens: 1 },
      ]);
    await store(100_000, "claude-opus-4-6", 10_000);
    await store(null, "claude-opus-4-6", 40_000);
    await store(0, "claude-opus-4-6", 300_000);
    await store(null, "claude-haiku-4-5", 300_000);
    await store(null, "claude-haiku-4-5", null);
    await store(null, "somebody-else", 5_000);
    await store(null, null, 5_000);
    expect((await read(WEEK, windows)).sessions).toMatchObject({
      inRange: 7,
      peaksKnown: 3,
      peaksByModel: 2,
      medianPeakShare: 0.2,
      medianPeakTokens: 40_000,
    });
  });
});

describe("a day on which clocks change", () => {
  it("has 25 hours and loses none of them", async () => {
    const team = await aTeam(deps, "Clock");
    const berlin = await projectScopeOf(team);
    const hours = Array.from(
      { length: 26 },
      (_, index) => new Date(Date.parse("2026-10-24T21:30:00Z") + index * 3_600_000),
    );
    await storeSession(
      deps,
      berlin,
      {},
      hours.map((hour) => ({ at: hour.toISOString(), tokens: 1 })),
    );
    const day = (from: string) => read(withChange(NO_FILTER, { from, to: from }), berlin);
    // Local midnight of the 25th is 22:00 UTC; the next is 23:00 UTC.
    expect((await day("2026-10-24")).totals.addedTokens).toBe(1);
    const change = await day("2026-10-25");
    expect(change.totals.addedTokens).toBe(25);
    expect(change.trend.unit).toBe("hour");
    expect(change.trend.buckets.map((bucket) => bucket.addedTokens)).toEqual(Array.from({ length: 25 }, () => 1));
    expect((await day("2026-10-26")).totals.addedTokens).toBe(0);
  });
});
