import type { Command } from "commander";
import type { BackupProgram, FoundData, Watching } from "@/server/core/backup/backup-program";
import type { BackupProgress, BackupSummary, RestoreSummary } from "@/server/core/backup/manifest";
import type { Result } from "@/server/core/result";
import { askPerson } from "../ask";
import { CliFault } from "../fault";
import { count, number, say } from "../output";
import { loadServerProgram, serverPlace } from "../server-program";

interface PlaceOptions {
  readonly data?: string;
  readonly json?: boolean;
}

interface RestoreOptions extends PlaceOptions {
  readonly replace?: boolean;
  readonly confirm?: string;
}

const EXIT_INTERRUPTED = 130;
const DATA_OPTION = ["--data <folder>", "the server's data folder (else .data; DATABASE_URL goes before it)"] as const;

/** Commands for the server's own machine; the file holds everything but what lets people in. */
export function addBackup(program: Command): void {
  program
    .command("backup")
    .summary("Saves the server's data in one file.")
    .description(
      "On the server's own machine: saves all its data in one file, as of one moment. The server may go on working.",
    )
    .argument("<file>", "the file to make, such as steward-2026-11-30.tar")
    .option(...DATA_OPTION)
    .option("--json", "print JSON for programs")
    .addHelpText("after", "\nExample:\n  steward backup steward-$(date +%F).tar")
    .action(backup);
  program
    .command("restore-backup")
    .summary("Puts a backup back.")
    .description("On the server's own machine, while the server is stopped: puts a backup into an empty database.")
    .argument("<file>", "a file that steward backup made")
    .option(...DATA_OPTION)
    .option("--replace", "replace what the database holds; asks for its name")
    .option("--confirm <database>", "with --replace: the name of the database, for programs")
    .option("--json", "print JSON for programs")
    .addHelpText("after", "\nExample:\n  steward restore-backup steward-2026-11-30.tar --data ~/steward-new")
    .action(restoreBackup);
}

async function backup(file: string, options: PlaceOptions): Promise<void> {
  const { backup: save } = await loadServerProgram<BackupProgram>("backup.mjs");
  const summary = await watched((watching) => save(serverPlace(options.data), file, watching));
  if (summary === null) return;
  if (options.json) return say.line(JSON.stringify(summary));
  say.line(
    `Saved ${count(summary.rows, "row")} of ${count(summary.tables, "table")} in ${summary.file}: ` +
      `${bytes(summary.fileBytes)}, ${seconds(summary)}.`,
  );
  for (const { table, reason } of summary.leftOut) say.note(`Left out: ${table} (${reason}).`);
  say.note("The secret of the data folder is not in it: keep a copy of it elsewhere, or let people sign in again.");
}

async function restoreBackup(file: string, options: RestoreOptions): Promise<void> {
  const { restore } = await loadServerProgram<BackupProgram>("backup.mjs");
  const agree = options.replace ? (found: FoundData) => confirmReplacing(found, options.confirm) : null;
  const summary = await watched((watching) => restore(serverPlace(options.data), file, { ...watching, agree }));
  if (summary === null) return;
  if (options.json) return say.line(JSON.stringify(summary));
  sayRestored(summary);
}

function sayRestored(summary: RestoreSummary): void {
  const { rows, tables, madeAt, productVersion, migrated, replacedRows } = summary;
  say.line(
    `Restored ${count(rows, "row")} of ${count(tables, "table")}, saved ${madeAt} by version ${productVersion}: ` +
      `${seconds(summary)}.`,
  );
  if (replacedRows > 0) say.note(`They stand in place of ${count(replacedRows, "row")}.`);
  if (migrated.length > 0) say.note(`Brought up to this version by ${count(migrated.length, "migration")}.`);
  say.note("People sign in again. API keys work as they did when the backup was made: revoke what was revoked since.");
}

/**
 * Runs `work` with progress on the screen and Ctrl-C as its end, for which the answer is null.
 * @throws CliFault with the sentence of a fault.
 */
async function watched<T extends BackupSummary>(work: (watching: Watching) => Promise<Result<T>>): Promise<T | null> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, onSignal);
  const progress = openProgress();
  try {
    const done = await work({ onProgress: progress.show, signal: stop.signal });
    progress.clear();
    if (done.ok) return done.value;
    if (!stop.signal.aborted) throw new CliFault(done.fault.message);
    say.error(done.fault.message);
    process.exitCode = EXIT_INTERRUPTED;
    return null;
  } finally {
    progress.clear();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, onSignal);
  }
}

const STEPS: Readonly<Record<BackupProgress["step"], string>> = {
  save: "saving",
  check: "checking the file",
  load: "loading",
  compare: "comparing",
  build: "building indexes",
  migrate: "making tables",
};

/** One line that changes on a terminal; elsewhere a line for each step. */
function openProgress(): { show(progress: BackupProgress): void; clear(): void } {
  if (!process.stderr.isTTY) {
    let last = "";
    return {
      show: ({ step }) => {
        if (step !== last) say.note(`${STEPS[step]} …`);
        last = step;
      },
      clear: () => undefined,
    };
  }
  return {
    show: ({ step, what, done, total }) =>
      void process.stderr.write(`\r\u001b[2K${STEPS[step]}: ${done + 1} of ${total}, ${what}`),
    clear: () => void process.stderr.write("\r\u001b[2K"),
  };
}

/** A person types the name of what they give up; a program passes it. */
async function confirmReplacing({ where, database, rows }: FoundData, told: string | undefined): Promise<boolean> {
  const what = `${where} holds ${count(rows, "row")} in the database ${database}.`;
  if (told !== undefined) {
    if (told === database) return true;
    throw new CliFault(`${what} --confirm names another one: ${told}. Nothing was changed.`);
  }
  if (!process.stdin.isTTY) {
    throw new CliFault(`${what} To replace them without a terminal, add --confirm ${database}. Nothing was changed.`);
  }
  process.stderr.write("\r\u001b[2K");
  return (await askPerson(`${what} Type its name to replace them: `))?.trim() === database;
}

function seconds(summary: BackupSummary): string {
  return `${summary.seconds.toLocaleString("en-US", { maximumFractionDigits: 1 })} s`;
}

function bytes(value: number): string {
  if (value < 1_000_000) return `${number(Math.ceil(value / 1_000))} kB`;
  return `${(value / 1_000_000).toLocaleString("en-US", { maximumFractionDigits: 1 })} MB`;
}
