import { toolKey } from "../events/tool-table";
import { failed } from "../prune/outcome";
import type { Entry } from "../prune/timeline";
import { alternative } from "./approved-plans";
import { type Arguments, argumentsOf, textAt, textsAt } from "./call-arguments";
import { type LogEntry, parseDecisionLog } from "./decision-log";
import { type Finding, finding } from "./draft";
import { labelledParts } from "./labelled-parts";
import { linesOf } from "./markdown-sections";

/** Decisions that the agent recorded on purpose: a tool for it, or an entry in a decision file. */
export function recordedDecisions(entry: Entry): Finding[] {
  const { event, partner } = entry;
  if (event.kind !== "tool_call" || event.tool === null) return [];
  if (partner !== null && (failed(partner.event) || isUndone(partner))) return [];
  if (event.toolClass === "edit" || event.toolClass === "write") return writtenToFile(entry);
  return isRecorder(event.tool, argumentsOf(event.text)) ? fromTool(entry, argumentsOf(event.text)) : [];
}

function isUndone({ event }: Entry): boolean {
  return event.outcome === "refused" || event.outcome === "aborted" || event.outcome === "collateral";
}

/** `decision-trace` with `action: record`, `record_decision`, `fdx-decisions`; tools that only look are left out. */
function isRecorder(tool: string, args: Arguments): boolean {
  const key = toolKey(tool);
  if (!key.includes("decision")) return false;
  const action = textAt(args, "action", "operation", "command");
  if (action !== "") return /^(?:record|add|create|log|append|save|new)$/i.test(action);
  return !/(?:list|get|query|search|read|find|history|show)/.test(key);
}

function fromTool(entry: Entry, args: Arguments): Finding[] {
  const decision = textAt(args, "decision", "chosen", "choice", "summary", "description");
  const rationale = textAt(args, "rationale", "reasoning", "reason", "why");
  const title = textAt(args, "title", "name", "topic") || decision || rationale;
  if (title === "") return [];
  return [
    finding({
      entry,
      source: "recorded-decision",
      title: firstSentence(title),
      context: textAt(args, "context", "problem", "question"),
      decision: decision || title,
      reasoning: rationale,
      alternatives: textsAt(args, "alternatives_considered", "alternatives", "options").map(alternative),
      impact: textAt(args, "impact", "consequences"),
      reversible: textAt(args, "reversible"),
      risk: textAt(args, "risk_level", "risk").toLowerCase(),
      confidence: textAt(args, "confidence_level", "confidence").toLowerCase(),
      assumptions: textsAt(args, "assumptions"),
      affectedPaths: textsAt(args, "affected_paths", "file_path", "paths", "files"),
      tags: textsAt(args, "tags"),
      evidence: [{ ref: entry.event.ref, note: "The record." }],
    }),
  ];
}

/** Files that hold decisions and nothing else. */
const DECISION_FILE = /(?:^|\/)(?:decisions?(?:[-_]?log)?\.(?:md|jsonl)|DEC-\d+\.md)$/i;

function writtenToFile(entry: Entry): Finding[] {
  const { event } = entry;
  if (event.target === null || !DECISION_FILE.test(event.target)) return [];
  const args = argumentsOf(event.text);
  const text = textAt(args, "content", "new_string", "newString", "new_str", "file_text", "text");
  const before = textAt(args, "old_string", "oldString", "old_str");
  const known = new Set(parseDecisionLog(before).map((log) => log.number));
  if (event.target.endsWith(".jsonl")) return fromJsonLines(entry, text, before);
  const entries = parseDecisionLog(text).filter((log) => !known.has(log.number));
  return entries.map((log, index) => fromLog(entry, log, index + 1, "recorded-decision"));
}

function fromJsonLines(entry: Entry, text: string, before: string): Finding[] {
  const old = new Set(before.split("\n"));
  const added = text.split("\n").filter((line) => line.trim() !== "" && !old.has(line));
  return added.flatMap((line, index) =>
    fromTool(entry, argumentsOf(line.trim())).map((found) => ({ ...found, part: index + 1 })),
  );
}

function fromLog(entry: Entry, log: LogEntry, part: number, source: Finding["source"]): Finding {
  const { title, context, decision, reasoning, alternatives, impact, reversible } = log;
  return finding({
    entry,
    part,
    source,
    title,
    context,
    decision: decision || title,
    reasoning,
    alternatives,
    impact,
    reversible,
    evidence: [{ ref: entry.event.ref, note: "Where it was written down." }],
  });
}

/**
 * Decisions that the agent wrote down as such in its answer: log entries, and lines that begin with "Decision:".
 * A word in the middle of a sentence is talk and no record.
 */
export function writtenDecisions(entry: Entry): Finding[] {
  const { event } = entry;
  if (event.kind !== "assistant_message" || !/decision|\[DEC-/i.test(event.text)) return [];
  const logged = parseDecisionLog(event.text);
  if (logged.length > 0) return logged.map((log, index) => fromLog(entry, log, index + 1, "written-decision"));
  return headedDecisions(event.text).map((text, index) => {
    const parts = labelledParts(text);
    return finding({
      ...parts,
      entry,
      part: index + 1,
      source: "written-decision",
      title: firstSentence(parts.decision || text),
      decision: parts.decision || text,
      evidence: [{ ref: event.ref, note: "Where it was written down." }],
    });
  });
}

const HEADED =
  /^\s*(?:#{1,6}\s+|[-*]\s+)?(?:\*\*|__)?(?:(?:key|design|final|architecture|architectural|technical) )*decision(?:\*\*|__)?\s*(?::|–|—)(?:\*\*|__)?\s*(.*)$/i;
const MIN_DECISION_CHARACTERS = 12;
const MAX_DECISION_CHARACTERS = 2_000;

/** The text behind each "Decision:" up to the next blank line; a bare heading takes the paragraph below it. */
function headedDecisions(text: string): string[] {
  const lines = linesOf(text);
  return lines.flatMap(({ line, isCode }, index) => {
    const head = isCode ? null : HEADED.exec(line);
    if (!head) return [];
    const told = head[1]?.trim() ?? "";
    const below = paragraphOf(lines.slice(index + 1), told === "");
    const whole = [told, ...below].filter((part) => part !== "").join("\n");
    // "Decision: pending?" decides nothing.
    return whole.length < MIN_DECISION_CHARACTERS || whole.endsWith("?")
      ? []
      : [whole.slice(0, MAX_DECISION_CHARACTERS)];
  });
}

/** Lines up to a blank line, a heading or code. */
function paragraphOf(lines: readonly { line: string; isCode: boolean }[], skipsBlank: boolean): string[] {
  const start = skipsBlank
    ? Math.max(
        0,
        lines.findIndex(({ line }) => line.trim() !== ""),
      )
    : 0;
  const rest = lines.slice(start);
  const end = rest.findIndex(({ line, isCode }) => isCode || line.trim() === "" || /^#{1,6}\s/.test(line));
  return (end < 0 ? rest : rest.slice(0, end)).map(({ line }) => line.trim());
}

/** The first sentence of the first line; a line that leads into a list ends before its colon. */
function firstSentence(text: string): string {
  const line = text.split("\n", 1)[0] ?? text;
  return /^(.{10,160}?[.;])\s/.exec(line)?.[1]?.slice(0, -1) ?? line;
}
