import { compileGlob } from "../prune/glob";
import type { PrunePolicy } from "../prune/model";

/** What a policy says of one path or tool. */
export interface PatternAnswer {
  readonly matches: readonly {
    readonly pattern: string;
    readonly category: "core" | "safety" | "project" | "tool";
    readonly reason: string;
  }[];
  /** Patterns that cannot be read: until they are corrected they delay every removal. */
  readonly unreadable: readonly { readonly pattern: string; readonly fault: string }[];
}

/** Every pattern of protected files that matches the path, in the order in which they are asked. */
export function testPath(policy: PrunePolicy, path: string): PatternAnswer {
  return testRows(policy.protectedPaths, path);
}

/** The same for the name of a tool. */
export function testTool(policy: PrunePolicy, tool: string): PatternAnswer {
  return testRows(
    policy.protectedTools.map((row) => ({ ...row, category: "tool" as const })),
    tool,
  );
}

function testRows(rows: PatternAnswer["matches"], name: string): PatternAnswer {
  const matches: PatternAnswer["matches"][number][] = [];
  const unreadable: PatternAnswer["unreadable"][number][] = [];
  for (const row of rows) {
    const glob = compileGlob(row.pattern);
    if (!glob.ok) unreadable.push({ pattern: row.pattern, fault: glob.fault.message });
    else if (glob.value.matches(name))
      matches.push({ pattern: row.pattern, category: row.category, reason: row.reason });
  }
  return { matches, unreadable };
}
