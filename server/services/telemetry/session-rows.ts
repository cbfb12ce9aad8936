import type { ProjectScope } from "../../core/access/scope";
import { mainCause } from "../../core/telemetry/breakdowns";
import { figuresOf } from "../../core/telemetry/figures";
import { keptFills } from "../../core/telemetry/fills";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { NoisySession } from "../../core/telemetry/overview-view";
import type { GrainedPeriod } from "../../db/telemetry/breakdown";
import { readSessionCauses, readSessionKinds } from "../../db/telemetry/session-totals";
import type { Deps } from "../deps";

type SessionSums = Pick<NoisySession, "figures" | "fills" | "cause">;

/** What each of some sessions holds inside the filter, and what caused most of its noise; in the order of the ids. */
export async function sessionSums(
  deps: Deps,
  scope: ProjectScope,
  filter: TelemetryFilter,
  period: GrainedPeriod,
  ids: readonly string[],
): Promise<SessionSums[]> {
  const [kinds, causes] = await Promise.all([
    readSessionKinds(deps.db, scope, filter, period, ids),
    readSessionCauses(deps.db, scope, filter, period, ids),
  ]);
  const [kindsOf, causesOf] = [bySession(kinds), bySession(causes)];
  return ids.map((id) => ({
    figures: figuresOf(kindsOf(id)),
    fills: keptFills(kindsOf(id)),
    cause: mainCause(causesOf(id)),
  }));
}

function bySession<Row extends { readonly sessionId: string }>(rows: readonly Row[]): (id: string) => readonly Row[] {
  const own = new Map<string, Row[]>();
  for (const row of rows) {
    const known = own.get(row.sessionId);
    if (known) known.push(row);
    else own.set(row.sessionId, [row]);
  }
  return (id) => own.get(id) ?? [];
}
