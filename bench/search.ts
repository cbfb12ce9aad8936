/**
 * A million indexed events in 5,000 sessions of one project, then searches of each sort: p50 and p95 against the limit
 * of 100 ms. Flags: --events <n>, --sessions <n>, --rounds <n> of each search, --data <folder> (kept, and used again when
 * it is filled; without it a folder that goes away).
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { createCaller } from "../server/api/root";
import { openDatabase } from "../server/db/client";
import { migrate } from "../server/db/migrate";
import { migrateJobs } from "../server/jobs/migrate";
import { ensureDatabase } from "../server/launcher/postgres-connection";
import { indexProject } from "../server/services/search/index-project";
import { aTeam, type PersonPrincipal, testDeps } from "../server/services/testing/team-fixture";
import { withBenchPostgres } from "./scale/bench-postgres";
import { fill, fillRecords } from "./scale/fill";
import { type QueryTimes, timeQueries } from "./scale/measure";
import { makeTemplates } from "./scale/templates";
import { checkIndex } from "./search/check-index";
import { fillIndex, fillSmallProject } from "./search/fill-index";
import { searchQueries } from "./search/queries";

const root = path.resolve(import.meta.dirname, "..");
const { values: flags } = parseArgs({
  options: {
    events: { type: "string", default: "1000000" },
    sessions: { type: "string", default: "5000" },
    rounds: { type: "string", default: "20" },
    data: { type: "string" },
  },
});
const sessions = Number(flags.sessions);
const eventsEach = Math.round(Number(flags.events) / sessions);
const TEMPLATES = 12;
const DAYS = 90;
const RECORDS = 1_000;
const DAY_MS = 86_400_000;
const LIMIT_MS = 100;

interface Filled {
  readonly owner: PersonPrincipal;
  readonly team: string;
  readonly project: string;
  readonly otherProject: string;
}

function main(): Promise<void> {
  return withBenchPostgres({ name: "search", data: flags.data, maxWalSize: "4GB" }, async (url, home) => {
    const note = path.join(home, "filled.json");
    const filled: Filled = existsSync(note) ? JSON.parse(readFileSync(note, "utf8")) : await fillAll(url, note);
    await measure(url, filled);
  });
}

async function fillAll(url: string, note: string): Promise<Filled> {
  await ensureDatabase(url);
  await migrate(url, path.join(root, "prisma", "migrations"));
  await migrateJobs(url);
  const deps = testDeps(openDatabase(url, { maxConnections: 8 }));
  try {
    const started = performance.now();
    const team = await aTeam(deps, "Search");
    const { id: projectId, slug: project } = team.project;
    const { teamId } = team;
    const startMs = Math.floor((Date.now() - DAYS * DAY_MS) / DAY_MS) * DAY_MS;
    const key = { teamId, memberId: team.memberIds.owner, projectId, projectSlug: project };
    const templates = await makeTemplates(deps, key, { count: Math.min(TEMPLATES, sessions), eventsEach, startMs });
    const failures = await fillRecords(deps.db.pool, projectId, RECORDS);
    while (true) {
      const outcome = await indexProject(deps, { teamId, projectId });
      if (!outcome.ok || outcome.value !== "more") break;
    }
    console.log(`  templates and records are indexed, ${seconds(started)} s`);
    await fill(deps.db.pool, templates, { projectId, sessions, days: DAYS, failures, onProgress: () => {} });
    console.log(`  sessions are filled, ${seconds(started)} s`);
    await fillIndex(deps.db.pool, { teamId, projectId, templates: templates.map(({ sessionId }) => sessionId) });
    await fillSmallProject(deps.db.pool, { teamId, projectId, otherId: team.secondProject.id });
    console.log(`  the index is filled, ${seconds(started)} s`);
    await deps.db.pool.query("VACUUM (ANALYZE)");
    console.log(`  ${await checkIndex(deps, { teamId, projectId })} entries are as the product makes them`);
    console.log(`Filled in ${seconds(started)} s.`);
    const filled = { owner: team.people.owner, team: team.slug, project, otherProject: team.secondProject.slug };
    writeFileSync(note, JSON.stringify(filled));
    return filled;
  } finally {
    await deps.db.close();
  }
}

function seconds(startedMs: number): string {
  return ((performance.now() - startedMs) / 1_000).toFixed(0);
}

async function measure(url: string, { owner, ...base }: Filled): Promise<void> {
  const deps = { ...testDeps(openDatabase(url, { maxConnections: 4 })), clock: { now: () => new Date() } };
  try {
    const { rows } = await deps.db.pool.query<{ entries: number; events: number; megabytes: number; words: number }>(
      `SELECT count(*)::int AS entries, count(*) FILTER (WHERE kind = 'event')::int AS events,
              (pg_total_relation_size('search_entry') / 1e6)::float8 AS megabytes,
              (SELECT count(*)::int FROM search_word) AS words
         FROM search_entry`,
    );
    const size = rows[0] ?? { entries: 0, events: 0, megabytes: 0, words: 0 };
    console.log(
      `${size.entries} entries, ${size.events} of them events, ${size.words} words, ${size.megabytes.toFixed(0)} MB`,
    );
    const api = createCaller({ deps, principal: owner });
    const times = await timeQueries(api, searchQueries(base), Number(flags.rounds));
    print(times);
    console.log(JSON.stringify({ bench: "search", ...size, limitMs: LIMIT_MS, queries: times }));
  } finally {
    await deps.db.close();
  }
}

function print(times: readonly QueryTimes[]): void {
  console.log(`\n${"search".padEnd(52)} ${"p50 ms".padStart(8)} ${"p95 ms".padStart(8)}`);
  for (const { name, p50Ms, p95Ms } of times) {
    const mark = p95Ms < LIMIT_MS ? "" : "  over the limit";
    console.log(`${name.padEnd(52)} ${p50Ms.toFixed(1).padStart(8)} ${p95Ms.toFixed(1).padStart(8)}${mark}`);
  }
  const over = times.filter((row) => row.p95Ms >= LIMIT_MS).length;
  console.log(`\n${times.length - over} of ${times.length} below ${LIMIT_MS} ms at p95.`);
}

await main();
