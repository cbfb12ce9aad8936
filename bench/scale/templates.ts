import { v7 as uuidv7 } from "uuid";
import { analyseSession } from "../../server/services/analysis/analyse-session";
import type { Deps } from "../../server/services/deps";
import { appendEvents } from "../../server/services/ingest/append-events";
import { recordFindings } from "../../server/services/memory/record-findings";
import { inParts, longSession } from "./long-session";

export interface Template {
  readonly sessionId: string;
  readonly events: number;
}

/**
 * Sessions of about `eventsEach` events, uploaded and analysed as the product does it: what the millions of rows are
 * copies of.
 */
export async function makeTemplates(
  deps: Deps,
  key: { readonly teamId: string; readonly memberId: string; readonly projectId: string; readonly projectSlug: string },
  options: { readonly count: number; readonly eventsEach: number; readonly startMs: number },
): Promise<Template[]> {
  const principal = {
    kind: "key",
    teamId: key.teamId,
    keyId: uuidv7(),
    memberId: key.memberId,
    scopes: ["ingest"],
    projectIds: [key.projectId],
  } as const;
  for (let number = 0; number < options.count; number++) {
    const batch = longSession(number, options);
    for (const part of inParts({ ...batch, session: { ...batch.session, projectSlug: key.projectSlug } })) {
      const answer = await appendEvents(deps, principal, part);
      if (!answer.ok) throw new Error(answer.fault.message);
    }
  }
  const { rows } = await deps.db.pool.query<Template>(
    `SELECT id AS "sessionId", event_count AS events FROM session WHERE team_id = $1 AND project_id = $2 ORDER BY number`,
    [key.teamId, key.projectId],
  );
  for (const { sessionId } of rows) {
    const outcome = await analyseSession(deps, { teamId: key.teamId, sessionId }, { hooks: { recordFindings } });
    if (!outcome.ok) throw new Error(outcome.fault.message);
  }
  return rows;
}
