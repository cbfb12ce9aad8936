import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ProjectScope } from "@/server/core/access/scope";
import type { PolicyBodyInput } from "@/server/core/policy/body";
import { STRICT_POLICY } from "@/server/core/prune/policy";
import { createTasks } from "@/server/jobs/tasks";
import { resolveProjectScope } from "@/server/services/access/resolve-scope";
import { expectRollupsRight } from "@/server/services/analysis/testing/rollup-checks";
import { aNoisySession, aSession } from "@/server/services/ingest/testing/session-fixture";
import { anUploader, type Uploader } from "@/server/services/ingest/testing/uploader";
import { value } from "@/server/services/testing/team-fixture";
import { createCaller } from "../../api/root";
import { getPolicy } from "./get-policy";
import { listPolicyVersions } from "./list-versions";
import { previewPolicy } from "./preview-policy";
import { savePolicy } from "./save-policy";

let uploader: Uploader;
let scope: ProjectScope;

beforeEach(async () => {
  uploader = await anUploader();
  const { deps, team } = uploader;
  scope = value(await resolveProjectScope(deps, team.people.admin, team.slug, team.project.slug, "policy:write"));
}, 60_000);
afterEach(() => uploader.close());

const save = (body: PolicyBodyInput, expectedVersion: number, note = "") =>
  savePolicy(uploader.deps, scope, { body, expectedVersion, note });
const preview = (body: PolicyBodyInput, sessions = 5) => previewPolicy(uploader.deps, scope, { body, sessions });

/** Runs what the queue holds, as the worker does. */
async function runJobs(): Promise<string[]> {
  const tasks = createTasks(uploader.deps);
  const done: string[] = [];
  for (;;) {
    const [job] = await uploader.rows(
      `SELECT j.id, t.identifier AS task, payload FROM graphile_worker._private_jobs j
         JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.id LIMIT 1`,
    );
    if (!job) return done;
    await uploader.rows("SELECT graphile_worker.complete_jobs(ARRAY[$1::bigint])", [job["id"]]);
    const task = tasks[String(job["task"])];
    if (!task) throw new Error(`There is no task ${job["task"]}`);
    // The second argument is the queue's own helpers, which no task of ours uses.
    await task(job["payload"], {} as never);
    done.push(String(job["task"]));
  }
}

describe("a saved policy", () => {
  it("is the next version, says who, why and what changed, and leaves its mark in the audit log", async () => {
    expect(value(await getPolicy(uploader.deps, scope))).toMatchObject({
      version: 0,
      body: { preset: "strict" },
      by: null,
    });
    const first = value(await save({ idleTurns: 8 }, 0, " Shorter sessions here. "));
    expect(first).toEqual({ version: 1, changes: ["Idle after: 10 turns → 8 turns"] });
    uploader.deps.advance(60_000);
    value(await save({ preset: "loose", idleTurns: 8 }, 1));

    const current = value(await getPolicy(uploader.deps, scope));
    expect(current).toMatchObject({
      version: 2,
      body: { preset: "loose", idleTurns: 8 },
      by: "Adam Admin",
      note: null,
      problem: null,
    });
    const { versions } = value(await listPolicyVersions(uploader.deps, scope));
    expect(versions.map(({ version, by, note }) => [version, by, note])).toEqual([
      [2, "Adam Admin", null],
      [1, "Adam Admin", "Shorter sessions here."],
      [0, null, null],
    ]);
    expect(versions[1]?.changes).toMatchObject([{ label: "Idle after", from: "10 turns", to: "8 turns" }]);
    expect(
      await uploader.rows(
        "SELECT actor, action, subject, detail FROM audit_entry WHERE action = 'policy.saved' ORDER BY id",
      ),
    ).toMatchObject([
      {
        actor: uploader.team.memberIds.admin,
        subject: "policy v1",
        detail: { version: 1, changes: ["Idle after: 10 turns → 8 turns"] },
      },
      { subject: "policy v2" },
    ]);
  });

  it("keeps only what differs from its preset", async () => {
    value(
      await save(
        { idleTurns: STRICT_POLICY.idleTurns, workingSetTurns: 4_321, tail: { web: STRICT_POLICY.tail.web } },
        0,
      ),
    );
    expect(await uploader.rows("SELECT body FROM policy_version")).toEqual([
      { body: { preset: "strict", workingSetTurns: 4_321 } },
    ]);
  });

  it("comes back as a new version when an earlier body is saved again", async () => {
    value(await save({ idleTurns: 8 }, 0));
    value(await save({ idleTurns: 20 }, 1));
    const { versions } = value(await listPolicyVersions(uploader.deps, scope));
    const earlier = versions.find(({ version }) => version === 1);
    const restored = value(await save(earlier?.body ?? {}, 2, "Restored from v1."));
    expect(restored).toEqual({ version: 3, changes: ["Idle after: 20 turns → 8 turns"] });
    expect(await uploader.count("policy_version")).toBe(3);
  });

  it("is refused when somebody was faster, and nothing is written", async () => {
    value(await save({ idleTurns: 8 }, 0));
    const late = await save({ idleTurns: 9 }, 0);
    expect(late).toMatchObject({
      ok: false,
      fault: { code: "conflict", message: expect.stringContaining("version 1 is in force now") },
    });
    const race = await Promise.all([save({ idleTurns: 9 }, 1), save({ idleTurns: 11 }, 1), save({ idleTurns: 12 }, 1)]);
    expect(race.map((result) => (result.ok ? "saved" : result.fault.code)).sort()).toEqual([
      "conflict",
      "conflict",
      "saved",
    ]);
    expect([
      await uploader.count("policy_version"),
      await uploader.count("audit_entry WHERE action = 'policy.saved'"),
    ]).toEqual([2, 2]);
  });

  it("is refused when nothing changed, with a fault that is no policy, and with a note that is too long", async () => {
    expect(await save({}, 0)).toMatchObject({
      ok: false,
      fault: { message: "Nothing differs from the strict preset. Change something, then save." },
    });
    expect(await save({ idleTurns: 0 }, 0)).toMatchObject({
      ok: false,
      fault: { code: "bad_request", field: "idleTurns" },
    });
    expect(await save({ idleTurns: 8 }, 0, "x".repeat(501))).toMatchObject({ ok: false, fault: { field: "note" } });
    expect(await uploader.count("policy_version")).toBe(0);
  });

  it("passes every text through the funnel", async () => {
    const secret = `ghp_${"a1B2".repeat(9)}`;
    value(await save({ protectedPaths: [{ pattern: "src/pay/**", reason: `Token ${secret}` }] }, 0, `with ${secret}`));
    const stored = JSON.stringify(await uploader.rows("SELECT body, note FROM policy_version"));
    const audited = JSON.stringify(await uploader.rows("SELECT detail FROM audit_entry WHERE action = 'policy.saved'"));
    expect(stored + audited).not.toContain(secret);
    expect(stored).toContain("src/pay/**");
  });

  it("that cannot be read any more counts as strict, keeps what it protects and can be replaced", async () => {
    await uploader.rows(
      "INSERT INTO policy_version (team_id, project_id, version, body, created_at) VALUES ($1, $2, 1, $3, now())",
      [
        scope.teamId,
        scope.projectId,
        JSON.stringify({ preset: "mild", protectedPaths: [{ pattern: "src/ledger/**", reason: "Money." }] }),
      ],
    );
    const current = value(await getPolicy(uploader.deps, scope));
    expect(current).toMatchObject({ version: 1, problem: expect.stringMatching(/preset/), body: { preset: "strict" } });
    const saved = value(await save(current.body, 1));
    expect(saved).toEqual({ version: 2, changes: [] });
    expect(value(await getPolicy(uploader.deps, scope))).toMatchObject({
      problem: null,
      body: { protectedPaths: [{ pattern: "src/ledger/**" }] },
    });
  });
});

describe("the sessions of a project", () => {
  it("are judged again under the new version once the job has run", async () => {
    const { session } = await uploader.append(aNoisySession("a"));
    await uploader.append(aNoisySession("b"));
    await runJobs();
    const totals = () =>
      uploader.rows(
        "SELECT analysed_policy_version AS version, idle_tokens::int AS idle, proven_tokens::int AS proven FROM session WHERE id = $1",
        [session.id],
      );
    const [before] = await totals();
    expect(before).toMatchObject({ version: 0 });
    const expected = value(await preview({ idleTurns: 4 })).sessions.find(({ number }) => number === session.number);
    expect(expected?.now).toMatchObject({ idleTokens: before?.["idle"], provenTokens: before?.["proven"] });
    expect(expected?.draft.idleTokens).toBeGreaterThan(Number(before?.["idle"]));

    value(await save({ idleTurns: 4 }, 0));
    expect(value(await getPolicy(uploader.deps, scope)).judged).toEqual([{ version: 0, sessions: 2 }]);
    expect(await runJobs()).toEqual(["reanalyse-project", "analyse-session", "analyse-session", "index-search"]);

    expect(await totals()).toEqual([
      { version: 1, idle: expected?.draft.idleTokens, proven: expected?.draft.provenTokens },
    ]);
    expect(value(await getPolicy(uploader.deps, scope)).judged).toEqual([{ version: 1, sessions: 2 }]);
    await expectRollupsRight(uploader);
  });
});

describe("a preview", () => {
  it("compares the last sessions, gives reasons for what differs, and writes nothing", async () => {
    for (const id of ["a", "b", "c"]) await uploader.append(aNoisySession(id));
    await runJobs();
    const before = await everything();
    const { sessions, version, leftOut } = value(await preview({ preset: "seed" }, 2));
    expect([version, sessions.length, leftOut]).toEqual([0, 2, []]);
    const [newest] = sessions;
    expect(newest?.draft.savedTokens).toBeGreaterThan(newest?.now.savedTokens ?? 0);
    expect(newest?.differing).toBeGreaterThan(0);
    for (const { now, draft, moreSavedTokens } of newest?.examples ?? []) {
      expect(now.reason ?? draft.reason).toMatch(/\S/);
      if (now.to === "full" && draft.to !== "full") expect(moreSavedTokens).toBeGreaterThan(0);
    }
    expect(await everything()).toEqual(before);
  });

  it("says that a protected pattern keeps what would have gone", async () => {
    await uploader.append(aNoisySession("a"));
    const protectedPaths = [{ pattern: "src/login.ts", reason: "Reviewed line by line." }];
    const seed = value(await preview({ preset: "seed" })).sessions[0];
    const kept = value(await preview({ preset: "seed", protectedPaths })).sessions[0];
    expect(kept?.draft.savedTokens).toBeLessThan(seed?.draft.savedTokens ?? 0);
    expect(kept?.draft.protectedEvents).toBeGreaterThan(seed?.draft.protectedEvents ?? 0);
    expect(kept?.draft.blockedRemovals).toBeGreaterThan(seed?.draft.blockedRemovals ?? 0);
  });

  it("counts the requests at which agents would have been advised", async () => {
    const session = aSession("full", { windowTokens: 100_000 }).said("Go");
    for (let step = 0; step < 14; step++) session.ran(`git show HEAD~${step}`);
    await uploader.append(session);
    const [shown] = value(await preview({ budget: { pruneShare: 0.2 } })).sessions;
    expect(shown?.draft.advised?.prune).toBeGreaterThan(shown?.now.advised?.prune ?? 0);
    expect(shown?.draft.advised?.compact).toBe(shown?.now.advised?.compact);
  });

  it("leaves out what is too large or comes too late, and says so", async () => {
    await uploader.append(aSession("small").said("Go").read("a.ts"));
    await uploader.append(aNoisySession("large"));
    await uploader.rows("UPDATE session SET event_count = 30000 WHERE native_id = 'large'");
    const { sessions, leftOut } = value(await preview({ idleTurns: 8 }));
    expect(sessions.map(({ events }) => events)).toEqual([3]);
    expect(leftOut.map(({ why }) => why)).toEqual([
      "It has 30,000 events; a preview looks at sessions of 10,000 at most.",
    ]);
    const signal = AbortSignal.abort();
    const gone = value(await previewPolicy(uploader.deps, scope, { body: { idleTurns: 8 }, sessions: 5, signal }));
    expect([gone.sessions.length, gone.leftOut.length]).toEqual([0, 2]);
  });

  it("of a project without sessions, or of no policy, says so", async () => {
    expect(value(await preview({ idleTurns: 8 }))).toEqual({ version: 0, sessions: [], leftOut: [] });
    expect(await preview({ idleTurns: -1 })).toMatchObject({ ok: false, fault: { field: "idleTurns" } });
  });

  it("never shows a session of another project", async () => {
    await uploader.append(aNoisySession("elsewhere").with({ projectSlug: uploader.team.secondProject.slug }));
    expect(value(await preview({ idleTurns: 8 })).sessions).toEqual([]);
  });
});

describe("over the API", () => {
  const as = (who: "viewer" | "member" | "admin") =>
    createCaller({ deps: uploader.deps, principal: uploader.team.people[who] });
  const place = () => ({ team: uploader.team.slug, project: uploader.team.project.slug });

  it("a viewer reads the policy and tests paths, and can neither preview nor save", async () => {
    expect(await as("viewer").policy.get(place())).toMatchObject({ version: 0, mayWrite: false, role: "viewer" });
    const tested = await as("viewer").policy.testPattern({ ...place(), kind: "path", name: ".planning/STATE.md" });
    expect(tested.matches).toMatchObject([
      { pattern: "STATE.md", reason: "It holds the current phase, plan and blockers." },
    ]);
    const body = { idleTurns: 8 };
    await expect(as("viewer").policy.save({ ...place(), body, expectedVersion: 0 })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(as("member").policy.save({ ...place(), body, expectedVersion: 0 })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(as("viewer").policy.preview({ ...place(), body })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await uploader.count("policy_version")).toBe(0);
  });

  it("an admin tests a path against a draft and saves it", async () => {
    const body = { protectedTools: [{ pattern: "mcp__rules__*", reason: "Instructions." }] };
    const tested = await as("admin").policy.testPattern({ ...place(), kind: "tool", name: "mcp__rules__load", body });
    expect(tested.matches).toMatchObject([{ category: "tool", reason: "Instructions." }]);
    expect(await as("admin").policy.testPattern({ ...place(), kind: "tool", name: "mcp__rules__load" })).toMatchObject({
      matches: [],
    });
    expect(await as("admin").policy.save({ ...place(), body, expectedVersion: 0 })).toMatchObject({ version: 1 });
    expect((await as("viewer").policy.versions(place())).versions.map(({ version }) => version)).toEqual([1, 0]);
  });
});

/** Every row of every tenant table, as text. */
async function everything(): Promise<string> {
  const tables = await uploader.rows(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
  );
  const parts: unknown[] = [];
  for (const { name } of tables) parts.push([name, await uploader.rows(`SELECT t::text FROM "${name}" t ORDER BY 1`)]);
  const jobs = await uploader.rows("SELECT count(*)::int AS jobs FROM graphile_worker._private_jobs");
  return JSON.stringify([parts, jobs]);
}
