import { writeEvidenceLine } from "../decisions/evidence-lines";
import type { ShownField } from "../decisions/field-changes";
import type { RuleVersionView } from "./views";

/** A version of a rule as named fields, in the order in which a page shows them. */
export function ruleFields(version: RuleVersionView): ShownField[] {
  return [
    { name: "Status", value: version.status },
    { name: "Title", value: version.title },
    { name: "Rule", value: version.text },
    { name: "Reason", value: version.reason },
    { name: "Paths", value: version.affectedPaths },
    { name: "Tags", value: version.tags },
    { name: "Evidence", value: version.evidence.map(writeEvidenceLine) },
  ];
}
