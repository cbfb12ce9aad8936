import type { ToolClass } from "../events/kinds";
import { estimateTokens } from "../events/tokens";
import type { SessionEvent } from "../prune/model";
import { clip, isDeclaration, isErrorLine } from "./lines";

/**
 * The kept meaning of a result, made by rule and offline: what was asked, how it ended, error lines first, then the
 * symbols of a file, then the first line, and how much there was. Working memory and no evidence: whoever needs the
 * exact text restores it.
 */
export type KeptMeaning = (event: SessionEvent, budgetTokens: number) => string;

const MAX_LINE_CHARACTERS = 160;
/** The kept meaning has to be worth it: at most this share of what it replaces. */
const MAX_SHARE = 0.5;
const MAX_TOKENS = 400;

const READS: ReadonlySet<ToolClass> = new Set(["source_read", "doc_read", "dependency_read"]);

/** Null when nothing shorter than the share would be left to say; then the caller keeps the full text or a marker. */
export function keptMeaning(event: SessionEvent): string | null {
  const budget = Math.min(MAX_TOKENS, Math.floor(event.tokens * MAX_SHARE));
  const kept =
    READS.has(event.toolClass ?? "other") && event.outcome !== "error"
      ? ofRead(event, budget)
      : ofResult(event, budget);
  return kept !== "" && estimateTokens(kept) <= budget ? kept : null;
}

const ofRead: KeptMeaning = (event, budget) => {
  const lines = event.text.split("\n");
  return fill(`${headOf(event)}: ${countLines(lines)}.`, lines.filter(isDeclaration), budget);
};

const ofResult: KeptMeaning = (event, budget) => {
  const lines = event.text.split("\n");
  const errors = lines.filter(isErrorLine);
  const first = lines.find((line) => line.trim() !== "");
  const telling = errors.length > 0 ? errors : first === undefined ? [] : [first];
  return fill(`${headOf(event)}${endOf(event)}: ${countLines(lines)}.`, telling, budget);
};

/** What was asked: the command as it was typed, or the target with its lines. */
function headOf({ command, target, range, tool }: SessionEvent): string {
  if (command !== null) return clip(command.replace(/\s+/g, " "), MAX_LINE_CHARACTERS);
  const name = target ?? tool ?? "Result";
  if (range === null) return name;
  return range.lastLine === null
    ? `${name} from line ${range.firstLine}`
    : `${name} lines ${range.firstLine}–${range.lastLine}`;
}

/** The exact exit code: 127 and 1 are two failures. */
function endOf({ exitCode, outcome }: SessionEvent): string {
  if (exitCode !== null) return ` (exit ${exitCode})`;
  return outcome === null || outcome === "ok" ? "" : ` (${outcome})`;
}

function countLines(lines: readonly string[]): string {
  return lines.length === 1 ? "1 line" : `${lines.length} lines`;
}

/** Adds lines while they fit; says how many of the kind were left out. */
function fill(head: string, lines: readonly string[], budgetTokens: number): string {
  const seen = new Set<string>();
  let text = head;
  let left = 0;
  for (const line of lines) {
    const clipped = clip(line, MAX_LINE_CHARACTERS);
    if (seen.has(clipped)) continue;
    seen.add(clipped);
    // Ten tokens stay free for the sentence that says what was left out.
    if (estimateTokens(`${text}\n${clipped}`) + 10 > budgetTokens) left++;
    else text += `\n${clipped}`;
  }
  return left === 0 ? text : `${text}\n… ${left} more such lines`;
}
