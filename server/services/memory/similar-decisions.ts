import type { ProjectScope } from "../../core/access/scope";
import type { SimilarDecision } from "../../core/decisions/attention";
import { recordRef } from "../../core/decisions/record-ref";
import { similarTo } from "../../core/decisions/similar";
import { notFound, ok, type Result } from "../../core/result";
import { readNewestDecisions } from "../../db/memory/decision-record";
import type { Deps } from "../deps";
import { readDriftDecisions, toDriftDecision } from "./drift-decisions";

const SHOWN = 8;

/** Living decisions that say something like this one, the likeliest first: where a draft may be merged into. */
export async function similarDecisions(
  deps: Deps,
  scope: ProjectScope,
  number: number,
): Promise<Result<SimilarDecision[]>> {
  const [decisions, [newest]] = await Promise.all([
    readDriftDecisions(deps.db, scope),
    readNewestDecisions(deps.db, scope, [number]),
  ]);
  if (!newest) return notFound("decision", recordRef("decision", number));
  return ok(similarTo(toDriftDecision(newest), decisions).slice(0, SHOWN));
}
