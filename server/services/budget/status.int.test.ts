import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProjectScope } from "@/server/core/access/scope";
import type { BudgetStatusView } from "@/server/core/budget/views";
import { resolveProjectScope } from "../access/resolve-scope";
import { analyseSession } from "../analysis/analyse-session";
import { aSession, type SessionFixture } from "../ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../ingest/testing/uploader";
import { recordFindings } from "../memory/record-findings";
import { value } from "../testing/team-fixture";
import { getStatus } from "./get-status";
import { getTiers } from "./get-tiers";

let uploader: Uploader;
let scope: ProjectScope;
beforeAll(async () => {
  uploader = await anUploader();
  const { deps, team } = uploader;
  scope = value(await resolveProjectScope(deps, team.people.viewer, team.slug, team.project.slug, "session:read"));
});
afterAll(() => uploader.close());

const BODY = "const pool = open(url);\n".repeat(60);

async function upload(session: SessionFixture | ReturnType<SessionFixture["batch"]>): Promise<number> {
  const { session: stored } = await uploader.append(session);
  value(
    await analyseSession(uploader.deps, { teamId: scope.teamId, sessionId: stored.id }, { hooks: { recordFindings } }),
  );
  return stored.number;
}
const statusOf = async (number: number) => value(await getStatus(uploader.deps, scope, { number }));
const idsOf = (view: Pick<BudgetStatusView, "tiers">) => view.tiers.map(({ items }) => items.map(({ id }) => id));

describe("the budget of a session", () => {
  it("tells what the window holds, how long and how wide the session is, and what goes where", async () => {
    const number = await upload(
      aSession("whole", { windowTokens: 50_000, title: "Login" })
        .said("Fix the login form in src/login.ts")
        .called("TodoWrite", { todos: [{ content: "Fix it", status: "pending" }] }, "ok")
        .read("src/db.ts", BODY)
        .read("src/login.ts", BODY)
        .edited("src/login.ts")
        .ran("npm test", { exit: 1 }),
    );
    const view = await statusOf(number);
    expect(view).toMatchObject({
      session: number,
      policyVersion: 0,
      startLine: "Context Steward: 0 files indexed, 0 decisions loaded, budget: 50K tokens",
      window: { tokens: 50_000, source: "told" },
      usage: { source: "reported", tokens: 14_024, share: 14_024 / 50_000 },
      complexity: { files: 2, changedFiles: 1 },
      length: { turns: 5, userTurns: 1 },
      thresholds: { prune: 0.4, compact: 0.6, summarize: 0.7, checkpoint: 0.8, quietTurns: 5, maxInjection: 0.1 },
      check: { everyTurns: 5, atTurn: 5, nextTurn: 10, isDue: true },
      advice: null,
      relief: [],
      beyond: 0,
    });
    expect(view.tiers.map(({ budgetTokens }) => budgetTokens)).toEqual([15_000, 20_000, 15_000]);
    expect(idsOf(view)).toEqual([
      expect.arrayContaining(["task", "todos", "file:src/login.ts"]),
      expect.arrayContaining(["FAIL-001", "file:src/db.ts"]),
      [],
    ]);
    expect(view.tiers[0]?.items.find(({ id }) => id === "task")?.why).toMatch(
      /^The current task is always loaded\. Importance 0\.\d+: anchor/,
    );
    expect(view.tiers.flatMap(({ items }) => items).every(({ why }) => why.endsWith("."))).toBe(true);
    const tiers = value(await getTiers(uploader.deps, scope, { number }));
    expect(idsOf(tiers)).toEqual(idsOf(view));
    expect(tiers.atTurn).toBe(5);
  });

  it("says what to do once the window is seven tenths full", async () => {
    const session = aSession("filled", { windowTokens: 170_000 }).said("Fix the login form");
    session.read("src/db.ts", BODY).read("src/db.ts", BODY);
    for (let turn = 0; turn < 42; turn++) session.ran(`git show HEAD~${turn}`, { out: `${BODY}${turn}` });
    const view = await statusOf(await upload(session));
    expect(view.usage.share).toBeGreaterThan(0.7);
    expect(view.advice?.situation).toBe("major-bloat");
    expect(view.relief.map(({ step }) => step)).toEqual(["summarize", "compress"]);
    expect(view.relief.find(({ step }) => step === "compress")?.tokens).toBe(view.usage.reclaimableTokens);
    expect(await statusOf(view.session)).toMatchObject({ advice: { situation: "major-bloat" } });
  });

  it("estimates when no request reports, and after the window was emptied", async () => {
    const { requests, ...rest } = aSession("unreported").said("Fix the login form").read("src/db.ts", BODY).batch();
    const bare = requests.map(({ usage: _, ...request }) => request);
    const view = await statusOf(await upload({ ...rest, requests: bare }));
    expect(view.usage).toMatchObject({ source: "estimated", addedSinceTokens: 0 });
    expect(view.usage.tokens).toBe(view.usage.projectionTokens);
    expect(view.usage.tokens).toBeGreaterThan(360);
    const emptied = await statusOf(await upload(aSession("emptied").said("Go").read("src/db.ts", BODY).compacted()));
    expect(emptied.usage).toMatchObject({ source: "estimated", tokens: 0 });
    expect(idsOf(emptied)[2]).toEqual(["history:main:0"]);
  });

  it("lets nothing fall while the window is unknown", async () => {
    const { requests, ...rest } = aSession("unknown").said("Fix the login form").read("src/db.ts", BODY).batch();
    const unlisted = requests.map((request) => ({ ...request, model: "house-model" }));
    const view = await statusOf(await upload({ ...rest, requests: unlisted }));
    expect(view).toMatchObject({ window: { tokens: null, source: null }, usage: { share: null }, beyond: 0 });
    expect(view.startLine).toMatch(/decisions? loaded$/);
    expect(view.tiers.every(({ budgetTokens }) => budgetTokens === null)).toBe(true);
  });

  it("advises a checkpoint while a finished todo list was not saved", async () => {
    const done = { todos: [{ content: "Fix it", status: "completed" }] };
    const number = await upload(
      aSession("done").said("Fix the login form").called("TodoWrite", done, "ok").answered("Done."),
    );
    expect((await statusOf(number)).advice?.situation).toBe("task-complete");
  });

  it("places the project's records: the last ten decisions hot, older ones warm, settled ones cold", async () => {
    const { deps, team } = uploader;
    const at = deps.clock.now();
    const statuses = [...Array.from({ length: 12 }, () => "accepted"), "superseded", "rejected", "draft"];
    for (const [index, status] of statuses.entries()) {
      const number = 100 + index;
      await uploader.rows(
        `INSERT INTO decision (team_id, project_id, number, version, status, title, created_at, updated_at)
         VALUES ($1, $2, $3, 1, $4, $5, $6, $6)`,
        [team.teamId, scope.projectId, number, status, `Decision ${number}`, at],
      );
      await uploader.rows(
        `INSERT INTO decision_version (team_id, project_id, number, version, status, title, context, decision, reasoning,
                alternatives, impact, reversible, risk, confidence, assumptions, affected_paths, tags, links, evidence,
                supersedes, author_kind, author, created_at)
         VALUES ($1, $2, $3, 1, $4, $5, '', 'Do it', 'Since', '[]', '', '', $7, '', '{}', '{}', '{}', '[]', '[]', '{}',
                 'member', 'Mia', $6)`,
        [team.teamId, scope.projectId, number, status, `Decision ${number}`, at, number === 100 ? "high" : ""],
      );
    }
    const number = await upload(
      aSession("records", { windowTokens: 200_000 }).said("Follow DEC-105 please").answered("Yes."),
    );
    const view = value(await getTiers(deps, scope, { number }));
    const decisions = idsOf(view).map((ids) => ids.filter((id) => id.startsWith("DEC-1")).toSorted());
    expect(decisions).toEqual([
      Array.from({ length: 10 }, (_, index) => `DEC-${102 + index}`),
      ["DEC-100", "DEC-101"],
      ["DEC-112"],
    ]);
    const items = view.tiers.flatMap((tier) => tier.items);
    const terms = items.find(({ id }) => id === "DEC-105")?.importance.terms;
    expect(terms?.find(({ term }) => term === "references")?.value).toBe(0.25);
    expect(items.find(({ id }) => id === "DEC-100")?.importance.terms[0]).toMatchObject({ term: "anchor", value: 1 });
    expect((await statusOf(number)).startLine).toMatch(/, 12 decisions loaded, budget: 200K tokens$/);
  });
});
