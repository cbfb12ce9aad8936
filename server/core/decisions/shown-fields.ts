import { writeEvidenceLine } from "./evidence-lines";
import type { ShownField } from "./field-changes";
import { recordRef } from "./record-ref";
import type { DecisionVersionView } from "./views";

/** A version of a decision as named fields, in the order in which a page shows them. */
export function decisionFields(version: DecisionVersionView): ShownField[] {
  return [
    { name: "Status", value: version.status },
    { name: "Title", value: version.title },
    { name: "Decided on", value: version.decidedOn?.slice(0, 10) ?? "" },
    { name: "Context", value: version.context },
    { name: "Decision", value: version.decision },
    { name: "Reasoning", value: version.reasoning },
    { name: "Alternatives", value: version.alternatives.map(alternativeLine) },
    { name: "Impact", value: version.impact },
    { name: "Reversible", value: version.reversible },
    { name: "Risk", value: version.risk },
    { name: "Confidence", value: version.confidence },
    { name: "Assumptions", value: version.assumptions },
    { name: "Paths", value: version.affectedPaths },
    { name: "Tags", value: version.tags },
    { name: "Supersedes", value: version.supersedes.map((number) => recordRef("decision", number)) },
    { name: "Amends", value: version.amends.map((number) => recordRef("decision", number)) },
    { name: "Evidence", value: version.evidence.map(writeEvidenceLine) },
    { name: "Links", value: version.links.map(writeEvidenceLine) },
  ];
}

/** An alternative on one line: what it was, and why it was not taken. */
export function alternativeLine({ option, detail, whyNot }: DecisionVersionView["alternatives"][number]): string {
  const told = detail === "" ? option : `${option} (${detail})`;
  return whyNot === "" ? told : `${told}: ${whyNot}`;
}
