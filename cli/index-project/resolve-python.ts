import type { PythonImport } from "./read-python";
import { folderOf, joinPath } from "./tsconfig";

/** Folders that are often put on the path besides the root. */
const SOURCE_FOLDERS = ["", "src", "lib", "python"];

/**
 * Finds the files of the project that a Python import means (language reference, "The import system"): packages by
 * their `__init__.py`, modules, namespace packages, relative imports by level. A name that is itself a module of the
 * package counts as that module. Modules from outside answer nothing.
 */
export class PythonResolver {
  constructor(private readonly known: ReadonlySet<string>) {}

  resolve(from: string, { level, module, names }: PythonImport): string[] {
    const found = new Set<string>();
    for (const base of this.bases(from, level, module)) {
      const own = this.module(base);
      const parts = names.flatMap((name) => this.module(joinPath(base, name)) ?? []);
      for (const path of parts) found.add(path);
      // A package that only hands out its modules is not what is used.
      if (own !== null && parts.length < Math.max(1, names.length)) found.add(own);
      if (found.size > 0) break;
    }
    found.delete(from);
    return [...found];
  }

  /** Where the module may lie, the nearest first. */
  private bases(from: string, level: number, module: string): string[] {
    const path = module.replaceAll(".", "/");
    if (level > 0) return [joinPath(folderOf(from), `${"../".repeat(level - 1)}${path}`)];
    const roots = [...SOURCE_FOLDERS, this.topFolder(from), folderOf(from)];
    return [...new Set(roots.map((root) => joinPath(root, path)))];
  }

  /** The folder that holds the outermost package of a file. */
  private topFolder(from: string): string {
    let folder = folderOf(from);
    while (folder !== "" && this.known.has(joinPath(folder, "__init__.py"))) folder = folderOf(folder);
    return folder;
  }

  private module(path: string): string | null {
    if (path === "" || path.startsWith("..")) return null;
    const candidates = [`${path}.py`, `${path}/__init__.py`, `${path}.pyi`];
    return candidates.find((candidate) => this.known.has(candidate)) ?? null;
  }
}
