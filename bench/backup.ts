/**
 * How long a backup and its restore take, and what they need of memory: a filled project is saved, and put into an
 * empty database of the same server. Flags: --events <n>, --sessions <n>.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import v8 from "node:v8";
import vm from "node:vm";
import { openDatabase } from "../server/db/client";
import { migrate, readMigrations } from "../server/db/migrate";
import { migrateJobs } from "../server/jobs/migrate";
import { ensureDatabase } from "../server/launcher/postgres-connection";
import { restoreBackup } from "../server/services/backup/restore-backup";
import { writeBackup } from "../server/services/backup/write-backup";
import { aTeam, testDeps, value } from "../server/services/testing/team-fixture";
import { withBenchPostgres } from "./scale/bench-postgres";
import { addUpRollups, fill, fillRecords } from "./scale/fill";
import { makeTemplates } from "./scale/templates";

const { values: flags } = parseArgs({
  options: { events: { type: "string", default: "500000" }, sessions: { type: "string", default: "250" } },
});
const sessions = Number(flags.sessions);
const eventsEach = Math.round(Number(flags.events) / sessions);
const MIGRATIONS = path.resolve(import.meta.dirname, "../prisma/migrations");
const TEMPLATES = 6;
const RECORDS = 500;
const DAYS = 90;
const DAY_MS = 86_400_000;
const MB = 1_000_000;

async function fillDatabase(url: string): Promise<void> {
  await ensureDatabase(url);
  await migrate(url, MIGRATIONS);
  await migrateJobs(url);
  const deps = testDeps(openDatabase(url, { maxConnections: 8 }));
  try {
    const team = await aTeam(deps, "Backup");
    const { id: projectId, slug: projectSlug } = team.project;
    const key = { teamId: team.teamId, memberId: team.memberIds.owner, projectId, projectSlug };
    const startMs = Math.floor((Date.now() - DAYS * DAY_MS) / DAY_MS) * DAY_MS;
    const templates = await makeTemplates(deps, key, { count: TEMPLATES, eventsEach, startMs });
    const failures = await fillRecords(deps.db.pool, projectId, RECORDS);
    await fill(deps.db.pool, templates, { projectId, sessions, days: DAYS, failures, onProgress: () => {} });
    await addUpRollups(deps.db.pool);
    await deps.db.pool.query("DROP TABLE IF EXISTS scale_copy");
  } finally {
    await deps.db.close();
  }
}

await withBenchPostgres({ name: "backup", data: undefined, maxWalSize: "2GB" }, async (url) => {
  await fillDatabase(url);
  const target = new URL(url);
  target.pathname = "/restored";
  await ensureDatabase(target.toString());
  await migrateJobs(target.toString());
  const folder = mkdtempSync(path.join(os.tmpdir(), "steward-backup-bench-"));
  try {
    const migrations = await readMigrations(MIGRATIONS);
    const file = path.join(folder, "bench.tar");
    const signal = new AbortController().signal;
    const clock = { now: () => new Date() };
    const quiet = { onProgress: () => {}, signal };
    // What the filling left is not counted: only what lives at once on the heap and beside it.
    v8.setFlagsFromString("--expose-gc");
    vm.runInNewContext("gc")();
    let peakBytes = 0;
    const sampler = setInterval(() => {
      const { heapUsed, external } = process.memoryUsage();
      peakBytes = Math.max(peakBytes, heapUsed + external);
    }, 50);
    const input = { databaseUrl: url, file, migrations, productVersion: "bench" };
    const saved = value(await writeBackup({ clock }, input, quiet));
    let stepAt = performance.now();
    let last = "";
    const onProgress = ({ step }: { step: string }) => {
      if (step === last) return;
      if (last) console.log(`  ${last}: ${((performance.now() - stepAt) / 1000).toFixed(1)} s`);
      [last, stepAt] = [step, performance.now()];
    };
    const restored = value(
      await restoreBackup(
        { file, migrations, withTarget: (work) => work({ databaseUrl: target.toString(), where: "bench" }) },
        { onProgress, signal, agree: null },
      ),
    );
    const result = {
      bench: "backup",
      rows: saved.rows,
      megabytes: Math.round(saved.bytes / MB),
      fileMegabytes: Math.round(saved.fileBytes / MB),
      saveSeconds: Number(saved.seconds.toFixed(1)),
      restoreSeconds: Number(restored.seconds.toFixed(1)),
      peakMegabytes: Math.round(peakBytes / MB),
    };
    clearInterval(sampler);
    console.table([result]);
    console.log(JSON.stringify(result));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
