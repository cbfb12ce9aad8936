import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RawBatch } from "../ingest/read-batch";
import { aNoisySession, aSession, type SessionFixture } from "../ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../ingest/testing/uploader";
import { value } from "../testing/team-fixture";
import { type AnalysisHooks, analyseSession } from "./analyse-session";

let uploader: Uploader;
beforeEach(async () => {
  uploader = await anUploader();
});
afterEach(() => uploader.close());

async function analysed(session: SessionFixture, options: { hooks?: AnalysisHooks } = {}) {
  const { session: stored } = await uploader.append(session);
  const key = { teamId: uploader.team.teamId, sessionId: stored.id };
  value(await analyseSession(uploader.deps, key, options));
  return key;
}

async function analysedBatch(batch: RawBatch) {
  const { session } = await uploader.append(batch);
  const key = { teamId: uploader.team.teamId, sessionId: session.id };
  value(await analyseSession(uploader.deps, key, { force: true }));
  return key;
}

const sums = (where: string) =>
  uploader.rows(
    `SELECT sum(tokens)::int AS tokens, sum(carried_tokens)::int AS carried, sum(cost_nano_usd)::int AS cost FROM rollup WHERE ${where}`,
  );

describe("the analysis of a session", () => {
  it("counts a copy of 1,000 tokens at request 7 of 20 as 1,000 noise, carried 13,000", async () => {
    const text = "x".repeat(4_000);
    const session = aSession("example").read("a.ts", text);
    for (let request = 2; request <= 6; request++) session.answered("go on");
    session.read("a.ts", text);
    for (let request = 8; request <= 20; request++) session.answered("go on");
    const key = await analysed(session);
    expect(await sums("pass = 'duplicate'")).toEqual([{ tokens: 1_000, carried: 13_000, cost: 13_000 * 300 }]);
    const [row] = await uploader.rows(
      "SELECT proven_tokens, carried_tokens, peak_context_tokens FROM session WHERE id = $1",
      [key.sessionId],
    );
    expect(row).toMatchObject({ proven_tokens: "1000", carried_tokens: "13000" });
  });

  it("charges noise to the agent and the skill that were at work", async () => {
    await analysed(aNoisySession("s"));
    const rows = await uploader.rows(
      "SELECT agent, skill, tool, pass FROM rollup WHERE pass = 'duplicate' ORDER BY agent, kind",
    );
    expect(rows).toEqual([
      { agent: "code-reviewer", skill: "", tool: "Read", pass: "duplicate" },
      { agent: "main", skill: "testing", tool: "", pass: "duplicate" },
      { agent: "main", skill: "testing", tool: "Read", pass: "duplicate" },
    ]);
  });

  it("gives a result the name and target of its call when that came in a later batch", async () => {
    const { events, ...rest } = aSession("late").read("src/a.ts").batch();
    const [call, result] = events;
    await uploader.append({ ...rest, events: [result] });
    const { session } = await uploader.append({ ...rest, events: [call] });
    value(await analyseSession(uploader.deps, { teamId: uploader.team.teamId, sessionId: session.id }));
    const rows = await uploader.rows("SELECT tool, tool_class, target, label FROM event ORDER BY seq");
    expect(rows[0]).toMatchObject({ tool: "Read", tool_class: "source_read" });
    expect(rows[1]).toEqual(rows[0]);
    expect(await uploader.rows("SELECT DISTINCT tool FROM rollup")).toEqual([{ tool: "Read" }]);
  });

  it("moves what was added to the agent that is told later", async () => {
    const { threads, ...rest } = aSession("agents").inAgent("t1", "planner").said("Plan it").batch();
    await uploader.append(rest);
    expect(await uploader.rows("SELECT agent FROM rollup")).toEqual([{ agent: "t1" }]);
    const { session } = await uploader.append({ ...rest, threads });
    value(await analyseSession(uploader.deps, { teamId: uploader.team.teamId, sessionId: session.id }));
    expect(await uploader.rows("SELECT agent, events::int AS events FROM rollup")).toEqual([
      { agent: "planner", events: 1 },
    ]);
  });

  it("keeps a catalogue of skills and rules with their versions", async () => {
    const session = aSession("skills").loaded("testing", "one").loaded("testing", "one").loaded("testing", "two");
    session.add({ kind: "rule_injection", path: "CLAUDE.md", text: "Be brief." });
    await analysed(session);
    expect(
      await uploader.rows("SELECT kind, name, category, version, loads, tokens FROM catalogue_item ORDER BY kind"),
    ).toEqual([
      { kind: "rule", name: "CLAUDE.md", category: "behavior", version: 1, loads: 1, tokens: 3 },
      { kind: "skill", name: "testing", category: "testing", version: 2, loads: 3, tokens: 1 },
    ]);
  });

  it("takes a title from the first prompt, in whatever order the pieces come", async () => {
    const secret = `ghp_${"A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8".slice(0, 36)}`;
    const { events, ...rest } = aSession("untitled")
      .said(`<system-reminder>\nBe brief.\n</system-reminder>\nFix the login with ${secret}`)
      .inAgent("t1", "planner")
      .said("Plan the login, step by step")
      .inMain()
      .said("Now fix the logout as well")
      .batch();
    const titleAfter = async (from: number) => {
      const { session } = await uploader.append({ ...rest, events: events.slice(from, from + 1) });
      value(await analyseSession(uploader.deps, { teamId: uploader.team.teamId, sessionId: session.id }));
      return (await uploader.rows("SELECT title, title_told FROM session"))[0];
    };
    expect(await titleAfter(1)).toEqual({ title: null, title_told: false });
    expect(await titleAfter(2)).toEqual({ title: "Now fix the logout as well", title_told: false });
    expect((await titleAfter(0))?.["title"]).toMatch(/^Fix the login with (?!ghp_).+/);
  });

  it("leaves a told title alone, and gives its own up for one that is told later by any batch", async () => {
    const title = async () => (await uploader.rows("SELECT title, title_told FROM session"))[0];
    const { events, session } = aSession("later").said("Fix the login").said("Now fix the logout").batch();
    const [first, second] = events;
    const key = await analysedBatch({ session, events: [second] });
    expect(await title()).toEqual({ title: "Now fix the logout", title_told: false });
    // This batch is older than what is stored: its told values only fill gaps.
    await uploader.append({ session: { ...session, title: "Mine" }, events: [first] });
    expect(await title()).toEqual({ title: "Mine", title_told: true });
    value(await analyseSession(uploader.deps, key));
    await analysedBatch({ session, events: [first, second] });
    expect(await title()).toEqual({ title: "Mine", title_told: true });
  });

  it("writes the epochs of each thread with what began them", async () => {
    await analysed(aSession("epochs").said("a").compacted().said("b").answered("c"));
    expect(await uploader.rows("SELECT thread, number, cause FROM epoch ORDER BY number")).toEqual([
      { thread: "main", number: 0, cause: "start" },
      { thread: "main", number: 1, cause: "compaction" },
    ]);
  });

  it("notes an error on the session, keeps everything as it was, and succeeds at the next try", async () => {
    const hooks: AnalysisHooks = { recordFindings: () => Promise.reject(new Error("the disk is full")) };
    await expect(analysed(aNoisySession("s"), { hooks })).rejects.toThrow("the disk is full");
    const [failed] = await uploader.rows(
      "SELECT id, analysis_error AS error, analysed_revision AS revision FROM session",
    );
    expect(failed).toMatchObject({ error: "the disk is full", revision: 0 });
    expect(await uploader.count("verdict")).toBe(0);
    const key = { teamId: uploader.team.teamId, sessionId: String(failed?.["id"]) };
    value(await analyseSession(uploader.deps, key));
    const [session] = await uploader.rows(
      "SELECT analysis_error AS error, analysed_revision = ingest_revision AS current FROM session",
    );
    expect(session).toEqual({ error: null, current: true });
  });

  it("hands its plan to who wants to record findings, in the same transaction", async () => {
    const seen: number[] = [];
    const hooks: AnalysisHooks = {
      async recordFindings(_deps, sql, scope, session, plan) {
        seen.push(session.number, plan.places.length);
        await sql.query("INSERT INTO counter (team_id, name, value) VALUES ($1, 'seen', 1)", [scope.teamId]);
      },
    };
    await analysed(aSession("s").said("a"), { hooks });
    expect(seen).toEqual([1, 1]);
    expect(await uploader.count("counter WHERE name = 'seen'")).toBe(1);
  });

  it("starts anew when a batch arrives while it reads", async () => {
    const { session } = await uploader.append(aSession("busy").said("a"));
    let interrupted = false;
    const interrupting = {
      ...uploader.deps,
      clock: { now: () => uploader.deps.clock.now() },
      db: {
        ...uploader.deps.db,
        withTenantSql: async <T>(
          scope: { teamId: string },
          work: Parameters<typeof uploader.deps.db.withTenantSql<T>>[1],
        ) => {
          if (!interrupted) {
            interrupted = true;
            await uploader.append(aSession("busy").said("a").said("b"));
          }
          return uploader.deps.db.withTenantSql(scope, work);
        },
      },
    };
    expect(value(await analyseSession(interrupting, { teamId: uploader.team.teamId, sessionId: session.id }))).toBe(
      "analysed",
    );
    expect(await uploader.count("event_state")).toBe(2);
  });
});

describe("capture modes", () => {
  it("keep no text, and minimal no target either, while noise is still counted", async () => {
    const text = "y".repeat(400);
    for (const captureMode of ["metadata", "minimal"] as const) {
      const session = aSession(captureMode, { captureMode })
        .read(`${captureMode}.ts`, text)
        .read(`${captureMode}.ts`, text);
      await uploader.append(session);
    }
    expect(await uploader.count("content")).toBe(0);
    const rows = await uploader.rows(
      "SELECT DISTINCT session_id, target IS NULL AS hidden FROM event WHERE kind = 'tool_call'",
    );
    expect(rows.map((row) => row["hidden"]).sort()).toEqual([false, true]);
    expect(await uploader.rows("SELECT min(tokens)::int AS tokens FROM event WHERE kind = 'tool_result'")).toEqual([
      { tokens: 100 },
    ]);
  });
});
