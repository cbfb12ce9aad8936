import { STAGES } from "../events/kinds";
import { CATEGORIES, isCategory } from "../filter/categories";
import { compileGlob } from "../prune/glob";
import type { PrunePolicy } from "../prune/model";
import { POLICIES } from "../prune/policy";
import type { Result } from "../result";
import { NUMBER_FIELDS, type NumberField } from "./fields";
import { ownPaths } from "./merge";
import { numberAt } from "./numbers";
import { boundsSentence, valueWords } from "./words";

/** What is wrong with a policy, and how to put it right. */
export interface PolicyProblem {
  /** The place in the body: `budget.pruneShare`, `protectedPaths.2.pattern`. */
  readonly field: string;
  readonly message: string;
}

const MOST_PATTERNS = 200;
const MOST_PHRASES = 100;
const MOST_CHARACTERS = 500;
/** A shorter phrase would pin half of what people write. */
const LEAST_PHRASE_CHARACTERS = 4;
const TIER_SLACK = 0.001;

/** Everything that is wrong, in the order of the page; empty when the policy can be saved. */
export function checkPolicy(policy: PrunePolicy): PolicyProblem[] {
  return [
    ...NUMBER_FIELDS.flatMap((field) => checkNumber(policy, field)),
    ...checkOrder(policy),
    ...checkPatterns(policy),
    ...checkPhrases(policy.pinPhrases),
    ...STAGES.flatMap((stage) => checkStage(policy, stage)),
  ];
}

function checkNumber(policy: PrunePolicy, field: NumberField): PolicyProblem[] {
  const value = numberAt(policy, field.path);
  if (value === null) return [];
  const isWhole = field.unit === "share" || Number.isInteger(value);
  const fits = Number.isFinite(value) && isWhole && value >= field.min && value <= field.max;
  return fits ? [] : [{ field: field.path, message: boundsSentence(field) }];
}

/** Numbers that only make sense together. */
function checkOrder({ budget, batching }: PrunePolicy): PolicyProblem[] {
  const problems: PolicyProblem[] = [];
  const add = (isWrong: boolean, field: string, message: string) => isWrong && problems.push({ field, message });
  const { pruneShare, compactShare, checkpointShare, tiers } = budget;
  const share = (value: number) => valueWords("share", value);
  add(
    compactShare <= pruneShare,
    "budget.compactShare",
    `Compact at: ${share(compactShare)} must lie above Prune at, which is ${share(pruneShare)}.`,
  );
  add(
    checkpointShare <= compactShare,
    "budget.checkpointShare",
    `Checkpoint at: ${share(checkpointShare)} must lie above Compact at, which is ${share(compactShare)}.`,
  );
  const sum = tiers.hot + tiers.warm + tiers.cold;
  add(
    Math.abs(sum - 1) > TIER_SLACK,
    "budget.tiers.cold",
    `Hot, warm and cold tier: together they are ${share(sum)}; make them 100 %.`,
  );
  const { adaptive } = batching;
  add(
    adaptive !== null && adaptive.maxTokens < adaptive.minTokens,
    "batching.adaptive.maxTokens",
    `Adaptive, at most: ${valueWords("tokens", adaptive?.maxTokens ?? 0)} are less than Adaptive, at least; write at least ${valueWords("tokens", adaptive?.minTokens ?? 0)}.`,
  );
  return problems;
}

function checkPatterns(policy: PrunePolicy): PolicyProblem[] {
  const own = ownPaths(POLICIES[policy.preset], policy.protectedPaths);
  return [
    ...checkRows("protectedPaths", "protected files", own, checkGlob),
    ...checkRows("protectedTools", "protected tools", policy.protectedTools, checkGlob),
  ];
}

/** The sentence of a pattern that cannot be read; null when it can. */
export function checkGlob(pattern: string): string | null {
  const glob: Result<unknown> = compileGlob(pattern);
  return glob.ok ? null : glob.fault.message;
}

function checkRows(
  list: string,
  words: string,
  rows: readonly { readonly pattern: string; readonly reason: string }[],
  faultOf: (pattern: string) => string | null,
): PolicyProblem[] {
  const problems: PolicyProblem[] = [];
  if (rows.length > MOST_PATTERNS) {
    problems.push({
      field: list,
      message: `There are ${rows.length} ${words}; ${MOST_PATTERNS} is the most. Join some with {a,b}.`,
    });
  }
  const seen = new Set<string>();
  rows.forEach(({ pattern, reason }, index) => {
    const fault = faultOf(pattern);
    const at = `${list}.${index}`;
    if (fault) problems.push({ field: `${at}.pattern`, message: fault });
    else if (seen.has(pattern))
      problems.push({ field: `${at}.pattern`, message: `${pattern} stands here twice; remove one.` });
    if (reason.trim() === "") {
      problems.push({
        field: `${at}.reason`,
        message: `Say why ${pattern} is protected: agents and people read it as the reason.`,
      });
    } else if (reason.length > MOST_CHARACTERS) {
      problems.push({
        field: `${at}.reason`,
        message: `The reason of ${pattern} has ${reason.length} characters; ${MOST_CHARACTERS} is the most.`,
      });
    }
    seen.add(pattern);
  });
  return problems;
}

function checkPhrases(phrases: readonly string[]): PolicyProblem[] {
  const problems: PolicyProblem[] = [];
  if (phrases.length > MOST_PHRASES) {
    problems.push({
      field: "pinPhrases",
      message: `There are ${phrases.length} phrases; ${MOST_PHRASES} is the most.`,
    });
  }
  phrases.forEach((phrase, index) => {
    const field = `pinPhrases.${index}`;
    if (phrase.trim().length < LEAST_PHRASE_CHARACTERS) {
      problems.push({
        field,
        message: `The phrase "${phrase}" is too short and would pin almost every message; write at least ${LEAST_PHRASE_CHARACTERS} characters.`,
      });
    } else if (phrase.length > MOST_CHARACTERS) {
      problems.push({ field, message: `A phrase has ${phrase.length} characters; ${MOST_CHARACTERS} is the most.` });
    }
  });
  return problems;
}

function checkStage(policy: PrunePolicy, stage: (typeof STAGES)[number]): PolicyProblem[] {
  const { load, defer } = policy.stages[stage];
  const problems: PolicyProblem[] = [];
  for (const [side, names] of [
    ["load", load],
    ["defer", defer],
  ] as const) {
    const field = `stages.${stage}.${side}`;
    for (const name of names) {
      if (isCategory(name)) continue;
      const known = CATEGORIES.join(", ");
      problems.push({ field, message: `Stage ${stage}: "${name.slice(0, 40)}" is no category; use ${known}.` });
    }
  }
  const both = load.find((name) => defer.includes(name));
  if (both !== undefined) {
    problems.push({
      field: `stages.${stage}.defer`,
      message: `Stage ${stage}: ${both} is loaded and waits at once; remove it from one side.`,
    });
  }
  return problems;
}
