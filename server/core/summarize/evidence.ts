import type { LinkedRecord } from "../prune/model";
import { succeeded } from "../prune/outcome";
import type { Entry } from "../prune/timeline";
import { commitsOf } from "./commits";
import { isLink, rankLinks, readSummary } from "./form";
import type { SummaryRange } from "./ranges";

/** What proves a range's summary. */
export interface RangeEvidence {
  /** Links that resolve, the most telling first. */
  readonly links: readonly string[];
  /** Decisions that the range led to. */
  readonly decisions: readonly LinkedRecord[];
}

/** Links of contents are long and say the least: several only where nothing better is at hand. */
const MAX_FILES = 3;
const MAX_FILES_BESIDE = 1;
/** A SHA-256 in base64: what stored contents are keyed by. */
const SHA256_BASE64 = /^[A-Za-z0-9+/]{43}=$/;

/**
 * Records whose events lie in the range or in the answer that it led to, commits that the range itself shows, links of
 * the summaries that it takes over, and contents of files as they were seen: `path@` and the first 12 digits of the
 * stored content's SHA-256.
 */
export function evidenceOf(range: SummaryRange, records: readonly LinkedRecord[]): RangeEvidence {
  const refs = new Set(range.entries.map((entry) => entry.event.ref));
  for (const entry of [...answerOf(range.ledTo), ...recordedAtOnce(range, records)]) refs.add(entry.event.ref);
  const linked = records.filter((record) => isLink(record.link) && record.refs.some((ref) => refs.has(ref)));
  const taken = range.entries.flatMap(({ event }) =>
    event.kind === "summary" ? (readSummary(event.text)?.evidence ?? []) : [],
  );
  const commits = range.entries.flatMap((entry) => commitsOf(entry).map((commit) => commit.hash)).reverse();
  const telling = [...linked.map((record) => record.link), ...commits, ...taken];
  const files = filesOf(range.entries, telling.length === 0 ? MAX_FILES : MAX_FILES_BESIDE);
  return {
    links: rankLinks([...telling, ...files]),
    decisions: linked.filter((record) => record.kind === "decision"),
  };
}

/**
 * Decisions that were recorded behind a check before anything else was done. The latest run of a check stays in full, so
 * it ends the range of the work that it checked, and the record of what came of that work stands behind it.
 */
function recordedAtOnce({ behind }: SummaryRange, records: readonly LinkedRecord[]): Entry[] {
  if (!behind[0] || !isCheck(behind[0])) return [];
  const decided = new Set(records.flatMap(({ kind, refs }) => (kind === "decision" ? refs : [])));
  const isRecord = ({ event, partner }: Entry) => decided.has(event.ref) || decided.has(partner?.event.ref ?? "");
  const end = behind.findIndex((entry) => !isRecord(entry) && isOtherWork(entry));
  return (end < 0 ? behind : behind.slice(0, end)).filter(({ event }) => decided.has(event.ref));
}

function isOtherWork(entry: Entry): boolean {
  const { kind } = entry.event;
  return kind !== "assistant_message" && kind !== "thinking" && kind !== "system" && !isCheck(entry);
}

function isCheck({ event: { toolClass } }: Entry): boolean {
  return toolClass === "test" || toolClass === "build";
}

/**
 * A range that led to an answer or an accepted plan waits until the decision exists, at least as a draft. Refused or
 * unanswered questions decide nothing.
 */
export function waitsForDecision({ ledTo }: SummaryRange, records: readonly LinkedRecord[]): boolean {
  const answer = answerOf(ledTo);
  if (!answer.some(({ event }) => event.kind !== "tool_call" && succeeded(event))) return false;
  const refs = new Set(answer.map((entry) => entry.event.ref));
  return !records.some((record) => record.kind === "decision" && record.refs.some((ref) => refs.has(ref)));
}

function answerOf(ledTo: Entry | null): Entry[] {
  if (ledTo === null) return [];
  return ledTo.partner === null ? [ledTo] : [ledTo, ledTo.partner];
}

/** Files that were read or changed, the latest first, each by the newest content that the range holds. */
function filesOf(entries: readonly Entry[], max: number): string[] {
  const links = new Map<string, string>();
  for (let at = entries.length - 1; at >= 0 && links.size < max; at--) {
    const entry = entries[at];
    if (!entry || !isFileContent(entry)) continue;
    const { target, contentKey } = entry.event;
    if (target === null || links.has(target) || !SHA256_BASE64.test(contentKey)) continue;
    const link = `${target}@${hexOf(contentKey).slice(0, 12)}`;
    if (isLink(link)) links.set(target, link);
  }
  return [...links.values()];
}

/** A read's result holds the file; a write's or an edit's call holds what was put into it. */
function isFileContent({ event, partner }: Entry): boolean {
  if (event.toolClass?.endsWith("_read")) return event.kind === "tool_result" && succeeded(event);
  const isChange = event.toolClass === "write" || event.toolClass === "edit";
  return isChange && event.kind === "tool_call" && partner !== null && succeeded(partner.event);
}

function hexOf(base64: string): string {
  return [...atob(base64)].map((char) => char.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}
