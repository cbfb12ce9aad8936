import { z } from "zod";
import { FILE_ROLES } from "./file-role";
import { OutlineEntry } from "./index-part";
import { PRIORITY_LEVELS } from "./rank-files";
import { SCORE_TERMS } from "./score";

const TERM_NAMES = SCORE_TERMS.map(({ term }) => term);
export const LevelName = z.enum(PRIORITY_LEVELS);

export const TermView = z.object({
  term: z.enum(TERM_NAMES),
  weight: z.number(),
  value: z.number(),
  points: z.number(),
  why: z.string(),
});

export const PriorityRow = z.object({
  path: z.string(),
  level: LevelName,
  role: z.enum(FILE_ROLES),
  score: z.number(),
  terms: z.array(TermView),
  why: z.string(),
  language: z.string(),
  lines: z.int(),
  /** An estimate. */
  tokens: z.int(),
  pin: z.object({ level: LevelName, by: z.string(), at: z.iso.datetime() }).nullable(),
});
export type PriorityRow = z.infer<typeof PriorityRow>;

export const IndexState = z.object({
  files: z.int(),
  head: z.string().nullable(),
  branch: z.string().nullable(),
  indexedBy: z.string(),
  finishedAt: z.iso.datetime(),
});

export const PriorityList = z.object({
  /** The last finished index; null while there is none, and then `rows` is empty. */
  index: IndexState.nullable(),
  /** Files that are being edited, with how that is known. */
  active: z.array(z.object({ path: z.string(), why: z.string() })),
  /** Files that are being edited but that the index does not know. */
  unknown: z.array(z.string()),
  /** The words that relevance was measured against; empty without a task. */
  task: z.string(),
  counts: z.object({ P0: z.int(), P1: z.int(), P2: z.int(), P3: z.int() }),
  rows: z.array(PriorityRow),
  nextCursor: z.string().nullable(),
});
export type PriorityList = z.infer<typeof PriorityList>;

export const FileOutline = z.object({
  path: z.string(),
  language: z.string(),
  lines: z.int(),
  tokens: z.int(),
  sha256: z.string(),
  outline: z.array(OutlineEntry),
  imports: z.array(z.string()),
  importedBy: z.array(z.string()),
  commits: z.int(),
  lastCommitAt: z.iso.datetime().nullable(),
  coverage: z.number().nullable(),
});
export type FileOutline = z.infer<typeof FileOutline>;
