import type { InjectionItem } from "../budget/injection";
import { recordRef } from "../decisions/record-ref";
import { estimateTokens } from "../events/tokens";
import type { HandoffStatus } from "../handoffs/inbox";
import type { TodoItem } from "../handoffs/note";
import { toldOf } from "../rules/told";
import type { RuleInForce } from "../rules/views";
import { fingerprint } from "../transcripts/fingerprint";
import type { StartItem, StartSection, WorkView } from "./views";

export interface StartDecision {
  readonly number: number;
  readonly status: string;
  readonly title: string;
  readonly decision: string;
  readonly reasoning: string;
  /** What must be known before anybody acts on it. */
  readonly notice: string | null;
}

export interface StartHandoff {
  readonly number: number;
  readonly title: string;
  readonly status: HandoffStatus;
  readonly claimedBy: string | null;
  readonly mayClaim: boolean;
  readonly session: number | null;
  readonly markdown: string;
}

export interface StartRecords {
  readonly rules: readonly RuleInForce[];
  /** Newest first. */
  readonly decisions: readonly StartDecision[];
  readonly handoff: StartHandoff | null;
  readonly work: WorkView;
  /** Of what the session knows, what no longer holds, and why. */
  readonly withdrawn: readonly { readonly ref: string; readonly why: string }[];
}

export type WeighedItem = StartItem & InjectionItem;

const MAX_REASON_CHARACTERS = 400;
const MAX_TITLE_CHARACTERS = 100;

/** All that a start may tell, the most important first. */
export function startItems(records: StartRecords): WeighedItem[] {
  const { rules, decisions, handoff, work, withdrawn } = records;
  const of = (kind: RuleInForce["kind"]) => rules.filter((rule) => rule.kind === kind);
  // The note of the same session tells its task, todos and checks itself.
  const isToldByNote = handoff !== null && handoff.session !== null && handoff.session === work.session;
  return [
    ...withdrawn.map(({ ref, why }) => item("withdrawn", ref, `- ${ref}: ${why}`, `${ref} no longer holds`)),
    ...(isToldByNote ? [] : workItems(work)),
    ...of("constraint").map((rule) => ruleItem("constraints", rule)),
    ...of("preference").map((rule) => ruleItem("preferences", rule)),
    ...(handoff ? [handoffItem(handoff)] : []),
    ...decisions.map(decisionItem),
  ];
}

function item(section: StartSection, ref: string, text: string, line: string): WeighedItem {
  const reference = `- ${line}`;
  return { ref, version: fingerprint(text), section, text, tokens: estimateTokens(`${text}\n`), reference };
}

function ruleItem(section: "constraints" | "preferences", rule: RuleInForce): WeighedItem {
  return item(section, rule.ref, `- ${toldOf(rule)}`, `${rule.ref}: ${short(rule.title)} (context ${section})`);
}

function decisionItem({ number, status, title, decision, reasoning, notice }: StartDecision): WeighedItem {
  const ref = recordRef("decision", number);
  const parts = [
    `- ${ref} (${status}): ${oneLine(title)}`,
    notice === null ? "" : `**${notice}**`,
    isSame(title, decision) ? "" : short(decision, MAX_REASON_CHARACTERS),
    reasoning.trim() === "" ? "" : `Because: ${short(reasoning, MAX_REASON_CHARACTERS)}`,
  ];
  const text = parts.filter((part) => part !== "").join("\n  ");
  return item("decisions", ref, text, `${ref}: ${short(title)} (context decisions)`);
}

function handoffItem(handoff: StartHandoff): WeighedItem {
  const { number, title, markdown } = handoff;
  const ref = recordRef("handoff", number);
  // The note's own headings stand below the one that names it.
  const body = markdown.trim().replace(/^(#{1,4})(?=\s)/gm, "#$1");
  const text = [`${ref}: ${oneLine(title)}. ${claimSentence(handoff)}`, "", body].join("\n");
  return item("handoff", ref, text, `${ref}: ${short(title)} (handoffs.get ${number})`);
}

function claimSentence({ number, status, claimedBy, mayClaim }: StartHandoff): string {
  if (status === "claimed") return `${claimedBy ?? "Somebody"} claimed it.`;
  if (!mayClaim) return "Nobody has claimed it yet.";
  return `Nobody has claimed it yet; take it with: context claim ${recordRef("handoff", number)}`;
}

function workItems({ session, task, branch, todos, checks }: WorkView): WeighedItem[] {
  const from = session === null ? "" : ` (from S-${session})`;
  const open = todos.filter(({ state }) => state === "open" || state === "in_progress");
  const work = (ref: string, text: string) => item("work", `work:${ref}`, text, `${ref}${from} (context status)`);
  return [
    ...(task.trim() === "" ? [] : [work("task", `Task${from}: ${oneLine(task)}`)]),
    ...(branch === null ? [] : [work("branch", `Branch: ${oneLine(branch)}`)]),
    ...(open.length === 0 ? [] : [work("todos", ["Open:", ...open.map(todoLine)].join("\n"))]),
    ...(checks.length === 0 ? [] : [work("checks", ["Last checks:", ...checks.map(checkLine)].join("\n"))]),
  ];
}

function todoLine({ text, state }: TodoItem): string {
  return `- [ ] ${oneLine(text)}${state === "in_progress" ? " (in progress)" : ""}`;
}

function checkLine({ check, command, passed }: WorkView["checks"][number]): string {
  return `- ${check} ${passed ? "passed" : "failed"}: ${oneLine(command)}`;
}

function isSame(title: string, decision: string): boolean {
  const plain = (text: string) => oneLine(text).toLowerCase().replace(/\.$/, "");
  return decision.trim() === "" || plain(title) === plain(decision);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function short(text: string, max = MAX_TITLE_CHARACTERS): string {
  const line = oneLine(text);
  return line.length <= max ? line : `${line.slice(0, max - 1).trimEnd()}…`;
}
