import { afterAll, beforeAll, expect, it } from "vitest";
import { NO_RECORD_FILTER } from "@/server/core/decisions/record-filter";
import { resolveProjectScope } from "@/server/services/access/resolve-scope";
import { listFlags } from "@/server/services/memory/decision-flags";
import { findDriftOfProject } from "@/server/services/memory/find-drift";
import { decisionHistory, listDecisions } from "@/server/services/memory/list-decisions";
import { listFailures } from "@/server/services/memory/list-failures";
import { listRules } from "@/server/services/rules/list-rules";
import { listDocuments } from "@/server/services/rules/read-documents";
import { aTeam, type TeamFixture, testDeps, value } from "@/server/services/testing/team-fixture";
import { createTestDatabase } from "@/server/testing/test-database";
import { loadDemoMemory } from "./memory";
import { DEMO_FAILURES } from "./memory-failures";
import { DEMO_DECISIONS } from "./memory-records";

let team: TeamFixture;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  team = await aTeam(testDeps(database.url));
});
afterAll(async () => {
  await team.deps.db.close();
  await database.drop();
});

it("is four weeks of a team's decisions and failures, and adds nothing twice", async () => {
  const { deps, people, slug, project } = team;
  const scope = value(await resolveProjectScope(deps, people.owner, slug, project.slug, "decision:read"));
  await loadDemoMemory(deps, scope);
  await loadDemoMemory(deps, scope);

  const { points } = value(await decisionHistory(deps, scope, NO_RECORD_FILTER));
  expect(points).toHaveLength(DEMO_DECISIONS.length);
  const [first, last] = [points[0], points.at(-1)];
  expect(Date.parse(last?.at ?? "") - Date.parse(first?.at ?? "")).toBeGreaterThan(14 * 86_400_000);
  expect(new Set(points.map(({ status }) => status))).toEqual(
    new Set(["accepted", "proposed", "rejected", "deprecated", "superseded"]),
  );
  await findDriftOfProject(deps, scope);
  const flags = value(await listFlags(deps, scope, { number: null, dismissed: false, cursor: null, limit: 10 }));
  expect(flags.rows.map(({ kind, newer, older }) => [kind, newer.title, older.title])).toEqual([
    ["contradiction", "Support corrects a sent invoice as a new version", "Invoices are immutable once sent"],
  ]);
  const page = { filter: NO_RECORD_FILTER, sort: "newest", cursor: null, limit: 50 } as const;
  const due = value(await listDecisions(deps, scope, { ...page, filter: { ...NO_RECORD_FILTER, due: true } }));
  expect(due.rows.map(({ title }) => title)).toEqual(["One Postgres schema for all tenants"]);

  const { rows } = value(await listFailures(deps, scope, page));
  expect(rows.map(({ status }) => status).sort()).toEqual(["active", "active", "resolved", "resolved"]);
  expect(rows).toHaveLength(DEMO_FAILURES.length);

  const rules = async (kind: "constraint" | "preference") =>
    value(await listRules(deps, scope, { ...page, kind }))
      .rows.map(({ status }) => status)
      .sort();
  expect(await rules("constraint")).toEqual(["active", "active", "active", "active", "proposed"]);
  expect(await rules("preference")).toEqual(["active", "active", "active", "active", "proposed", "proposed"]);
  const documents = value(await listDocuments(deps, scope, { isRemoved: false, cursor: null, limit: 50 }));
  expect(documents.rows.map(({ path, version }) => `${path} ${version}`)).toEqual([
    ".planning/STATE.md 1",
    "AGENTS.md 2",
    "CONSTRAINTS.md 1",
  ]);
});
