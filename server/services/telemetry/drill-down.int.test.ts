import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProjectScope } from "@/server/core/access/scope";
import { type NoiseTokens, noNoise } from "@/server/core/telemetry/figures";
import { NO_FILTER, type TelemetryFilter, withChange } from "@/server/core/telemetry/filter";
import type { Overview } from "@/server/core/telemetry/overview-view";
import { OUTLINE_KINDS, OUTLINE_NOISE, type Outline } from "@/server/core/telemetry/session-views";
import { analyseSession } from "@/server/services/analysis/analyse-session";
import { aNoisySession, aSession } from "@/server/services/ingest/testing/session-fixture";
import { anUploader, type Uploader } from "@/server/services/ingest/testing/uploader";
import { getSession } from "@/server/services/sessions/get";
import { listSessions } from "@/server/services/sessions/list";
import { outline } from "@/server/services/sessions/outline";
import { value } from "@/server/services/testing/team-fixture";
import { overview } from "./overview";
import { projectScopeOf } from "./testing/telemetry-fixture";

/** Real uploads, really analysed: a person who clicks from a bar down to the events must end at the bar's own number. */

let uploader: Uploader;
let scope: ProjectScope;
let shown: Overview;
const ALL = withChange(NO_FILTER, { range: "all" });

beforeAll(async () => {
  uploader = await anUploader();
  scope = await projectScopeOf(uploader.team, "billing-api");
  const sessions = [
    aNoisySession("one"),
    aNoisySession("two").read("src/login.ts").compacted().read("src/login.ts"),
    aSession("three", { client: "codex" }).said("Look").read("a.ts").read("a.ts").answered("Seen"),
  ];
  for (const session of sessions) {
    const { session: stored } = await uploader.append(session);
    value(await analyseSession(uploader.deps, { teamId: scope.teamId, sessionId: stored.id }));
  }
  shown = value(await overview(uploader.deps, scope, ALL));
});
afterAll(() => uploader.close());

type EventMatch = (shape: Outline, index: number) => boolean;
const any: EventMatch = () => true;

/** What the session pages behind a filter show: of the threads of an agent, the events that match. */
async function sumOfPages(filter: TelemetryFilter, agent: string | null, matches: EventMatch) {
  const sums: { added: number; noise: NoiseTokens } = { added: 0, noise: noNoise() };
  const list = value(
    await listSessions(uploader.deps, scope, { filter, sort: "noise", search: "", cursor: null, limit: 100 }),
  );
  for (const { number } of list.rows) {
    const session = value(await getSession(uploader.deps, scope, { number }));
    for (const thread of session.threads.filter(({ agent: own }) => agent === null || own === agent)) {
      const shape = value(await outline(uploader.deps, scope, { number, thread: thread.key }));
      shape.refs.forEach((_, index) => {
        if (!matches(shape, index)) return;
        const noise = OUTLINE_NOISE[shape.noise[index] ?? 0];
        sums.added += shape.tokens[index] ?? 0;
        if (noise) sums.noise[noise] += shape.tokens[index] ?? 0;
      });
    }
  }
  return { sums, list };
}

describe("from a bar to its events", () => {
  it("has noise of several kinds to follow", () => {
    expect(shown.totals.noise.duplicate).toBeGreaterThan(0);
    expect(shown.totals.noise["resolved-error"]).toBeGreaterThan(0);
    expect(shown.agents.length).toBeGreaterThan(2);
  });

  it("ends at the bar's number, by agent", async () => {
    for (const row of shown.agents) {
      const filter = withChange(ALL, { agent: [row.agent], client: [row.client] });
      const { sums, list } = await sumOfPages(filter, row.agent, any);
      expect([row.agent, sums.added, sums.noise]).toEqual([row.agent, row.addedTokens, row.noise]);
      const listed = list.rows.map((session) => session.figures.provenTokens).reduce((a, b) => a + b, 0);
      expect(listed).toBe(row.provenTokens);
    }
  });

  it("ends at the bar's number, by tool", async () => {
    for (const row of shown.tools) {
      const isTool: EventMatch = (shape, index) => shape.toolNames[shape.tools[index] ?? 0] === row.tool;
      const { sums } = await sumOfPages(withChange(ALL, { tool: [row.tool] }), null, isTool);
      expect([row.tool, sums.added, sums.noise]).toEqual([row.tool, row.addedTokens, row.noise]);
    }
  });

  it("ends at the row's two figures, by skill", async () => {
    for (const row of shown.skills) {
      for (const [part, isLoad] of [
        ["load", true],
        ["under", false],
      ] as const) {
        const matches: EventMatch = (shape, index) =>
          shape.skillNames[shape.skills[index] ?? 0] === row.skill &&
          (OUTLINE_KINDS[shape.kinds[index] ?? 0] === "skill_load") === isLoad;
        const { sums } = await sumOfPages(withChange(ALL, { skill: [row.skill] }), null, matches);
        expect([row.skill, part, sums.added, sums.noise]).toEqual([
          row.skill,
          part,
          row[part].addedTokens,
          row[part].noise,
        ]);
      }
    }
  });

  it("adds up over the list and over the days to the totals", async () => {
    const { sums, list } = await sumOfPages(ALL, null, any);
    expect([sums.added, sums.noise]).toEqual([shown.totals.addedTokens, shown.totals.noise]);
    const { addedTokens, provenTokens, carriedTokens } = shown.totals;
    const listed = list.rows.map(({ figures }) => [figures.addedTokens, figures.provenTokens, figures.carriedTokens]);
    expect(listed.reduce((a, b) => a.map((n, i) => n + (b[i] ?? 0)), [0, 0, 0])).toEqual([
      addedTokens,
      provenTokens,
      carriedTokens,
    ]);
    const days = shown.trend.buckets.filter((bucket) => bucket.addedTokens !== null);
    for (const { from, to, noise, addedTokens: onDay } of days) {
      const day = value(await overview(uploader.deps, scope, withChange(NO_FILTER, { from, to })));
      expect([day.totals.addedTokens, day.totals.noise]).toEqual([onDay, noise]);
    }
  });
});
