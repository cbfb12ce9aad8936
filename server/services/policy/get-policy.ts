import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import type { PolicyBody } from "../../core/policy/body";
import { readSavedPolicy } from "../../core/policy/read";
import { ok, type Result } from "../../core/result";
import { countJudged } from "../../db/policy/sessions";
import { findNewestVersion, memberNames } from "../../db/policy/versions";
import type { Deps } from "../deps";

export interface PolicyInForce {
  /** 0 while the project has saved none: the strict preset. */
  readonly version: number;
  readonly body: PolicyBody;
  /** Why the saved body does not count; the strict preset is in force then. */
  readonly problem: string | null;
  readonly note: string | null;
  readonly by: string | null;
  readonly at: Date | null;
  /** Sessions by the version that judged them; `version` null waits for its first analysis. */
  readonly judged: readonly { readonly version: number | null; readonly sessions: number }[];
  readonly mayWrite: boolean;
  readonly role: ProjectScope["role"];
}

/** The policy in force, who saved it, and which sessions it has judged already. */
export async function getPolicy(deps: Pick<Deps, "db">, scope: ProjectScope): Promise<Result<PolicyInForce>> {
  const [newest, judged] = await Promise.all([findNewestVersion(deps.db.prisma, scope), countJudged(deps.db, scope)]);
  const version = newest?.version ?? 0;
  const { body, problem } = readSavedPolicy(version, newest ? newest.body : {});
  const names = await memberNames(deps.db.prisma, scope, newest?.createdBy ? [newest.createdBy] : []);
  return ok({
    version,
    body,
    problem,
    note: newest?.note ?? null,
    by: newest?.createdBy ? (names.get(newest.createdBy) ?? null) : null,
    at: newest?.createdAt ?? null,
    judged,
    mayWrite: can({ role: scope.role, keyScopes: null }, "policy:write"),
    role: scope.role,
  });
}
