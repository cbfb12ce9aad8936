import { RESOLVABLE_KINDS, type ToolClass } from "../../events/kinds";
import type { Protection } from "../rule";

const JUDGED: ReadonlySet<string> = new Set(RESOLVABLE_KINDS);

const WORDS: Readonly<Record<ToolClass, string>> = {
  source_read: "source reads",
  doc_read: "document reads",
  dependency_read: "dependency reads",
  search: "searches",
  git: "git results",
  shell: "shell results",
  test: "test runs",
  build: "builds",
  web: "web results",
  agent: "agent results",
  write: "writes",
  edit: "edits",
  skill: "skill loads",
  todo: "task lists",
  ask: "answers of the user",
  plan: "plans",
  memory: "memory results",
  graph: "graph results",
  other: "results of other tools",
};

// Made once: a reason is written for every young event, and a formatter costs more than the rule.
const exact = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

function counted(count: number, noun: string): string {
  return `${exact.format(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** What is younger than the window of its class, in tokens or in turns, is too young to judge. Delays only. */
export const tail: Protection = {
  id: "protect.tail",
  strength: "delays",
  begin: (_timeline, policy) => (entry) => {
    if (!entry.inContext || !JUDGED.has(entry.event.kind)) return null;
    const toolClass = entry.event.toolClass ?? (entry.event.kind === "skill_load" ? "skill" : "other");
    const window = policy.tail[toolClass];
    const young = entry.ageTokens < window.tokens || entry.ageTurns < window.turns;
    if (!young) return null;
    const age = `${counted(entry.ageTokens, "token")} and ${counted(entry.ageTurns, "request")}`;
    const wait = `${counted(window.tokens, "token")} and ${counted(window.turns, "request")}`;
    const reason = `It is ${age} old; ${WORDS[toolClass]} wait until ${wait} have passed.`;
    return { reason, pattern: toolClass, evidence: [] };
  },
};
