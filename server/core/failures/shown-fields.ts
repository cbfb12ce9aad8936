import { writeEvidenceLine } from "../decisions/evidence-lines";
import type { ShownField } from "../decisions/field-changes";
import type { FailureVersionView } from "./views";

/** A version of a failure as named fields, in the order in which a page shows them. */
export function failureFields(version: FailureVersionView): ShownField[] {
  return [
    { name: "Status", value: version.status },
    { name: "Title", value: version.title },
    { name: "Type", value: version.type },
    { name: "What it said", value: version.description },
    { name: "Approach tried", value: version.approach },
    { name: "Root cause", value: version.rootCause },
    { name: "Fix", value: version.fix },
    { name: "Paths", value: version.affectedPaths },
    { name: "Tags", value: version.tags },
    { name: "Evidence", value: version.evidence.map(writeEvidenceLine) },
  ];
}
