import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { migrate } from "@/server/db/migrate";
import { childEnvironment, launcherEnv } from "@/server/env";
import { type DataFolder, keptSecret, openDataFolder } from "./data-folder";
import { openRunningDatabase, type RunningDatabase } from "./database";
import { LauncherError } from "./errors";
import { type FirstRunResult, firstRun } from "./first-run";
import { waitUntilHealthy } from "./health";
import { takeLauncherLock } from "./lock";
import type { LauncherOptions } from "./options";
import { isPortFree, nextFreePort } from "./ports";
import { findProjectRoot } from "./project-root";
import type { Report } from "./report";
import { type Supervised, supervise } from "./supervisor";

/** A running product; what was started, in the order of the start. */
export interface Launched {
  stop(): Promise<void>;
}

/** Collects what has to be ended, so that a start that fails half-way leaves nothing behind. */
interface Started {
  closers: Array<{ name: string; close: () => Promise<void> | void }>;
  stopping: boolean;
}

const WEB_STOP_LIMIT_MS = 5_000;
const WORKER_STOP_LIMIT_MS = 15_000;
/** How long the children of a killed launcher may need to end by themselves. */
const ORPHANS_LIMIT_MS = 8_000;

/**
 * Starts database, web and worker and answers once the page can be opened. What it started ends in the reverse order:
 * web, worker, database.
 * @param onStopper Told how to stop before the first thing is started, so that Ctrl-C works at any moment.
 */
export async function launch(
  options: LauncherOptions,
  report: Report,
  onStopper: (stop: () => Promise<void>) => void,
): Promise<void> {
  const started: Started = { closers: [], stopping: false };
  const stop = stopper(started, report);
  onStopper(stop);
  try {
    await startAll(options, report, started);
  } catch (error) {
    if (started.stopping) return; // A step fails because its ground was taken away; the stop itself reports.
    await stop();
    throw error;
  }
}

function stopper(started: Started, report: Report): () => Promise<void> {
  let running: Promise<void> | undefined;
  const stopAll = async () => {
    started.stopping = true;
    for (let next = started.closers.pop(); next; next = started.closers.pop()) {
      const { name, close } = next;
      await close();
      if (name) report.note(`${name} stopped`);
    }
  };
  return () => {
    running ??= stopAll();
    return running;
  };
}

async function startAll(options: LauncherOptions, report: Report, started: Started): Promise<void> {
  const root = findProjectRoot();
  const external = launcherEnv();
  const data = openDataFolder(options.data, productVersion(root));
  const lock = takeLauncherLock(data.path, options.port);
  started.closers.push({ name: "", close: lock.release });
  await refusePortInUse(options, lock.tookOver ? ORPHANS_LIMIT_MS : 0);
  const children: Supervised[] = [];

  const database = await report.step("start the database", (onWaiting) =>
    openRunningDatabase({
      data,
      projectRoot: root,
      ownUrl: external.DATABASE_URL,
      onWaiting,
      onCrash: report.note,
      onRecovered: (moved) => {
        report.note("The database runs again.");
        if (moved) for (const child of children) void child.restart();
      },
    }),
  );
  started.closers.push({ name: "database", close: database.stop });
  if (started.stopping) return database.stop();

  await report.step("bring its tables up to date", (progress) =>
    migrate(database.url(), path.join(root, "prisma", "migrations"), progress),
  );

  const baseUrl = external.STEWARD_BASE_URL ?? `http://localhost:${options.port}`;
  const secret = external.STEWARD_SECRET ?? keptSecret(data.path, "secret");
  const run = { root, options, report, data, database, baseUrl, secret, started, children };
  const web = startChildren(run);
  const opened = await report.step("start web and worker", async (onProgress) => {
    const setup = { databaseUrl: database.url(), baseUrl, demo: options.demo, dataDir: data.path, onProgress };
    const [result] = await Promise.all([firstRun(setup), untilHealthy(run, web)]);
    return result;
  });
  if (!started.stopping) welcome(report, baseUrl, data, database, opened);
}

interface Run {
  root: string;
  options: LauncherOptions;
  report: Report;
  data: DataFolder;
  database: RunningDatabase;
  baseUrl: string;
  secret: string;
  started: Started;
  children: Supervised[];
}

/** Starts the worker and web, and answers web. */
function startChildren(run: Run): Supervised {
  const { root, options } = run;
  const worker = path.join(root, "dist", "worker.mjs");
  if (existsSync(worker)) startChild(run, { name: "worker", script: worker, stopLimitMs: WORKER_STOP_LIMIT_MS });
  return startChild(run, {
    name: "web",
    script: path.join(root, ".next", "standalone", "server.js"),
    stopLimitMs: WEB_STOP_LIMIT_MS,
    environment: { PORT: String(options.port), HOSTNAME: options.host },
  });
}

interface Child {
  name: string;
  script: string;
  stopLimitMs: number;
  environment?: Record<string, string>;
}

function startChild(run: Run, child: Child): Supervised {
  const { root, data, report, started, children } = run;
  const guard = path.join(root, "dist", "end-with-parent.mjs");
  const supervised = supervise(
    {
      name: child.name,
      nodeArguments: ["--import", guard, child.script],
      environment: () => childEnvironment({ ...sharedEnvironment(run), ...child.environment }),
      workingFolder: root,
      logFile: logOf(data, child.name),
      stopLimitMs: child.stopLimitMs,
    },
    {
      onCrash: (name, how, delayMs) =>
        report.note(`${name} ended (${how}); starting it again in ${delayMs / 1000} s. Log: ${logOf(data, name)}`),
    },
  );
  children.push(supervised);
  started.closers.push({ name: child.name, close: supervised.stop });
  return supervised;
}

function sharedEnvironment({ database, secret, baseUrl, data }: Run): Record<string, string> {
  return {
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    DATABASE_URL: database.url(),
    STEWARD_SECRET: secret,
    STEWARD_BASE_URL: baseUrl,
    STEWARD_DATA_DIR: data.path,
  };
}

function logOf(data: DataFolder, name: string): string {
  return path.join(data.logs, `${name}.log`);
}

function untilHealthy({ options, data, started }: Run, web: Supervised): Promise<void> {
  const host = options.host === "0.0.0.0" || options.host === "::" ? "127.0.0.1" : options.host;
  return waitUntilHealthy({
    origin: `http://${host.includes(":") ? `[${host}]` : host}:${options.port}`,
    crashes: () => web.crashes,
    logFile: logOf(data, "web"),
    isStopping: () => started.stopping,
  });
}

/** @param patienceMs How long to wait for a port that a killed launcher's web may still hold. */
async function refusePortInUse({ port, host }: LauncherOptions, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await isPortFree(port, host))) {
    if (Date.now() < deadline) {
      await sleep(100);
      continue;
    }
    const other = await nextFreePort(port, host);
    throw new LauncherError(
      `Port ${port} of ${host} is in use by another program, or may not be used.`,
      `Start on another port: npm run quickstart -- --port ${other ?? "<n>"}`,
    );
  }
}

function welcome(
  report: Report,
  baseUrl: string,
  data: DataFolder,
  database: RunningDatabase,
  { signInUrl, keyFile, notes }: FirstRunResult,
): void {
  report.say("");
  report.say(`Context Steward runs at ${baseUrl}`);
  if (signInUrl) report.say(`  sign in (link works once)  ${signInUrl}`);
  if (keyFile) report.say(`  feed it your sessions      npx steward import   (key: ${keyFile})`);
  report.say(`  data                       ${data.path} (${database.description})`);
  for (const note of notes) report.say(`  ${note}`);
  report.say("  stop                       Ctrl-C");
  report.say("");
}

function productVersion(root: string): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  return z.object({ version: z.string() }).parse(manifest).version;
}
