/** What can enter a thread. One row a kind: its risk of being noise, and the rule that follows from it. */
export const EVENT_KINDS = {
  user_prompt: { risk: "low", rule: "Never pruned.", fill: "talk" },
  assistant_message: {
    risk: "medium",
    rule: "May hold plans or decisions; only whole ranges are summarized.",
    fill: "talk",
  },
  thinking: { risk: "medium", rule: "Immutable; leaves only together with its range.", fill: "talk" },
  tool_call: { risk: "medium", rule: "Moves together with its result.", fill: "results" },
  tool_result: { risk: "high", rule: "Can be huge; every pass may judge it.", fill: "results" },
  skill_load: { risk: "medium", rule: "Loaded once; repeats are duplicates.", fill: "skills" },
  rule_injection: { risk: "medium", rule: "Gated by stage; core files are protected.", fill: "rules" },
  agent_output: { risk: "medium", rule: "May hold plans or decisions of a sub-agent.", fill: "results" },
  memory_query: { risk: "low", rule: "Small; pruned only as a duplicate.", fill: "results" },
  graph_query: { risk: "low", rule: "The same symbol set again is a duplicate.", fill: "results" },
  summary: { risk: "low", rule: "Stands for what it replaced; never grows.", fill: "summary" },
  system: { risk: "low", rule: "Kept as it is.", fill: "rules" },
  other: { risk: "medium", rule: "Unknown record; kept as it is.", fill: "talk" },
} as const satisfies Record<string, { risk: "low" | "medium" | "high"; rule: string; fill: WindowFill }>;

/** What fills a window, as the context bar draws it. */
export type WindowFill = "rules" | "skills" | "talk" | "results" | "summary";

export type EventKind = keyof typeof EVENT_KINDS;
export const EVENT_KIND_NAMES = Object.keys(EVENT_KINDS) as [EventKind, ...EventKind[]];

/** Kinds that the pipeline may take out of the window, given a rule and its evidence. */
export const RESOLVABLE_KINDS: readonly EventKind[] = [
  "tool_result",
  "skill_load",
  "agent_output",
  "memory_query",
  "graph_query",
];

/**
 * What a tool does, whatever its client calls it. Staleness windows and retained meaning go by class
 * (ages per class: the retention measurements).
 */
export const TOOL_CLASSES = [
  "source_read",
  "doc_read",
  "dependency_read",
  "search",
  "git",
  "shell",
  "test",
  "build",
  "web",
  "agent",
  "write",
  "edit",
  "skill",
  "todo",
  "ask",
  "plan",
  "memory",
  "graph",
  "other",
] as const;
export type ToolClass = (typeof TOOL_CLASSES)[number];

/** How a tool call ended. A refusal by the user and a sibling's collateral error are no failures of the tool. */
export const OUTCOMES = ["ok", "error", "refused", "collateral", "aborted"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const CLIENTS = [
  "claude-code",
  "codex",
  "opencode",
  "gemini-cli",
  "pi",
  "copilot-cli",
  "cursor",
  "cline",
  "roo",
  "aider",
  "swe-agent",
  "openhands",
  "anthropic-messages",
  "openai-messages",
  "windsurf",
  "codebuddy",
  "openclaw",
  "other",
] as const;
export type Client = (typeof CLIENTS)[number];

export const STAGES = ["discuss", "plan", "execute", "verify", "fix-bug"] as const;
export type Stage = (typeof STAGES)[number];

export const BOUNDARY_KINDS = [
  "task-start",
  "task-end",
  "stage",
  "wave-done",
  "route-change",
  "exploration-end",
  "verification-settled",
  "resume",
  "compaction",
  "clear",
  "rewind",
] as const;
export type BoundaryKind = (typeof BOUNDARY_KINDS)[number];
