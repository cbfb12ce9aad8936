import type { ProjectScope } from "../../core/access/scope";
import type { Database } from "../client";
import { EVENTS_WITH_STATE, JOIN_BY_RANGES } from "./events-with-state";

/** Events of a session that a filter does not tell apart. */
export interface FacetGroupRow {
  readonly thread: string;
  readonly kind: string;
  readonly toolClass: string | null;
  readonly tool: string;
  readonly skill: string;
  readonly residency: string;
  readonly inContext: boolean;
  readonly noise: string | null;
  readonly isError: boolean;
  readonly events: number;
  readonly tokens: number;
}

/** All events of the session, or those with the given names. */
export async function readFacetGroups(
  db: Database,
  scope: ProjectScope,
  sessionId: string,
  shadowRunId: string | null,
  refs: readonly string[] | null,
): Promise<FacetGroupRow[]> {
  return db.withTenantSql(scope, async (sql) => {
    await sql.query(JOIN_BY_RANGES);
    const { rows } = await sql.query<FacetGroupRow>(
      `SELECT e.thread, e.kind, e.tool_class AS "toolClass", coalesce(e.tool, '') AS tool,
              coalesce(st.skill, '') AS skill, coalesce(v.to_residency, st.residency, 'full') AS residency,
              coalesce(st.in_context AND st.visible, true) AS "inContext", st.noise,
              coalesce(e.outcome = 'error', false) AS "isError", count(*)::int AS events,
              sum(e.tokens)::float8 AS tokens
       ${EVENTS_WITH_STATE} AND ($4::text[] IS NULL OR e.entry_id = ANY($4::text[]))
       GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
      [scope.teamId, sessionId, shadowRunId, refs],
    );
    return rows;
  });
}
