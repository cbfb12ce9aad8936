import { z } from "zod";
import { MAX_PATH_CHARACTERS } from "../events/limits";

/** The contract of `steward index`: what the command sends and the server takes. */
export const MAX_FILES_PER_PART = 300;
export const MAX_INDEX_FILES = 20_000;
export const MAX_IMPORTS_PER_FILE = 500;
export const MAX_OUTLINE_PER_FILE = 300;
export const MAX_RULE_FILES = 500;
const MAX_NAME_CHARACTERS = 200;
const MAX_COUNT = 2_147_483_647;

export const OUTLINE_KINDS = [
  "class",
  "function",
  "method",
  "interface",
  "type",
  "enum",
  "constant",
  "namespace",
] as const;
export type OutlineKind = (typeof OUTLINE_KINDS)[number];
/** Kinds that exist for the compiler alone, or list names. */
export const TYPE_KINDS: readonly OutlineKind[] = ["interface", "type", "enum"];

/** A path inside the project: forward slashes, no leading one, no step upwards. */
export const ProjectPath = z
  .string()
  .min(1)
  .max(MAX_PATH_CHARACTERS)
  .refine((path) => !/^[/\\]|^[a-z]:|\\|(^|\/)\.\.?(\/|$)|\/\/|\/$|\0/i.test(path), {
    error: "Give a path relative to the project's root, with forward slashes, such as src/auth.ts.",
  });

/** A declared name: never more of the text than this. */
export const OutlineEntry = z.strictObject({
  name: z.string().min(1).max(MAX_NAME_CHARACTERS),
  kind: z.enum(OUTLINE_KINDS),
  line: z.int().positive().max(MAX_COUNT),
});
export type OutlineEntry = z.infer<typeof OutlineEntry>;

export const IndexedFileInput = z.strictObject({
  path: ProjectPath,
  language: z.string().min(1).max(40),
  /** Of the file's bytes, as hexadecimal digits. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, { error: "Give the SHA-256 as 64 hexadecimal digits." }),
  lines: z.int().nonnegative().max(MAX_COUNT),
  tokens: z.int().nonnegative().max(MAX_COUNT),
  imports: z.array(ProjectPath).max(MAX_IMPORTS_PER_FILE),
  outline: z.array(OutlineEntry).max(MAX_OUTLINE_PER_FILE),
  commits: z.int().nonnegative().max(MAX_COUNT),
  lastCommitAt: z.iso.datetime({ offset: true }).nullable(),
  coverage: z.number().min(0).max(1).nullable(),
  isTest: z.boolean(),
  isGenerated: z.boolean(),
});
export type IndexedFileInput = z.infer<typeof IndexedFileInput>;

/** A rule or a skill that lies in the project: its place and size, not its text. */
export const RuleFileInput = z.strictObject({
  kind: z.enum(["rule", "skill"]),
  /** Of a rule its path, of a skill its own name. */
  name: z.string().min(1).max(500),
  path: ProjectPath,
  category: z.string().max(40).nullable(),
  tokens: z.int().nonnegative().max(MAX_COUNT),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, { error: "Give the SHA-256 as 64 hexadecimal digits." }),
});
export type RuleFileInput = z.infer<typeof RuleFileInput>;
