import type { ProjectScope } from "@/server/core/access/scope";
import { notFound, ok, type Result } from "@/server/core/result";
import type { RunListView } from "@/server/core/runs/views";
import { listRuns as readRuns } from "@/server/db/runs/read";
import { readSessionId } from "@/server/db/sessions/session";
import type { Deps } from "../deps";
import { runRowView } from "./rows";

export interface ListRuns {
  readonly number: number;
  /** Number of the last run of the page before. */
  readonly cursor: number | null;
  readonly limit: number;
}

/** Committed runs of a session, the newest first. */
export async function listRuns(deps: Deps, scope: ProjectScope, input: ListRuns): Promise<Result<RunListView>> {
  const sessionId = await readSessionId(deps.db, scope, input.number);
  if (sessionId === null) return notFound("session", input.number);
  const rows = await readRuns(deps.db, scope, sessionId, { before: input.cursor, limit: input.limit + 1 });
  const page = rows.slice(0, input.limit);
  return ok({
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    rows: page.map(runRowView),
    nextCursor: rows.length > input.limit ? (page.at(-1)?.number ?? null) : null,
  });
}
