import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import { PROGRAM_BUNDLE } from "@/scripts/lib/program-bundle.mjs";
import { migrate } from "@/server/db/migrate";
import { childEnvironment } from "@/server/env";
import { migrateJobs } from "@/server/jobs/migrate";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/server/launcher/embedded-postgres";
import { openLog, tailOf } from "@/server/launcher/logs";
import { freePort } from "@/server/launcher/ports";
import { findPostgresBinaries } from "@/server/launcher/postgres-binaries";
import { ensureDatabase, withClient } from "@/server/launcher/postgres-connection";
import { findProjectRoot } from "@/server/launcher/project-root";

export type Victim = "web" | "worker" | "database";

const RESTART_DELAY_MS = 250;
const ENTRIES = { web: "server/testing/api-process.ts", worker: "server/jobs/worker.ts" } as const;

/**
 * The product's processes, each of which a test may kill: a Postgres of its own with the settings of production, the API
 * and the worker. One that ends by itself starts again, as under the launcher; one that the test killed does not.
 */
export class CrashLab {
  private readonly children = new Map<Victim, ChildProcess>();
  private databaseName = "postgres";

  private constructor(
    /** Of logs and data; removed with `close`. */
    readonly folder: string,
    private readonly programs: string,
    private postgres: EmbeddedPostgres,
    private readonly port: number,
  ) {}

  static async open(): Promise<CrashLab> {
    const folder = mkdtempSync(path.join(tmpdir(), "steward-crash-"));
    chmodSync(folder, 0o755); // As root, Postgres runs as another user, who must be able to enter.
    const [programs, postgres] = await Promise.all([bundlePrograms(), startPostgres(folder, null)]);
    return new CrashLab(folder, programs, postgres, await freePort(null));
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get databaseUrl(): string {
    return this.postgres.url(this.databaseName);
  }

  /** Ends web and worker, and makes a fresh database for the next ones. */
  async freshDatabase(name: string): Promise<string> {
    await this.kill("web");
    await this.kill("worker");
    this.databaseName = name;
    await ensureDatabase(this.databaseUrl);
    await migrate(this.databaseUrl, path.join(findProjectRoot(), "prisma", "migrations"));
    await migrateJobs(this.databaseUrl);
    return this.databaseUrl;
  }

  async start(victim: Victim): Promise<void> {
    if (victim === "database") this.postgres = await startPostgres(this.folder, this.postgres.port);
    else this.spawn(victim);
    if (victim === "web") await this.untilItAnswers();
  }

  /** SIGKILL: no handler runs, no connection is closed in order. */
  async kill(victim: Victim): Promise<void> {
    if (victim === "database") {
      process.kill(this.postgres.pid, "SIGKILL");
      return this.postgres.exited;
    }
    const child = this.children.get(victim);
    this.children.delete(victim);
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }

  /** Rows of a statement; waits while the database recovers. */
  async rows<T extends object>(sql: string): Promise<T[]> {
    return withClient(this.databaseUrl, async (client) => (await client.query<T>(sql)).rows);
  }

  async until(what: string, isSo: () => Promise<boolean>, limitMs = 60_000): Promise<void> {
    const deadline = Date.now() + limitMs;
    while (!(await isSo().catch(() => false))) {
      if (Date.now() > deadline) {
        const logs = (["web", "worker"] as const).map((name) => `${name}: ${tailOf(this.logOf(name), 5)}`);
        throw new Error(`Within ${limitMs / 1000} s this did not become true: ${what}.\n${logs.join("\n")}`);
      }
      await sleep(15);
    }
  }

  async close(): Promise<void> {
    await this.kill("web");
    await this.kill("worker");
    await this.postgres.stop();
    for (const folder of [this.folder, this.programs]) rmSync(folder, { recursive: true, force: true });
  }

  private spawn(victim: keyof typeof ENTRIES): void {
    const log = openLog(this.logOf(victim));
    const child = spawn(process.execPath, [path.join(this.programs, `${victim}.mjs`), String(this.port)], {
      cwd: findProjectRoot(),
      env: childEnvironment({
        DATABASE_URL: this.databaseUrl,
        STEWARD_SECRET: "a secret for tests of 32 characters",
        STEWARD_BASE_URL: this.origin,
        STEWARD_LOG_LEVEL: "warn",
      }),
      stdio: ["ignore", log, log],
    });
    this.children.set(victim, child);
    child.once("exit", () => {
      if (this.children.get(victim) === child) setTimeout(() => this.spawn(victim), RESTART_DELAY_MS);
    });
  }

  private logOf(victim: Victim): string {
    return path.join(this.folder, `${victim}.log`);
  }

  private untilItAnswers(): Promise<void> {
    const isUp = async () => (await fetch(`${this.origin}/api/trpc/keys.whoami`)).status === 401;
    return this.until("the API answers", isUp);
  }
}

/** Below node_modules, so that what stays there is found. */
async function bundlePrograms(): Promise<string> {
  const root = findProjectRoot();
  const cache = path.join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const outdir = mkdtempSync(path.join(cache, "steward-crash-"));
  await build({
    ...PROGRAM_BUNDLE,
    entryPoints: Object.entries(ENTRIES).map(([out, entry]) => ({ out, in: path.join(root, entry) })),
    outdir,
    outExtension: { ".js": ".mjs" },
  });
  return outdir;
}

function startPostgres(folder: string, preferredPort: number | null): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    binaries: findPostgresBinaries(findProjectRoot()),
    home: folder,
    logFile: path.join(folder, "postgres.log"),
    password: "test",
    preferredPort,
    syncToDisk: false,
  });
}
