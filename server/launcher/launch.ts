import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { migrate } from "@/server/db/migrate";
import { launcherEnv } from "@/server/env";
import { migrateJobs } from "@/server/jobs/migrate";
import { type ChildrenOptions, logFileOf, sharedEnvironment, startWeb, startWorker } from "./children";
import { keptSecret, openDataFolder } from "./data-folder";
import { openRunningDatabase, type RunningDatabase } from "./database";
import { LauncherError } from "./errors";
import { type FirstRunOptions, type FirstRunResult, firstRun } from "./first-run";
import { waitUntilHealthy } from "./health";
import { takeLauncherLock } from "./lock";
import type { LauncherOptions } from "./options";
import { isPortFree, nextFreePort } from "./ports";
import { productVersion } from "./product-version";
import { builtPrograms, type Programs } from "./programs";
import { findProjectRoot } from "./project-root";
import type { Report } from "./report";
import type { Supervised } from "./supervisor";

export interface LaunchOptions extends LauncherOptions {
  /** What to start in place of the production build. */
  programs?: Programs;
  report: Report;
  /** Told how to stop before the first thing is started, so that Ctrl-C works at any moment. */
  onStopper: (stop: () => Promise<void>) => void;
}

/** What has to be ended, so that a start that fails half-way leaves nothing behind. */
interface Started {
  closers: Array<{ name: string; close: () => Promise<void> | void }>;
  stopping: boolean;
}

/** How long the children of a killed launcher may need to end by themselves. */
const ORPHANS_LIMIT_MS = 8_000;

/**
 * Starts database, worker and web and answers once the page can be opened. What it started ends in the reverse order:
 * web, worker, database.
 */
export async function launch(options: LaunchOptions): Promise<void> {
  const started: Started = { closers: [], stopping: false };
  const stop = stopper(started, options.report);
  options.onStopper(stop);
  try {
    await startAll(options, started);
  } catch (error) {
    if (started.stopping) return; // A step failed because its ground was taken away; the stop itself reports.
    await stop();
    throw error;
  }
}

function stopper(started: Started, report: Report): () => Promise<void> {
  let running: Promise<void> | undefined;
  const stopAll = async () => {
    started.stopping = true;
    for (let next = started.closers.pop(); next; next = started.closers.pop()) {
      await next.close();
      if (next.name) report.note(`${next.name} stopped`);
    }
  };
  return () => {
    running ??= stopAll();
    return running;
  };
}

async function startAll(options: LaunchOptions, started: Started): Promise<void> {
  const { report, port, host } = options;
  const root = findProjectRoot();
  const programs = options.programs ?? builtPrograms(root);
  const external = launcherEnv();
  const data = openDataFolder(options.data, productVersion(root));
  const lock = takeLauncherLock(data.path, port);
  started.closers.push({ name: "", close: lock.release });
  await refusePortInUse(options, lock.tookOver ? ORPHANS_LIMIT_MS : 0);

  const children: Supervised[] = [];
  const database = await report.step(external.DATABASE_URL ? "reach the database" : "start the database", (onWaiting) =>
    openRunningDatabase({
      data,
      projectRoot: root,
      ownUrl: external.DATABASE_URL,
      onWaiting,
      onCrash: report.note,
      onRecovered(moved) {
        report.note("The database runs again.");
        if (moved) for (const child of children) void child.restart();
      },
    }),
  );
  started.closers.push({ name: external.DATABASE_URL ? "" : "database", close: database.stop });
  if (started.stopping) return database.stop(); // The stop came before there was anything to close.

  await report.step("bring its tables up to date", async (progress) => {
    await migrate(database.url(), path.join(root, "prisma", "migrations"), progress);
    await migrateJobs(database.url());
  });
  if (started.stopping) return;

  const baseUrl = external.STEWARD_BASE_URL ?? `http://localhost:${port}`;
  const secret = external.STEWARD_SECRET ?? keptSecret(data.path, "secret");
  const { url: databaseUrl } = database;
  const run = { root, programs, data, port, host, baseUrl, secret, databaseUrl, onCrash: report.note };
  const worker = startWorker(run);
  started.closers.push({ name: "worker", close: worker.stop });
  const web = startWeb(run);
  started.closers.push({ name: "web", close: web.stop });
  children.push(worker, web);
  const setUpEnd = new AbortController();
  started.closers.push({ name: "", close: () => setUpEnd.abort() });

  const setUp = await report.step("start web and worker", async (onProgress) => {
    const configHome = external.XDG_CONFIG_HOME;
    const [result] = await Promise.all([
      setUpFirst(run, { configHome, demo: options.demo, signal: setUpEnd.signal, onProgress }),
      untilHealthy(run, web, () => started.stopping),
    ]);
    return result;
  });
  if (!started.stopping) welcome(run, report, database, setUp);
}

function setUpFirst(
  run: ChildrenOptions,
  wishes: Pick<FirstRunOptions, "configHome" | "demo" | "signal" | "onProgress">,
): Promise<FirstRunResult> {
  return firstRun({
    ...wishes,
    baseUrl: run.baseUrl,
    script: run.programs.firstRun,
    environment: sharedEnvironment(run),
    logFile: logFileOf(run.data, "first-run"),
  });
}

function untilHealthy(run: ChildrenOptions, web: Supervised, isStopping: () => boolean): Promise<void> {
  const host = run.host === "0.0.0.0" || run.host === "::" ? "127.0.0.1" : run.host;
  return waitUntilHealthy({
    origin: `http://${host.includes(":") ? `[${host}]` : host}:${run.port}`,
    crashes: () => web.crashes,
    logFile: logFileOf(run.data, "web"),
    isStopping,
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

function welcome(run: ChildrenOptions, report: Report, database: RunningDatabase, setUp: FirstRunResult): void {
  const line = (name: string, value: string) => report.say(`  ${name.padEnd(26)} ${value}`);
  report.say(`\nContext Steward runs at ${run.baseUrl}\n`);
  if (setUp.signInUrl) line("sign in (link works once)", setUp.signInUrl);
  if (setUp.keyFile) line("feed it your sessions", `npx steward import   (key in ${setUp.keyFile})`);
  line("data", `${run.data.path} (${database.description})`);
  line("stop", "Ctrl-C");
  for (const note of setUp.notes) report.say(`\n  ${note}`);
  report.say("");
}
