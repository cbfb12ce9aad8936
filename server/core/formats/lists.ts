import type { Alternative } from "../decisions/draft";
import { readEvidenceLines, writeEvidenceLine } from "../decisions/evidence-lines";
import type { EvidenceView } from "../decisions/views";
import { readFields, readItems, writeField, writeItems } from "./blocks";

/**
 * Lists as values of a field. Each is written in the short form that people know, on one line, where reading it gives
 * the same list back, and as a list of its own otherwise: nothing is lost to a comma inside a member.
 */

export function writeWords(words: readonly string[]): string {
  const short = words.join(", ");
  return isSame(readWords(short), words) ? short : writeItems(words);
}

export function readWords(value: string): string[] {
  return readItems(value) ?? splitWords(value);
}

function splitWords(value: string): string[] {
  return value
    .split(/[,;]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** `DEC-001, DEC-004` */
export function writeNumbers(prefix: string, numbers: readonly number[]): string {
  return numbers.map((number) => `${prefix}-${String(number).padStart(3, "0")}`).join(", ");
}

export function readNumbers(value: string): number[] {
  return [...value.matchAll(/(?:DEC|FAIL|ADR)-0*(\d{1,9})/g)].map((match) => Number(match[1]));
}

export function writeAlternatives(alternatives: readonly Alternative[]): string {
  const all = alternatives.map(({ option, detail, whyNot }) => ({ option, detail, whyNot }));
  const short = all.map(({ option }) => option).join(", ");
  return isSame(readAlternatives(short), all) ? short : writeItems(all.map(alternativeItem));
}

function alternativeItem({ option, detail, whyNot }: Alternative): string {
  return withFields(option, [
    ["Detail", detail],
    ["Why not", whyNot],
  ]);
}

const MAX_LINE_CHARACTERS = 10_000;

/** A comma separates options, but not inside brackets. `Redux: too large` is an option and why not. */
export function readAlternatives(value: string): Alternative[] {
  const items = readItems(value);
  // Looking for the end of a bracket behind every comma is for lines that people write.
  if (items === null && value.length > MAX_LINE_CHARACTERS) return [{ option: value, detail: "", whyNot: "" }];
  if (items === null) {
    return value
      .split(/,\s+(?![^()]*\))|;\s+/)
      .map((part) => part.trim())
      .filter((part) => part !== "" && !/^none\b/i.test(part))
      .map(optionOf);
  }
  return items.map((item) => {
    const { text, fields } = splitFields(item);
    if (fields.size === 0 && text === item) return { option: text, detail: "", whyNot: "" };
    return { option: text, detail: fields.get("Detail") ?? "", whyNot: fields.get("Why not") ?? "" };
  });
}

function optionOf(text: string): Alternative {
  const parts = /^([^:—–]{2,80}?)\s*(?::|—|–)\s+(.+)$/.exec(text);
  return { option: parts?.[1] ?? text, detail: "", whyNot: parts?.[2] ?? "" };
}

export function writeEvidence(evidence: readonly EvidenceView[]): string {
  return writeItems(evidence.map(evidenceItem));
}

function evidenceItem({ kind, session, ref, note }: EvidenceView): string {
  const line = writeEvidenceLine({ kind, session, ref, note });
  const read = readEvidenceLines(line).map((one) => [one.kind, one.session, one.ref, one.note]);
  if (isSame(read, [[kind, session, ref, note]]) && !isEscapable(line)) return line;
  return withFields(ref, [
    ["Kind", kind],
    ["Session", session === null ? "" : String(session)],
    ["Note", note],
  ]);
}

export function readEvidence(value: string): EvidenceView[] {
  const items = readItems(value) ?? value.split("\n").filter((line) => line.trim() !== "");
  return items.flatMap((item) => {
    const { text, fields } = splitFields(item);
    const kind = fields.get("Kind");
    if (kind === undefined) return readEvidenceLines(item);
    const session = /^\d{1,9}$/.exec(fields.get("Session") ?? "")?.[0];
    const number = session === undefined ? null : Number(session);
    return [{ kind, session: number, ref: text, note: fields.get("Note") ?? "" }];
  });
}

/** A text with named parts under it, those that are not empty. */
function withFields(text: string, fields: readonly (readonly [string, string])[]): string {
  const lines = text.split(/\r\n?|\n/).map((line) => (isEscapable(line) ? `\\${line}` : line));
  const told = fields.filter(([, value]) => value !== "").map(([name, value]) => writeField(name, value));
  return [lines.join("\n"), ...told].join("\n");
}

const ESCAPABLE = /^\\*[-*] \*\*/;

function isEscapable(line: string): boolean {
  return ESCAPABLE.test(line);
}

function splitFields(item: string): { text: string; fields: Map<string, string> } {
  const lines = item.split("\n");
  const at = lines.findIndex((line) => /^[-*] \*\*/.test(line));
  const told = at < 0 ? [] : readFields(lines.slice(at)).fields;
  const text = (at < 0 ? lines : lines.slice(0, at)).map((line) => (isEscapable(line) ? line.slice(1) : line));
  return { text: text.join("\n"), fields: new Map(told.map(({ name, value }) => [name, value])) };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
