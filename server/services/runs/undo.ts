import type { ProjectScope } from "@/server/core/access/scope";
import { safeText } from "@/server/core/redact/safe-text";
import { notFound, ok, type Result } from "@/server/core/result";
import { undoEffect } from "@/server/core/runs/effects";
import { MAX_KEPT_ROWS, type UndoneView } from "@/server/core/runs/views";
import { capabilityOf } from "@/server/core/telemetry/capability";
import { ACTOR_KINDS } from "@/server/core/telemetry/session-views";
import type { SessionKey } from "@/server/db/analysis/session";
import type { TenantSql } from "@/server/db/client";
import { bumpRevision } from "@/server/db/context/session";
import { type CommittedRun, findCommittedRun, type RunChange, readChanges, setUndone } from "@/server/db/runs/applied";
import { lockForRun, noteUndo } from "@/server/db/runs/session";
import { readSessionId } from "@/server/db/sessions/session";
import { enqueueAnalysis } from "@/server/db/sql/jobs";
import { holderOf } from "../context/holder";
import type { Deps } from "../deps";
import { residencyOf } from "../sessions/rows";
import { noteOf } from "./run-note";
import { takeBack } from "./take-back";

export interface UndoRun {
  /** Of the session. */
  readonly number: number;
  /** Number of the run. */
  readonly run: number;
}

/**
 * Takes a whole committed run back, in one transaction with the session's row locked. Every event whose newest change is
 * still the run's stands again as it did before; what somebody or another run changed since stays and is listed. From
 * then on the run counts as never made: the next analysis takes its tokens off what was dropped. What the client's own
 * window does is said in `effect`. Undone twice, the second time changes nothing. Faults: `not_found`.
 */
export async function undoRun(deps: Deps, scope: ProjectScope, input: UndoRun): Promise<Result<UndoneView>> {
  const sessionId = await readSessionId(deps.db, scope, input.number);
  if (sessionId === null) return notFound("session", input.number);
  const key = { teamId: scope.teamId, sessionId };
  return deps.db.withTenantSql(scope, (sql) => undoLocked(deps, sql, scope, key, input));
}

async function undoLocked(
  deps: Deps,
  sql: TenantSql,
  scope: ProjectScope,
  key: SessionKey,
  input: UndoRun,
): Promise<Result<UndoneView>> {
  const locked = await lockForRun(sql, key);
  if (!locked) return notFound("session", input.number);
  const run = await findCommittedRun(sql, key, input.run);
  if (!run) return notFound("prune run", input.run);
  const changes = await readChanges(sql, key, run.id);
  const { undoneAt, undoneBy } = run;
  if (undoneAt !== null) {
    const putBack = changes.filter(({ isTakenBack, laterResidency }) => isTakenBack && laterResidency === null).length;
    const undone = { run, putBack, undoneAt, undoneBy: undoneBy ?? "", already: true };
    return ok(undoneView(input, locked.client, changes, undone));
  }
  const now = deps.clock.now();
  const by = holderOf(scope.actor);
  const own = changes.filter(({ isTakenBack, laterResidency }) => !isTakenBack && laterResidency === null);
  const reason = safeText(`Run ${input.run} was undone.`);
  await takeBack(deps, sql, scope, { key, runId: run.id, changes: own, now, reason });
  await setUndone(sql, key.teamId, run.id, { at: now, by });
  const kept = changes.filter(({ laterResidency }) => laterResidency !== null).length;
  const noted = { ...noteOf(deps, scope, key), run: input.run, putBack: own.length, kept };
  await noteUndo(sql, scope, noted);
  await bumpRevision(sql, key, now);
  await enqueueAnalysis(sql, scope, key.sessionId, now);
  const undone = { run, putBack: own.length, undoneAt: now, undoneBy: by, already: false };
  return ok(undoneView(input, locked.client, changes, undone));
}

interface Undone {
  readonly run: CommittedRun;
  readonly putBack: number;
  readonly undoneAt: Date;
  readonly undoneBy: string;
  readonly already: boolean;
}

function undoneView(
  { run: runNumber }: UndoRun,
  client: string,
  changes: readonly RunChange[],
  { run, putBack, undoneAt, undoneBy, already }: Undone,
): UndoneView {
  const kept = changes.flatMap((change) => keptRow(change) ?? []);
  return {
    runNumber,
    undoneAt: undoneAt.toISOString(),
    undoneBy,
    putBack,
    kept: { total: kept.length, rows: kept.slice(0, MAX_KEPT_ROWS) },
    appliedAt: run.appliedAt?.toISOString() ?? null,
    effect: undoEffect(capabilityOf(client), client, run.appliedAt !== null),
    already,
  };
}

function keptRow({ ref, ...change }: RunChange): UndoneView["kept"]["rows"][number] | null {
  const { laterResidency, laterActor, laterActorKind, laterRun } = change;
  if (laterResidency === null) return null;
  const actorKind = ACTOR_KINDS.find((known) => known === laterActorKind) ?? "system";
  return { ref, residency: residencyOf(laterResidency), actorKind, actor: laterActor ?? "", run: laterRun };
}
