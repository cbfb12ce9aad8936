import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import type { DecisionView } from "../../core/decisions/views";
import { notFound, ok, type Result } from "../../core/result";
import {
  readDecisionSession,
  readDecisionTitles,
  readDecisionVersions,
  readSuccessors,
} from "../../db/memory/decision-record";
import type { Deps } from "../deps";
import { toDecisionVersion, toRelated } from "./decision-views";

/** A decision with its versions, newest first, and what replaces what. */
export async function getDecision(deps: Deps, scope: ProjectScope, number: number): Promise<Result<DecisionView>> {
  const { db } = deps;
  const versions = await readDecisionVersions(db.prisma, scope, number);
  const [latest] = versions;
  if (!latest) return notFound("decision", recordRef("decision", number));
  const [session, replaces, successors] = await Promise.all([
    readDecisionSession(db, scope, number),
    readDecisionTitles(db, scope, latest.supersedes),
    readSuccessors(db, scope, number),
  ]);
  const may = (right: "decision:write" | "decision:accept") => can({ role: scope.role, keyScopes: null }, right);
  return ok({
    number,
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    session,
    versions: versions.map(toDecisionVersion),
    may: { write: may("decision:write"), review: may("decision:accept") },
    replaces: replaces.map(toRelated),
    supersededBy: successors.map(toRelated),
  });
}
