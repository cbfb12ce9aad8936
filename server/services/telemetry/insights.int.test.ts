import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Figures } from "@/server/core/telemetry/figures";
import { NO_FILTER, type TelemetryFilter, withChange } from "@/server/core/telemetry/filter";
import { BREAKDOWN_DIMENSIONS, type BreakdownDimension } from "@/server/core/telemetry/insight-views";
import { aSession } from "../ingest/testing/session-fixture";
import { listSessions } from "../sessions/list";
import { value } from "../testing/team-fixture";
import { agentPage } from "./agent-page";
import { breakdown } from "./breakdown";
import { errorChains } from "./error-chains";
import { exportCsv } from "./export";
import { heatMap } from "./heat-map";
import { overview } from "./overview";
import { skillPage } from "./skill-page";
import { skillUse } from "./skill-use";
import { targets } from "./targets";
import { aMixedProject, type MixedProject, REVIEW } from "./testing/mixed-project";
import { windowUse } from "./window-use";

let project: MixedProject;
beforeAll(async () => {
  project = await aMixedProject();
}, 120_000);
afterAll(() => project?.uploader.close());

const ALL = withChange(NO_FILTER, { range: "all" });
const sum = <T>(rows: readonly T[], pick: (row: T) => number) => rows.reduce((total, row) => total + pick(row), 0);
const deps = () => project.uploader.deps;

async function totals(filter: TelemetryFilter): Promise<Figures> {
  return value(await overview(deps(), project.scope, filter)).totals;
}

/** Every event with what the analysis found of it, without any rollup: what all charts are counted from. */
const EVENTS = `SELECT e.*, s.agent, s.skill AS active_skill, s.model, s.stage, s.noise, s.carried_tokens, x.client, x.person, x.number,
    x.cwd, x.time_zone, coalesce((SELECT m.branch FROM workspace_mark m WHERE m.session_id = e.session_id
      AND m.thread = e.thread AND m.seq <= e.seq AND m.branch IS NOT NULL ORDER BY m.seq DESC LIMIT 1), x.branch, '') AS branch
  FROM event e JOIN event_state s USING (team_id, session_id, entry_id)
  JOIN (SELECT se.*, p.time_zone FROM session se JOIN project p ON p.id = se.project_id) x ON x.id = e.session_id`;
const PROVEN = "noise IN ('duplicate', 'resolved-error', 'superseded')";

async function recounted(sql: string) {
  return project.uploader.rows(sql.replace("$EVENTS", `(${EVENTS}) r`));
}

describe("a breakdown", () => {
  it.each([...BREAKDOWN_DIMENSIONS])("by %s is what the events say, value by value", async (by) => {
    const { rows, rest } = value(await breakdown(deps(), project.scope, { by, filter: ALL }));
    const expected = await recounted(
      `SELECT ${by} AS value, count(*)::int AS events, sum(tokens)::int AS added,
              coalesce(sum(tokens) FILTER (WHERE ${PROVEN}), 0)::int AS proven,
              coalesce(sum(carried_tokens) FILTER (WHERE ${PROVEN}), 0)::int AS carried
         FROM $EVENTS GROUP BY 1 ORDER BY 1`,
    );
    const shown = rows.map(({ value: name, addedEvents, addedTokens, provenTokens, carriedTokens }) => ({
      ...{ value: name, events: addedEvents, added: addedTokens, proven: provenTokens, carried: carriedTokens },
    }));
    expect(shown.sort((a, b) => (a.value < b.value ? -1 : 1))).toEqual(expected);
    expect(rest).toBeNull();
  });

  it("adds up to the totals under any two filters, whichever table answers", async () => {
    const filters = [
      { agent: ["main"] },
      { agent: ["main"], pass: ["duplicate" as const] },
      { person: ["Mei"] },
      { person: ["Mei"], branch: ["fix/ledger"] },
      { skill: ["review"], tool: ["Read"] },
      { stage: ["execute" as const], kind: ["tool_result" as const] },
      { target: ["src/ledger.ts"] },
    ];
    for (const change of filters) {
      const filter = withChange(ALL, change);
      const whole = await totals(filter);
      for (const by of BREAKDOWN_DIMENSIONS satisfies readonly BreakdownDimension[]) {
        const { rows } = value(await breakdown(deps(), project.scope, { by, filter }));
        const added = [sum(rows, (row) => row.addedTokens), sum(rows, (row) => row.provenTokens)];
        expect([change, by, ...added]).toEqual([change, by, whole.addedTokens, whole.provenTokens]);
      }
    }
  });

  it("shows the largest values and adds the others up", async () => {
    for (let number = 0; number < 22; number++) {
      await project.upload(aSmallSession(`branch-${number}`));
    }
    const { rows, rest } = value(await breakdown(deps(), project.scope, { by: "branch", filter: ALL }));
    const whole = await totals(ALL);
    expect([rows.length, rest?.values]).toEqual([20, expect.any(Number)]);
    expect(sum(rows, (row) => row.addedTokens) + (rest?.addedTokens ?? 0)).toBe(whole.addedTokens);
  }, 60_000);
});

function aSmallSession(branch: string) {
  return aSession(branch, { branch }).said("Hello").read(`${branch}.ts`);
}

describe("the heat map", () => {
  it("puts every event on the weekday and hour that the project's clock showed", async () => {
    const { cells } = value(await heatMap(deps(), project.scope, ALL));
    const expected = await recounted(
      `SELECT extract(isodow FROM occurred_at AT TIME ZONE time_zone)::int AS weekday,
              extract(hour FROM occurred_at AT TIME ZONE time_zone)::int AS hour, sum(tokens)::int AS "addedTokens",
              coalesce(sum(tokens) FILTER (WHERE ${PROVEN}), 0)::int AS "provenTokens",
              coalesce(sum(tokens) FILTER (WHERE noise = 'idle'), 0)::int AS "idleTokens"
         FROM $EVENTS GROUP BY 1, 2 ORDER BY 1, 2`,
    );
    expect(cells).toEqual(expected);
  });

  it("filters by agent like all else", async () => {
    const filter = withChange(ALL, { agent: ["explorer"] });
    const { cells } = value(await heatMap(deps(), project.scope, filter));
    expect(sum(cells, (cell) => cell.provenTokens)).toBe((await totals(filter)).provenTokens);
  });
});

describe("window use", () => {
  it("counts every session of the range once", async () => {
    const { tenths, unknown, medianShare } = value(await windowUse(deps(), project.scope, ALL));
    const { sessions } = value(await overview(deps(), project.scope, ALL));
    expect(sum(tenths, (tenth) => tenth.sessions) + unknown).toBe(sessions.inRange);
    expect(medianShare).toBeCloseTo(sessions.medianPeakShare ?? -1, 6);
    expect([tenths.length, tenths[10]?.toShare]).toEqual([11, null]);
  });

  it("puts a session that filled its window above the last tenth", async () => {
    const id = await project.upload(aSmallSession("full"));
    const set = (peak: number) =>
      project.uploader.rows("UPDATE session SET peak_context_tokens = $2, window_tokens = 100 WHERE id = $1", [
        id,
        peak,
      ]);
    const places = [];
    for (const peak of [0, 10, 99, 100, 250]) {
      await set(peak);
      const { tenths } = value(await windowUse(deps(), project.scope, withChange(ALL, { branch: ["full"] })));
      places.push(tenths.findIndex((tenth) => tenth.sessions === 1));
    }
    expect(places).toEqual([0, 1, 9, 10, 10]);
  });
});

describe("files that were read again", () => {
  it("are what the events say, by path inside the session's folder", async () => {
    const { rows } = value(await targets(deps(), project.scope, { kind: "file", filter: ALL }));
    const expected = await recounted(
      `SELECT replace(target, coalesce(cwd, '-') || '/', '') AS target, count(*)::int AS events,
              count(DISTINCT session_id)::int AS sessions, sum(tokens)::int AS tokens, sum(carried_tokens)::int AS carried
         FROM $EVENTS WHERE noise IN ('duplicate', 'superseded') AND kind = 'tool_result' AND tool_class LIKE '%\\_read'
        GROUP BY 1 ORDER BY sum(tokens) DESC, 1 LIMIT 20`,
    );
    const shown = rows.map((row) => ({
      ...{ target: row.target, events: row.events, sessions: row.sessions },
      ...{ tokens: row.duplicateTokens + row.supersededTokens, carried: row.carriedTokens },
    }));
    expect(shown).toEqual(expected);
    const ledger = rows.find((row) => row.target === "src/ledger.ts");
    expect(ledger).toMatchObject({ agents: ["explorer", "main"], tools: ["Read"], sessions: 2 });
  });

  it("lead to the sessions that make the row up", async () => {
    const { rows } = value(await targets(deps(), project.scope, { kind: "file", filter: ALL }));
    for (const row of rows.slice(0, 6)) {
      const filter = withChange(ALL, { target: [row.target], pass: ["duplicate", "superseded"] });
      const input = { filter, sort: "noise" as const, search: "", cursor: null, limit: 50 };
      const listed = value(await listSessions(deps(), project.scope, input)).rows;
      expect([row.target, listed.length]).toEqual([row.target, row.sessions]);
      const noise = sum(listed, ({ figures }) => figures.noise.duplicate + figures.noise.superseded);
      expect(noise).toBe(row.duplicateTokens + row.supersededTokens);
      for (const session of listed) {
        for (const kept of Object.values(session.fills)) expect(kept).toBeGreaterThanOrEqual(0);
      }
    }
  });
});

describe("error chains", () => {
  it("are the resolved errors by command, with the failure that the registry knows", async () => {
    const { rows } = value(await errorChains(deps(), project.scope, ALL));
    const [expected] = await recounted(
      `SELECT count(*)::int AS runs, sum(tokens)::int AS tokens, sum(carried_tokens)::int AS carried
         FROM $EVENTS WHERE noise = 'resolved-error' AND tool = 'Bash'`,
    );
    const bash = rows.filter((row) => row.tools.join() === "Bash");
    expect({
      runs: sum(bash, (row) => row.runs),
      tokens: sum(bash, (row) => row.tokens),
      carried: sum(bash, (row) => row.carriedTokens),
    }).toEqual(expected);
    const chain = rows.find((row) => row.question === "npm test" && row.agents.includes("main"));
    expect(chain?.sessions).toBeGreaterThanOrEqual(2);
    expect(chain?.targets).toContain("npm test");
    const [failure] = await project.uploader.rows("SELECT number FROM failure WHERE fingerprint LIKE 'npm test %'");
    expect(chain?.failures).toContain(failure?.["number"]);
  });

  it("lead to the sessions that make the row up", async () => {
    const { rows } = value(await errorChains(deps(), project.scope, ALL));
    for (const row of rows) {
      const filter = withChange(ALL, { target: row.targets, tool: row.tools, pass: ["resolved-error"] });
      const input = { filter, sort: "noise" as const, search: "", cursor: null, limit: 50 };
      const listed = value(await listSessions(deps(), project.scope, input)).rows;
      expect([row.question, listed.length]).toEqual([row.question, row.sessions]);
    }
  });
});

describe("the use of a skill", () => {
  it("counts sessions in which somebody named what its body had brought", async () => {
    const { rows } = value(await skillUse(deps(), project.scope, ALL));
    const review = rows.find((row) => row.skill === "review");
    // The second session ran the script that the body names; the first and third named nothing of it.
    expect(review).toMatchObject({ loads: 3, sessions: 3, knownSessions: 3, referredSessions: 1, names: 2 });
    const shown = value(await overview(deps(), project.scope, ALL)).skills;
    for (const row of rows) {
      const { loads, load } = shown.find((skill) => skill.skill === row.skill) ?? { loads: 0, load: null };
      expect([row.skill, row.loads, row.loadTokens]).toEqual([row.skill, loads, load?.addedTokens]);
    }
  });

  it("follows every filter", async () => {
    const mei = value(
      await skillUse(deps(), project.scope, withChange(ALL, { person: ["Mei"], client: ["claude-code"] })),
    );
    expect(mei.rows.map((row) => [row.skill, row.sessions])).toEqual([["review", 1]]);
    const none = value(await skillUse(deps(), project.scope, withChange(ALL, { kind: ["tool_result"] })));
    expect(none.rows).toEqual([]);
  });

  it("does not know what a body without its text brought", async () => {
    await project.upload(
      aSession("hidden", { captureMode: "metadata" })
        .said("a")
        .loaded("hidden", `${REVIEW}Unseen.`)
        .ran("bash scripts/review.sh"),
    );
    const { rows } = value(await skillUse(deps(), project.scope, withChange(ALL, { skill: ["hidden"] })));
    expect(rows).toMatchObject([{ sessions: 1, knownSessions: 0, referredSessions: 0, names: 0 }]);
  });
});

describe("the page of a skill", () => {
  it("sets each version of the body beside what its loads did", async () => {
    const page = value(await skillPage(deps(), project.scope, { skill: "review", filter: ALL }));
    expect(page.path).toBe(".claude/skills/review/SKILL.md");
    expect(page.versions).toHaveLength(2);
    expect(sum(page.versions, (version) => version.loads)).toBe(page.row.loads);
    expect(sum(page.versions, (version) => version.underTokens)).toBe(page.row.under.addedTokens);
    expect(sum(page.versions, (version) => version.underNoiseTokens)).toBe(page.row.under.provenTokens);
    expect(page.versions[0]?.until).toBeNull();
    const long = page.versions.find((version) => version.tokens > 600);
    expect(long).toMatchObject({ loads: 2, sessions: 2, referredSessions: 1, event: { ref: expect.any(String) } });
  });
});

describe("the page of an agent", () => {
  it("shows its share of the project, and no other agent's", async () => {
    const page = value(await agentPage(deps(), project.scope, { agent: "explorer", filter: ALL }));
    const shown = value(await overview(deps(), project.scope, ALL));
    const row = shown.agents.find((agent) => agent.agent === "explorer");
    expect(page.totals).toMatchObject({ addedTokens: row?.addedTokens, provenTokens: row?.provenTokens });
    expect(page.projectTotals.addedTokens).toBe(shown.totals.addedTokens);
    expect(page).toMatchObject({ clients: ["claude-code"], sessions: 1, previousTotals: null });
    expect(page.rereads.map((reread) => [reread.target, reread.agents])).toEqual([["src/ledger.ts", ["explorer"]]]);
    expect(sum(page.tools, (tool) => tool.provenTokens)).toBe(page.totals.provenTokens);
    expect(Date.parse(page.firstSeenAt ?? "")).toBeLessThanOrEqual(Date.parse(page.lastSeenAt ?? ""));
  });
});

describe("a name that nobody has, and an empty project", () => {
  it("answer with nothing and no error", async () => {
    const agent = value(await agentPage(deps(), project.scope, { agent: "nobody", filter: ALL }));
    expect(agent).toMatchObject({
      clients: [],
      firstSeenAt: null,
      sessions: 0,
      totals: { addedTokens: 0 },
      noisiest: [],
    });
    const skill = value(await skillPage(deps(), project.scope, { skill: "nothing", filter: ALL }));
    expect(skill).toMatchObject({ path: null, use: null, versions: [], row: { loads: 0 }, agents: [] });
    const empty = { ...project.scope, projectId: deps().ids.next() };
    expect(value(await breakdown(deps(), empty, { by: "model", filter: NO_FILTER })).rows).toEqual([]);
    expect(value(await heatMap(deps(), empty, NO_FILTER)).cells).toEqual([]);
    expect(value(await windowUse(deps(), empty, NO_FILTER))).toMatchObject({ unknown: 0, medianShare: null });
    expect(value(await targets(deps(), empty, { kind: "command", filter: NO_FILTER })).rows).toEqual([]);
    expect(value(await errorChains(deps(), empty, NO_FILTER)).rows).toEqual([]);
    expect(value(await skillUse(deps(), empty, NO_FILTER)).rows).toEqual([]);
  });
});

describe("a chart as a file", () => {
  const lines = (csv: string) =>
    csv
      .trimEnd()
      .split("\r\n")
      .map((line) => line.split(","));

  it("has the chart's rows, and says in each that tokens are estimated", async () => {
    for (const [chart, rows] of [
      ["model", value(await breakdown(deps(), project.scope, { by: "model", filter: ALL })).rows],
      ["heatMap", value(await heatMap(deps(), project.scope, ALL)).cells],
      ["files", value(await targets(deps(), project.scope, { kind: "file", filter: ALL })).rows],
      ["errorChains", value(await errorChains(deps(), project.scope, ALL)).rows],
      ["skillUse", value(await skillUse(deps(), project.scope, ALL)).rows],
    ] as const) {
      const [head, ...body] = lines(value(await exportCsv(deps(), project.scope, { chart, filter: ALL })).csv);
      expect([chart, body.length]).toEqual([chart, rows.length]);
      expect(head?.at(-1)).toBe("tokens_basis");
      for (const line of body) expect(line.at(-1)).toBe("estimated");
    }
  });

  it("asks for the skill whose versions are wanted", async () => {
    const asked = await exportCsv(deps(), project.scope, { chart: "skillVersions", filter: ALL });
    expect(asked).toMatchObject({ ok: false, fault: { code: "bad_request", field: "name" } });
    const file = value(await exportCsv(deps(), project.scope, { chart: "skillVersions", filter: ALL, name: "review" }));
    expect(file.fileName).toMatch(/-skill-versions-.*\.csv$/);
    expect(lines(file.csv)).toHaveLength(3);
  });
});
