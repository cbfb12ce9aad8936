import { compileGlob, type Glob } from "../prune/glob";

/**
 * The rules that hold for some paths: those whose affected paths match one of them, and those without any, which hold
 * everywhere. A pattern that cannot be read fails closed: its rule holds, since nobody can tell what it was to guard.
 */
export function rulesFor<Rule extends { readonly affectedPaths: readonly string[] }>(
  rules: readonly Rule[],
  paths: readonly string[],
): Rule[] {
  return rules.filter(
    ({ affectedPaths }) => affectedPaths.length === 0 || affectedPaths.some((pattern) => matchesAny(pattern, paths)),
  );
}

function matchesAny(pattern: string, paths: readonly string[]): boolean {
  const globs: Glob[] = [];
  // A folder stands for what lies in it.
  for (const written of [pattern, `${pattern.replace(/\/+$/, "")}/**`]) {
    const glob = compileGlob(written);
    if (!glob.ok) return true;
    globs.push(glob.value);
  }
  return paths.some((path) => globs.some((glob) => glob.matches(path)));
}
