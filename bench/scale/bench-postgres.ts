import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "../../server/launcher/embedded-postgres";
import { findPostgresBinaries } from "../../server/launcher/postgres-binaries";

interface BenchHome {
  /** Name of the bench and of its database. */
  readonly name: string;
  /** Folder that is kept; without it a folder that goes away. */
  readonly data: string | undefined;
  readonly maxWalSize: string;
}

/** Runs a bench on a Postgres of its own in its folder, and stops it whatever happens. */
export async function withBenchPostgres(
  { name, data, maxWalSize }: BenchHome,
  work: (url: string, home: string) => Promise<void>,
): Promise<void> {
  const home = data ? path.resolve(data) : mkdtempSync(path.join(os.tmpdir(), `steward-${name}-`));
  mkdirSync(home, { recursive: true });
  chmodSync(home, 0o755); // As root, Postgres runs as another user, who must be able to enter.
  const postgres = await startEmbeddedPostgres({
    binaries: findPostgresBinaries(path.resolve(import.meta.dirname, "../..")),
    home,
    logFile: path.join(home, "postgres.log"),
    password: "bench",
    preferredPort: null,
    settings: { shared_buffers: "1GB", max_wal_size: maxWalSize },
  });
  try {
    await work(postgres.url(name), home);
  } finally {
    await postgres.stop();
    if (!data) rmSync(home, { recursive: true, force: true });
  }
}
