import type { ProjectScope } from "@/server/core/access/scope";
import { safeText } from "@/server/core/redact/safe-text";
import { fail, notFound, ok, type Result } from "@/server/core/result";
import type { AppliedView } from "@/server/core/runs/views";
import type { SessionKey } from "@/server/db/analysis/session";
import type { TenantSql } from "@/server/db/client";
import { bumpRevision } from "@/server/db/context/session";
import { findCommittedRun, type RunChange, readChanges, setApplied } from "@/server/db/runs/applied";
import { lockForRun } from "@/server/db/runs/session";
import { readSessionId } from "@/server/db/sessions/session";
import { enqueueAnalysis } from "@/server/db/sql/jobs";
import type { Deps } from "../deps";
import { bareRef } from "../sessions/resolve-ref";
import { takeBack } from "./take-back";

export interface MarkApplied {
  readonly number: number;
  readonly runNumber: number;
  /** What the client took out of its window; absent: everything that the run changed. */
  readonly refs?: readonly string[] | undefined;
}

const MAX_NAMED = 10;
const TAKEN_BACK = safeText("The client did not apply it: its window still holds the event as it was.");

/**
 * A client says what it really applied of a run; from then on that counts as saved. What it left out is taken back, so
 * that the projection says what the client's window holds. The first report stands. Faults: `not_found`, `bad_request`
 * that names refs which the run did not change.
 */
export async function markApplied(deps: Deps, scope: ProjectScope, input: MarkApplied): Promise<Result<AppliedView>> {
  const sessionId = await readSessionId(deps.db, scope, input.number);
  if (sessionId === null) return notFound("session", input.number);
  const key = { teamId: scope.teamId, sessionId };
  return deps.db.withTenantSql(scope, (sql) => markLocked(deps, sql, scope, key, input));
}

async function markLocked(
  deps: Deps,
  sql: TenantSql,
  scope: ProjectScope,
  key: SessionKey,
  { number, runNumber, refs }: MarkApplied,
): Promise<Result<AppliedView>> {
  if (!(await lockForRun(sql, key))) return notFound("session", number);
  const run = await findCommittedRun(sql, key, runNumber);
  if (!run) return notFound("prune run", runNumber);
  const changes = await readChanges(sql, key, run.id);
  const given = refs === undefined ? null : new Set(refs.map(bareRef));
  const unknown = unknownRefs(changes, given);
  if (unknown.length > 0) return fail("bad_request", unknownSentence(unknown, runNumber), { field: "refs" });
  const before = changes.filter(({ isTakenBack }) => isTakenBack).length;
  if (run.appliedAt !== null || run.undoneAt !== null || before > 0) {
    const appliedAt = run.appliedAt?.toISOString() ?? null;
    return ok({ runNumber, appliedAt, applied: changes.length - before, takenBack: before, already: true });
  }

  const now = deps.clock.now();
  const left = given === null ? [] : changes.filter(({ ref }) => !given.has(ref));
  const applied = changes.length - left.length;
  if (applied > 0) await setApplied(sql, key.teamId, run.id, now);
  const takenBack = left.filter(({ laterResidency }) => laterResidency === null);
  await takeBack(deps, sql, scope, { key, runId: run.id, changes: takenBack, now, reason: TAKEN_BACK });
  if (applied > 0 || takenBack.length > 0) {
    await bumpRevision(sql, key, now);
    await enqueueAnalysis(sql, scope, key.sessionId, now);
  }
  return ok({
    runNumber,
    appliedAt: applied > 0 ? now.toISOString() : null,
    applied,
    takenBack: takenBack.length,
    already: false,
  });
}

function unknownRefs(changes: readonly RunChange[], given: ReadonlySet<string> | null): string[] {
  const known = new Set(changes.map(({ ref }) => ref));
  return [...(given ?? [])].filter((ref) => !known.has(ref));
}

function unknownSentence(refs: readonly string[], runNumber: number): string {
  const more = refs.length > MAX_NAMED ? ` and ${refs.length - MAX_NAMED} more` : "";
  return `Run ${runNumber} did not change ${refs.slice(0, MAX_NAMED).join(", ")}${more}. Send refs that prune.get lists for it.`;
}
