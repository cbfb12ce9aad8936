import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { notFound, ok, type Result } from "../../core/result";
import type { RuleKind } from "../../core/rules/statuses";
import { toldOf } from "../../core/rules/told";
import type { RuleView } from "../../core/rules/views";
import { readRuleVersions } from "../../db/rules/rule-record";
import type { Deps } from "../deps";
import { toRuleVersion } from "./rule-views";

/** A constraint or a preference with its versions, newest first, and what agents are told of it. */
export async function getRule(
  deps: Deps,
  scope: ProjectScope,
  { kind, number }: { readonly kind: RuleKind; readonly number: number },
): Promise<Result<RuleView>> {
  const ref = recordRef(kind, number);
  const versions = (await readRuleVersions(deps.db.prisma, scope, kind, number)).map(toRuleVersion);
  const [latest] = versions;
  if (!latest) return notFound(kind, ref);
  return ok({
    number,
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    mayWrite: can({ role: scope.role, keyScopes: null }, "memory:write"),
    told: toldOf({ ref, ...latest }),
    versions,
  });
}
