import { recordRef } from "../../core/decisions/record-ref";
import { type RuleKind, ruleStatusOf } from "../../core/rules/statuses";
import type { RuleInForce, RuleRow, RuleVersionView } from "../../core/rules/views";
import type { RuleListRow } from "../../db/rules/rule-list";
import type { RuleVersionRow } from "../../db/rules/rule-record";
import type { RuleInForceRow } from "../../db/rules/rules-in-force";
import { evidenceOf } from "../memory/decision-views";

export function toRuleRow({ authorKind, author, evidence: _evidence, ...row }: RuleListRow): RuleRow {
  return {
    ...row,
    status: ruleStatusOf(row.status),
    author: { kind: authorKind, name: author },
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function toRuleVersion(row: RuleVersionRow): RuleVersionView {
  const { version, status, title, text, reason, affectedPaths, tags, evidence, authorKind, author, createdAt } = row;
  return {
    ...{ version, title, text, reason },
    affectedPaths: [...affectedPaths],
    tags: [...tags],
    status: ruleStatusOf(status),
    evidence: evidenceOf(evidence),
    author: { kind: authorKind, name: author },
    createdAt: createdAt.toISOString(),
  };
}

export function toRuleInForce({ number, ...row }: Omit<RuleInForceRow, "kind"> & { kind: RuleKind }): RuleInForce {
  return { ...row, ref: recordRef(row.kind, number) };
}
