import { doneWave } from "@/server/core/budget/done-wave";
import { endsTask } from "@/server/core/budget/just-reached";
import { changesStage } from "@/server/core/budget/stage-switch";
import { BOUNDARY_KINDS, type BoundaryKind } from "@/server/core/events/kinds";
import { isAcceptedPlan } from "@/server/core/prune/outcome";
import type { TenantSql } from "@/server/db/client";
import { readLatestWaveEvents } from "@/server/db/ingest/events";
import { type BoundaryRow, type MarkRow, readToldStage } from "@/server/db/ingest/marks";
import type { LockedSession } from "@/server/db/ingest/sessions";
import type { PreparedRow } from "./prepare-batch";
import type { CheckedBatch } from "./read-batch";

/** What a batch added; what was known before is in none of the lists. */
interface Added {
  readonly batch: CheckedBatch;
  readonly before: LockedSession;
  readonly boundaries: readonly Pick<BoundaryRow, "thread" | "kind">[];
  readonly marks: readonly Pick<MarkRow, "thread" | "seq" | "stage">[];
  readonly rows: readonly PreparedRow[];
}

const MAIN = "main";

/**
 * Boundaries of the main thread that a batch brings or shows: another stage by the header, by a mark or by a plan that
 * was accepted; agents that all handed back; a todo list of which nothing is left.
 */
export async function reachedBy(
  sql: TenantSql,
  place: { readonly teamId: string; readonly sessionId: string },
  added: Added,
): Promise<Set<BoundaryKind>> {
  const told = added.boundaries.filter(({ thread }) => thread === MAIN).map(({ kind }) => kind);
  const reached = new Set(BOUNDARY_KINDS.filter((kind) => told.includes(kind)));
  const own = added.rows.map(({ event }) => event).filter(({ thread }) => thread === MAIN);
  if (switchesByHeader(added) || own.some(isAcceptedPlan) || (await switchesByMark(sql, place, added))) {
    reached.add("stage");
  }
  if (await endsWave(sql, place, own)) reached.add("wave-done");
  const todos = own.findLast(({ kind, toolClass }) => kind === "tool_call" && toolClass === "todo");
  if (todos && endsTask(todos.text)) reached.add("task-end");
  return reached;
}

function switchesByHeader({ batch: { header }, before }: Added): boolean {
  return header.stage !== undefined && before.stage !== null && before.stage !== header.stage;
}

async function switchesByMark(
  sql: TenantSql,
  place: { readonly teamId: string; readonly sessionId: string },
  { marks, before }: Added,
): Promise<boolean> {
  const own = marks.filter(({ thread, stage }) => thread === MAIN && stage !== null).sort((a, b) => a.seq - b.seq);
  const [first] = own;
  if (first === undefined) return false;
  return changesStage((await readToldStage(sql, place, first)) ?? before.stage, own);
}

/** Only a batch that brings an agent's output asks for the events around it. */
async function endsWave(
  sql: TenantSql,
  place: { readonly teamId: string; readonly sessionId: string },
  own: readonly PreparedRow["event"][],
): Promise<boolean> {
  const brought = own.flatMap(({ kind, callId }) => (kind === "agent_output" ? (callId ?? []) : []));
  if (brought.length === 0) return false;
  const wave = doneWave(await readLatestWaveEvents(sql, place, MAIN));
  return wave !== null && brought.some((callId) => wave.has(callId));
}
