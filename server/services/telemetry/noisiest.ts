import type { ProjectScope } from "../../core/access/scope";
import type { TelemetryFilter } from "../../core/telemetry/filter";
import type { NoisySession } from "../../core/telemetry/overview-view";
import type { GrainedPeriod } from "../../db/telemetry/breakdown";
import { readNoisiestSessions } from "../../db/telemetry/session-totals";
import type { Deps } from "../deps";
import { sessionSums } from "./session-rows";

const NOISIEST = 6;

/** The sessions with most proven noise inside the filter, each with what caused most of it. */
export async function noisiestSessions(
  deps: Deps,
  scope: ProjectScope,
  filter: TelemetryFilter,
  range: GrainedPeriod,
): Promise<NoisySession[]> {
  const sessions = await readNoisiestSessions(deps.db, scope, filter, range, NOISIEST);
  const ids = sessions.map((session) => session.id);
  const sums = await sessionSums(deps, scope, filter, range, ids);
  return sessions.flatMap(({ id: _id, lastEventAt, ...session }, index) => {
    const own = sums[index];
    return own ? { ...session, lastEventAt: lastEventAt.toISOString(), ...own } : [];
  });
}
