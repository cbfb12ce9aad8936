import { alternative } from "./approved-plans";
import type { Alternative } from "./draft";
import { linesOf } from "./markdown-sections";

/**
 * One entry of a decision log in Markdown:
 *
 *     ### [DEC-001] Use Zustand instead of Redux (Session 3)
 *     - **Date**: 2026-03-20
 *     - **Decision**: …
 */
export interface LogEntry {
  readonly number: number;
  readonly title: string;
  readonly session: number | null;
  readonly date: string;
  readonly context: string;
  readonly decision: string;
  readonly reasoning: string;
  readonly alternatives: readonly Alternative[];
  readonly impact: string;
  readonly reversible: string;
}

const HEAD = /^#{2,4}\s+\[DEC-(\d+)\]\s+(.+?)(?:\s+\(Session\s+#?(\d+)\))?\s*$/;
const FIELD = /^\s*[-*]\s+\*\*([\w ]+?):?\*\*\s*:?\s*(.*)$/;

/** Entries of a log, in order; text between them is left alone. A line that continues a field is part of it. */
export function parseDecisionLog(markdown: string): LogEntry[] {
  const entries: { head: RegExpExecArray; fields: Map<string, string> }[] = [];
  let field: string | null = null;
  for (const { line, isCode } of linesOf(markdown)) {
    const head = isCode ? null : HEAD.exec(line);
    if (head) {
      entries.push({ head, fields: new Map() });
      field = null;
      continue;
    }
    const fields = entries.at(-1)?.fields;
    if (fields === undefined || isCode) continue;
    field = readField(fields, field, line);
  }
  return entries.map(({ head, fields }) => toEntry(head, fields));
}

/** Answers the field that the next line may continue. */
function readField(fields: Map<string, string>, current: string | null, line: string): string | null {
  const started = FIELD.exec(line);
  if (started) {
    const name = (started[1] ?? "").trim().toLowerCase();
    fields.set(name, (started[2] ?? "").trim());
    return name;
  }
  if (current === null || line.trim() === "" || /^#{1,6}\s/.test(line)) return null;
  fields.set(current, `${fields.get(current) ?? ""} ${line.trim()}`.trim());
  return current;
}

function toEntry(head: RegExpExecArray, fields: ReadonlyMap<string, string>): LogEntry {
  const read = (name: string) => fields.get(name) ?? "";
  return {
    number: Number(head[1]),
    title: head[2] ?? "",
    session: head[3] === undefined ? null : Number(head[3]),
    date: read("date"),
    context: read("context"),
    decision: read("decision"),
    reasoning: read("reasoning") || read("rationale"),
    alternatives: alternativesOf(read("alternatives considered") || read("alternatives")),
    impact: read("impact"),
    reversible: read("reversible"),
  };
}

/** A comma separates options, but not inside brackets. */
export function alternativesOf(text: string): Alternative[] {
  return text
    .split(/,\s+(?![^()]*\))|;\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== "" && !/^none\b/i.test(part))
    .map(alternative);
}
