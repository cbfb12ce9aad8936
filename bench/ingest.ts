/**
 * Events through the real HTTP endpoint of the production build, beside COPY of the same rows into equal tables, in one
 * run on one Postgres with its normal durability. The worker does not run: analysis is not part of an upload.
 * Flags: --events <n> (120,000: COPY of 40,000 takes one second, too short to tell), --batch <n> (500), --connections <n> (4), --profile (only where the time goes).
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
import { NODE_FLAGS } from "../server/launcher/programs";
import { authenticateKey } from "../server/services/keys/authenticate-key";
import { aTeam, testDeps } from "../server/services/testing/team-fixture";
import { breakdown } from "./ingest/breakdown";
import { copyRows, makeCopyTables, readRows } from "./ingest/copy-rows";
import { cpuSeconds } from "./ingest/cpu-seconds";
import { makeBatches } from "./ingest/make-batches";
import { postAll } from "./ingest/post";

const root = path.resolve(import.meta.dirname, "..");
const { values: flags } = parseArgs({
  options: {
    events: { type: "string", default: "120000" },
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
    await run(postgres.url("bench"), postgres.pid);
  } finally {
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

async function run(url: string, postgresPid: number): Promise<void> {
  await ensureDatabase(url);
  await migrate(url, path.join(root, "prisma", "migrations"));
  await migrateJobs(url);
  const deps = testDeps(url);
  const pool = new pg.Pool({ connectionString: url, max: connections });
  pool.on("error", () => {}); // The server is stopped while the pool may still close its last connections.
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
      const cpu = cpuClock({ web: web.pid ?? 0, postgres: postgresPid });
      const ingestSeconds = await postAll(endpoint, secret, bodies, connections);
      const ingest = { seconds: ingestSeconds, ...cpu() };
      await report({ pool, postgresPid, bodies: bodies.length, bytes, ingest, steps });
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
  postgresPid: number;
  bodies: number;
  bytes: number;
  ingest: Timing;
  steps: Awaited<ReturnType<typeof breakdown>>;
}

interface Timing {
  seconds: number;
  /** Processor seconds of all processes named, null where they cannot be read. */
  cpuSeconds: number | null;
}

/** Started now; answers the processor seconds since then. */
function cpuClock(pids: Readonly<Record<string, number>>): () => { cpuSeconds: number | null } {
  const read = () =>
    Object.values(pids).reduce<number | null>((sum, pid) => {
      const seconds = cpuSeconds(pid);
      return sum === null || seconds === null ? null : sum + seconds;
    }, 0);
  const before = read();
  return () => {
    const after = read();
    return { cpuSeconds: before === null || after === null ? null : after - before };
  };
}

async function report({ pool, postgresPid, bodies, bytes, ingest, steps }: Measured): Promise<void> {
  const { rows } = await pool.query<{ events: number }>("SELECT count(*)::int AS events FROM event");
  const events = rows[0]?.events ?? 0;
  if (events !== bodies * batchEvents) throw new Error(`${events} events were stored of ${bodies * batchEvents} sent.`);
  const one = await timedCopy(pool, postgresPid, 1);
  const several = await timedCopy(pool, postgresPid, connections);
  const eventBytes = Math.round(bytes / events);
  console.log(
    `\n${events.toLocaleString("en-US")} events, ${eventBytes} bytes of JSON each, batches of ${batchEvents}`,
  );
  printTiming(`ingest.append, ${connections} connections`, events, ingest);
  printTiming("COPY, 1 stream", events, one);
  printTiming(`COPY, ${connections} streams`, events, several);
  const ratio = one.seconds / ingest.seconds;
  const cpuRatio = ingest.cpuSeconds && one.cpuSeconds ? one.cpuSeconds / ingest.cpuSeconds : null;
  const micros = steps.map(({ name, microsecondsPerEvent }) => [name, Number(microsecondsPerEvent.toFixed(1))]);
  console.log(
    JSON.stringify({
      bench: "ingest",
      events,
      bytesPerEvent: eventBytes,
      eventsPerSecond: Math.round(events / ingest.seconds),
      copyEventsPerSecond: Math.round(events / one.seconds),
      ratio: Number(ratio.toFixed(3)),
      ratioTarget: 0.35,
      ok: ratio >= 0.35,
      ratioToParallelCopy: Number((several.seconds / ingest.seconds).toFixed(3)),
      ratioOfProcessorTime: cpuRatio === null ? null : Number(cpuRatio.toFixed(3)),
      loadAverage: Number((os.loadavg()[0] ?? 0).toFixed(1)),
      microsecondsPerEvent: Object.fromEntries(micros),
    }),
  );
}

async function timedCopy(pool: pg.Pool, postgresPid: number, streams: number): Promise<Timing> {
  const data = await readRows(pool, streams);
  await makeCopyTables(pool);
  await pool.query("CHECKPOINT");
  const cpu = cpuClock({ postgres: postgresPid, client: process.pid });
  const seconds = await copyRows(pool, data);
  return { seconds, ...cpu() };
}

function printTiming(name: string, events: number, { seconds, cpuSeconds: cpu }: Timing): void {
  const rate = Math.round(events / seconds).toLocaleString("en-US");
  const cost = cpu === null ? "" : `${((cpu * 1e6) / events).toFixed(0).padStart(6)} µs of processor an event`;
  console.log(`${name.padEnd(34)} ${seconds.toFixed(2).padStart(7)} s ${rate.padStart(9)} events/s ${cost}`);
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
  return spawn(process.execPath, [...NODE_FLAGS, server], {
    cwd: path.dirname(server),
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
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
