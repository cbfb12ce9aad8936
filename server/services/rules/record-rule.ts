import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { fail, ok, type Result } from "../../core/result";
import type { RuleInput } from "../../core/rules/rule-input";
import type { RuleKind } from "../../core/rules/statuses";
import { takeNumber } from "../../db/memory/numbers";
import { insertRules } from "../../db/rules/rule-record";
import type { Deps } from "../deps";
import { authorOf } from "../memory/author";
import { safeJson } from "../memory/safe-json";
import { allOrNothing, type Changed } from "../memory/versioned";
import { auditRule, changeRule, onlyPeople, type RuleTarget, statusOfVersion } from "./rule-change";

export interface RecordRule {
  readonly kind: RuleKind;
  readonly rule: RuleInput;
  /** Null is `active` of a person and `proposed` of a key. */
  readonly status: "active" | "proposed" | null;
}

/** Records a constraint or a preference by hand, with the next number. */
export async function recordRule(
  deps: Deps,
  scope: ProjectScope,
  { kind, rule, status: asked }: RecordRule,
): Promise<Result<Changed>> {
  const isKey = scope.actor.kind === "key";
  if (isKey && asked === "active") return onlyPeople(`a ${kind} that is active`);
  const status = asked ?? (isKey ? "proposed" : "active");
  const content = safeJson(rule);
  return allOrNothing(deps, scope, async (tx) => {
    const number = await takeNumber(tx, scope, kind);
    const author = authorOf(scope.actor);
    const first = { number, version: 1, status, content, sessionId: null, now: deps.clock.now(), ...author };
    await insertRules(tx, scope, kind, [{ first, sourceKey: null }]);
    await auditRule(deps, tx, scope, { kind, number, version: 1, title: content.title, action: "recorded" });
    return ok({ number, version: 1, status });
  });
}

/** Writes a rule anew: a new version of the same status, or a conflict when somebody was faster. */
export async function editRule(
  deps: Deps,
  scope: ProjectScope,
  { rule, ...target }: RuleTarget & { readonly rule: RuleInput },
): Promise<Result<Changed>> {
  const content = safeJson(rule);
  return changeRule(deps, scope, target, (latest) => {
    const status = statusOfVersion(latest);
    const ref = recordRef(target.kind, target.number);
    if (status === "retired") return fail("conflict", `${ref} is retired. Restore it, then edit it.`);
    return ok({ status, content, action: "edited" });
  });
}
