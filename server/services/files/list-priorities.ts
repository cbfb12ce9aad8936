import type { ProjectScope } from "../../core/access/scope";
import { MAX_INDEX_FILES, TYPE_KINDS } from "../../core/files/index-part";
import { pathsNamedIn } from "../../core/files/named-paths";
import { ProjectPaths } from "../../core/files/project-paths";
import {
  type ActiveFile,
  byRank,
  type IndexedFile,
  PRIORITY_LEVELS,
  type PriorityLevel,
  type RankedFile,
  rankFiles,
} from "../../core/files/rank-files";
import type { PriorityList, PriorityRow } from "../../core/files/views";
import { fail, notFound, ok, type Result } from "../../core/result";
import { type FileIndexRow, readLastIndex } from "../../db/files/file-index";
import { type FileToRank, readFilesToRank } from "../../db/files/project-files";
import { readSessionPlace } from "../../db/files/session-work";
import { currentPolicy } from "../analysis/current-policy";
import type { Deps } from "../deps";
import { readSessionWork, type SessionWork } from "./active-files";

export interface ListPriorities {
  readonly number: number | null;
  readonly task: string;
  /** Paths that change outside of any session, such as those of `git status`. */
  readonly changed: readonly string[];
  readonly level: PriorityLevel | null;
  /** Only this file. */
  readonly path: string | null;
  readonly cursor: string | null;
  readonly limit: number;
}

/** Files by priority: for a session, for a task, or as the score alone ranks them. One page, keyset on the rank. */
export async function listPriorities(
  deps: Deps,
  scope: ProjectScope,
  input: ListPriorities,
): Promise<Result<PriorityList>> {
  const after = readCursor(input.cursor);
  if (!after.ok) return after;
  const { pool } = deps.db;
  const session = input.number === null ? null : await readSessionPlace(pool, scope, input.number);
  if (input.number !== null && !session) return notFound("session", input.number);
  const index = await readLastIndex(pool, scope);
  const withNames = session !== null || input.task.trim() !== "";
  const query = { withNames, typeKinds: TYPE_KINDS, limit: MAX_INDEX_FILES };
  const files = index ? await readFilesToRank(pool, scope, query) : [];

  const known = new Set(files.map(({ path }) => path));
  const paths = new ProjectPaths(known);
  const policy = await currentPolicy(pool, scope.teamId, scope.projectId);
  const work = session
    ? await readSessionWork(pool, scope.teamId, session, { paths, known }, policy.currentFileTurns)
    : NO_WORK;
  const told = toldFiles(input, paths, known);
  const task = input.task.trim() || work.task;
  const active = distinct([...told.active, ...work.active]);
  const ranked = rankFiles(files.map(toIndexedFile), { active, task });
  return ok({
    index: index && toIndexState(index),
    active,
    unknown: [...new Set([...told.unknown, ...work.unknown])],
    task,
    counts: countLevels(ranked),
    ...pageOf(ranked, files, { ...input, after: after.value }),
  });
}

const NO_WORK: SessionWork = { active: [], unknown: [], task: "" };

/** Files that the caller says are changing, and those that the task names. */
function toldFiles({ task, changed }: ListPriorities, paths: ProjectPaths, known: ReadonlySet<string>) {
  const active: ActiveFile[] = [];
  const unknown: string[] = [];
  for (const path of changed) {
    const found = paths.find(path, null);
    if (found === null) unknown.push(path);
    else active.push({ path: found, why: "It was told as being changed." });
  }
  for (const path of pathsNamedIn(task, known)) active.push({ path, why: "The task names it." });
  return { active, unknown };
}

function distinct(active: readonly ActiveFile[]): ActiveFile[] {
  const byPath = new Map<string, ActiveFile>();
  for (const file of active) if (!byPath.has(file.path)) byPath.set(file.path, file);
  return [...byPath.values()];
}

function toIndexedFile(file: FileToRank): IndexedFile {
  const level = levelOf(file.pinnedPriority);
  const { path, imports, names, commits, coverage, isTest, isGenerated, declaresOnlyTypes } = file;
  const pin = level === null ? null : { level, by: file.pinnedBy ?? "Somebody" };
  return { path, imports, names, commits, coverage, isTest, isGenerated, declaresOnlyTypes, pin };
}

function levelOf(name: string | null): PriorityLevel | null {
  return PRIORITY_LEVELS.find((level) => level === name) ?? null;
}

function countLevels(ranked: readonly RankedFile[]): PriorityList["counts"] {
  const counts = { P0: 0, P1: 0, P2: 0, P3: 0 };
  for (const { level } of ranked) counts[level]++;
  return counts;
}

function toIndexState({ files, head, branch, indexedBy, finishedAt }: FileIndexRow & { readonly finishedAt: Date }) {
  return { files, head, branch, indexedBy, finishedAt: finishedAt.toISOString() };
}

type Place = Pick<RankedFile, "level" | "score" | "path">;

function pageOf(
  ranked: readonly RankedFile[],
  files: readonly FileToRank[],
  { level, path, limit, after }: Pick<ListPriorities, "level" | "path" | "limit"> & { readonly after: Place | null },
): Pick<PriorityList, "rows" | "nextCursor"> {
  const wanted = ranked.filter(
    (row) =>
      (level === null || row.level === level) &&
      (path === null || row.path === path) &&
      (after === null || byRank(after, row) < 0),
  );
  const page = wanted.slice(0, limit);
  const last = page.at(-1);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const rows = page.flatMap((row) => {
    const file = byPath.get(row.path);
    return file ? [toRow(row, file)] : [];
  });
  return { rows, nextCursor: wanted.length > limit && last ? `${last.level}~${last.score}~${last.path}` : null };
}

function toRow(row: RankedFile, file: FileToRank): PriorityRow {
  const level = levelOf(file.pinnedPriority);
  const { pinnedBy, pinnedAt, language, lines, tokens } = file;
  const pin = level && pinnedAt ? { level, by: pinnedBy ?? "Somebody", at: pinnedAt.toISOString() } : null;
  return { ...row, terms: [...row.terms], language, lines, tokens, pin };
}

/** `P1~0.4123~src/auth.ts`, plain, so that a URL stays readable. */
function readCursor(text: string | null): Result<Place | null> {
  if (text === null) return ok(null);
  const [name = "", digits = "", ...rest] = text.split("~");
  const level = levelOf(name);
  const score = Number(digits);
  if (level && digits !== "" && Number.isFinite(score) && rest.length > 0)
    return ok({ level, score, path: rest.join("~") });
  return fail("bad_request", "This page mark is not one of ours. Start from the first page.", { field: "cursor" });
}
