import { z } from "zod";
import { recordNumber, recordRef } from "../decisions/record-ref";
import { FAILURE_STATUSES } from "../failures/next-status";
import { AuthorJson, EvidenceJson, evidenceJson, firstFault, Instant, Words } from "./json-fields";
import { jsonOf } from "./jsonl";
import type { Located, PortableFailure, ReadProblem, ReadRecords } from "./portable";

/**
 * FAILURES.json in its published form: `{version, last_updated, entries: [{id, timestamp, type, description,
 * affected_paths, root_cause, fix_applied, tags, recurrence_count, …}]}`. A resolved one carries the tag `resolved`.
 * What a failure has beside that stands behind, under names of its own. Each entry is one line, so that a damaged one
 * can be told from its neighbours.
 */
const VERSION = "1.0";
const RESOLVED = "resolved";

export function failureEntry(failure: PortableFailure & { readonly number: number }): string {
  const isResolved = failure.status === RESOLVED;
  const tags = failure.tags.filter((tag) => tag !== RESOLVED);
  return JSON.stringify({
    id: recordRef("failure", failure.number),
    timestamp: failure.lastSeenAt,
    type: failure.type,
    description: failure.description,
    affected_paths: failure.affectedPaths,
    root_cause: failure.rootCause,
    fix_applied: failure.fix,
    tags: isResolved ? [...tags, RESOLVED] : tags,
    recurrence_count: failure.occurrences,
    title: failure.title,
    status: failure.status,
    approach: failure.approach,
    fingerprint: failure.fingerprint,
    first_seen: failure.firstSeenAt,
    sessions: failure.sessions,
    agents: failure.agents,
    evidence: failure.evidence.map(evidenceJson),
    merged_into: failure.mergedInto === null ? undefined : recordRef("failure", failure.mergedInto),
    author: { kind: failure.author.kind, name: failure.author.name },
    recorded_at: failure.recordedAt,
  });
}

/** The pieces of the file: its head, a line an entry, its end; a long registry is never one text. */
export function failuresHead(lastUpdated: string): string {
  return `{"version":"${VERSION}","last_updated":${JSON.stringify(lastUpdated)},"entries":[`;
}
export const FAILURES_END = "\n]}\n";

const Text = z.string().default("");

const Entry = z.looseObject({
  id: z.string().trim().min(1, "Name the failure: FAIL-001."),
  timestamp: Instant,
  type: z.string().trim().min(1, "Say what failed.").max(60, "Shorten the type to 60 characters."),
  description: Text,
  affected_paths: Words,
  root_cause: Text,
  fix_applied: Text,
  tags: Words,
  recurrence_count: z.int().nonnegative().max(2_147_483_647).default(1),
  title: Text,
  status: z.enum(FAILURE_STATUSES).optional(),
  approach: Text,
  fingerprint: Text,
  first_seen: Instant.optional(),
  sessions: z.int().nonnegative().max(2_147_483_647).default(0),
  agents: Words,
  evidence: EvidenceJson,
  merged_into: z.string().nullish(),
  author: AuthorJson,
  recorded_at: Instant.or(z.literal("")).default(""),
});
type Entry = z.infer<typeof Entry>;

export function readFailures(file: string, text: string): ReadRecords<PortableFailure> {
  const whole = z.object({ entries: z.array(z.unknown()) }).safeParse(jsonOf(text.replace(/^\uFEFF/, "")));
  const found = whole.success ? { items: itemsOf(whole.data.entries, text), problems: [] } : itemsOfDamaged(file, text);
  const problems: ReadProblem[] = [...found.problems];
  const records = found.items.flatMap(({ value, line }): Located<PortableFailure>[] => {
    const parsed = Entry.safeParse(value);
    if (parsed.success) return [{ value: failureOf(parsed.data), file, line }];
    problems.push({ file, line, ...firstFault(parsed.error) });
    return [];
  });
  return { records, problems };
}

function itemsOf(entries: readonly unknown[], text: string): { value: unknown; line: number }[] {
  const lines = linesOfIds(text);
  return entries.map((value, index) => ({ value, line: lines[index] ?? 1 }));
}

/** Where each entry's id stands: our own form has an entry a line, behind the head. Only a key has a colon behind it. */
function linesOfIds(text: string): number[] {
  return text.split("\n").flatMap((line, index) => Array.from(line.matchAll(/"id"\s*:/g), () => index + 1));
}

/** A file that is no JSON as a whole: entries that stand on a line of their own are kept. */
function itemsOfDamaged(file: string, text: string) {
  const items: { value: unknown; line: number }[] = [];
  const problems: ReadProblem[] = [];
  let isInside = false;
  for (const [index, raw] of text.split("\n").entries()) {
    const line = index + 1;
    const written = raw.trim().replace(/^,/, "").replace(/,$/, "");
    if (/"entries"\s*:\s*\[\s*$/.test(written)) isInside = true;
    else if (isInside && !/^[\]}]*$/.test(written)) {
      const value = jsonOf(written);
      if (value !== undefined) items.push({ value, line });
      else problems.push({ file, line, field: null, message: "This entry is no JSON. Repair it, or take it out." });
    }
  }
  if (!isInside) {
    const message = 'The file is no JSON of the form {"version": "1.0", "entries": [ … ]}. Repair it and try again.';
    problems.push({ file, line: 1, field: "entries", message });
  }
  return { items, problems };
}

function failureOf(entry: Entry): PortableFailure {
  const { id, tags, description } = entry;
  const [firstLine = ""] = description.trim().split("\n");
  const number = numberOf(id);
  return {
    number,
    key: number === null ? id : recordRef("failure", number),
    title: entry.title || firstLine.slice(0, 200) || id,
    status: entry.status ?? (tags.includes(RESOLVED) ? RESOLVED : "active"),
    type: entry.type,
    description,
    approach: entry.approach,
    rootCause: entry.root_cause,
    fix: entry.fix_applied,
    affectedPaths: entry.affected_paths,
    tags: tags.filter((tag) => tag !== RESOLVED),
    evidence: entry.evidence,
    fingerprint: entry.fingerprint,
    occurrences: entry.recurrence_count,
    sessions: entry.sessions,
    agents: entry.agents,
    firstSeenAt: entry.first_seen ?? entry.timestamp,
    lastSeenAt: entry.timestamp,
    mergedInto: entry.merged_into ? numberOf(entry.merged_into) : null,
    author: entry.author,
    recordedAt: entry.recorded_at,
  };
}

function numberOf(ref: string): number | null {
  const number = recordNumber("failure", ref);
  return number !== null && number >= 1 && number <= 2_147_483_647 ? number : null;
}
