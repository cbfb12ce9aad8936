import type { ProjectScope } from "../../core/access/scope";
import { parseBody } from "../../core/policy/read";
import { type PatternAnswer, testPath, testTool } from "../../core/policy/test-pattern";
import { ok, type Result } from "../../core/result";
import { currentPolicy } from "../analysis/current-policy";
import type { Deps } from "../deps";

/** Which patterns protect a path or a tool, under a draft or the policy in force. */
export async function testPattern(
  deps: Pick<Deps, "db">,
  scope: ProjectScope,
  input: { readonly kind: "path" | "tool"; readonly name: string; readonly body?: unknown },
): Promise<Result<PatternAnswer>> {
  const current = await currentPolicy(deps.db.pool, scope.teamId, scope.projectId);
  const test = input.kind === "path" ? testPath : testTool;
  if (input.body === undefined) return ok(test(current, input.name));
  const draft = parseBody(input.body, current.version + 1);
  return draft.ok ? ok(test(draft.value.policy, input.name)) : draft;
}
