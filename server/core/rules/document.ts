import { z } from "zod";
import { AuthorView } from "../decisions/views";
import { compileGlob } from "../prune/glob";

/** Documents that govern a project's work, as they were uploaded. */

export const DOCUMENT_KINDS = ["agents", "state", "plan", "constraints", "other"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** The first row that matches names the kind; a pattern matches at any depth. */
const KINDS: readonly { readonly pattern: string; readonly kind: DocumentKind }[] = [
  { pattern: "{AGENTS,CLAUDE,CLAUDE.local,GEMINI,agent-orchestration}.md", kind: "agents" },
  { pattern: ".cursor/rules/**", kind: "agents" },
  { pattern: ".cursorrules", kind: "agents" },
  { pattern: "STATE.md", kind: "state" },
  { pattern: "{PLAN,*-PLAN}.md", kind: "plan" },
  { pattern: "CONSTRAINTS.md", kind: "constraints" },
];

const GLOBS = KINDS.flatMap(({ pattern, kind }) => {
  const glob = compileGlob(pattern);
  return glob.ok ? [{ glob: glob.value, kind }] : [];
});

export function documentKind(path: string): DocumentKind {
  return GLOBS.find(({ glob }) => glob.matches(path))?.kind ?? "other";
}

/** A stored kind that this version does not know is shown as any other document. */
export function documentKindOf(text: string): DocumentKind {
  return DOCUMENT_KINDS.find((kind) => kind === text) ?? "other";
}

export const MAX_DOCUMENT_BYTES = 512 * 1024;
const MAX_PATH_CHARACTERS = 400;

/** A path inside the repository, with slashes: `AGENTS.md`, `.planning/STATE.md`. */
export const DocumentPath = z
  .string()
  .transform((text) =>
    text
      .trim()
      .replaceAll("\\", "/")
      .replace(/^(?:\.\/)+/, ""),
  )
  .pipe(
    z
      .string()
      .min(1, "Name the document by its path in the repository, such as AGENTS.md.")
      .max(MAX_PATH_CHARACTERS, `Shorten the path to ${MAX_PATH_CHARACTERS} characters.`)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
      .refine((path) => !/[\u0000-\u001f\u007f]/.test(path), "Leave control characters out of the path.")
      .refine(
        (path) => !/^(?:\/|[a-z]:|~)/i.test(path),
        "Write the path from the root of the repository: docs/PLAN.md.",
      )
      .refine((path) => !path.endsWith("/"), "Name a file, not a folder.")
      .refine(
        (path) => path.split("/").every((part) => part !== "" && part !== "." && part !== ".."),
        "Write the path without empty parts, . and ..",
      ),
  );

export const DocumentText = z.string().superRefine((text, context) => {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= MAX_DOCUMENT_BYTES) return;
  const message = `The document has ${Math.ceil(bytes / 1024)} KiB; upload at most ${MAX_DOCUMENT_BYTES / 1024}. Split it, or leave out what agents do not need.`;
  context.addIssue({ code: "custom", message });
});

export const DocumentRow = z.object({
  path: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  version: z.int(),
  /** An estimate. */
  tokens: z.int(),
  updatedAt: z.iso.datetime(),
  /** When it was removed; its versions stay. */
  removedAt: z.iso.datetime().nullable(),
});
export type DocumentRow = z.infer<typeof DocumentRow>;

export const DocumentList = z.object({
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  rows: z.array(DocumentRow),
  /** The path behind which the next page begins. */
  nextCursor: z.string().nullable(),
  mayWrite: z.boolean(),
});
export type DocumentList = z.infer<typeof DocumentList>;

export const DocumentVersionRow = z.object({
  version: z.int(),
  tokens: z.int(),
  sha256: z.string(),
  author: AuthorView,
  createdAt: z.iso.datetime(),
});
export type DocumentVersionRow = z.infer<typeof DocumentVersionRow>;

export const DocumentView = DocumentRow.extend({
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  mayWrite: z.boolean(),
  /** The version whose text this is: the newest, unless another was asked for. */
  shown: z.int(),
  text: z.string(),
  /** Newest first, at most the last hundred; without their texts. */
  versions: z.array(DocumentVersionRow).min(1),
});
export type DocumentView = z.infer<typeof DocumentView>;

export const DocumentPut = z.object({
  path: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  version: z.int(),
  tokens: z.int(),
  /** `unchanged`: the newest version has this text already. */
  result: z.enum(["created", "changed", "unchanged", "restored"]),
});
export type DocumentPut = z.infer<typeof DocumentPut>;
