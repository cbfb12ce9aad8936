import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { z } from "zod";
import { LauncherError } from "./errors";
import { type RunAs, SYSTEM_HOME } from "./postgres-binaries";

/** Raised whenever an older program could no longer read what a newer one wrote. Migrations of tables do not count. */
export const DATA_FORMAT = 1;

const FolderFacts = z.looseObject({
  /** Layout of the folder. */
  format: z.int().nonnegative(),
  /** Major version of the server that owns the cluster; null while only DATABASE_URL was used. */
  postgresMajor: z.int().positive().nullable(),
  /** Version of the product that made the folder, for the command that goes back to it. */
  madeBy: z.string(),
  /** Port of the embedded server, kept so that other tools find it again. */
  postgresPort: z.int().min(1).max(65_535).nullable().default(null),
  /** Folder of the cluster when Postgres' user cannot enter this one; whoever removes this folder removes that too. */
  clusterHome: z.string().nullable().default(null),
});

export type FolderFacts = z.infer<typeof FolderFacts>;

export interface DataFolder {
  /** Absolute path of the folder. */
  path: string;
  /** Where logs go; each file is readable by its owner only. */
  logs: string;
  facts: FolderFacts;
  /** Keeps new facts on disk; the write is atomic. */
  remember(changes: Partial<FolderFacts>): void;
}

/**
 * Opens the data folder, making it on the first start.
 * @throws LauncherError when it cannot be written, or when another version's format is in it.
 */
export function openDataFolder(directory: string, productVersion: string): DataFolder {
  const folder = path.resolve(directory);
  const logs = path.join(folder, "logs");
  try {
    mkdirSync(logs, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new LauncherError(
      `The data folder ${folder} cannot be written.`,
      "Use another one: npm run quickstart -- --data <folder>",
      { cause },
    );
  }
  const file = path.join(folder, "steward-data.json");
  const facts = readFacts(file, folder, productVersion);
  const data: DataFolder = {
    path: folder,
    logs,
    facts,
    remember(changes) {
      data.facts = { ...data.facts, ...changes };
      writeAtomically(file, `${JSON.stringify(data.facts, null, 2)}\n`, 0o644);
    },
  };
  if (!existsSync(file)) data.remember({});
  return data;
}

function readFacts(file: string, folder: string, productVersion: string): FolderFacts {
  if (!existsSync(file)) {
    return { format: DATA_FORMAT, postgresMajor: null, madeBy: productVersion, postgresPort: null, clusterHome: null };
  }
  const facts = parseFacts(readFileSync(file, "utf8"));
  if (!facts) {
    throw new LauncherError(
      `${file} is damaged: it should hold the format of this data folder.`,
      `If the folder was made by this version, write it anew: rm '${file}' && npm run quickstart -- --data '${folder}'`,
    );
  }
  const refusal = refuseFormat(facts, folder);
  if (refusal) throw refusal;
  return facts;
}

function parseFacts(text: string): FolderFacts | null {
  try {
    return FolderFacts.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The reason why this version must not touch a folder with `facts`, or null. */
export function refuseFormat(facts: FolderFacts, folder: string): LauncherError | null {
  if (facts.format === DATA_FORMAT) return null;
  const newer = facts.format > DATA_FORMAT;
  return new LauncherError(
    `The data folder ${folder} has format ${facts.format}, made by version ${facts.madeBy}; ` +
      `this version reads format ${DATA_FORMAT}, so the folder is too ${newer ? "new" : "old"}. Nothing was changed.`,
    newer
      ? "Update the program: git pull && npm run quickstart"
      : `Keep it and start a new one: npm run quickstart -- --data '${folder}-format-${DATA_FORMAT}'`,
  );
}

/** The reason why a server of major version `major` must not open this folder's cluster, or null. */
export function refusePostgresMajor(facts: FolderFacts, folder: string, major: number): LauncherError | null {
  if (facts.postgresMajor === null || facts.postgresMajor === major) return null;
  const newer = facts.postgresMajor > major;
  return new LauncherError(
    `The database in ${folder} was written by Postgres ${facts.postgresMajor}; ` +
      `this version brings Postgres ${major}, so the folder is too ${newer ? "new" : "old"}. Nothing was changed.`,
    newer
      ? "Update the program: git pull && npm run quickstart"
      : "Carry it over with a backup. With the version that ran on it " +
          `(made by ${facts.madeBy}): npx steward backup steward-backup.tar --data '${folder}'\n` +
          `Then with this one: npx steward restore-backup steward-backup.tar --data '${folder}-postgres-${major}' && ` +
          `npm run quickstart -- --data '${folder}-postgres-${major}'`,
  );
}

/**
 * A secret that is made once and then kept in the folder, readable by its owner only.
 * @param bytes Random bytes behind it; the text is their hexadecimal form.
 */
export function keptSecret(folder: string, name: string, bytes = 32): string {
  const file = path.join(folder, name);
  if (existsSync(file)) {
    const secret = readFileSync(file, "utf8").trim();
    if (secret.length >= bytes * 2) {
      chmodSync(file, 0o600);
      return secret;
    }
  }
  const secret = randomBytes(bytes).toString("hex");
  writeAtomically(file, `${secret}\n`, 0o600);
  return secret;
}

/** Database of the product inside the embedded server. */
export const EMBEDDED_DATABASE = "steward";
export const PASSWORD_FILE = "postgres-password";

/** Where the embedded server of this folder was last reached; null when there never was one. It may be down. */
export function readEmbeddedAddress(folder: string): string | null {
  const passwordFile = path.join(folder, PASSWORD_FILE);
  const factsFile = path.join(folder, "steward-data.json");
  if (!existsSync(passwordFile) || !existsSync(factsFile)) return null;
  const port = parseFacts(readFileSync(factsFile, "utf8"))?.postgresPort;
  if (!port) return null;
  const password = readFileSync(passwordFile, "utf8").trim();
  return embeddedUrl(password, port, EMBEDDED_DATABASE);
}

export function embeddedUrl(password: string, port: number, database: string): string {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

/** Full text or nothing: a start that is cut short must not leave half a file. */
export function writeAtomically(file: string, text: string, mode: number): void {
  const part = `${file}.part-${process.pid}`;
  writeFileSync(part, text, { mode });
  renameSync(part, file);
}

/**
 * The folder for the cluster of the embedded server: inside the data folder, or, when Postgres runs as another user
 * that cannot enter it (a home of mode 700), a folder of its own below {@link SYSTEM_HOME}, whose name is kept.
 * @throws LauncherError when that folder is gone.
 */
export function clusterHome(data: DataFolder, runAs: RunAs): string {
  const kept = data.facts.clusterHome;
  if (kept !== null && existsSync(kept)) return kept;
  if (kept !== null) {
    throw new LauncherError(
      `The database of ${data.path} was kept in ${kept}, which is gone.`,
      `Bring that folder back, or start a new one: npm run quickstart -- --data '${data.path}-new'`,
    );
  }
  if (runAs.uid === undefined || canEnter(data.path, runAs)) return data.path;
  const home = path.join(SYSTEM_HOME, `data-${randomBytes(6).toString("hex")}`);
  mkdirSync(home, { recursive: true, mode: 0o755 });
  data.remember({ clusterHome: home });
  return home;
}

function canEnter(folder: string, runAs: RunAs): boolean {
  try {
    execFileSync("test", ["-x", folder], { ...runAs, cwd: "/", stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
