/**
 * Ten million events in 5,000 sessions of one project, then every list and chart query: p50 and p95 of each against
 * the limit of 100 ms, and the plans of all statements, in which no sequential scan of `event` may stand.
 * Flags: --events <n>, --sessions <n>, --rounds <n> of each query, --data <folder> (kept, and used again when it is
 * filled; without it a folder that goes away).
 */
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { createCaller } from "../server/api/root";
import { openDatabase } from "../server/db/client";
import { migrate } from "../server/db/migrate";
import { migrateJobs } from "../server/jobs/migrate";
import { ensureDatabase } from "../server/launcher/postgres-connection";
import { aTeam, type PersonPrincipal, testDeps } from "../server/services/testing/team-fixture";
import { withBenchPostgres } from "./scale/bench-postgres";
import { addUpRollups, fill, fillRecords } from "./scale/fill";
import { type QueryTimes, timeQueries } from "./scale/measure";
import { scaleQueries } from "./scale/queries";
import { makeTemplates } from "./scale/templates";

const root = path.resolve(import.meta.dirname, "..");
const { values: flags } = parseArgs({
  options: {
    events: { type: "string", default: "10000000" },
    sessions: { type: "string", default: "5000" },
    rounds: { type: "string", default: "20" },
    data: { type: "string" },
  },
});
const sessions = Number(flags.sessions);
const eventsEach = Math.round(Number(flags.events) / sessions);
const TEMPLATES = 12;
const DAYS = 90;
const RECORDS = 3_000;
const DAY_MS = 86_400_000;
const LIMIT_MS = 100;

interface Filled {
  readonly owner: PersonPrincipal;
  readonly team: string;
  readonly project: string;
}

function main(): Promise<void> {
  return withBenchPostgres({ name: "scale", data: flags.data, maxWalSize: "8GB" }, async (url, home) => {
    const note = path.join(home, "filled.json");
    const filled = existsSync(note) ? await readFilled(note) : await fillAll(url, note);
    await measure(url, filled);
  });
}

async function readFilled(note: string): Promise<Filled> {
  const { default: filled } = await import(note, { with: { type: "json" } });
  return filled;
}

async function fillAll(url: string, note: string): Promise<Filled> {
  await ensureDatabase(url);
  await migrate(url, path.join(root, "prisma", "migrations"));
  await migrateJobs(url);
  const deps = testDeps(openDatabase(url, { maxConnections: 8 }));
  try {
    const started = performance.now();
    const team = await aTeam(deps, "Scale");
    const { id: projectId, slug: project } = team.project;
    const startMs = Math.floor((Date.now() - DAYS * DAY_MS) / DAY_MS) * DAY_MS;
    // Copies are moved by whole days, and only in this zone does every day have 24 hours.
    await deps.db.pool.query("UPDATE project SET time_zone = 'UTC' WHERE id = $1", [projectId]);
    const key = { teamId: team.teamId, memberId: team.memberIds.owner, projectId, projectSlug: project };
    const templates = await makeTemplates(deps, key, { count: Math.min(TEMPLATES, sessions), eventsEach, startMs });
    const failures = await fillRecords(deps.db.pool, projectId, RECORDS);
    const onProgress = (done: number) => {
      if (done % 500 < 100) console.log(`  ${done} of ${sessions} sessions, ${seconds(started)} s`);
    };
    await fill(deps.db.pool, templates, { projectId, sessions, days: DAYS, failures, onProgress });
    await addUpRollups(deps.db.pool);
    await deps.db.pool.query("VACUUM (ANALYZE)");
    console.log(`Filled in ${seconds(started)} s.`);
    const filled = { owner: team.people.owner, team: team.slug, project };
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
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    const { rows } = await pool.query<{ events: number; sessions: number; gigabytes: number }>(
      `SELECT (SELECT count(*)::int FROM event) AS events, (SELECT count(*)::int FROM session) AS sessions,
              pg_database_size(current_database())::float8 / 1e9 AS gigabytes`,
    );
    const size = rows[0] ?? { events: 0, sessions: 0, gigabytes: 0 };
    console.log(`${size.events} events in ${size.sessions} sessions, ${size.gigabytes.toFixed(1)} GB`);
    const api = createCaller({ deps, principal: owner });
    const times = await timeQueries(api, scaleQueries(base, size.sessions), Number(flags.rounds));
    const scans = await sequentialScans(url, { owner, ...base }, size.sessions);
    print(times, scans);
    console.log(JSON.stringify({ bench: "scale", ...size, limitMs: LIMIT_MS, queries: times, sequentialScans: scans }));
    if (scans.length > 0) process.exitCode = 1;
  } finally {
    await pool.end();
    await deps.db.close();
  }
}

/** The queries once more with the planner's choices said aloud: names of those that read all of `event`. */
async function sequentialScans(url: string, { owner, ...base }: Filled, count: number): Promise<string[]> {
  const options =
    "-c session_preload_libraries=auto_explain -c auto_explain.log_min_duration=0 -c client_min_messages=log";
  const db = openDatabase(`${url}?options=${encodeURIComponent(options)}`, { maxConnections: 4 });
  const plans: string[] = [];
  db.pool.on("connect", (client) => client.on("notice", (notice) => plans.push(notice.message ?? "")));
  const api = createCaller({ deps: { ...testDeps(db), clock: { now: () => new Date() } }, principal: owner });
  const found: string[] = [];
  try {
    for (const query of scaleQueries(base, count)) {
      plans.length = 0;
      await query.ask(api, 1);
      if (plans.length === 0) throw new Error(`No plan was told for "${query.name}".`);
      if (plans.some((plan) => /Seq Scan on event\b/.test(plan))) found.push(query.name);
    }
  } finally {
    await db.close();
  }
  return found;
}

function print(times: readonly QueryTimes[], scans: readonly string[]): void {
  console.log(`\n${"query".padEnd(44)} ${"p50 ms".padStart(8)} ${"p95 ms".padStart(8)}`);
  for (const { name, p50Ms, p95Ms } of times) {
    const mark = p95Ms < LIMIT_MS ? "" : "  over the limit";
    console.log(`${name.padEnd(44)} ${p50Ms.toFixed(1).padStart(8)} ${p95Ms.toFixed(1).padStart(8)}${mark}`);
  }
  const over = times.filter((row) => row.p95Ms >= LIMIT_MS).length;
  console.log(`\n${times.length - over} of ${times.length} below ${LIMIT_MS} ms at p95.`);
  console.log(scans.length === 0 ? "No sequential scan of event." : `Sequential scans of event: ${scans.join(", ")}`);
}

await main();
