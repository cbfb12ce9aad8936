import type { ProjectScope } from "../../core/access/scope";
import type { PortableConstraint, PortablePreference } from "../../core/formats/portable";
import { RULE_STATUSES, type RuleStatus, ruleStatusOf } from "../../core/rules/statuses";
import type { ImportKind } from "./kinds";
import { type PlannedRecord, stateOf } from "./plan-records";

type Rule = PortableConstraint | PortablePreference;

/** What a person may make of a rule; a status that a file tells follows the same steps. */
const NEXT: Readonly<Record<RuleStatus, readonly RuleStatus[]>> = {
  proposed: ["active", "retired"],
  active: ["retired"],
  retired: ["active"],
};

/** What agents are told is for people to say: a key only proposes, and edits what is still proposed. */
export function settledRule<T extends Rule>(
  scope: ProjectScope,
  of: ImportKind<T>,
  planned: PlannedRecord<T>,
): PlannedRecord<T> {
  const { record, known, state, notes } = planned;
  const isKey = scope.actor.kind === "key";
  const status = RULE_STATUSES.find((one) => one === record.status) ?? "proposed";
  if (known === null) {
    if (!isKey || status !== "active") return { ...planned, record: Object.assign({}, record, { status }) };
    const note = "It is active in the file and arrives as proposed: a key only proposes.";
    return { ...planned, record: Object.assign({}, record, { status: "proposed" }), notes: [...notes, note] };
  }
  const before = ruleStatusOf(known.record.status);
  if (isKey && before !== "proposed" && state !== "same") {
    const note = `It is ${before} here and stays as it is: a key edits only what is proposed.`;
    return { ...planned, record: known.record, state: "same", changes: [], notes: [...notes, note] };
  }
  const isAllowed = before === status || (NEXT[before].includes(status) && !(isKey && status === "active"));
  if (isAllowed && status === record.status) return planned;
  const settled = Object.assign({}, record, { status: isAllowed ? status : before });
  const note = isAllowed ? [] : [`It stays ${before}: it cannot become ${status} through a file here.`];
  const newest = planned.versions.at(-1) ?? { value: settled, file: "", line: 0 };
  return { ...planned, record: settled, ...stateOf(of, { ...planned, newest }, settled), notes: [...notes, ...note] };
}
