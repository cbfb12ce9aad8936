import { createHash } from "node:crypto";
import { lstat, readFile } from "node:fs/promises";
import path from "node:path";
import { estimateTokens } from "@/server/core/events/tokens";
import { roleOf } from "@/server/core/files/file-role";
import {
  type IndexedFileInput,
  MAX_OUTLINE_PER_FILE,
  type OutlineEntry,
  ProjectPath,
} from "@/server/core/files/index-part";
import { languageOf, scriptDialect } from "./languages";
import { type PythonImport, readPython } from "./read-python";
import { readScript } from "./read-script";

/** Why a file is not in the index. */
export const SKIPS = ["binary", "large", "private", "unreadable"] as const;
export type Skip = (typeof SKIPS)[number];

export interface ReadFile {
  readonly facts: Omit<IndexedFileInput, "imports" | "commits" | "lastCommitAt" | "coverage">;
  /** Imports as written, for the resolvers. */
  readonly specifiers: readonly string[];
  readonly pythonImports: readonly PythonImport[];
  /** For what must look into it on this machine; it is never sent. */
  readonly text: string;
}

export const MAX_FILE_BYTES = 1024 * 1024;
const LOOK_FOR_ZERO_BYTES = 8_192;
const MAX_NAME_CHARACTERS = 200;
const GENERATED_LINES = 5;

/** Files that hold secrets by their nature: not even their hash leaves this machine. */
const PRIVATE =
  /(^|\/)(\.env(\..+)?|\.netrc|\.npmrc|\.pypirc|id_(rsa|dsa|ecdsa|ed25519)|.+\.(pem|key|p12|pfx|keystore|jks))$/i;
const PUBLIC_EXAMPLE = /\.(example|sample|template)$/i;

/** Reads one file of the project; answers why not for those that stay out. */
export async function readProjectFile(root: string, file: string): Promise<ReadFile | Skip> {
  if (!ProjectPath.safeParse(file).success) return "unreadable";
  if (PRIVATE.test(file) && !PUBLIC_EXAMPLE.test(file)) return "private";
  const whole = path.join(root, file);
  const stat = await lstat(whole).catch(() => null);
  // A link may lead out of the project, and what it leads to inside is listed itself.
  if (!stat?.isFile()) return "unreadable";
  if (stat.size > MAX_FILE_BYTES) return "large";
  const bytes = await readFile(whole).catch(() => null);
  if (bytes === null) return "unreadable";
  if (bytes.subarray(0, LOOK_FOR_ZERO_BYTES).includes(0)) return "binary";
  return factsOf(file, bytes);
}

function factsOf(file: string, bytes: Buffer): ReadFile {
  const text = bytes.toString("utf8");
  const language = languageOf(file);
  const read = readerOf(language)(text);
  const role = roleOf(file);
  return {
    facts: {
      path: file,
      language,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      lines: countLines(text),
      tokens: estimateTokens(text),
      outline: read.outline.slice(0, MAX_OUTLINE_PER_FILE).map(cutName),
      isTest: role === "test",
      isGenerated: role === "generated" || saysGenerated(text),
    },
    specifiers: read.specifiers,
    pythonImports: read.pythonImports,
    text,
  };
}

type Reading = Pick<ReadFile, "specifiers" | "pythonImports"> & { readonly outline: readonly OutlineEntry[] };

const NOTHING: Reading = { specifiers: [], pythonImports: [], outline: [] };

function readerOf(language: string): (text: string) => Reading {
  const dialect = scriptDialect(language);
  if (dialect) return (text) => ({ ...NOTHING, ...readScript(text, dialect) });
  if (language !== "python") return () => NOTHING;
  return (text) => {
    const { imports, outline } = readPython(text);
    return { ...NOTHING, pythonImports: imports, outline };
  };
}

/** A last line without an end counts, an end at the end of the file begins none. */
function countLines(text: string): number {
  if (text === "") return 0;
  let lines = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

function cutName(entry: OutlineEntry): OutlineEntry {
  return entry.name.length <= MAX_NAME_CHARACTERS
    ? entry
    : { ...entry, name: entry.name.slice(0, MAX_NAME_CHARACTERS) };
}

/** Generators say so in a comment at the top (`@generated`, Go's `Code generated … DO NOT EDIT`). */
function saysGenerated(text: string): boolean {
  const head = text.slice(0, 2_000).split("\n", GENERATED_LINES);
  return head.some((line) => /^\s*(\/\/|\/\*|\*|#|<!--|--).*(@generated|do not edit|auto-?generated)/i.test(line));
}
