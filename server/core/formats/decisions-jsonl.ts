import { z } from "zod";
import { recordNumber, recordRef } from "../decisions/record-ref";
import { DECISION_STATUSES } from "../decisions/transitions";
import {
  AlternativesJson,
  AuthorJson,
  alternativeJson,
  EvidenceJson,
  evidenceJson,
  firstFault,
  Instant,
  Words,
} from "./json-fields";
import { readJsonLines } from "./jsonl";
import type { Located, PortableDecision, ReadProblem } from "./portable";

/**
 * DECISIONS.jsonl: an append-only log, so every version of a decision is a line, the oldest first. Two published forms
 * share the name and are read: `rationale`, `alternatives_considered`, `risk_level` with the one file of a change, and
 * ours, which has the same names and what a decision has beside them. The last line of an id is how it stands.
 */
export function writeDecisionLine(
  decision: PortableDecision & { readonly number: number; readonly version: number },
  supersededBy: readonly number[],
): string {
  const { number, version, recordedAt, status, title, session, decidedOn, author } = decision;
  return JSON.stringify({
    id: recordRef("decision", number),
    version,
    timestamp: recordedAt,
    session,
    title,
    status,
    decided_on: decidedOn,
    context: decision.context,
    decision: decision.decision,
    rationale: decision.reasoning,
    alternatives_considered: decision.alternatives.map(alternativeJson),
    impact: decision.impact,
    reversible: decision.reversible,
    risk_level: decision.risk,
    confidence_level: decision.confidence,
    assumptions: decision.assumptions,
    affected_paths: decision.affectedPaths,
    tags: decision.tags,
    evidence: decision.evidence.map(evidenceJson),
    links: decision.links.map(evidenceJson),
    supersedes: decision.supersedes.map((old) => recordRef("decision", old)),
    amends: decision.amends.map((old) => recordRef("decision", old)),
    superseded_by: supersededBy.length === 0 ? undefined : recordRef("decision", supersededBy[0] ?? 0),
    author: { kind: author.kind, name: author.name },
  });
}

const Text = z.string().default("");
const MAX_TITLE_CHARACTERS = 200;

const Line = z.looseObject({
  id: z.string().trim().min(1, "Name the decision: DEC-001."),
  version: z.int().positive().optional(),
  timestamp: Instant.or(z.literal("")).default(""),
  session: z.int().positive().nullable().default(null),
  title: Text,
  status: z.enum(DECISION_STATUSES).optional(),
  decided_on: Instant.nullable().default(null),
  context: Text,
  decision: Text,
  rationale: Text,
  alternatives_considered: AlternativesJson,
  impact: Text,
  reversible: Text,
  risk_level: Text,
  confidence_level: Text,
  assumptions: Words,
  affected_paths: Words,
  file_path: z.string().optional(),
  change_type: z.string().optional(),
  tags: Words,
  evidence: EvidenceJson,
  links: EvidenceJson,
  supersedes: Words,
  amends: Words,
  superseded_by: z.string().nullish(),
  author: AuthorJson,
  agent: z.string().optional(),
});
type Line = z.infer<typeof Line>;

/** Versions of one decision as the log has them, the oldest first. */
export interface LoggedDecision {
  readonly versions: readonly Located<PortableDecision>[];
}

export function readDecisionLines(
  file: string,
  text: string,
): { readonly decisions: readonly LoggedDecision[]; readonly problems: readonly ReadProblem[] } {
  const { lines, problems } = readJsonLines(file, text);
  const byId = new Map<string, { line: Line; at: number }[]>();
  for (const { value, line } of lines) {
    const parsed = Line.safeParse(value);
    if (!parsed.success) {
      problems.push({ file, line, ...firstFault(parsed.error) });
      continue;
    }
    const { id } = parsed.data;
    byId.set(id, [...(byId.get(id) ?? []), { line: parsed.data, at: line }]);
  }
  const replaces = replacedBy([...byId.values()].flat().map(({ line }) => line));
  const decisions = [...byId.values()].map((versions) => ({
    versions: versions.map(({ line, at }, index) => {
      const isNewest = index === versions.length - 1;
      const added = isNewest ? (replaces.get(line.id) ?? []) : [];
      return { value: decisionOf(line, added), file, line: at };
    }),
  }));
  return { decisions, problems };
}

/** A log that tells only one side, `superseded_by`, tells the other with it. */
function replacedBy(lines: readonly Line[]): ReadonlyMap<string, number[]> {
  const replaces = new Map<string, number[]>();
  for (const { id, superseded_by } of lines) {
    const old = numberOf(id);
    if (!superseded_by || old === null) continue;
    replaces.set(superseded_by, [...(replaces.get(superseded_by) ?? []), old]);
  }
  return replaces;
}

function decisionOf(line: Line, replaces: readonly number[]): PortableDecision {
  const { id, file_path, agent, author } = line;
  const told = line.supersedes.flatMap((ref) => numberOf(ref) ?? []);
  const extra = replaces.filter((number) => !told.includes(number));
  const number = numberOf(id);
  return {
    number,
    key: number === null ? id : recordRef("decision", number),
    title: line.title || titleOf(line),
    status: line.status ?? (line.superseded_by ? "superseded" : ""),
    session: line.session,
    decidedOn: line.decided_on ?? (line.title === "" && line.timestamp !== "" ? line.timestamp : null),
    context: line.context,
    decision: line.decision,
    reasoning: line.rationale,
    alternatives: line.alternatives_considered,
    impact: line.impact,
    reversible: line.reversible,
    risk: line.risk_level,
    confidence: line.confidence_level,
    assumptions: line.assumptions,
    affectedPaths: [...line.affected_paths, ...(file_path === undefined ? [] : [file_path])],
    tags: line.tags,
    evidence: line.evidence,
    links: line.links,
    supersedes: [...told, ...extra],
    amends: line.amends.flatMap((ref) => numberOf(ref) ?? []),
    author: author.name === "" && agent !== undefined ? { kind: "agent", name: agent } : author,
    recordedAt: line.timestamp,
  };
}

/** A change that was logged has a file and why, and no title. */
function titleOf({ rationale, change_type = "change", file_path, id }: Line): string {
  const [first = ""] = rationale.trim().split("\n");
  const said = first || (file_path === undefined ? id : `${change_type} of ${file_path}`);
  return said.length > MAX_TITLE_CHARACTERS ? `${said.slice(0, MAX_TITLE_CHARACTERS - 1)}…` : said;
}

function numberOf(ref: string): number | null {
  const number = recordNumber("decision", ref);
  return number !== null && number >= 1 && number <= 2_147_483_647 ? number : null;
}
