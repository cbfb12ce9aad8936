import { isDeepStrictEqual } from "node:util";
import type { ProjectScope } from "../../core/access/scope";
import { MAX_INDEX_FILES } from "../../core/files/index-part";
import { type ContextConfig, writeConfig } from "../../core/formats/config-toml";
import { type FilePin, type FilesIndex, indexedFileLine } from "../../core/formats/files-json";
import type { Folder } from "../../core/formats/folder";
import type { TenantSql } from "../../db/client";
import { readFilePage, readPinnedFiles } from "../../db/exchange/files";
import { readLastIndex } from "../../db/files/file-index";
import { currentPolicy } from "../analysis/current-policy";
import type { Deps } from "../deps";
import type { ImportChoices } from "./plan-records";
import { toIndexedFile } from "./portable-rows";

/** What a folder has beside its records: thresholds, and the index of the project's files with its pins. */
export interface PlannedConfig {
  readonly config: ContextConfig;
  readonly state: "changed" | "same";
  /** The file as it is and as it would be, to be shown side by side. */
  readonly before: string;
  readonly after: string;
  readonly isTaken: boolean;
}

export interface PlannedFiles {
  readonly index: FilesIndex;
  readonly pins: readonly FilePin[];
  readonly state: "new" | "changed" | "same";
  /** Files that the index here has. */
  readonly here: number;
  readonly isTaken: boolean;
}

export interface PlannedExtras {
  readonly config: PlannedConfig | null;
  readonly files: PlannedFiles | null;
}

export async function planExtras(
  { db }: Deps,
  scope: ProjectScope,
  sql: TenantSql,
  folder: Folder,
  choices: ImportChoices,
): Promise<PlannedExtras> {
  const [config, files] = [
    await planConfig(scope, sql, folder, choices),
    await planFiles(db.pool, scope, folder, choices),
  ];
  return { config, files };
}

async function planConfig(
  scope: ProjectScope,
  sql: TenantSql,
  { config }: Folder,
  choices: ImportChoices,
): Promise<PlannedConfig | null> {
  if (config === null) return null;
  const { preset, budget } = await currentPolicy(sql, scope.teamId, scope.projectId);
  // The name is the project's own and is never taken over.
  const before = writeConfig({ project: config.project, preset, budget });
  const after = writeConfig(config);
  const state = before === after ? "same" : "changed";
  return { config, state, before, after, isTaken: state === "changed" && choices["config"] !== "skip" };
}

async function planFiles(
  sql: TenantSql,
  scope: ProjectScope,
  { index, pins }: Folder,
  choices: ImportChoices,
): Promise<PlannedFiles | null> {
  if (index === null) return null;
  const last = await readLastIndex(sql, scope);
  const rows = last === null ? [] : await readFilePage(sql, scope, "", MAX_INDEX_FILES);
  const pinned = await readPinnedFiles(sql, scope, MAX_INDEX_FILES);
  const here = pinned.map(({ path, level, by, at }) => ({ path, level, by: by ?? "", at: at?.toISOString() ?? "" }));
  const lines = (files: FilesIndex["files"]) => files.map(indexedFileLine).sort();
  const isSame =
    isDeepStrictEqual(lines(rows.map(toIndexedFile)), lines(index.files)) &&
    isDeepStrictEqual(byPath(here), byPath(pins));
  const state = isSame ? "same" : rows.length === 0 ? "new" : "changed";
  // An index of this project's own checkout is not replaced unless somebody asks for it.
  const isTaken = state === "new" ? choices["files"] !== "skip" : state === "changed" && choices["files"] === "take";
  return { index, pins, state, here: rows.length, isTaken };
}

function byPath<T extends { readonly path: string }>(list: readonly T[]): T[] {
  return [...list].sort((a, b) => (a.path < b.path ? -1 : 1));
}
