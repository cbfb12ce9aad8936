import { recordSightings } from "@/server/db/analysis/catalogue";
import { replaceEpochs } from "@/server/db/analysis/epochs";
import type { LoadedEvent } from "@/server/db/analysis/load";
import {
  deleteBlocked,
  deleteVerdicts,
  readBlocked,
  readVerdicts,
  shadowRun,
  updateRun,
  upsertBlocked,
  upsertVerdicts,
} from "@/server/db/analysis/runs";
import { finishAnalysis, lockForAnalysis, type SessionKey } from "@/server/db/analysis/session";
import { fixEvents, readStates, type StateRow, upsertStates } from "@/server/db/analysis/states";
import type { TenantSql } from "@/server/db/client";
import { addToRollups, readSessionRollup } from "@/server/db/sql/rollups";
import type { Deps } from "../deps";
import type { AnalysisScope } from "./analyse-session";
import { writeInsights } from "./insight-rows";
import { diffRollups } from "./rollup-diff";
import { rowDelta } from "./row-delta";
import type { LoadedSession } from "./session-input";
import { sightingsOf } from "./sightings";
import type { TargetState } from "./target-state";

/** A transaction writes no more rows than this; a first analysis of a long session takes several. */
const MAX_ROWS = 3_000;

export type WriteOutcome = "done" | "more" | "outdated" | "gone";

interface Work {
  readonly loaded: LoadedSession;
  readonly target: TargetState;
  readonly policyVersion: number;
}

/**
 * One transaction of an analysis, with the session's row locked. Small differences are written whole, together with
 * rollups, targets, skills and totals (`done`). Of larger ones a part is written (`more`): rollups and totals follow with the last part,
 * and until then the session says that its analysis lags. `outdated` when a batch came in between: its job does it.
 */
export async function writeAnalysis(
  deps: Deps,
  sql: TenantSql,
  scope: AnalysisScope,
  { loaded, target, policyVersion }: Work,
  beforeEnd: (sql: TenantSql) => Promise<void>,
): Promise<WriteOutcome> {
  const key: SessionKey = { teamId: scope.teamId, sessionId: loaded.head.id };
  const locked = await lockForAnalysis(sql, key);
  if (!locked) return "gone";
  if (locked.ingestRevision !== loaded.head.ingestRevision) return "outdated";
  const now = deps.clock.now();
  const runId = await shadowRun(sql, key, { id: deps.ids.next(), policyVersion, now });

  const storedStates = await readStates(sql, key);
  const states = rowDelta(storedStates, target.states);
  const verdicts = rowDelta(await readVerdicts(sql, key.teamId, runId), target.verdicts);
  const blocked = rowDelta(await readBlocked(sql, key.teamId, runId), target.blocked);
  const budget = new Budget(MAX_ROWS);
  await fixEvents(sql, key, budget.take(target.fixes));
  const stateRows = budget.take(states.upserts);
  await recordSightings(sql, scope, sightingsOf(newEvents(loaded, storedStates, stateRows)));
  await upsertStates(sql, key, stateRows);
  await upsertVerdicts(sql, key, runId, budget.take(verdicts.upserts));
  await deleteVerdicts(sql, key.teamId, runId, budget.take(verdicts.deletions));
  await upsertBlocked(sql, key, runId, budget.take(blocked.upserts));
  await deleteBlocked(sql, key.teamId, runId, budget.take(blocked.deletions));
  if (budget.isOverdrawn) return "more";

  await replaceEpochs(sql, key, target.epochs);
  const owner = { ...key, projectId: scope.projectId, client: loaded.head.client, person: locked.person };
  const cells = diffRollups(await readSessionRollup(sql, scope, key.sessionId), target.cells);
  const { timeZone } = await addToRollups(sql, owner, cells, { sweep: true });
  await writeInsights(sql, owner, target, timeZone);
  const { events: _events, passes, ...totals } = target.plan.totals;
  await updateRun(sql, key.teamId, runId, {
    ...totals,
    policyVersion,
    dedupEvents: passes.dedup,
    purgeEvents: passes.purgeErrors,
    compressEvents: passes.compress,
    now,
  });
  await beforeEnd(sql);
  const { totals: sums, title } = target;
  await finishAnalysis(sql, key, { ...sums, title, revision: loaded.head.ingestRevision, policyVersion, now });
  return "done";
}

/**
 * Events that had no state yet are new to the catalogue. They are counted in the transaction that gives them one, so
 * that no retry counts them twice.
 */
function newEvents(loaded: LoadedSession, stored: readonly StateRow[], rows: readonly StateRow[]): LoadedEvent[] {
  const known = new Set(stored.map((row) => row.entryId));
  const fresh = new Set(rows.map((row) => row.entryId).filter((id) => !known.has(id)));
  return loaded.events.filter((event) => fresh.has(event.entryId));
}

/** Hands out rows until its number is used up. */
class Budget {
  isOverdrawn = false;
  constructor(private left: number) {}

  take<T>(rows: readonly T[]): readonly T[] {
    const taken = rows.length <= this.left ? rows : rows.slice(0, this.left);
    if (taken.length < rows.length) this.isOverdrawn = true;
    this.left -= taken.length;
    return taken;
  }
}
