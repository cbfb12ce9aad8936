import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import type { DecisionView } from "../../core/decisions/views";
import { notFound, ok, type Result } from "../../core/result";
import { readDecisionSession, readDecisionVersions, readSuccessors } from "../../db/memory/decision-record";
import type { Deps } from "../deps";
import { toDecisionVersion } from "./decision-views";

/** A decision with all its versions, newest first. */
export async function getDecision(deps: Deps, scope: ProjectScope, number: number): Promise<Result<DecisionView>> {
  const versions = await readDecisionVersions(deps.db.prisma, scope, number);
  if (versions.length === 0) return notFound("decision", recordRef("decision", number));
  const [session, supersededBy] = await Promise.all([
    readDecisionSession(deps.db, scope, number),
    readSuccessors(deps.db, scope, number),
  ]);
  return ok({
    number,
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    session,
    mayReview: can({ role: scope.role, keyScopes: null }, "decision:accept"),
    versions: versions.map(toDecisionVersion),
    supersededBy,
  });
}
