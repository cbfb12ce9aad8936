import type { ProjectScope } from "@/server/core/access/scope";
import { notFound, ok, type Result } from "@/server/core/result";
import type { BlockedListView } from "@/server/core/runs/views";
import { countBlocked, listBlocked as readBlocked, readRun } from "@/server/db/runs/read";
import { readSessionId, readShadowRun } from "@/server/db/sessions/session";
import type { Deps } from "../deps";

export interface ListBlocked {
  readonly number: number;
  /** Null: what the analysis last planned. */
  readonly runNumber: number | null;
  readonly after: string | null;
  readonly limit: number;
}

/** Removals that a protection stopped, with the pattern and the reason. */
export async function listBlocked(
  deps: Deps,
  scope: ProjectScope,
  input: ListBlocked,
): Promise<Result<BlockedListView>> {
  const { number, runNumber, after, limit } = input;
  const sessionId = await readSessionId(deps.db, scope, number);
  if (sessionId === null) return notFound("session", number);
  const run =
    runNumber === null
      ? await readShadowRun(deps.db, scope, sessionId)
      : await readRun(deps.db, scope, sessionId, runNumber);
  if (!run) {
    // A session that was not analysed yet has no plan, and so nothing was stopped.
    return runNumber === null ? ok({ runNumber, total: 0, rows: [], nextRef: null }) : notFound("prune run", runNumber);
  }
  const [rows, total] = await Promise.all([
    readBlocked(deps.db, scope, run.id, { after, limit: limit + 1 }),
    countBlocked(deps.db, scope, run.id),
  ]);
  const page = rows.slice(0, limit);
  return ok({ runNumber, total, rows: page, nextRef: rows.length > limit ? (page.at(-1)?.ref ?? null) : null });
}
