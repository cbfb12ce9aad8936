import { chmod, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadDemo } from "@/prisma/demo/load-demo";
import { type BackupSummary, LEFT_OUT } from "@/server/core/backup/manifest";
import { NO_RECORD_FILTER } from "@/server/core/decisions/record-filter";
import { migrate } from "@/server/db/migrate";
import { migrateJobs } from "@/server/jobs/migrate";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/launcher/embedded-postgres";
import { findPostgresBinaries } from "@/server/launcher/postgres-binaries";
import { ensureDatabase } from "@/server/launcher/postgres-connection";
import { findProjectRoot } from "@/server/launcher/project-root";
import { resolveProjectScope } from "../access/resolve-scope";
import { analyseSession } from "../analysis/analyse-session";
import { appendEvents } from "../ingest/append-events";
import { aSession } from "../ingest/testing/session-fixture";
import { keyPrincipal } from "../ingest/testing/uploader";
import { listDecisions } from "../memory/list-decisions";
import { createJobs } from "../queue";
import { indexAfter } from "../search/index-after";
import { indexProject } from "../search/index-project";
import { searchEverything } from "../search/search-everything";
import { aTeam, type TeamFixture, testDeps, value } from "../testing/team-fixture";
import { BackupLab, fingerprints, query, schemaOf } from "./testing/backup-lab";

const root = findProjectRoot();
const MINUTES = 60_000;

let lab: BackupLab;
let home: string;
let old: EmbeddedPostgres;
let oldUrl: string;
let newUrl: string;
let team: TeamFixture;
let secret: string;
let saved: BackupSummary;

/** The product's data of four weeks on Postgres 17, saved there and restored into Postgres 18. */
beforeAll(async () => {
  lab = await BackupLab.open();
  home = await mkdtemp(path.join(tmpdir(), "steward-postgres-17-"));
  await chmod(home, 0o755); // As root, Postgres runs as another user, who must be able to enter.
  const binaries = findPostgresBinaries(root, "embedded-postgres-17");
  expect(binaries.major).toBe(17);
  const logFile = path.join(home, "postgres.log");
  old = await startEmbeddedPostgres({
    ...{ binaries, home, logFile, password: "test", preferredPort: null, syncToDisk: false },
    settings: { fsync: "off", max_connections: "30" },
  });
  oldUrl = old.url("steward");
  await ensureDatabase(oldUrl);
  await migrate(oldUrl, path.join(root, "prisma", "migrations"));
  await migrateJobs(oldUrl);
  await seed();
  saved = value(await lab.save(oldUrl, "old.tar"));
  newUrl = await lab.emptyDatabase();
}, 5 * MINUTES);

afterAll(async () => {
  await old.stop();
  await lab.close();
  await rm(home, { recursive: true, force: true });
});

async function seed(): Promise<void> {
  const still = testDeps(oldUrl);
  // Its jobs are rows, as in the product, so that there are some to carry over.
  const deps = { ...still, jobs: createJobs(still.db, still.clock) };
  team = await aTeam(deps);
  ({ secret } = await team.key());
  await loadDemo(deps, { teamId: team.teamId, ownerMemberId: team.memberIds.owner });
  const hooks = indexAfter({});
  for (const { id } of await query<{ id: string }>(oldUrl, "SELECT id FROM session ORDER BY number LIMIT 3")) {
    value(await analyseSession(deps, { teamId: team.teamId, sessionId: id }, { hooks }));
  }
  const scope = value(await resolveProjectScope(deps, team.people.owner, team.slug, "billing-api", "session:read"));
  value(await indexProject(deps, { teamId: scope.teamId, projectId: scope.projectId }));
  const at = "2026-11-20T09:00:00Z";
  await query(oldUrl, "INSERT INTO auth_user VALUES ('u1', 'Ada', 'ada@example.org', true, NULL, $1, $1)", [at]);
  await query(
    oldUrl,
    "INSERT INTO auth_session VALUES ('s1', 'a token', 'u1', $1::timestamptz + interval '1 day', NULL, NULL, $1, $1)",
    [at],
  );
  await deps.db.close();
}

const JOBS = `SELECT t.identifier, j.payload::text, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority
                FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
                LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id ORDER BY j.key`;

describe("a backup of Postgres 17, restored into Postgres 18", () => {
  it(
    "brings every row of every table back, and leaves out what lets people in",
    async () => {
      const before = await fingerprints(oldUrl);
      const restored = value(await lab.restore("old.tar", newUrl));
      const [server] = await query<{ major: number }>(
        newUrl,
        "SELECT current_setting('server_version_num')::int / 10000 AS major",
      );
      expect(server?.major).toBe(18);

      const after = await fingerprints(newUrl);
      const kept = (tables: Record<string, string>) => Object.entries(tables).filter(([name]) => !LEFT_OUT.has(name));
      expect(kept(after)).toEqual(kept(before));
      expect(after["event"]).not.toMatch(/^0 rows/);
      expect(after["search_entry"]).not.toMatch(/^0 rows/);
      expect(before["auth_session"]).toMatch(/^1 rows/);
      for (const table of LEFT_OUT.keys()) expect(after[table]).toMatch(/^0 rows/);
      expect(restored).toMatchObject({ rows: saved.rows, bytes: saved.bytes, migrated: [], replacedRows: 0 });
      expect(saved.leftOut.map(({ table }) => table)).toEqual([...LEFT_OUT.keys()]);
    },
    MINUTES,
  );

  it("leaves keys, indexes and columns as the migrations make them", async () => {
    expect(await schemaOf(newUrl)).toEqual(await schemaOf(oldUrl));
  });

  it("carries the jobs over that were still to be done", async () => {
    const jobs = await query(newUrl, JOBS);
    expect(jobs).toEqual(await query(oldUrl, JOBS));
    expect(jobs.length).toBeGreaterThan(10);
  });

  it("serves searches, lists, uploads and analyses", async () => {
    const deps = testDeps(newUrl);
    const scope = value(await resolveProjectScope(deps, team.people.owner, team.slug, "billing-api", "decision:write"));
    const page = { filter: NO_RECORD_FILTER, sort: "newest", cursor: null, limit: 50 } as const;
    expect(value(await listDecisions(deps, scope, page)).rows.length).toBeGreaterThan(3);
    const found = await searchEverything(deps, scope, {
      ...{ kind: null, correct: true, cursor: null, limit: 5 },
      query: "invoices immutable",
    });
    expect(value(found).hits.length).toBeGreaterThan(0);
    const key = await keyPrincipal(deps, secret);
    const batch = aSession("after", { title: "After the restore" }).said("Go on.").ran("npm test").batch();
    expect(value(await appendEvents(deps, key, batch))).toMatchObject({ rejected: 0 });
    for (const { id } of await query<{ id: string }>(newUrl, "SELECT id FROM session WHERE native_id = 'after'")) {
      value(await analyseSession(deps, { teamId: team.teamId, sessionId: id }, {}));
    }
    await deps.db.close();
  });

  it("is one file that only its owner reads, and never overwrites another", async () => {
    const file = await stat(lab.file("old.tar"));
    expect(file.mode & 0o777).toBe(0o600);
    expect(saved).toMatchObject({ fileBytes: file.size, productVersion: "1.2.3", madeAt: "2026-11-20T09:00:00.000Z" });
    expect(saved.fileBytes).toBeLessThan(saved.bytes / 2);
    expect(await lab.save(oldUrl, "old.tar")).toMatchObject({
      fault: { code: "conflict", message: expect.stringContaining("is there already") },
    });
  });
});
