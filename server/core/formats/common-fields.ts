import type { AuthorView, EvidenceView } from "../decisions/views";
import { type Entry, type EntryField, textOf } from "./entries";
import { readEvidence, readWords, writeEvidence, writeWords } from "./lists";
import { NOBODY, type PortableHead, type ReadProblem } from "./portable";

/** Fields that entries of every kind have behind their own. */
export const COMMON_NAMES = ["Tags", "Evidence", "Author", "Recorded"] as const;

export function commonFields(record: {
  readonly tags: readonly string[];
  readonly evidence: readonly EvidenceView[];
  readonly author: AuthorView;
  readonly recordedAt: string;
}): EntryField[] {
  return [
    { name: "Tags", value: writeWords(record.tags) },
    { name: "Evidence", value: writeEvidence(record.evidence) },
    { name: "Author", value: writeAuthor(record.author) },
    { name: "Recorded", value: record.recordedAt },
  ];
}

export function readCommon(entry: Entry, file: string, problems: ReadProblem[]) {
  return {
    tags: readWords(textOf(entry, "Tags")),
    evidence: readEvidence(textOf(entry, "Evidence")),
    author: readAuthor(textOf(entry, "Author")),
    recordedAt: readTime(entry, "Recorded", file, problems) ?? "",
  } satisfies Partial<PortableHead> & Record<string, unknown>;
}

const MAX_NAME_CHARACTERS = 300;

/** `Ada Lovelace (member)` */
function writeAuthor({ name, kind }: AuthorView): string {
  const plain = name.replace(/\s+/g, " ").trim();
  return kind === "" ? plain : `${plain} (${kind})`.trim();
}

function readAuthor(written: string): AuthorView {
  const text = written.slice(0, MAX_NAME_CHARACTERS);
  const [, name, kind] = /^(.*?)\s*\(([a-z]{1,20})\)$/.exec(text) ?? [];
  if (kind !== undefined) return { kind, name: name ?? "" };
  return text === "" ? NOBODY : { kind: "", name: text };
}

/** Null for a day or an instant that is none; it is named. */
export function readTime(entry: Entry, name: string, file: string, problems: ReadProblem[]): string | null {
  const field = entry.fields.get(name);
  if (field === undefined || field.value.trim() === "") return null;
  const at = instantOfText(field.value.trim());
  if (at === null) {
    const message = `${field.value.slice(0, 60)} is no date; the record is kept without it. Write 2026-03-20.`;
    problems.push({ file, line: field.line, field: name, message });
  }
  return at;
}

/** A day counts from midnight UTC. */
export function instantOfText(text: string): string | null {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  if (!isDay && !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/.test(text)) return null;
  const at = new Date(isDay ? `${text}T00:00:00.000Z` : text);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** The day alone where the instant is its beginning. */
export function writeTime(at: string | null): string {
  return at === null ? "" : at.replace(/T00:00:00\.000Z$/, "");
}
