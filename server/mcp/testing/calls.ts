export interface ToolCall {
  readonly args: Readonly<Record<string, unknown>>;
  readonly says: RegExp;
}

/** Results of the world's session: one stands in its window, one is archived. */
export const A_RESULT = "ctx:work-e19";
export const ARCHIVED_RESULT = "ctx:work-e22";

/** Arguments with which each tool does its work in the world of `anMcpWorld`, and what it says then; in any order. */
export const TOOL_CALLS: Readonly<Record<string, ToolCall>> = {
  session_start: { args: { task: "Round credits", branch: "main" }, says: /^Context Steward: \d+ files indexed/ },
  session_during: { args: { contextTokens: 170_000, window: 200_000 }, says: /At once: context checkpoint/ },
  status: { args: {}, says: /\*\*S-1\*\* is \d+ % full/ },
  summarize: { args: {}, says: /^# Session Summary/ },
  decisions: { args: { words: "JWT" }, says: /DEC-001 \(superseded\)/ },
  handoff: { args: {}, says: /^## Session Handoff Note/ },
  priority: { args: { file: "src/prices.ts", level: "P0" }, says: /`src\/prices\.ts` is \*\*P0\*\*/ },
  search: { args: { query: "kind:decision JWT" }, says: /^- DEC-00\d .*JWT/m },
  budget: { args: { size: 150_000 }, says: /of 150K/ },
  pin: { args: { refs: ["ctx:work-e7"], because: "the API is in it" }, says: /pinned/i },
  unpin: { args: { refs: ["ctx:work-e7"] }, says: /took the pins off/i },
  archive: { args: { refs: [A_RESULT], keeping: "nothing of interest" }, says: /archived/i },
  restore: { args: { refs: [ARCHIVED_RESULT] }, says: /restored/i },
  history: { args: { refs: ["ctx:work-e7"] }, says: /const amount = priceOf/ },
  prune: { args: {}, says: /pruned|took out/ },
  compact: { args: {}, says: /pruned|took out/ },
  checkpoint: { args: { note: "Mind the cache" }, says: /^Checkpoint saved/ },
  resume: { args: {}, says: /^(?=.*## Checkpoint 1\.\d)/s },
  load: { args: { stage: "execute" }, says: /Stage \*\*execute\*\*/ },
  graph: { args: { of: "src/prices.ts" }, says: /Imports:\n\n- src\/money\.ts/ },
  record_decision: { args: { title: "Round half up", because: "the law says so" }, says: /^DEC-003 is proposed/ },
  record_failure: { args: { title: "npm ci hangs behind the proxy" }, says: /^FAIL-002 is recorded/ },
  check_failure: { args: { text: "npm test" }, says: /FAIL-001/ },
  constraints: { args: { paths: ["dist/a.js"] }, says: /CON-001: Never edit dist/ },
  preferences: { args: {}, says: /PREF-001: Small commits/ },
  claim: { args: { handoff: 2 }, says: /^HND-002 is yours/ },
  acknowledge: { args: { handoff: 3 }, says: /^HND-003 is acknowledged/ },
  session_end: { args: { note: "Mind the cache" }, says: /Checkpoint: 1\.\d/ },
};
