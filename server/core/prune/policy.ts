import type { ToolClass } from "../events/kinds";
import type { AgeWindow, BatchingPolicy, BudgetPolicy, PrunePolicy } from "./model";

/**
 * The default policies, as data. Windows come from the retention measurements on recorded sessions: how many tokens
 * and how many model requests ago the results of a class were still quoted by later edits. Classes that were not
 * measured take the window of "other".
 */
const STRICT_TAIL: Readonly<Record<ToolClass, AgeWindow>> = {
  source_read: { tokens: 10_000, turns: 30 },
  doc_read: { tokens: 20_000, turns: 10 },
  dependency_read: { tokens: 5_000, turns: 5 },
  search: { tokens: 10_000, turns: 8 },
  git: { tokens: 15_000, turns: 12 },
  shell: { tokens: 2_500, turns: 4 },
  test: { tokens: 2_500, turns: 4 },
  build: { tokens: 3_000, turns: 5 },
  web: { tokens: 5_000, turns: 5 },
  agent: { tokens: 5_000, turns: 10 },
  write: { tokens: 30_000, turns: 10 },
  edit: { tokens: 40_000, turns: 60 },
  skill: { tokens: 20_000, turns: 30 },
  todo: { tokens: 20_000, turns: 30 },
  ask: { tokens: 20_000, turns: 30 },
  plan: { tokens: 20_000, turns: 30 },
  memory: { tokens: 20_000, turns: 30 },
  graph: { tokens: 20_000, turns: 30 },
  other: { tokens: 10_000, turns: 15 },
};

/** Later edits match their own arguments longest; what a shell was told is soon forgotten. */
const STRICT_CALL_TAIL: PrunePolicy["callTail"] = {
  edit: { tokens: 12_000, turns: 18 },
  write: { tokens: 18_000, turns: 18 },
  shell: { tokens: 12_000, turns: 6 },
  test: { tokens: 6_000, turns: 3 },
  build: { tokens: 6_000, turns: 3 },
  git: { tokens: 6_000, turns: 3 },
  other: { tokens: 48_000, turns: 6 },
};

const BATCHING: BatchingPolicy = {
  minSavingTokens: 45_000,
  adaptive: { share: 0.4, minTokens: 15_000, maxTokens: 50_000 },
  cheapSavingTokens: 4_000,
  coldGapMs: 5 * 60_000,
  lookTokens: 1_500,
};

const BUDGET: BudgetPolicy = {
  planShare: 0.5,
  pruneShare: 0.4,
  compactShare: 0.6,
  checkpointShare: 0.8,
  summarizeShare: 0.7,
  checkpointAfterMinutes: 60,
  quietTurns: 5,
  checkEveryTurns: 5,
  tiers: { hot: 0.3, warm: 0.4, cold: 0.3 },
  maxInjectionShare: 0.1,
};

/** What each stage loads and what waits until it is asked for; by category of the project's catalogue. */
const STAGE_FILTERS: PrunePolicy["stages"] = {
  discuss: { load: ["behavior", "agents"], defer: ["coding", "testing"] },
  plan: { load: ["architecture", "planning"], defer: ["security", "linting"] },
  execute: { load: ["coding", "language", "security"], defer: ["debugging"] },
  verify: { load: ["testing", "security", "linting"], defer: ["planning"] },
  "fix-bug": { load: ["debugging", "testing"], defer: ["architecture"] },
};

const PROTECTED_PATHS: PrunePolicy["protectedPaths"] = [
  { pattern: "agent-orchestration.md", category: "core", reason: "Routing of agents depends on it." },
  { pattern: "AGENTS.md", category: "core", reason: "It defines agent boundaries and non-negotiables." },
  { pattern: "CLAUDE.md", category: "core", reason: "It defines agent boundaries and non-negotiables." },
  { pattern: "CLAUDE.local.md", category: "core", reason: "It defines agent boundaries and non-negotiables." },
  { pattern: "GEMINI.md", category: "core", reason: "It defines agent boundaries and non-negotiables." },
  { pattern: ".cursor/rules/**", category: "core", reason: "It defines agent boundaries and non-negotiables." },
  { pattern: ".cursorrules", category: "core", reason: "It defines agent boundaries and non-negotiables." },
  { pattern: "STATE.md", category: "core", reason: "It holds the current phase, plan and blockers." },
  { pattern: "PLAN.md", category: "core", reason: "It holds success criteria and the order of steps." },
  { pattern: "DECISIONS.jsonl", category: "safety", reason: "It holds the rationale of the current design." },
  { pattern: ".context/decisions/**", category: "safety", reason: "It holds the rationale of the current design." },
  { pattern: "FAILURES.json", category: "safety", reason: "It prevents repeating approaches that failed." },
  { pattern: "CONSTRAINTS.md", category: "safety", reason: "It holds the guards of the architecture." },
  { pattern: ".context/handoff.md", category: "safety", reason: "It carries the work on from the last session." },
  {
    pattern: ".context/session-latest.md",
    category: "safety",
    reason: "It carries the work on from the last session.",
  },
];

/** Phrases that pin the message they stand in; compared without regard to letter case. */
const PIN_PHRASES: readonly string[] = [
  "keep this in mind",
  "keep in mind",
  "from now on",
  "remember this",
  "remember that",
  "don't forget",
  "do not forget",
  "always remember",
];

/** Guards first: as little as possible is lost that a later turn quotes. The default. */
export const STRICT_POLICY: PrunePolicy = {
  version: 1,
  preset: "strict",
  protectedPaths: PROTECTED_PATHS,
  protectedTools: [],
  pinPhrases: PIN_PHRASES,
  tail: STRICT_TAIL,
  callTail: STRICT_CALL_TAIL,
  byAge: true,
  staleTo: "retained",
  referenceAfterTurns: { test: 15, edit: 20, build: 40, web: 40, shell: 30, search: 40, git: 30 },
  superseded: { coveredShare: 0.8, tokens: 4_000, turns: 3 },
  workingSetTurns: 40,
  spokenOf: { tokens: 25_000, turns: 35 },
  reuse: { times: 3, waitTurns: 5 },
  blocks: { minTokens: 100, minTurns: 3, minLines: 3, minGainShare: 0.15 },
  retain: { nearEditLines: 0, declarations: true, digestTokens: 700, usedNamePlaces: 3 },
  idleTurns: 10,
  currentFileTurns: 10,
  referencedWithinTurns: 3,
  restoredTurns: 3,
  batching: BATCHING,
  budget: BUDGET,
  stages: STAGE_FILTERS,
};

/** Half the request ages of strict for results: saves more, and loses a little of what later turns quote. */
export const LOOSE_POLICY: PrunePolicy = {
  ...STRICT_POLICY,
  preset: "loose",
  tail: mapWindows(halfTheTurns),
  referenceAfterTurns: { test: 8, edit: 20, build: 20, web: 20, shell: 15, search: 20, git: 15 },
  spokenOf: { tokens: 15_000, turns: 25 },
  workingSetTurns: 10,
  reuse: null,
  retain: { nearEditLines: 0, declarations: false, digestTokens: 120, usedNamePlaces: 3 },
};

/** The published passes taken literally: ten turns for every class and no window in tokens. */
export const SEED_POLICY: PrunePolicy = {
  ...STRICT_POLICY,
  preset: "seed",
  tail: mapWindows(() => ({ tokens: 0, turns: 10 })),
  callTail: {},
  staleTo: "reference",
  referenceAfterTurns: {},
  workingSetTurns: 0,
  spokenOf: { tokens: 0, turns: 0 },
  reuse: null,
  blocks: null,
  batching: { ...BATCHING, minSavingTokens: 0, adaptive: null, cheapSavingTokens: 0 },
};

export const POLICIES: Readonly<Record<PrunePolicy["preset"], PrunePolicy>> = {
  strict: STRICT_POLICY,
  loose: LOOSE_POLICY,
  seed: SEED_POLICY,
};

function halfTheTurns(window: AgeWindow): AgeWindow {
  return { tokens: window.tokens, turns: Math.ceil(window.turns / 2) };
}

function mapWindows(change: (window: AgeWindow) => AgeWindow): Record<ToolClass, AgeWindow> {
  const tail = { ...STRICT_TAIL };
  for (const toolClass of Object.keys(tail) as ToolClass[]) tail[toolClass] = change(STRICT_TAIL[toolClass]); // keys of a Record<ToolClass, …>
  return tail;
}
