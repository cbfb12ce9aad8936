import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import {
  type IndexedFileInput,
  MAX_IMPORTS_PER_FILE,
  MAX_INDEX_FILES,
  MAX_RULE_FILES,
  type RuleFileInput,
} from "@/server/core/files/index-part";
import { readCoverage } from "./coverage";
import { readHistory } from "./git-history";
import { listFiles } from "./list-files";
import { type ReadFile, readProjectFile, SKIPS, type Skip } from "./read-file";
import { PythonResolver } from "./resolve-python";
import { ScriptResolver, type WorkspacePackage } from "./resolve-script";
import { ruleFileOf } from "./rule-files";
import { folderOf, joinPath, type PathConfig, readPathConfig } from "./tsconfig";

export interface ProjectIndex {
  readonly files: readonly IndexedFileInput[];
  readonly rules: readonly RuleFileInput[];
  readonly skipped: Readonly<Record<Skip, number>>;
  /** Files beyond the most that an index holds. */
  readonly beyondLimit: number;
  readonly isRepository: boolean;
  readonly coverageReports: number;
}

export interface BuildOptions {
  /** How far back commits count. */
  readonly days: number;
  /** An lcov report, when it does not lie at a usual place. */
  readonly coverage?: string;
  readonly onFile?: (done: number, total: number, file: string) => void;
}

/** Reads a project: graph, names, git frequency, coverage. Nothing leaves this machine here. */
export async function buildIndex(root: string, options: BuildOptions): Promise<ProjectIndex> {
  const { paths, isRepository } = await listFiles(root);
  const skipped = Object.fromEntries(SKIPS.map((skip) => [skip, 0])) as Record<Skip, number>; // one entry a skip
  const rules: RuleFileInput[] = [];
  const read: ReadFile[] = [];
  const texts = new Map<string, string>();
  let done = 0;
  for (const file of paths) {
    options.onFile?.(++done, paths.length, file);
    if (read.length === MAX_INDEX_FILES) break;
    const found = await readProjectFile(root, file);
    if (typeof found === "string") {
      skipped[found]++;
      continue;
    }
    const rule = ruleFileOf(file, found.text);
    if (rule) rules.push(rule);
    if (CONFIGURATION.test(file)) texts.set(file, found.text);
    read.push({ ...found, text: "" });
  }
  const { coverage, reports } = await readCoverage(root, new Set(read.map(pathOf)), options.coverage);
  const history = isRepository ? await readHistory(root, options.days) : new Map();
  const importsOf = resolver(read, texts);
  return {
    files: read.map((file) => ({
      ...file.facts,
      imports: importsOf(file),
      commits: history.get(file.facts.path)?.commits ?? 0,
      lastCommitAt: history.get(file.facts.path)?.lastCommitAt ?? null,
      coverage: coverage.get(file.facts.path) ?? null,
    })),
    rules: rules.slice(0, MAX_RULE_FILES),
    skipped,
    beyondLimit: read.length === MAX_INDEX_FILES ? paths.length - done + 1 : 0,
    isRepository,
    coverageReports: reports,
  };
}

/** Files whose text resolving needs. */
const CONFIGURATION = /(^|\/)(package|[tj]sconfig(\..+)?)\.json$/;

function pathOf({ facts }: ReadFile): string {
  return facts.path;
}

function resolver(files: readonly ReadFile[], texts: ReadonlyMap<string, string>): (file: ReadFile) => string[] {
  const known = new Set(files.map(pathOf));
  const scripts = new ScriptResolver(known, configsIn(texts), packagesIn(texts));
  const python = new PythonResolver(known);
  return ({ facts, specifiers, pythonImports }) => {
    const found = new Set<string>();
    for (const specifier of specifiers) {
      const target = scripts.resolve(facts.path, specifier);
      if (target !== null && target !== facts.path) found.add(target);
    }
    for (const one of pythonImports) for (const target of python.resolve(facts.path, one)) found.add(target);
    return [...found].sort().slice(0, MAX_IMPORTS_PER_FILE);
  };
}

function configsIn(texts: ReadonlyMap<string, string>): PathConfig[] {
  const own = [...texts.keys()].filter((file) => /(^|\/)[tj]sconfig\.json$/.test(file));
  return own.map((file) => readPathConfig(file, (wanted) => texts.get(wanted) ?? null));
}

const Manifest = z.object({
  name: z.string().optional(),
  source: z.string().optional(),
  types: z.string().optional(),
  module: z.string().optional(),
  main: z.string().optional(),
});

function packagesIn(texts: ReadonlyMap<string, string>): WorkspacePackage[] {
  return [...texts].flatMap(([file, text]) => {
    if (!/(^|\/)package\.json$/.test(file)) return [];
    const manifest = Manifest.safeParse(parseJson(text));
    if (!manifest.success || manifest.data.name === undefined) return [];
    const { name, source, types, module, main } = manifest.data;
    const folder = folderOf(file);
    const entries = [source, types, module, main].flatMap((entry) => (entry ? [joinPath(folder, entry)] : []));
    return [{ name, folder, entries }];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The folder that an index is made of: the nearest one with a `.steward.json`, else the repository's root. */
export async function findProjectRoot(folder: string, repository: string | null): Promise<string> {
  for (let at = folder; ; at = path.dirname(at)) {
    const told = await readFile(path.join(at, ".steward.json")).catch(() => null);
    if (told !== null) return at;
    if (at === repository || at === path.dirname(at)) return repository ?? folder;
  }
}
