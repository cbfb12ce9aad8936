import { recordRef } from "../decisions/record-ref";
import { DECISION_STATUSES } from "../decisions/transitions";
import { COMMON_NAMES, commonFields, readCommon, readTime, writeTime } from "./common-fields";
import { type Entry, fieldNames, readEntries, textOf, writeEntry } from "./entries";
import {
  readAlternatives,
  readEvidence,
  readNumbers,
  readWords,
  writeAlternatives,
  writeEvidence,
  writeNumbers,
  writeWords,
} from "./lists";
import type { Located, PortableDecision, ReadProblem, ReadRecords } from "./portable";

/**
 * `decisions/DEC-NNN.md` and decision logs: the seven fields of the published entry first, what a decision has beside
 * them behind.
 */
export function writeDecisionEntry(decision: PortableDecision & { readonly number: number }): string {
  return writeEntry("decision", decision, [
    { name: "Date", value: writeTime(decision.decidedOn), always: true },
    { name: "Context", value: decision.context, always: true },
    { name: "Decision", value: decision.decision, always: true },
    { name: "Reasoning", value: decision.reasoning, always: true },
    { name: "Alternatives Considered", value: writeAlternatives(decision.alternatives), always: true },
    { name: "Impact", value: decision.impact, always: true },
    { name: "Reversible", value: decision.reversible, always: true },
    { name: "Status", value: decision.status },
    { name: "Risk", value: decision.risk },
    { name: "Confidence", value: decision.confidence },
    { name: "Assumptions", value: writeWords(decision.assumptions) },
    { name: "Affected Paths", value: writeWords(decision.affectedPaths) },
    { name: "Supersedes", value: writeNumbers("DEC", decision.supersedes) },
    { name: "Amends", value: writeNumbers("DEC", decision.amends) },
    { name: "Links", value: writeEvidence(decision.links) },
    ...commonFields(decision),
  ]);
}

const NAMES = fieldNames(
  [
    ...["Date", "Context", "Decision", "Reasoning", "Alternatives Considered", "Impact", "Reversible", "Status"],
    ...["Risk", "Confidence", "Assumptions", "Affected Paths", "Supersedes", "Amends", "Links", ...COMMON_NAMES],
  ],
  { rationale: "Reasoning", alternatives: "Alternatives Considered", paths: "Affected Paths", "made by": "Author" },
);

export function readDecisionEntries(file: string, text: string): ReadRecords<PortableDecision> {
  const { entries, problems } = readEntries("decision", file, text, NAMES);
  const all: ReadProblem[] = [...problems];
  const records = entries.flatMap((entry) => {
    const value = decisionOf(entry, file, all);
    return value === null ? [] : [{ value, file, line: entry.line } satisfies Located<PortableDecision>];
  });
  return { records, problems: all };
}

function decisionOf(entry: Entry, file: string, problems: ReadProblem[]): PortableDecision | null {
  const { number, title, session, line } = entry;
  if (title === "") {
    const message = "The entry has no title. Write one behind its number.";
    problems.push({ file, line, field: "title", message });
    return null;
  }
  return {
    number,
    key: recordRef("decision", number),
    title,
    session,
    status: readStatus(entry, file, problems),
    decidedOn: readTime(entry, "Date", file, problems),
    context: textOf(entry, "Context"),
    decision: textOf(entry, "Decision"),
    reasoning: textOf(entry, "Reasoning"),
    alternatives: readAlternatives(textOf(entry, "Alternatives Considered")),
    impact: textOf(entry, "Impact"),
    reversible: textOf(entry, "Reversible"),
    risk: textOf(entry, "Risk"),
    confidence: textOf(entry, "Confidence"),
    assumptions: readWords(textOf(entry, "Assumptions")),
    affectedPaths: readWords(textOf(entry, "Affected Paths")),
    supersedes: readNumbers(textOf(entry, "Supersedes")),
    amends: readNumbers(textOf(entry, "Amends")),
    links: readEvidence(textOf(entry, "Links")),
    ...readCommon(entry, file, problems),
  };
}

/** Empty where the entry has none, as those of the published form. */
function readStatus(entry: Entry, file: string, problems: ReadProblem[]): string {
  const field = entry.fields.get("Status");
  const said = field?.value.trim().toLowerCase() ?? "";
  if (said === "") return "";
  const status = DECISION_STATUSES.find((known) => said === known || said.startsWith(`${known} `));
  if (status !== undefined) return status;
  const message = `${said.slice(0, 60)} is no status; it is taken as proposed. Write one of ${DECISION_STATUSES.join(", ")}.`;
  problems.push({ file, line: field?.line ?? entry.line, field: "Status", message });
  return "proposed";
}
