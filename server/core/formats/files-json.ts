import { z } from "zod";
import { IndexedFileInput } from "../files/index-part";
import { PRIORITY_LEVELS, type PriorityLevel, type RankedFile } from "../files/rank-files";
import { firstFault } from "./json-fields";
import { jsonOf } from "./jsonl";
import type { ReadProblem } from "./portable";

/** `files/index.json`: what the last index of the project's files saw, a file a line. */
export interface FilesIndex {
  readonly head: string | null;
  readonly branch: string | null;
  readonly files: readonly IndexedFileInput[];
}

export function filesIndexHead({ head, branch }: Pick<FilesIndex, "head" | "branch">): string {
  return `{"version":1,"head":${JSON.stringify(head)},"branch":${JSON.stringify(branch)},"files":[`;
}
export const FILES_END = "\n]}\n";

/** Keys always stand in this order. */
export function indexedFileLine(file: IndexedFileInput): string {
  const { path, language, sha256, lines, tokens, imports, outline, commits, coverage, isTest, isGenerated } = file;
  return JSON.stringify({
    ...{ path, language, sha256, lines, tokens, imports },
    outline: outline.map(({ name, kind, line }) => ({ name, kind, line })),
    commits,
    last_commit_at: file.lastCommitAt,
    coverage,
    is_test: isTest,
    is_generated: isGenerated,
  });
}

function joined(lines: readonly string[]): string {
  return lines.map((line, at) => `${at === 0 ? "" : ","}\n${line}`).join("");
}

const IndexFile = z.object({
  head: z.string().nullable().default(null),
  branch: z.string().nullable().default(null),
  files: z.array(z.unknown()),
});

const Written = z.object({
  ...IndexedFileInput.omit({ lastCommitAt: true, isTest: true, isGenerated: true }).shape,
  last_commit_at: IndexedFileInput.shape.lastCommitAt.default(null),
  is_test: z.boolean().default(false),
  is_generated: z.boolean().default(false),
});

export function readFilesIndex(
  file: string,
  text: string,
): { readonly index: FilesIndex | null; readonly problems: readonly ReadProblem[] } {
  const whole = IndexFile.safeParse(jsonOf(text));
  if (!whole.success) {
    const message =
      'The file is no JSON of the form {"version": 1, "files": [ … ]}. Write it again with steward index.';
    return { index: null, problems: [{ file, line: null, field: "files", message }] };
  }
  const problems: ReadProblem[] = [];
  const files = whole.data.files.flatMap((value, at): IndexedFileInput[] => {
    const parsed = Written.safeParse(value);
    if (!parsed.success) {
      problems.push({ file, line: at + 2, ...firstFault(parsed.error) });
      return [];
    }
    const { last_commit_at, is_test, is_generated, ...same } = parsed.data;
    return [{ ...same, lastCommitAt: last_commit_at, isTest: is_test, isGenerated: is_generated }];
  });
  return { index: { head: whole.data.head, branch: whole.data.branch, files }, problems };
}

export interface FilePin {
  readonly path: string;
  readonly level: PriorityLevel;
  readonly by: string;
  readonly at: string;
}

/** `files/priorities.json`: every file by level and score, with who set a level by hand. */
export function writePriorities(
  ranked: readonly Pick<RankedFile, "path" | "level" | "score">[],
  pins: readonly FilePin[],
): string {
  const pinOf = new Map(pins.map((pin) => [pin.path, pin]));
  const lines = ranked.map(({ path, level, score }) => {
    const pin = pinOf.get(path);
    const set = pin && { level: pin.level, by: pin.by, at: pin.at };
    return JSON.stringify({ path, priority: level, score, pinned: set });
  });
  return `{"version":1,"files":[${joined(lines)}${FILES_END}`;
}

const Pinned = z.object({
  path: z.string().min(1),
  pinned: z.object({ level: z.enum(PRIORITY_LEVELS), by: z.string(), at: z.iso.datetime() }).nullish(),
});

/** Only what a person or an agent set is read; levels and scores follow from the index. */
export function readPins(
  file: string,
  text: string,
): { readonly pins: readonly FilePin[]; readonly problems: readonly ReadProblem[] } {
  const whole = z.object({ files: z.array(z.unknown()) }).safeParse(jsonOf(text));
  if (!whole.success) {
    const message = 'The file is no JSON of the form {"version": 1, "files": [ … ]}.';
    return { pins: [], problems: [{ file, line: null, field: "files", message }] };
  }
  const problems: ReadProblem[] = [];
  const pins = whole.data.files.flatMap((value, at): FilePin[] => {
    const parsed = Pinned.safeParse(value);
    if (!parsed.success) problems.push({ file, line: at + 2, ...firstFault(parsed.error) });
    const pinned = parsed.success ? parsed.data.pinned : null;
    return parsed.success && pinned ? [{ path: parsed.data.path, ...pinned }] : [];
  });
  return { pins, problems };
}
