import { z } from "zod";
import type { BudgetPolicy } from "../prune/model";
import type { ReadProblem } from "./portable";

/**
 * `config.toml`: whose folder it is, how much of a window may be filled, and from where on advice is given. Names are
 * those of the policy, written as TOML writes them.
 */
export interface ContextConfig {
  readonly project: string;
  readonly preset: "strict" | "loose" | "seed";
  readonly budget: BudgetPolicy;
}

const FORMAT = 1;

export function writeConfig({ project, preset, budget }: ContextConfig): string {
  const { tiers, maxInjectionShare } = budget;
  const lines = [
    `format = ${FORMAT}`,
    "",
    "[project]",
    `name = ${tomlString(project)}`,
    "",
    "# Shares of the model's context window.",
    "[window]",
    `hot = ${tiers.hot}`,
    `warm = ${tiers.warm}`,
    `cold = ${tiers.cold}`,
    `max_injection = ${maxInjectionShare}`,
    "",
    "[thresholds]",
    `preset = ${tomlString(preset)}`,
    ...THRESHOLDS.map(([name, key]) => `${name} = ${budget[key]}`),
  ];
  return `${lines.join("\n")}\n`;
}

const THRESHOLDS = [
  ["plan", "planShare"],
  ["prune", "pruneShare"],
  ["compact", "compactShare"],
  ["checkpoint", "checkpointShare"],
  ["summarize", "summarizeShare"],
  ["checkpoint_after_minutes", "checkpointAfterMinutes"],
  ["quiet_turns", "quietTurns"],
  ["check_every_turns", "checkEveryTurns"],
] as const satisfies readonly (readonly [string, keyof BudgetPolicy])[];

/** A basic string of TOML: what JSON escapes, and DEL. */
function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}

const Share = z.number().min(0).max(1);
const Count = z.int().nonnegative();

const Config = z.object({
  format: z.literal(FORMAT, { error: `Only format ${FORMAT} is known here.` }),
  project: z.object({ name: z.string() }),
  window: z.object({ hot: Share, warm: Share, cold: Share, max_injection: Share }),
  thresholds: z.object({
    preset: z.enum(["strict", "loose", "seed"]),
    plan: Share,
    prune: Share,
    compact: Share,
    checkpoint: Share,
    summarize: Share,
    checkpoint_after_minutes: Count,
    quiet_turns: Count,
    check_every_turns: Count,
  }),
});

/** Parses TOML, or throws an error with a sentence; passed in, since the core imports no parser. */
export type ParseText = (text: string) => unknown;

export function readConfig(
  file: string,
  text: string,
  parseToml: ParseText,
): { readonly config: ContextConfig | null; readonly problems: readonly ReadProblem[] } {
  let written: unknown;
  try {
    written = parseToml(text);
  } catch (error) {
    const said = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    return {
      config: null,
      problems: [{ file, line: lineOf(error), field: null, message: `This is no TOML: ${said}` }],
    };
  }
  const parsed = Config.safeParse(written);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const field = issue?.path.join(".") || "format";
    return { config: null, problems: [{ file, line: null, field, message: `${field}: ${issue?.message ?? ""}` }] };
  }
  const { project, window, thresholds } = parsed.data;
  const budget: BudgetPolicy = {
    planShare: thresholds.plan,
    pruneShare: thresholds.prune,
    compactShare: thresholds.compact,
    checkpointShare: thresholds.checkpoint,
    summarizeShare: thresholds.summarize,
    checkpointAfterMinutes: thresholds.checkpoint_after_minutes,
    quietTurns: thresholds.quiet_turns,
    checkEveryTurns: thresholds.check_every_turns,
    tiers: { hot: window.hot, warm: window.warm, cold: window.cold },
    maxInjectionShare: window.max_injection,
  };
  return { config: { project: project.name, preset: thresholds.preset, budget }, problems: [] };
}

function lineOf(error: unknown): number | null {
  const line = typeof error === "object" && error !== null && "line" in error ? error.line : null;
  return typeof line === "number" ? line : null;
}
