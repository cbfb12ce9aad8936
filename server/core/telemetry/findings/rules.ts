import { type Figures, provenShare } from "../figures";
import { type FilterChange, type TelemetryFilter, withChange } from "../filter";
import type { BreakdownRow, ErrorChainRow, SkillUseRow, TargetRow } from "../insight-views";
import type { AgentRow, Finding, SkillRow, ToolRow } from "../overview-view";

/** What the rules look at: the charts' own rows, so that a finding never says what a chart does not show. */
export interface FindingInput {
  readonly filter: TelemetryFilter;
  readonly totals: Figures;
  readonly agents: readonly AgentRow[];
  /** The same of the period before; null when everything is shown. */
  readonly agentsBefore: readonly AgentRow[] | null;
  readonly skills: readonly SkillRow[];
  readonly uses: readonly SkillUseRow[];
  readonly tools: readonly ToolRow[];
  readonly models: readonly BreakdownRow[];
  readonly branches: readonly BreakdownRow[];
  /** Files that were read again. */
  readonly files: readonly TargetRow[];
  readonly errors: readonly ErrorChainRow[];
  /** Sessions whose window and peak are known, and of these the ones above `FULL_WINDOW_SHARE`. */
  readonly windows: { readonly known: number; readonly full: number };
  readonly failing: readonly { number: number; title: string; occurrences: number; sessions: number }[];
}

/** A window fuller than this is where clients compact and instructions get lost. */
export const FULL_WINDOW_SHARE = 0.8;

/** Numbers that decide what stands out. Below them a difference is chance or does not pay to act on. */
export const RULES = {
  maxFindings: 5,
  maxOfOneRule: 2,
  /** A finding concerns at least this many tokens, and this share of all proven noise … */
  leastTokens: 1_000,
  leastShareOfNoise: 0.05,
  /** … a body that is no noise, this share of all that was added. */
  leastShareOfAdded: 0.005,
  /** An agent, model or branch is far above the project when its share is so many times the project's. */
  timesProject: 1.5,
  leastShare: 0.1,
  /** An agent got noisier when its share is so many times the one before, and so much above it. */
  timesBefore: 1.5,
  leastRise: 0.05,
  /** It must have added so much before, or there is nothing to compare with. */
  leastAddedBefore: 10_000,
  skillLeastLoads: 3,
  skillBigBodyTokens: 2_000,
  /** A skill is rarely referred to: at most this share of so many sessions, though its body has so many names. */
  skillRarelyShare: 0.2,
  skillLeastSessions: 5,
  skillLeastNames: 5,
  toolLeastShare: 0.2,
  /** A file is one for the team to see when so many agents read it again. */
  fileLeastAgents: 2,
  errorLeastRuns: 3,
  windowLeastSessions: 5,
  windowLeastShare: 0.25,
} as const;

export type Rule = (input: FindingInput) => Finding[];

const NBSP = "\u00a0";
export const percent = (share: number) => `${Math.round(share * 100)}${NBSP}%`;
export const short = (tokens: number) =>
  tokens >= 1_000 ? `${Math.round(tokens / 100) / 10}k` : String(Math.round(tokens));
export const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

export const NO_COST = { carriedTokens: 0, costUsd: 0 };

export function found(
  rule: string,
  sentence: string,
  costTokens: number,
  figures: Pick<Figures, "carriedTokens" | "costUsd">,
  evidence: Finding["evidence"],
): Finding {
  return { rule, sentence, costTokens, carriedTokens: figures.carriedTokens, costUsd: figures.costUsd, evidence };
}

/** The sessions behind a finding, and the page or chart that shows its figure. */
export function sessionsWith(
  input: FindingInput,
  change: FilterChange,
  page: Finding["evidence"]["page"] = null,
): Finding["evidence"] {
  return { label: "Show its sessions", filter: withChange(input.filter, change), failure: null, page };
}

export function isLarge(tokens: number, { totals }: FindingInput): boolean {
  return tokens >= Math.max(RULES.leastTokens, totals.provenTokens * RULES.leastShareOfNoise);
}

/** Far above the whole, and large enough to matter. */
export function standsOut(row: Figures, input: FindingInput): boolean {
  const share = provenShare(row);
  const isFarAbove = share >= provenShare(input.totals) * RULES.timesProject && share >= RULES.leastShare;
  return isFarAbove && isLarge(row.provenTokens, input);
}

/** A skill whose names nobody takes up, though its body is large and has names. */
export function isRarelyReferred(use: SkillUseRow, { totals }: FindingInput): boolean {
  const canBeReferred = use.knownSessions >= RULES.skillLeastSessions && use.names >= RULES.skillLeastNames;
  const isBig = use.bodyTokens >= RULES.skillBigBodyTokens;
  const isCostly = use.loadTokens >= totals.addedTokens * RULES.leastShareOfAdded;
  return canBeReferred && isBig && isCostly && use.referredSessions <= use.knownSessions * RULES.skillRarelyShare;
}
