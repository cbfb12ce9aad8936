import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import { decisionNotice, standingOf } from "../../core/decisions/notice";
import { recordRef } from "../../core/decisions/record-ref";
import type { DecisionView } from "../../core/decisions/views";
import { notFound, ok, type Result } from "../../core/result";
import { repositoryOf } from "../../core/telemetry/repository-links";
import { readReviewed } from "../../db/memory/decision-due";
import {
  readDecisionSession,
  readDecisionTitles,
  readDecisionVersions,
  readProjectRemote,
} from "../../db/memory/decision-record";
import { readSuccessors } from "../../db/memory/decision-successors";
import type { Deps } from "../deps";
import { successorsOf } from "./decision-standings";
import { toDecisionVersion, toRelated } from "./decision-views";
import { readReasons } from "./due-decisions";
import { mayAccept } from "./may-accept";

/** A decision with its versions, newest first, and what replaces what. */
export async function getDecision(deps: Deps, scope: ProjectScope, number: number): Promise<Result<DecisionView>> {
  const { db } = deps;
  const versions = await readDecisionVersions(db.prisma, scope, number);
  const [latest] = versions;
  if (!latest) return notFound("decision", recordRef("decision", number));
  const [session, replaces, amends, successors, reasons, [record], remote] = await Promise.all([
    readDecisionSession(db, scope, number),
    readDecisionTitles(db, scope, latest.supersedes),
    readDecisionTitles(db, scope, latest.amends),
    readSuccessors(db, scope, [number]),
    readReasons(deps, scope, [number]),
    readReviewed(db, scope, [number]),
    readProjectRemote(db, scope),
  ]);
  const view = {
    number,
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    session,
    versions: versions.map(toDecisionVersion),
    may: { write: can({ role: scope.role, keyScopes: null }, "decision:write"), review: mayAccept(scope) },
    due: reasons.get(number) ?? [],
    reviewed: record?.reviewedAt ? { at: record.reviewedAt.toISOString(), by: record.reviewedBy ?? "" } : null,
    repository: remote === null ? null : repositoryOf(remote),
    replaces: replaces.map(toRelated),
    amends: amends.map(toRelated),
    ...successorsOf(number, successors),
  };
  return ok({ notice: decisionNotice(standingOf(view)), ...view });
}
