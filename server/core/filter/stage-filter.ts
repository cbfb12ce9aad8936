import type { Stage } from "../events/kinds";
import { compileGlob } from "../prune/glob";
import type { PrunePolicy } from "../prune/model";

/** A rule or skill of the project's catalogue. */
export interface CatalogueEntry {
  readonly kind: "rule" | "skill";
  readonly name: string;
  readonly path: string | null;
  readonly category: string | null;
  readonly tokens: number;
}

export const FILTER_RULES = ["core", "stage-loads", "stage-defers", "by-default", "over-budget"] as const;
export type FilterRule = (typeof FILTER_RULES)[number];

export interface StageVerdict {
  readonly loads: boolean;
  readonly rule: Exclude<FilterRule, "over-budget">;
  /** One sentence. */
  readonly why: string;
}

/**
 * Whether a stage loads an entry. Core files load always. A category in neither list of the stage loads by default,
 * and says so; what has no category loads too, since leaving out what nobody has looked at would lose it silently.
 */
export function stageFilter(policy: PrunePolicy, stage: Stage): (entry: CatalogueEntry) => StageVerdict {
  const { load, defer } = policy.stages[stage];
  const isCore = coreFiles(policy);
  return (entry) => {
    const core = isCore(entry);
    if (core !== null) return { loads: true, rule: "core", why: `A core file loads always: ${core}` };
    const { category } = entry;
    if (category === null) {
      return {
        loads: true,
        rule: "by-default",
        why: "It has no category, so it loads by default. Set one to gate it.",
      };
    }
    if (load.includes(category))
      return { loads: true, rule: "stage-loads", why: `The stage ${stage} loads ${category}.` };
    if (defer.includes(category)) {
      return {
        loads: false,
        rule: "stage-defers",
        why: `The stage ${stage} defers ${category} until it is asked for.`,
      };
    }
    const why = `The stage ${stage} neither loads nor defers ${category}; it loads by default.`;
    return { loads: true, rule: "by-default", why };
  };
}

/**
 * The reason for which a rule file is core; null for others. Folders of rules (`.cursor/rules/**`) are gated file by
 * file: the pattern protects them from pruning, which says nothing of when they are needed.
 */
function coreFiles(policy: PrunePolicy): (entry: CatalogueEntry) => string | null {
  const rows = policy.protectedPaths.flatMap(({ pattern, category, reason }) => {
    const glob = category === "core" && !pattern.endsWith("/**") ? compileGlob(pattern) : null;
    return glob?.ok ? [{ glob: glob.value, reason }] : [];
  });
  return ({ kind, name, path }) => {
    if (kind === "skill") return null;
    return rows.find(({ glob }) => glob.matches(path ?? name))?.reason ?? null;
  };
}
