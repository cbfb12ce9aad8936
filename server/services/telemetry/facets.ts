import type { ProjectScope } from "../../core/access/scope";
import { NOISE_CLASSES } from "../../core/prune/model";
import { ok, type Result } from "../../core/result";
import type { DIMENSIONS, Dimension, TelemetryFilter } from "../../core/telemetry/filter";
import type { Facets } from "../../core/telemetry/overview-view";
import type { Period } from "../../core/telemetry/range";
import { type FacetRow, readFacets } from "../../db/telemetry/facets";
import type { Deps } from "../deps";
import { rangeOf } from "./range-of";

/** A menu of more values than this is searched and not read. */
const MAX_VALUES = 200;

/** The values that each filter can take in the range, the largest first. */
export async function facets(deps: Deps, scope: ProjectScope, filter: TelemetryFilter): Promise<Result<Facets>> {
  const { range } = await rangeOf(deps, scope, filter);
  return ok(await facetsIn(deps, scope, range));
}

export async function facetsIn(deps: Deps, scope: ProjectScope, period: Period): Promise<Facets> {
  const rows = await readFacets(deps.db, scope, period, MAX_VALUES);
  const valuesOf = (dimension: Dimension) =>
    dimension === "pass" ? NOISE_CLASSES.map((value) => ({ value, tokens: null })) : pick(rows, dimension);
  return {
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
  } satisfies Record<(typeof DIMENSIONS)[number], unknown>;
}

function pick(rows: readonly FacetRow[], dimension: Dimension) {
  return rows.filter((row) => row.dimension === dimension).map(({ value, tokens }) => ({ value, tokens }));
}
