/**
 * Events through the real HTTP endpoint of the production build, beside COPY of the same rows into equal tables, in one
 * run on one Postgres with its normal durability. The worker does not run: analysis is not part of an upload.
 * Flags: --events <n> (40,000), --batch <n> (500), --connections <n> (4), --profile (only where the time goes).
 */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { migrate } from "../server/db/migrate";
import { migrateJobs } from "../server/jobs/migrate";
import { startEmbeddedPostgres } from "../server/launcher/embedded-postgres";
import { freePort } from "../server/launcher/ports";
import { findPostgresBinaries } from "../server/launcher/postgres-binaries";
import { ensureDatabase } from "../server/launcher/postgres-connection";
import { authenticateKey } from "../server/services/keys/authenticate-key";
import { aTeam, testDeps } from "../server/services/testing/team-fixture";
import { breakdown } from "./ingest/breakdown";
import { copyRows, makeCopyTables, readRows } from "./ingest/copy-rows";
import { makeBatches } from "./ingest/make-batches";
import { postAll } from "./ingest/post";

const root = path.resolve(import.meta.dirname, "..");
const { values: flags } = parseArgs({
  options: {
    events: { type: "string", default: "40000" },
    batch: { type: "string", default: "500" },
    connections: { type: "string", default: "4" },
    profile: { type: "boolean", default: false },
  },
});
const batchEvents = Number(flags.batch);
const connections = Number(flags.connections);
const sessions = Math.max(connections, 8);
const batchesPerSession = Math.max(1, Math.round(Number(flags.events) / batchEvents / sessions));
const server = path.join(root, ".next", "standalone", "server.js");
const SECRET = "a secret for the bench, 32 characters";

async function main(): Promise<void> {
  if (!flags.profile && !existsSync(server)) {
    throw new Error("The production build is missing. Make it first: npm run build");
  }
  const home = mkdtempSync(path.join(os.tmpdir(), "steward-bench-"));
  chmodSync(home, 0o755); // As root, Postgres runs as another user, who must be able to enter.
  const postgres = await startEmbeddedPostgres({
    binaries: findPostgresBinaries(root),
    home,
    logFile: path.join(home, "postgres.log"),
    password: "bench",
    preferredPort: null,
  });
  try {
    await run(postgres.url("bench"));
  } finally {
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

async function run(url: string): Promise<void> {
  await ensureDatabase(url);
  await migrate(url, path.join(root, "prisma", "migrations"));
  await migrateJobs(url);
  const deps = testDeps(url);
  const pool = new pg.Pool({ connectionString: url, max: connections });
  try {
    const team = await aTeam(deps);
    const { secret } = await team.key();
    const key = await authenticateKey(deps, secret);
    if (key.kind !== "key") throw new Error("The key does not count.");
    const project = team.project.slug;
    const shape = { batchEvents, project };

    const profiled = makeBatches({ ...shape, sessions: 4, batchesPerSession: 6, seed: 3 });
    const steps = await breakdown(deps, key, profiled);
    printSteps(steps);
    if (flags.profile) return;

    const port = await freePort(null);
    const web = startWeb(url, port);
    try {
      await untilHealthy(port);
      const endpoint = `http://127.0.0.1:${port}/api/trpc/ingest.append`;
      const bodiesOf = (seed: number, count: number) =>
        makeBatches({ ...shape, sessions, batchesPerSession: count, seed }).map((batch) =>
          Buffer.from(JSON.stringify(batch)),
        );
      await postAll(endpoint, secret, bodiesOf(1, Math.min(4, batchesPerSession)), connections); // warms up
      await clear(pool);
      const bodies = inTurns(bodiesOf(2, batchesPerSession), sessions, batchesPerSession);
      const bytes = bodies.reduce((sum, body) => sum + body.byteLength, 0);
      const ingestSeconds = await postAll(endpoint, secret, bodies, connections);
      await report({ pool, bodies: bodies.length, bytes, ingestSeconds, steps });
    } finally {
      await stopWeb(web);
    }
  } finally {
    await pool.end();
    await deps.db.close();
  }
}

/** Sessions take turns, as several agents do that work at once. */
function inTurns<T>(bodies: readonly T[], groups: number, each: number): T[] {
  const turns: T[] = [];
  for (let number = 0; number < each; number++) {
    for (let group = 0; group < groups; group++) {
      const body = bodies[group * each + number];
      if (body !== undefined) turns.push(body);
    }
  }
  return turns;
}

/** COPY starts on empty tables; so does what it is compared with. */
async function clear(pool: pg.Pool): Promise<void> {
  await pool.query("TRUNCATE session, content, rollup CASCADE");
  await pool.query("CHECKPOINT");
}

interface Measured {
  pool: pg.Pool;
  bodies: number;
  bytes: number;
  ingestSeconds: number;
  steps: Awaited<ReturnType<typeof breakdown>>;
}

async function report({ pool, bodies, bytes, ingestSeconds, steps }: Measured): Promise<void> {
  const { rows } = await pool.query<{ events: number }>("SELECT count(*)::int AS events FROM event");
  const events = rows[0]?.events ?? 0;
  if (events !== bodies * batchEvents) throw new Error(`${events} events were stored of ${bodies * batchEvents} sent.`);
  const copySeconds: number[] = [];
  for (const streams of [1, connections]) {
    const data = await readRows(pool, streams);
    await makeCopyTables(pool);
    await pool.query("CHECKPOINT");
    copySeconds.push(await copyRows(pool, data));
  }
  const best = Math.min(...copySeconds);
  const rate = (seconds: number) => Math.round(events / seconds);
  const line = (name: string, seconds: number) =>
    console.log(
      `${name.padEnd(34)} ${seconds.toFixed(2).padStart(7)} s ${rate(seconds).toLocaleString("en-US").padStart(9)} events/s`,
    );
  console.log(
    `\n${events.toLocaleString("en-US")} events, ${Math.round(bytes / events)} bytes of JSON each, batches of ${batchEvents}`,
  );
  line(`ingest.append, ${connections} connections`, ingestSeconds);
  line("COPY, 1 stream", copySeconds[0] ?? Number.NaN);
  line(`COPY, ${connections} streams`, copySeconds[1] ?? Number.NaN);
  const ratio = best / ingestSeconds;
  console.log(
    JSON.stringify({
      bench: "ingest",
      events,
      bytesPerEvent: Math.round(bytes / events),
      eventsPerSecond: rate(ingestSeconds),
      copyEventsPerSecond: rate(best),
      ratio: Number(ratio.toFixed(3)),
      ratioTarget: 0.35,
      ok: ratio >= 0.35,
      microsecondsPerEvent: Object.fromEntries(
        steps.map((step) => [step.name, Number(step.microsecondsPerEvent.toFixed(1))]),
      ),
    }),
  );
}

function printSteps(steps: Measured["steps"]): void {
  console.log("step                                  µs an event");
  for (const { name, microsecondsPerEvent } of steps) {
    console.log(`${name.padEnd(36)} ${microsecondsPerEvent.toFixed(1).padStart(12)}`);
  }
}

function startWeb(databaseUrl: string, port: number): ChildProcess {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: "production",
    DATABASE_URL: databaseUrl,
    STEWARD_SECRET: SECRET,
    STEWARD_BASE_URL: `http://localhost:${port}`,
    STEWARD_LOG_LEVEL: "warn",
    PORT: String(port),
    HOSTNAME: "127.0.0.1",
  };
  return spawn(process.execPath, [server], { cwd: path.dirname(server), env, stdio: ["ignore", "ignore", "inherit"] });
}

async function untilHealthy(port: number): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    const ok = await fetch(`http://127.0.0.1:${port}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await sleep(200);
  }
  throw new Error("The web server did not answer within 30 seconds.");
}

async function stopWeb(web: ChildProcess): Promise<void> {
  if (web.exitCode !== null) return;
  const ended = new Promise((resolve) => web.once("exit", resolve));
  web.kill("SIGTERM");
  await Promise.race([ended, sleep(5_000).then(() => web.kill("SIGKILL"))]);
}

await main();
