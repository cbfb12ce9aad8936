import type { ProjectScope } from "@/server/core/access/scope";
import { notFound, ok, type Result } from "@/server/core/result";
import { type MoveView, type RunView, StoredEconomics } from "@/server/core/runs/views";
import { listVerdicts, type RunVerdictRow, readRun, readSummaries } from "@/server/db/runs/read";
import { readSessionId } from "@/server/db/sessions/session";
import type { Deps } from "../deps";
import { residencyOf } from "../sessions/rows";
import { runRowView } from "./rows";

export interface GetRun {
  readonly number: number;
  readonly runNumber: number;
  /** The event behind which the page of verdicts begins. */
  readonly after: string | null;
  readonly limit: number;
}

const MAX_SUMMARIES = 500;

/** One committed run with a page of what it changed: what a live client applies. */
export async function getRun(deps: Deps, scope: ProjectScope, input: GetRun): Promise<Result<RunView>> {
  const sessionId = await readSessionId(deps.db, scope, input.number);
  if (sessionId === null) return notFound("session", input.number);
  const run = await readRun(deps.db, scope, sessionId, input.runNumber);
  if (!run) return notFound("prune run", input.runNumber);
  const [rows, summaries] = await Promise.all([
    listVerdicts(deps.db, scope, run.id, { after: input.after, limit: input.limit + 1 }),
    readSummaries(deps.db, scope, run.id, MAX_SUMMARIES),
  ]);
  const page = rows.slice(0, input.limit);
  const economics = StoredEconomics.safeParse(run.economics);
  return ok({
    ...runRowView(run),
    threads: economics.success ? economics.data.threads : [],
    summaries,
    verdicts: page.map(moveView),
    nextRef: rows.length > input.limit ? (page.at(-1)?.ref ?? null) : null,
  });
}

function moveView({ from, to, ...row }: RunVerdictRow): MoveView {
  return { ...row, from: residencyOf(from), to: residencyOf(to) };
}
