/** Who imports whom, by number of the file, so that walks need no hashing. Cycles are normal. */
export interface DependencyGraph {
  readonly imports: readonly (readonly number[])[];
  readonly importedBy: readonly (readonly number[])[];
}

interface Importing {
  readonly path: string;
  readonly imports: readonly string[];
}

/** Imports of paths that are not among the files are left out, as are repeats and imports of oneself. Linear. */
export function buildGraph(files: readonly Importing[]): DependencyGraph {
  const at = new Map(files.map(({ path }, index) => [path, index]));
  const imports: number[][] = [];
  const importedBy: number[][] = files.map(() => []);
  files.forEach((file, from) => {
    const targets = new Set<number>();
    for (const path of file.imports) {
      const to = at.get(path);
      if (to !== undefined && to !== from) targets.add(to);
    }
    imports.push([...targets]);
    for (const to of targets) importedBy[to]?.push(from);
  });
  return { imports, importedBy };
}

/** How a file was reached: over so many steps, from that start, by way of that file. */
export interface Reached {
  readonly steps: number;
  readonly start: number;
  /** The file one step nearer; the start itself for its neighbours. */
  readonly via: number;
}

/**
 * The shortest way from any start to each file along `edges`, breadth first: each file and each edge is looked at once.
 * Ties go to the start that stands first, so that the answer does not depend on anything else.
 */
export function reach(
  edges: readonly (readonly number[])[],
  starts: readonly number[],
  maxSteps = Number.POSITIVE_INFINITY,
): ReadonlyMap<number, Reached> {
  const reached = new Map<number, Reached>();
  const queue: number[] = [];
  for (const start of starts) {
    if (reached.has(start)) continue;
    reached.set(start, { steps: 0, start, via: start });
    queue.push(start);
  }
  for (let head = 0; head < queue.length; head++) {
    const via = queue[head];
    const here = via === undefined ? undefined : reached.get(via);
    if (via === undefined || !here || here.steps >= maxSteps) continue;
    for (const to of edges[via] ?? []) {
      if (reached.has(to)) continue;
      reached.set(to, { steps: here.steps + 1, start: here.start, via });
      queue.push(to);
    }
  }
  return reached;
}
