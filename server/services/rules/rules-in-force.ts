import type { ProjectScope } from "../../core/access/scope";
import { rulesFor } from "../../core/rules/rules-for";
import type { RuleInForce } from "../../core/rules/views";
import type { TenantSql } from "../../db/client";
import { readRulesInForce } from "../../db/rules/rules-in-force";
import { toRuleInForce } from "./rule-views";

/**
 * What agents are told to keep to: active constraints, then active preferences. With paths only the constraints that
 * hold for one of them; preferences hold everywhere.
 */
export async function rulesInForce(
  sql: TenantSql,
  scope: Pick<ProjectScope, "teamId" | "projectId">,
  paths: readonly string[] | null = null,
): Promise<RuleInForce[]> {
  const rules = (await readRulesInForce(sql, scope)).map(toRuleInForce);
  return paths === null ? rules : rulesFor(rules, paths);
}
