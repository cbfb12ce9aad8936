import { toolKey } from "../events/tool-table";
import { succeeded } from "../prune/outcome";
import type { Entry } from "../prune/timeline";
import { argumentsOf, textAt } from "./call-arguments";
import { type Alternative, cutAtWord, type Finding, finding } from "./draft";
import { bulletsOf, pathsIn, type Section, sectionsOf } from "./markdown-sections";

/** Tools that hand a plan to the person, by name without punctuation. */
const PLAN_TOOLS = new Set(["exitplanmode", "planexit", "createplan", "planmoderespond"]);
/** A plan tool that answers at all was approved, except where the text says otherwise. */
const NOT_APPROVED = /\b(?:rejected|not approved|declined|keep planning|needs (?:changes|revision))\b/i;
/** Claude Code repeats the plan as it was approved, possibly edited by the person. */
const APPROVED_COPY = /^## Approved Plan[^\n]*:?\s*\n/m;

const MAX_PLAN_CHARACTERS = 6_000;
const MAX_PATHS = 20;

/** A plan that a person approved: the tool's result says so, or (Codex) the next prompt does. */
export function approvedPlan(entry: Entry): Finding[] {
  const { event, partner } = entry;
  if (event.kind !== "tool_call" || event.tool === null || !PLAN_TOOLS.has(toolKey(event.tool))) return [];
  if (partner === null || !succeeded(partner.event) || NOT_APPROVED.test(partner.event.text.slice(0, 300))) return [];
  const plan = planText(event.text, partner.event.text);
  if (plan === "") return [];
  return [
    fromPlan(entry, plan, [
      { ref: event.ref, note: "The plan." },
      { ref: partner.event.ref, note: "Its approval." },
    ]),
  ];
}

function planText(argsText: string, result: string): string {
  const copy = APPROVED_COPY.exec(result);
  const approved = copy ? result.slice(copy.index + copy[0].length).trim() : "";
  const args = argumentsOf(argsText);
  return (
    approved || textAt(args, "plan", "content", "response", "overview") || (argsText.startsWith("{") ? "" : argsText)
  );
}

/** Codex writes its plan into the answer; choosing it sends a fixed prompt. */
const PROPOSED = /<proposed_plan>\s*([\s\S]*?)\s*<\/proposed_plan>/;
const GO_AHEAD =
  /^\s*(?:(?:yes|ok(?:ay)?|please|sounds good|lgtm|go|great)[\s,.!:-]*)*(?:implement (?:the|this) plan|go ahead|proceed|do it|approved)\b/i;

/** `next` is the prompt that follows the message in its thread, if any. */
export function acceptedProposal(entry: Entry, next: Entry | null): Finding[] {
  if (entry.event.kind !== "assistant_message" || next === null) return [];
  const plan = PROPOSED.exec(entry.event.text)?.[1];
  if (!plan || !GO_AHEAD.test(next.event.text)) return [];
  return [
    fromPlan(entry, plan, [
      { ref: entry.event.ref, note: "The plan." },
      { ref: next.event.ref, note: "Its approval." },
    ]),
  ];
}

/** A draft out of the text of a plan. */
export function fromPlan(entry: Entry, plan: string, evidence: Finding["evidence"]): Finding {
  const sections = sectionsOf(plan);
  const title = sections.find((section) => section.heading !== "")?.heading ?? firstLine(plan);
  const approach = sectionNamed(sections, /^(?:approach|strategy|decision|solution|design|recommend|chosen)/i);
  return finding({
    entry,
    source: "approved-plan",
    title: title.replace(/^(?:implementation |the )?plan\s*[:–-]\s*/i, ""),
    context: sectionNamed(sections, /^(?:context|background|problem|summary|goal|overview|why)/i),
    decision: cutAtWord(approach || plan.trim(), MAX_PLAN_CHARACTERS),
    reasoning: sectionNamed(sections, /^(?:reasoning|rationale|why this)/i),
    alternatives: bulletsOf(sectionNamed(sections, /alternatives|rejected|not chosen/i)).map(alternative),
    affectedPaths: pathsIn(plan, MAX_PATHS),
    tags: ["plan"],
    evidence,
  });
}

/** A section with everything below it, down to the next heading of its level. */
function sectionNamed(sections: readonly Section[], pattern: RegExp): string {
  const start = sections.findIndex((section) => section.heading !== "" && pattern.test(section.heading));
  const first = sections[start];
  if (first === undefined) return "";
  const rest = sections.slice(start + 1);
  const end = rest.findIndex((section) => section.level <= first.level);
  const inner = (end < 0 ? rest : rest.slice(0, end)).map(
    ({ heading, level, body }) => `${"#".repeat(level)} ${heading}\n\n${body}`,
  );
  return cutAtWord([first.body, ...inner].join("\n\n").trim(), MAX_PLAN_CHARACTERS);
}

/** `Option: why not`, `Option — why not`, `**Option**: why not`. */
export function alternative(bullet: string): Alternative {
  const plain = bullet.replace(/\*\*/g, "");
  const parts = /^(.{2,80}?)\s*(?::|—|–|\s-\s)\s+(.+)$/.exec(plain);
  return { option: parts?.[1] ?? plain, detail: "", whyNot: parts?.[2] ?? "" };
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}
