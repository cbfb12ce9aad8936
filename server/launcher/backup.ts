import path from "node:path";
import type { BackupProgram } from "../core/backup/backup-program";
import { readMigrations } from "../db/migrate";
import { migrateJobs } from "../jobs/migrate";
import { restoreBackup } from "../services/backup/restore-backup";
import { writeBackup } from "../services/backup/write-backup";
import { withSource, withTarget } from "./backup-place";
import { productVersion } from "./product-version";

export const backup: BackupProgram["backup"] = async (place, file, watching) => {
  const migrations = await migrationsOf(place.programRoot);
  const clock = { now: () => new Date() };
  return withSource(place, ({ databaseUrl }) =>
    writeBackup(
      { clock },
      {
        databaseUrl,
        file: path.resolve(place.cwd, file),
        migrations,
        productVersion: productVersion(place.programRoot),
      },
      watching,
    ),
  );
};

export const restore: BackupProgram["restore"] = async (place, file, options) =>
  restoreBackup(
    {
      file: path.resolve(place.cwd, file),
      migrations: await migrationsOf(place.programRoot),
      withTarget: (work) =>
        withTarget(place, async (target) => {
          await migrateJobs(target.databaseUrl);
          return work(target);
        }),
    },
    options,
  );

function migrationsOf(programRoot: string) {
  return readMigrations(path.join(programRoot, "prisma", "migrations"));
}
