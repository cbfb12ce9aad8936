import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PROGRAM_BUNDLE } from "@/scripts/lib/program-bundle.mjs";
import { openDataFolder } from "@/server/launcher/data-folder";
import { openRunningDatabase } from "@/server/launcher/database";
import { parsePostmasterPid } from "@/server/launcher/embedded-postgres";
import { takeLauncherLock } from "@/server/launcher/lock";
import { isAlive } from "@/server/launcher/processes";
import { findProjectRoot } from "@/server/launcher/project-root";
import { BackupFile } from "@/server/services/backup/read-backup";
import { aSession } from "@/server/services/ingest/testing/session-fixture";
import { anUploader, type Uploader } from "@/server/services/ingest/testing/uploader";
import { type Ran, StewardCommand } from "./testing/run-steward";

let folder: string;
let steward: StewardCommand;
let uploader: Uploader;
/** A data folder of the embedded database, made by a restore. */
let data: string;

/** A checkout after its build, as far as these commands need it. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "steward-backups-"));
  await chmod(folder, 0o755); // As root, Postgres runs as another user, who must be able to enter.
  data = path.join(folder, "data");
  const root = findProjectRoot();
  const dist = path.join(folder, "dist");
  await mkdir(dist);
  await copyFile(path.join(root, "package.json"), path.join(folder, "package.json"));
  for (const part of ["prisma", "node_modules"]) await symlink(path.join(root, part), path.join(folder, part));
  const programs = build({
    ...PROGRAM_BUNDLE,
    entryPoints: [path.join(root, "server/launcher/backup.ts")],
    outfile: path.join(dist, "backup.mjs"),
  });
  [steward, uploader] = await Promise.all([StewardCommand.bundleInto(dist), anUploader(), programs]);
  await uploader.append(aSession("kept", { title: "Repair the ledger" }).said("Go on.").ran("npm test"));
}, 120_000);

afterAll(async () => {
  const postmaster = await readFile(path.join(data, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  const left = parsePostmasterPid(postmaster);
  if (left && isAlive(left.pid)) process.kill(left.pid, "SIGQUIT");
  await uploader.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (args: string[], env: Record<string, string> = {}): Promise<Ran> =>
  steward.run(args, { cwd: folder, env: { DATABASE_URL: "", ...env } });

async function tablesOf(name: string) {
  const backup = await BackupFile.open(path.join(folder, name));
  await backup.close();
  return backup.manifest.tables;
}

it("carries a server's data from one database to another, and back into a file", async () => {
  const saved = await run(["backup", "own.tar"], { DATABASE_URL: uploader.url });
  expect(saved).toMatchObject({ code: 0, out: expect.stringMatching(/^Saved \d+ rows of \d+ tables in .*own\.tar: /) });
  expect(saved.err).toMatch(/Left out: auth_session \(live sign-ins/);

  const restored = await run(["restore-backup", "own.tar", "--data", "data", "--json"]);
  expect(restored.code).toBe(0);
  expect(JSON.parse(restored.out)).toMatchObject({ migrated: [], replacedRows: 0, productVersion: expect.any(String) });

  expect(await run(["backup", "embedded.tar", "--data", "data"])).toMatchObject({ code: 0 });
  expect(await tablesOf("embedded.tar")).toEqual(await tablesOf("own.tar"));
}, 120_000);

it("replaces what a database holds only for the one who types its name", async () => {
  const again = (...more: string[]) => run(["restore-backup", "own.tar", "--data", data, ...more]);
  const refused = await again();
  expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/data holds \d+ rows\. Add --replace to put/) });
  expect((await again("--replace")).err).toContain("To replace them without a terminal, add --confirm steward.");
  expect((await again("--replace", "--confirm", "postgres")).err).toContain("--confirm names another one: postgres.");
  const replaced = await again("--replace", "--confirm", "steward");
  expect(replaced).toMatchObject({ code: 0, out: expect.stringMatching(/^Restored \d+ rows/) });
  expect(replaced.err).toMatch(/They stand in place of \d+ rows\./);
}, 120_000);

it("saves while the server works, and restores into no folder on which one does", async () => {
  const lock = takeLauncherLock(data, 3000);
  const quiet = { onWaiting: () => {}, onCrash: () => {}, onRecovered: () => {} };
  const server = await openRunningDatabase({
    ...{ data: openDataFolder(data, "0.1.0"), projectRoot: findProjectRoot(), ownUrl: undefined },
    ...quiet,
  });
  try {
    expect(await run(["backup", "live.tar", "--data", data])).toMatchObject({ code: 0 });
    expect(await tablesOf("live.tar")).toEqual(await tablesOf("own.tar"));
    expect(await run(["restore-backup", "own.tar", "--data", data])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`Context Steward runs on ${data}. Stop it first`),
    });
  } finally {
    await server.stop();
    lock.release();
  }
}, 60_000);

it("tells which file or folder is wrong before it makes anything", async () => {
  await writeFile(path.join(folder, "half.tar"), (await readFile(path.join(folder, "own.tar"))).subarray(0, 20_000));
  const half = await run(["restore-backup", "half.tar", "--data", "never"]);
  expect(half).toMatchObject({
    code: 2,
    err: expect.stringMatching(/half\.tar cannot be restored\. It ends too early/),
  });
  expect(await run(["backup", "x.tar", "--data", "never"])).toMatchObject({
    code: 2,
    // Nothing of Node's own stands beside it.
    err: expect.stringMatching(/^There is no data folder of Context Steward at never\..*\n$/),
  });
  expect(existsSync(path.join(folder, "never"))).toBe(false);
});

/** Sends `signal` to a restore of `name` when it says that it is at `step`. */
function endAt(step: string, signal: NodeJS.Signals, name: string): Promise<{ end: unknown; err: string }> {
  const place = ["--data", data, "--replace", "--confirm", "steward"];
  const child = spawn(process.execPath, [path.join(folder, "dist/steward.mjs"), "restore-backup", name, ...place], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: "" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
    if (text.includes(step)) child.kill(signal);
  });
  return new Promise((resolve) => child.once("close", (code, by) => resolve({ end: by ?? code, err })));
}

it("leaves the database as it was when it is stopped or killed", async () => {
  await uploader.append(aSession("later").said("What came after."));
  expect(await run(["backup", "later.tar"], { DATABASE_URL: uploader.url })).toMatchObject({ code: 0 });
  expect(await tablesOf("later.tar")).not.toEqual(await tablesOf("own.tar"));

  const stopped = await endAt("loading", "SIGINT", "later.tar");
  expect(stopped).toMatchObject({ end: 130, err: expect.stringMatching(/Stopped\. Nothing was changed\.\n$/) });
  expect(await endAt("comparing", "SIGKILL", "later.tar")).toMatchObject({ end: "SIGKILL" });
  expect(await run(["backup", "killed.tar", "--data", "data"])).toMatchObject({ code: 0 });
  expect(await tablesOf("killed.tar")).toEqual(await tablesOf("own.tar"));
}, 120_000);
