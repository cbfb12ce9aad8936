import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { telemetryLine } from "@/server/core/runs/telemetry-line";
import type { RunView } from "@/server/core/runs/views";
import { resolveProjectScope } from "@/server/services/access/resolve-scope";
import { aTeam, value } from "@/server/services/testing/team-fixture";
import { listBlocked } from "./blocked";
import { commitRun } from "./commit";
import { getRun } from "./get";
import { listRuns } from "./list";
import { markApplied } from "./mark-applied";
import { planRun } from "./plan-run";
import { previewRun } from "./preview";
import { readTelemetry } from "./telemetry";
import { aRunsWorld, aSessionWithCopies, aSessionWithProtectedCopy, type RunsWorld } from "./testing/runs-fixture";

let world: RunsWorld;
beforeAll(async () => {
  world = await aRunsWorld();
});
afterAll(() => world.close());

const deps = () => world.uploader.deps;

async function verdictsOf(number: number, runNumber: number, limit = 2) {
  const found: { ref: string; retained: string | null }[] = [];
  let after: string | null = null;
  do {
    const page: RunView = value(await getRun(deps(), world.scope, { number, runNumber, after, limit }));
    expect(page.verdicts.length).toBeLessThanOrEqual(limit);
    found.push(...page.verdicts);
    after = page.nextRef;
  } while (after !== null);
  return found;
}

describe("the record of runs", () => {
  it("lists them newest first by pages, and shows one with its verdicts by pages", async () => {
    const fixture = aSessionWithCopies("record-1");
    const session = await world.store(fixture);
    await world.commit(session.number);
    for (let round = 0; round < 2; round++) {
      const text = `round ${round}\n`.repeat(300);
      fixture.read(`src/r${round}.ts`, text).answered("So").read(`src/r${round}.ts`, text);
      for (let turn = 0; turn < 8; turn++) fixture.ran(`git log -1 HEAD~${turn}`, { out: `${round} ${turn}` });
      await world.uploader.append(fixture);
      await world.commit(session.number);
    }
    const list = async (cursor: number | null) =>
      value(await listRuns(deps(), world.scope, { number: session.number, cursor, limit: 2 }));
    const first = await list(null);
    const second = await list(first.nextCursor);
    expect([...first.rows, ...second.rows].map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(second.nextCursor).toBeNull();
    expect(await verdictsOf(session.number, 1)).toHaveLength(3);
    const shown = value(
      await getRun(deps(), world.scope, { number: session.number, runNumber: 1, after: null, limit: 10 }),
    );
    expect(shown.threads).toMatchObject([{ thread: "main", beforeTokens: shown.totals.beforeTokens }]);
  });

  it("tells which removals a protection stopped, in the plan and in the run", async () => {
    const session = await world.store(aSessionWithProtectedCopy("record-2"));
    const blockedOf = async (runNumber: number | null) =>
      value(await listBlocked(deps(), world.scope, { number: session.number, runNumber, after: null, limit: 100 }));
    const planned = await blockedOf(null);
    expect(planned.rows).toContainEqual(
      expect.objectContaining({
        tool: "Read",
        rule: "dedup.identical-result",
        protection: "protect.core-files",
        pattern: "AGENTS.md",
        reason: expect.stringContaining("agent boundaries"),
      }),
    );
    expect(planned.total).toBe(planned.rows.length);
    await world.commit(session.number);
    expect((await blockedOf(1)).rows).toEqual(planned.rows);
    const page = value(
      await listBlocked(deps(), world.scope, {
        number: session.number,
        runNumber: 1,
        after: planned.rows.at(-1)?.ref ?? "",
        limit: 1,
      }),
    );
    expect(page).toMatchObject({ rows: [], nextRef: null });
  });

  it("keeps the summaries that a run put in place of whole ranges", async () => {
    const session = await world.store(aSessionWithCopies("record-3"));
    const key = { teamId: world.scope.teamId, sessionId: session.id };
    await deps().db.withTenantSql(world.scope, async (sql) => {
      const planned = await planRun(deps(), sql, key, { compact: true });
      if (!planned) throw new Error("No session.");
      const summary = {
        thread: "main",
        refs: ["record-3-e3", "record-3-e1"],
        text: "[Context Steward] Pruned 1 turns (900 tokens). Retained: none.\nSummary: Looked. Evidence: DEC-001@1.",
        tokens: 30,
        evidence: ["DEC-001@1", "FAIL-002"],
        replacedTokens: 900,
      };
      const { session: input, plan, policy } = planned;
      const totals = { ...planned.draft.totals, summaryTokens: 30 };
      const draft = { ...planned.draft, totals, summaries: [summary] };
      const work = { key, session: input, plan, draft, request: { compact: true }, trigger: "asked" } as const;
      await commitRun(deps(), sql, world.scope, { ...work, policyVersion: policy.version });
    });
    const run = value(
      await getRun(deps(), world.scope, { number: session.number, runNumber: 1, after: null, limit: 1 }),
    );
    expect(run).toMatchObject({ compact: true, totals: { summaryTokens: 30 } });
    expect(run.summaries).toEqual([
      {
        thread: "main",
        fromSeq: 1,
        toSeq: 3,
        text: expect.stringContaining("Evidence: DEC-001@1."),
        tokens: 30,
        evidence: ["DEC-001@1", "FAIL-002"],
      },
    ]);
  });

  it("is written as the published telemetry line, page after page", async () => {
    const other = await aRunsWorld();
    const { deps: theirs } = other.uploader;
    for (const name of ["tele-1", "tele-2", "tele-3"]) {
      const { number } = await other.store(aSessionWithCopies(name));
      await other.commit(number);
      theirs.advance(3_600_000);
    }
    const read = async (more: object = {}) =>
      value(await readTelemetry(theirs, other.scope, { cursor: null, limit: 2, ...more }));
    const first = await read();
    const second = await read({ cursor: first.nextCursor });
    const lines = `${first.text}${second.text}`.trimEnd().split("\n");
    expect(second.nextCursor).toBeNull();
    const [run] = await other.uploader.rows(
      "SELECT before_tokens::int AS before, after_tokens::int AS after, protected_events AS protected FROM prune_run WHERE mode = 'committed' ORDER BY id LIMIT 1",
    );
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe(
      `{"ts":"2026-11-20T09:00:00Z","event":"context-prune","session_id":"tele-1","before_tokens":${run?.["before"]},"after_tokens":${run?.["after"]},"passes":{"dedup":3,"purge_errors":0,"compress":0},"protected":${run?.["protected"]},"summary_tokens":0}`,
    );
    expect(lines[0]).toBe(
      telemetryLine({
        at: "2026-11-20T09:00:00Z",
        sessionId: "tele-1",
        beforeTokens: Number(run?.["before"]),
        afterTokens: Number(run?.["after"]),
        dedupEvents: 3,
        purgeEvents: 0,
        compressEvents: 0,
        protectedEvents: Number(run?.["protected"]),
        summaryTokens: 0,
      }),
    );
    const range = await read({ from: "2026-11-20T10:00:00Z", to: "2026-11-20T11:00:00Z" });
    expect(range.text).toContain('"session_id":"tele-2"');
    expect(range.text.trimEnd().split("\n")).toHaveLength(1);
    expect(await readTelemetry(theirs, other.scope, { cursor: "x", limit: 1 })).toMatchObject({ ok: false });
    await other.close();
  });
});

describe("another team", () => {
  it("sees and changes nothing of it", async () => {
    const session = await world.store(aSessionWithCopies("foreign-1"));
    await world.commit(session.number);
    const team = await aTeam(deps(), "Quay");
    const foreign = value(
      await resolveProjectScope(deps(), team.people.owner, team.slug, team.project.slug, "session:prune"),
    );
    const { number } = session;
    const answers = [
      await previewRun(deps(), foreign, { number, limit: 1 }),
      await world.tryRun(number, {}, foreign),
      await markApplied(deps(), foreign, { number, runNumber: 1 }),
      await listRuns(deps(), foreign, { number, cursor: null, limit: 1 }),
      await getRun(deps(), foreign, { number, runNumber: 1, after: null, limit: 1 }),
      await listBlocked(deps(), foreign, { number, runNumber: 1, after: null, limit: 1 }),
    ];
    expect(answers.map((answer) => (answer.ok ? "ok" : answer.fault.code))).toEqual(Array(6).fill("not_found"));
    expect(value(await readTelemetry(deps(), foreign, { cursor: null, limit: 10 })).text).toBe("");
  });
});
