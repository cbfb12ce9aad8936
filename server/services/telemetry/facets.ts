import type { ProjectScope } from "../../core/access/scope";
import { NOISE_CLASSES } from "../../core/prune/model";
import { ok, type Result } from "../../core/result";
import type { Dimension, TelemetryFilter } from "../../core/telemetry/filter";
import type { Facets } from "../../core/telemetry/overview-view";
import { type FacetRow, readFacets } from "../../db/telemetry/facets";
import type { Deps } from "../deps";
import { rangeOf } from "./range-of";

/** A menu of more values than this is searched and not read. */
const MAX_VALUES = 200;

/**
 * The values that each filter can take in the range, the largest first. A menu asks for them when it opens: they are
 * the costliest question of a page, and most visits never ask it.
 */
export async function facets(deps: Deps, scope: ProjectScope, filter: TelemetryFilter): Promise<Result<Facets>> {
  const { range } = await rangeOf(deps, scope, filter);
  const rows = await readFacets(deps.db, scope, range, MAX_VALUES);
  const valuesOf = (dimension: Dimension) =>
    dimension === "pass" ? NOISE_CLASSES.map((value) => ({ value, tokens: null })) : pick(rows, dimension);
  const values = {
    client: valuesOf("client"),
    agent: valuesOf("agent"),
    skill: valuesOf("skill"),
    tool: valuesOf("tool"),
    kind: valuesOf("kind"),
    pass: valuesOf("pass"),
    model: valuesOf("model"),
    person: valuesOf("person"),
    branch: valuesOf("branch"),
    stage: valuesOf("stage"),
  } satisfies Facets;
  return ok(values);
}

function pick(rows: readonly FacetRow[], dimension: Dimension) {
  return rows.filter((row) => row.dimension === dimension).map(({ value, tokens }) => ({ value, tokens }));
}
