import type { ProjectScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import type { SessionNeighbours } from "../../core/telemetry/session-views";
import { findInList, findNeighbour } from "../../db/sessions/list";
import type { Deps } from "../deps";
import { type ListInput, listQueryOf } from "./list";

export type ReadNeighbours = ListInput & { readonly number: number };

/** The sessions above and below this one in the list that a person came from; none when the list has lost it. */
export async function sessionNeighbours(
  deps: Deps,
  scope: ProjectScope,
  input: ReadNeighbours,
): Promise<Result<SessionNeighbours>> {
  const { query } = await listQueryOf(deps, scope, input);
  const place = await findInList(deps.db, scope, query, input.number);
  if (!place) return ok({ inList: false, previousNumber: null, nextNumber: null });
  const [previousNumber, nextNumber] = await Promise.all([
    findNeighbour(deps.db, scope, query, place, -1),
    findNeighbour(deps.db, scope, query, place, 1),
  ]);
  return ok({ inList: true, previousNumber, nextNumber });
}
