/** A rule as it was seen: by the index under its path in the project, by sessions under the path of their machine. */
export interface SeenRule {
  readonly kind: "rule" | "skill";
  readonly name: string;
  readonly path: string | null;
  readonly category: string | null;
  readonly categorySet: boolean;
  readonly loads: number;
  readonly lastSeenAt: Date;
}

/**
 * Rules that are the same file become one: `/home/dev/app/CLAUDE.md` of a session is the project's `CLAUDE.md`, also
 * in a worktree or on another machine. The longest path of the index that ends it wins. Loads add up; a category that
 * a person chose for either holds for both.
 */
export function mergeSameFiles<Rule extends SeenRule>(rules: readonly Rule[]): Rule[] {
  const own = new Map<string, Rule>();
  for (const rule of rules) if (isOwn(rule)) own.set(slashed(rule.name), rule);
  const others: Rule[] = [];
  for (const rule of rules.filter((one) => !isOwn(one))) {
    const home = rule.kind === "rule" ? homeOf(slashed(rule.name), own) : null;
    const at = home === null ? undefined : own.get(home);
    if (home !== null && at) own.set(home, join(at, rule));
    else others.push(rule);
  }
  return [...own.values(), ...others];
}

function isOwn({ kind, name }: SeenRule): boolean {
  return kind === "rule" && !isAbsolute(name);
}

function join<Rule extends SeenRule>(at: Rule, other: Rule): Rule {
  const told = !at.categorySet && other.categorySet ? { category: other.category, categorySet: true } : {};
  return { ...at, ...told, loads: at.loads + other.loads };
}

function homeOf(path: string, own: ReadonlyMap<string, unknown>): string | null {
  const parts = path.split("/").filter((part) => part !== "");
  for (let from = 1; from < parts.length; from++) {
    const ending = parts.slice(from).join("/");
    if (own.has(ending)) return ending;
  }
  return null;
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || path.startsWith("~") || /^[a-z]:[\\/]/i.test(path);
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}
