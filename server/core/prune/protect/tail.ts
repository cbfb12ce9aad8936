import { RESOLVABLE_KINDS, type ToolClass } from "../../events/kinds";
import type { AgeWindow, PrunePolicy, SessionEvent } from "../model";
import type { Protection } from "../rule";
import type { Entry } from "../timeline";

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

export function counted(count: number, noun: string): string {
  return `${exact.format(count)} ${noun}${count === 1 ? "" : "s"}`;
}

export function resultClass({ toolClass, kind }: SessionEvent): ToolClass {
  return toolClass ?? (kind === "skill_load" ? "skill" : "other");
}

/** The window of a call's arguments; null for classes whose arguments are never cut. */
export function callWindow(policy: PrunePolicy, { toolClass }: SessionEvent): AgeWindow | null {
  return policy.callTail[toolClass ?? "other"] ?? null;
}

/** What is younger than the window of its class, in tokens or in turns, is too young to judge. Delays only. */
export const tail: Protection = {
  id: "protect.tail",
  strength: "delays",
  isTimeless: true,
  begin: (_timeline, policy) => (entry) => {
    const window = windowOf(policy, entry);
    if (window === null) return null;
    const young = entry.ageTokens < window.tokens || entry.ageTurns < window.turns;
    if (!young) return null;
    const toolClass = resultClass(entry.event);
    const age = `${counted(entry.ageTokens, "token")} and ${counted(entry.ageTurns, "request")}`;
    const wait = `${counted(window.tokens, "token")} and ${counted(window.turns, "request")}`;
    const reason = `It is ${age} old; ${WORDS[toolClass]} wait until ${wait} have passed.`;
    return { reason, pattern: toolClass, evidence: [], isAge: true };
  },
};

function windowOf(policy: PrunePolicy, { event, inContext }: Entry): AgeWindow | null {
  if (!inContext) return null;
  if (event.kind === "tool_call") return callWindow(policy, event);
  return JUDGED.has(event.kind) ? policy.tail[resultClass(event)] : null;
}
