import { compileGlob, type Glob } from "../glob";
import type { Guard, Protection } from "../rule";
import { failClosed } from "./paths";

/** Tools whose results the project never wants pruned, such as an MCP loader of instructions. */
export const projectTools: Protection = {
  id: "protect.project-tools",
  strength: "stands",
  isTimeless: true,
  begin(_timeline, policy) {
    const globs: { readonly glob: Glob; readonly reason: string }[] = [];
    for (const { pattern, reason } of policy.protectedTools) {
      const glob = compileGlob(pattern);
      if (!glob.ok) return () => failClosed(pattern, glob.fault.message);
      globs.push({ glob: glob.value, reason });
    }
    const known = new Map<string, Guard | null>();
    const guardOf = (tool: string): Guard | null => {
      const cached = known.get(tool);
      if (cached !== undefined) return cached;
      const row = globs.find(({ glob }) => glob.matches(tool));
      const guard = row && {
        reason: `Tool ${tool} is protected: ${row.reason}`,
        pattern: row.glob.pattern,
        evidence: [],
      };
      known.set(tool, guard ?? null);
      return guard ?? null;
    };
    return ({ event }) => (event.tool === null || globs.length === 0 ? null : guardOf(event.tool));
  },
};
