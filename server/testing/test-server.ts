import { statfsSync } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { launcherEnv } from "@/server/env";
import { parsePostmasterPid, startEmbeddedPostgres } from "@/server/launcher/embedded-postgres";
import { findPostgresBinaries } from "@/server/launcher/postgres-binaries";
import { prepareOwnPostgres } from "@/server/launcher/postgres-connection";
import { isAlive } from "@/server/launcher/processes";
import { findProjectRoot } from "@/server/launcher/project-root";

export interface TestServer {
  /** Address of its `postgres` database. */
  url: string;
  stop(): Promise<void>;
}

const PREFIX = "steward-test-";

/** A clone of the template costs 400 ms on a disk and 15 ms in memory: it is some hundred small files. */
const MEMORY_FOLDER = "/dev/shm";
const MEMORY_NEEDED_BYTES = 1024 ** 3;

/** Durability is worth nothing to a test; these trade it for speed. */
const TEST_SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
  shared_buffers: "128MB",
};

/** The server that DATABASE_URL names, else an embedded one in a temporary folder that goes away with `stop`. */
export async function startTestServer(): Promise<TestServer> {
  const own = launcherEnv().DATABASE_URL;
  if (own) {
    const url = new URL(own);
    url.pathname = "/postgres";
    await prepareOwnPostgres(url.toString());
    return { url: url.toString(), stop: async () => {} };
  }
  const parent = temporaryFolder();
  await sweepAbandoned(parent);
  const home = await mkdtemp(path.join(parent, `${PREFIX}${process.pid}-`));
  await chmod(home, 0o755); // As root, Postgres runs as another user, who must be able to enter.
  const server = await startEmbeddedPostgres({
    binaries: findPostgresBinaries(findProjectRoot()),
    home,
    logFile: path.join(home, "postgres.log"),
    password: "test",
    preferredPort: null,
    settings: TEST_SETTINGS,
    syncToDisk: false,
  });
  return {
    url: server.url("postgres"),
    async stop() {
      await server.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (bavail * bsize >= MEMORY_NEEDED_BYTES) return MEMORY_FOLDER;
  } catch {
    // No such file system here.
  }
  return tmpdir();
}

/** A test run that was killed leaves its server running: the next run ends it and removes its folder. */
async function sweepAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    const home = path.join(parent, name);
    const text = await readFile(path.join(home, "postgres", "postmaster.pid"), "utf8").catch(() => "");
    const found = parsePostmasterPid(text);
    if (found && text.includes(home)) endServer(found.pid);
    await rm(home, { recursive: true, force: true }).catch(() => {}); // Somebody else's folder: not ours to remove.
  }
}

function endServer(pid: number): void {
  try {
    process.kill(pid, "SIGQUIT");
  } catch {
    // It is gone already.
  }
}
