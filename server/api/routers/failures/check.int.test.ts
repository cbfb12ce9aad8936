import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anUploader, type Uploader } from "../../../services/ingest/testing/uploader";
import { createCaller } from "../../root";

let uploader: Uploader;
let project: { team: string; project: string };

beforeAll(async () => {
  uploader = await anUploader();
  project = { team: uploader.team.slug, project: uploader.team.project.slug };
  const { number } = await record("npm test -- webhooks", "Error: connect ECONNREFUSED 127.0.0.1:6379", {
    affectedPaths: ["src/webhooks/deliver.ts"],
  });
  const known = { rootCause: "Redis is not up.", fix: "Start Redis first." };
  await as("member").resolve({ ...project, number, expectedVersion: 1, ...known });
  await record("npm run build", "error TS2345: no overload matches");
  await record("one table a month", "Queries over years got slow.", { title: "Sharding invoices by month" });
});
afterAll(() => uploader.close());

function record(approach: string, description: string, more: object = {}) {
  const failure = { title: `${approach}: ${description}`, approach, description, ...more };
  return as("member").record({ ...project, failure });
}
function as(role: "viewer" | "member") {
  return createCaller({ deps: uploader.deps, principal: uploader.team.people[role] }).failures;
}
const check = (question: object) => as("viewer").check({ ...project, ...question });

describe("has this been tried", () => {
  it("answers with what was tried, what came of it and what worked", async () => {
    const { failures, heard } = await check({
      command: "cd /repo && npm test -- webhooks 2>&1 | tail -5",
      error: "Error: connect ECONNREFUSED 10.0.0.2:6380",
    });
    expect(failures[0]).toMatchObject({
      number: 1,
      score: 1,
      by: expect.arrayContaining(["fingerprint"]),
      status: "resolved",
      occurrences: 1,
      tried: "npm test -- webhooks",
      rootCause: "Redis is not up.",
      worked: "Start Redis first.",
      notice: "FAIL-001 is resolved. Do what put it right before you try anything else.",
    });
    expect(heard).toContain("do: Start Redis first.");
  });

  it("finds by command, by words that are misspelt, and by path", async () => {
    expect((await check({ command: "npm run build" })).failures[0]).toMatchObject({
      number: 2,
      by: expect.arrayContaining(["command"]),
    });
    expect((await check({ text: "shardng the invocies" })).failures[0]).toMatchObject({ number: 3, by: ["words"] });
    expect((await check({ path: "src/webhooks" })).failures[0]).toMatchObject({ number: 1, by: ["path"] });
  });

  it("says so when nothing is like it, and refuses an empty question", async () => {
    expect(await check({ text: "rename the logo" })).toMatchObject({
      failures: [],
      heard: "tried before: no failure of this project matches",
    });
    await expect(check({ text: "  " })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    await expect(check({ text: "x", limit: 11 })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("never answers with one that was merged", async () => {
    const { number } = await record("npm run build:all", "error TS2345: no overload matches");
    await as("member").merge({ ...project, number, into: 2, expectedVersion: 1 });
    const { failures } = await check({ command: "npm run build:all", error: "error TS2345: no overload matches" });
    expect(failures[0]).toMatchObject({ number: 2, score: 1 });
    expect(failures.map((one) => one.number)).not.toContain(number);
  });

  it("finds the one that was meant among 2,000, one word misspelt", async () => {
    await uploader.rows(
      `WITH made AS (
         INSERT INTO failure (team_id, project_id, number, version, status, title, fingerprint, occurrences, sessions,
                agents, first_seen_at, last_seen_at, created_at, updated_at)
         SELECT team_id, id, 100 + n, 1, 'active', 'npm run task-' || n || ': step ' || md5(n::text) || ' broke',
                'npm run task-' || n || ' ▸ step ' || md5(n::text) || ' broke', 1, 1, '{main}', now(), now(), now(), now()
           FROM project, generate_series(1, 2000) n WHERE slug = $1
         RETURNING team_id, project_id, number, title, fingerprint)
       SELECT count(*) FROM made`,
      [project.project],
    );
    await uploader.rows(
      `INSERT INTO failure_version (team_id, project_id, number, version, status, title, type, description, approach,
              root_cause, fix, affected_paths, tags, evidence, author_kind, author, created_at)
       SELECT team_id, project_id, number, 1, status, title, 'command_failure',
              title || repeat(' the worker lost its connection to the queue and gave up', 6), fingerprint, '', '',
              ARRAY['src/task-' || number || '.ts'], '{}', '[]', 'system', 'analysis', now()
         FROM failure WHERE number > 100`,
    );
    await uploader.rows(
      `INSERT INTO failure_fingerprint (team_id, project_id, fingerprint, number)
       SELECT team_id, project_id, fingerprint, number FROM failure WHERE number > 100`,
    );
    await uploader.rows("ANALYZE failure, failure_version, failure_fingerprint");
    expect((await check({ text: "sharding the invocies" })).failures[0]).toMatchObject({ number: 3, by: ["words"] });
    const many = await check({ text: "the worker of webhooks lost its conection to the queue", limit: 5 });
    expect(many.failures).toHaveLength(5);
  });
});
