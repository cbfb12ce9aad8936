import { z } from "zod";

/** What resolving needs of a tsconfig.json: where bare names may lie. Folders are relative to the project's root. */
export interface PathConfig {
  /** Folder of the file; it holds for everything below. */
  readonly folder: string;
  /** Null when none is told: bare names are packages then. */
  readonly baseUrl: string | null;
  /** Patterns with at most one star, and where they lead, as paths relative to the project's root. */
  readonly paths: readonly { readonly pattern: string; readonly targets: readonly string[] }[];
}

const TsConfig = z.object({
  extends: z.union([z.string(), z.array(z.string())]).optional(),
  compilerOptions: z
    .object({ baseUrl: z.string().optional(), paths: z.record(z.string(), z.array(z.string())).optional() })
    .optional(),
});

const MAX_DEPTH = 8;

/**
 * Reads a tsconfig.json with what it extends inside the project (TypeScript handbook, "extends": its own options win;
 * `paths` are relative to `baseUrl`, else to the file that has them). One that cannot be read counts as empty.
 */
export function readPathConfig(path: string, readText: (path: string) => string | null): PathConfig {
  const found = optionsOf(path, readText, MAX_DEPTH);
  return { folder: folderOf(path), baseUrl: found.baseUrl ?? null, paths: found.paths ?? [] };
}

interface Options {
  readonly baseUrl?: string;
  readonly paths?: PathConfig["paths"];
}

function optionsOf(path: string, readText: (path: string) => string | null, depth: number): Options {
  const text = depth > 0 ? readText(path) : null;
  const parsed = text === null ? null : TsConfig.safeParse(parseJsonc(text));
  if (!parsed?.success) return {};
  const { compilerOptions, extends: bases = [] } = parsed.data;
  const folder = folderOf(path);
  let inherited: Options = {};
  for (const base of [bases].flat()) {
    if (!base.startsWith(".")) continue; // a package's: it has no paths of this project
    inherited = { ...inherited, ...optionsOf(withJson(joinPath(folder, base)), readText, depth - 1) };
  }
  const baseUrl =
    compilerOptions?.baseUrl === undefined ? inherited.baseUrl : joinPath(folder, compilerOptions.baseUrl);
  const own = Object.entries(compilerOptions?.paths ?? {}).map(([pattern, targets]) => ({
    pattern,
    targets: targets.map((target) => joinPath(baseUrl ?? folder, target)),
  }));
  const paths = compilerOptions?.paths ? own : inherited.paths;
  return { ...(baseUrl === undefined ? {} : { baseUrl }), ...(paths ? { paths } : {}) };
}

function withJson(path: string): string {
  return path.endsWith(".json") ? path : `${path}.json`;
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Joins and tidies; a path that leaves the project keeps its `..` and so matches nothing. */
export function joinPath(folder: string, path: string): string {
  const kept: string[] = [];
  for (const part of `${folder}/${path}`.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else kept.push(part);
  }
  return kept.join("/");
}

/** JSON with comments and trailing commas; null for what is none. */
export function parseJsonc(text: string): unknown {
  try {
    return JSON.parse(withoutTrailingCommas(withoutComments(text)));
  } catch {
    return null;
  }
}

const STRING_OR_COMMENT = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g;
const STRING_OR_COMMA = /"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g;

/** Strings are matched too, so that `"https://…"` is no comment. */
function withoutComments(text: string): string {
  return text.replace(STRING_OR_COMMENT, (found) => (found.startsWith('"') ? found : " "));
}

function withoutTrailingCommas(text: string): string {
  return text.replace(STRING_OR_COMMA, (found) => (found === "," ? "" : found));
}
