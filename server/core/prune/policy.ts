import type { ToolClass } from "../events/kinds";
import type { PrunePolicy } from "./model";

/**
 * The default policies, as data. Windows come from the retention measurements on recorded sessions: how many tokens
 * and how many model requests ago the results of a class were still quoted by later edits. Classes that were not
 * measured take the window of "other".
 */
type Window = PrunePolicy["tail"][ToolClass];

const STRICT_TAIL: Readonly<Record<ToolClass, Window>> = {
  source_read: { tokens: 10_000, turns: 30 },
  doc_read: { tokens: 20_000, turns: 10 },
  dependency_read: { tokens: 5_000, turns: 5 },
  search: { tokens: 10_000, turns: 8 },
  git: { tokens: 10_000, turns: 8 },
  shell: { tokens: 5_000, turns: 8 },
  test: { tokens: 5_000, turns: 8 },
  build: { tokens: 3_000, turns: 5 },
  web: { tokens: 10_000, turns: 10 },
  agent: { tokens: 10_000, turns: 20 },
  write: { tokens: 30_000, turns: 10 },
  edit: { tokens: 40_000, turns: 60 },
  skill: { tokens: 20_000, turns: 30 },
  todo: { tokens: 20_000, turns: 30 },
  ask: { tokens: 20_000, turns: 30 },
  plan: { tokens: 20_000, turns: 30 },
  memory: { tokens: 20_000, turns: 30 },
  graph: { tokens: 20_000, turns: 30 },
  other: { tokens: 20_000, turns: 30 },
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
  idleTurns: 10,
  currentFileTurns: 10,
  referencedWithinTurns: 3,
};

/** Half the request ages of strict: saves more, and loses a little of what later turns quote. */
export const LOOSE_POLICY: PrunePolicy = {
  ...STRICT_POLICY,
  preset: "loose",
  tail: mapWindows((window) => ({ tokens: window.tokens, turns: Math.ceil(window.turns / 2) })),
};

/** The published passes taken literally: ten turns for every class and no window in tokens. */
export const SEED_POLICY: PrunePolicy = {
  ...STRICT_POLICY,
  preset: "seed",
  tail: mapWindows(() => ({ tokens: 0, turns: 10 })),
};

export const POLICIES: Readonly<Record<PrunePolicy["preset"], PrunePolicy>> = {
  strict: STRICT_POLICY,
  loose: LOOSE_POLICY,
  seed: SEED_POLICY,
};

function mapWindows(change: (window: Window) => Window): Record<ToolClass, Window> {
  const tail = { ...STRICT_TAIL };
  for (const toolClass of Object.keys(tail) as ToolClass[]) tail[toolClass] = change(STRICT_TAIL[toolClass]); // keys of a Record<ToolClass, …>
  return tail;
}
