import { buildGraph, type DependencyGraph, type Reached, reach } from "./dependency-graph";
import { type FileRole, roleOf } from "./file-role";
import { type Relevance, relevanceTo } from "./relevance";
import {
  type Measured,
  measureCoverage,
  measureDepth,
  measureFrequency,
  measureUse,
  type TermValue,
  weigh,
} from "./score";
import { testTargetStem } from "./test-names";

/**
 * P0 must be included: being edited, or imported by what is. P1 should: types, interfaces and utilities that those use.
 * P2 is nice to have: related tests, configuration and neighbours. P3 may be skipped: unrelated, documentation, generated.
 */
export const PRIORITY_LEVELS = ["P0", "P1", "P2", "P3"] as const;
export type PriorityLevel = (typeof PRIORITY_LEVELS)[number];

/** A file as the index stored it. */
export interface IndexedFile {
  readonly path: string;
  readonly imports: readonly string[];
  /** Declared names in one text; empty when nobody asked for them. */
  readonly names: string;
  readonly commits: number;
  readonly coverage: number | null;
  readonly isTest: boolean;
  readonly isGenerated: boolean;
  readonly declaresOnlyTypes: boolean;
  readonly pin: { readonly level: PriorityLevel; readonly by: string } | null;
}

/** A file that is being worked on, and how that is known: "It was edited in the last 10 turns." */
export interface ActiveFile {
  readonly path: string;
  readonly why: string;
}

export interface RankedFile {
  readonly path: string;
  readonly level: PriorityLevel;
  readonly role: FileRole;
  readonly score: number;
  readonly terms: readonly TermValue[];
  /** One sentence: why it has this level. */
  readonly why: string;
}

/** Deeper dependencies than this are not called related. */
const RELATED_STEPS = 2;

/**
 * Level and score of every file. A pin decides the level before anything else and names who set it; the score is
 * computed all the same. Linear in files and imports; the order of the input does not matter. Sorted by level, then
 * score, then path.
 */
export function rankFiles(
  files: readonly IndexedFile[],
  { active, task }: { readonly active: readonly ActiveFile[]; readonly task: string },
): RankedFile[] {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const view = new Neighbourhood(sorted, active);
  const relevance = relevanceTo(task, sorted);
  const mostCommits = sorted.reduce((most, file) => Math.max(most, file.commits), 0);
  const mostUsers = view.graph.importedBy.reduce((most, users) => Math.max(most, users.length), 0);
  const ranked = sorted.map((file, index) => {
    const role = view.roles[index] ?? "source";
    const measured = {
      dependency: view.isIdle ? measureUse(view.users(index), mostUsers) : view.depthOf(index),
      relevance: measureRelevance(relevance[index], task),
      frequency: measureFrequency(file.commits, mostCommits),
      coverage: measureCoverage(file.coverage, role === "source" || role === "utility"),
    };
    return { path: file.path, role, ...weigh(measured), ...(pinned(file) ?? view.levelOf(index)) };
  });
  return ranked.sort(byRank);
}

type Placed = Pick<RankedFile, "level" | "why">;

export function byRank(
  a: Pick<RankedFile, "level" | "score" | "path">,
  b: Pick<RankedFile, "level" | "score" | "path">,
): number {
  if (a.level !== b.level) return a.level < b.level ? -1 : 1;
  return b.score - a.score || (a.path < b.path ? -1 : Number(a.path > b.path));
}

function pinned({ pin }: IndexedFile): Placed | null {
  return pin === null ? null : { level: pin.level, why: `${pin.by} pinned it to ${pin.level}.` };
}

function measureRelevance(found: Relevance | undefined, task: string): Measured {
  if (task.trim() === "") return { value: 0, why: "No task was given." };
  if (!found || found.words.length === 0) return { value: 0, why: "It has none of the task's words." };
  return { value: found.value, why: `It has of the task's words: ${found.words.slice(0, 5).join(", ")}.` };
}

/** The files around what is being edited. */
class Neighbourhood {
  readonly graph: DependencyGraph;
  readonly roles: readonly FileRole[];
  /** Nothing is being edited: levels cannot be told, only scores. */
  readonly isIdle: boolean;
  private readonly activeWhy = new Map<number, string>();
  private readonly down: ReadonlyMap<number, Reached>;
  private readonly up: ReadonlyMap<number, Reached>;
  private readonly stems = new Map<string, number>();
  private readonly folders = new Set<string>([""]);

  constructor(
    private readonly files: readonly IndexedFile[],
    active: readonly ActiveFile[],
  ) {
    this.graph = buildGraph(files);
    this.roles = files.map((file) => roleOf(file.path, file));
    const at = new Map(files.map(({ path }, index) => [path, index]));
    for (const { path, why } of active) {
      const index = at.get(path);
      if (index !== undefined && !this.activeWhy.has(index)) this.activeWhy.set(index, why);
    }
    const starts = [...this.activeWhy.keys()].sort((a, b) => a - b);
    this.isIdle = starts.length === 0;
    this.down = reach(this.graph.imports, starts);
    this.up = reach(this.graph.importedBy, starts, 1);
    for (const [index, { steps }] of this.down) {
      const path = this.path(index);
      if (steps <= 1 && !this.stems.has(stemOf(path))) this.stems.set(stemOf(path), index);
      if (steps === 0) for (const folder of foldersOf(path)) this.folders.add(folder);
    }
  }

  users(index: number): number {
    return this.graph.importedBy[index]?.length ?? 0;
  }

  depthOf(index: number): Measured {
    const down = this.down.get(index);
    if (down) return measureDepth(down.steps, this.depthWords(down));
    const up = this.up.get(index);
    return up
      ? measureDepth(1, `It imports ${this.path(up.start)}.`)
      : measureDepth(null, "Nothing that is being edited leads here.");
  }

  /** The first rule that fits. */
  levelOf(index: number): Placed {
    const own = this.activeWhy.get(index);
    if (own !== undefined) return { level: "P0", why: own };
    const role = this.roles[index] ?? "source";
    if (role === "generated") return { level: "P3", why: "It is generated." };
    if (role === "document") return { level: "P3", why: "It is documentation." };
    if (this.isIdle) return { level: "P2", why: "No file is being edited, so only its score ranks it." };
    return this.usedLevel(index, role) ?? this.besideLevel(index, role) ?? this.dependentLevel(index);
  }

  /** By what the edited files import. */
  private usedLevel(index: number, role: FileRole): Placed | null {
    const down = this.down.get(index);
    if (!down || down.steps > RELATED_STEPS) return null;
    const via = this.path(down.via);
    if (down.steps === 1) return { level: "P0", why: `${via} imports it and is being edited.` };
    if (role === "types") return { level: "P1", why: `It holds types that ${via} uses.` };
    if (role === "utility") return { level: "P1", why: `It holds utilities that ${via} uses.` };
    return { level: "P2", why: `${via} imports it, which ${this.path(down.start)} uses.` };
  }

  /** Tests and configuration of the edited files. */
  private besideLevel(index: number, role: FileRole): Placed | null {
    if (role === "config") {
      const isAbove = this.folders.has(folderOf(this.path(index)));
      return isAbove ? { level: "P2", why: "It configures a folder of what is being edited." } : null;
    }
    if (role !== "test") return null;
    const tested =
      this.graph.imports[index]?.find((to) => (this.down.get(to)?.steps ?? RELATED_STEPS) <= 1) ??
      this.stems.get(testTargetStem(this.path(index)) ?? "");
    return tested === undefined ? null : { level: "P2", why: `It tests ${this.path(tested)}.` };
  }

  private dependentLevel(index: number): Placed {
    const up = this.up.get(index);
    if (up) return { level: "P2", why: `It imports ${this.path(up.start)}, which is being edited.` };
    const down = this.down.get(index);
    if (down) return { level: "P3", why: `It is ${down.steps} steps away from ${this.path(down.start)}.` };
    return { level: "P3", why: "Nothing that is being edited leads here." };
  }

  private depthWords({ steps, start }: Reached): string {
    if (steps === 0) return "It is being edited.";
    return `${steps} ${steps === 1 ? "step" : "steps"} of imports from ${this.path(start)}.`;
  }

  private path(index: number): string {
    return this.files[index]?.path ?? "";
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** `a/b/c.ts` to `a/b`, `a`; the root is in every set already. */
function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, end) => parts.slice(0, end + 1).join("/"));
}

/** The file's name without its folder and endings. */
function stemOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\..*$/, "");
}
