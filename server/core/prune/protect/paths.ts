import { compileGlob, type Glob } from "../glob";
import type { PrunePolicy } from "../model";
import { pathsOf } from "../paths-of";
import type { Guard } from "../rule";
import type { Entry } from "../timeline";

type Row = PrunePolicy["protectedPaths"][number];

/**
 * Guards whatever touches a path that a pattern of the category matches. A pattern that cannot be read fails closed:
 * until it is corrected it delays every removal, because nobody can tell what it was meant to keep.
 */
export function pathGuard(policy: PrunePolicy, category: Row["category"]): (entry: Entry) => Guard | null {
  const rows = policy.protectedPaths.filter((row) => row.category === category);
  const globs: { readonly row: Row; readonly glob: Glob }[] = [];
  for (const row of rows) {
    const glob = compileGlob(row.pattern);
    if (!glob.ok) return () => failClosed(row.pattern, glob.fault.message);
    globs.push({ row, glob: glob.value });
  }
  const known = new Map<string, Row | null>();
  const rowOf = (path: string): Row | null => {
    const cached = known.get(path);
    if (cached !== undefined) return cached;
    const row = globs.find(({ glob }) => glob.matches(path))?.row ?? null;
    known.set(path, row);
    return row;
  };
  return (entry) => {
    for (const path of pathsOf(entry)) {
      const row = rowOf(path);
      if (row) return { reason: `${path} is protected: ${row.reason}`, pattern: row.pattern, evidence: [] };
    }
    return null;
  };
}

export function failClosed(pattern: string, fault: string): Guard {
  return {
    reason: `Nothing is taken out until the policy can be read. ${fault}`,
    pattern,
    evidence: [],
    strength: "delays",
  };
}
