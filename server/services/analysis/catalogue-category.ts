import { compileGlob } from "@/server/core/prune/glob";
import { STRICT_POLICY } from "@/server/core/prune/policy";

const CATEGORIES = STRICT_POLICY.protectedPaths.flatMap(({ pattern, category }) => {
  const glob = compileGlob(pattern);
  return glob.ok ? [{ glob: glob.value, category }] : [];
});

/** `core` and `safety` by the protected paths; other rules are `project`, skills have none. */
export function catalogueCategory(kind: "rule" | "skill", path: string | null): string | null {
  if (kind === "skill") return null;
  const known = path === null ? undefined : CATEGORIES.find(({ glob }) => glob.matches(path));
  return known?.category ?? "project";
}
