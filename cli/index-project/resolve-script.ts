import { folderOf, joinPath, type PathConfig } from "./tsconfig";

/** A package of the project's own: what its name stands for inside the project. */
export interface WorkspacePackage {
  readonly name: string;
  readonly folder: string;
  /** Paths that its package.json names as its beginning, relative to the project's root. */
  readonly entries: readonly string[];
}

const EXTENSIONS = [".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json"];

/** TypeScript sources are imported under the name that they will have as JavaScript. */
const SOURCE_OF: readonly (readonly [string, readonly string[]])[] = [
  [".js", [".ts", ".tsx", ".d.ts"]],
  [".jsx", [".tsx"]],
  [".mjs", [".mts", ".d.mts"]],
  [".cjs", [".cts", ".d.cts"]],
];

/**
 * Finds the file of the project that an import of a script means (Node's and TypeScript's "bundler" resolution):
 * relative paths, `paths` and `baseUrl` of the nearest tsconfig.json, packages of the workspace, index files, left out
 * endings. Packages from outside answer null.
 */
export class ScriptResolver {
  private readonly configs: readonly PathConfig[];
  private readonly packages: ReadonlyMap<string, WorkspacePackage>;

  constructor(
    private readonly known: ReadonlySet<string>,
    configs: readonly PathConfig[] = [],
    packages: readonly WorkspacePackage[] = [],
  ) {
    // The deepest folder first: the nearest configuration counts.
    this.configs = [...configs].sort((a, b) => b.folder.length - a.folder.length);
    this.packages = new Map(packages.map((own) => [own.name, own]));
  }

  resolve(from: string, specifier: string): string | null {
    const plain = specifier.replace(/[?#].*$/, "") || specifier;
    if (plain.startsWith(".")) return this.file(joinPath(folderOf(from), plain));
    if (plain.startsWith("/") || /^[a-z]+:/i.test(plain)) return null;
    return this.byConfig(from, plain) ?? this.byPackage(plain);
  }

  private byConfig(from: string, specifier: string): string | null {
    const config = this.configs.find(({ folder }) => folder === "" || from.startsWith(`${folder}/`));
    if (!config) return null;
    // The longest fixed beginning wins, as in TypeScript.
    const sorted = [...config.paths].sort((a, b) => b.pattern.length - a.pattern.length);
    for (const { pattern, targets } of sorted) {
      const star = starOf(pattern, specifier);
      if (star === null) continue;
      for (const target of targets) {
        const found = this.file(joinPath("", target.replace("*", star)));
        if (found !== null) return found;
      }
    }
    return config.baseUrl === null ? null : this.file(joinPath(config.baseUrl, specifier));
  }

  private byPackage(specifier: string): string | null {
    const parts = specifier.split("/");
    const size = specifier.startsWith("@") ? 2 : 1;
    const own = this.packages.get(parts.slice(0, size).join("/"));
    if (!own) return null;
    const rest = parts.slice(size).join("/");
    const places =
      rest === ""
        ? [...own.entries, joinPath(own.folder, "src"), own.folder]
        : [joinPath(own.folder, rest), joinPath(own.folder, `src/${rest}`)];
    for (const place of places) {
      const found = this.file(place);
      if (found !== null) return found;
    }
    return null;
  }

  private file(path: string): string | null {
    if (path !== "" && this.known.has(path)) return path;
    const candidates = path === "" ? [] : EXTENSIONS.map((extension) => `${path}${extension}`);
    for (const [written, sources] of SOURCE_OF) {
      if (path.endsWith(written)) candidates.push(...sources.map((source) => path.slice(0, -written.length) + source));
    }
    candidates.push(...EXTENSIONS.map((extension) => joinPath(path, `index${extension}`)));
    return candidates.find((candidate) => this.known.has(candidate)) ?? null;
  }
}

/** What the star of a pattern stands for in a name; null when it does not fit. */
function starOf(pattern: string, specifier: string): string | null {
  const [head = "", tail] = pattern.split("*");
  if (tail === undefined) return pattern === specifier ? "" : null;
  const fits = specifier.length >= head.length + tail.length && specifier.startsWith(head) && specifier.endsWith(tail);
  return fits ? specifier.slice(head.length, specifier.length - tail.length) : null;
}
