import type { ProjectScope } from "@/server/core/access/scope";
import { newestPart } from "@/server/core/projection/bound";
import type { ProjectionSource } from "@/server/core/projection/dialogue";
import type { ProjectionFormat } from "@/server/core/projection/formats";
import { FULL_CONTEXT } from "@/server/core/projection/full-context";
import { inForce } from "@/server/core/projection/in-force";
import { type RenderedProjection, render, sourceOf } from "@/server/core/projection/render";
import type { Plan, SessionInput } from "@/server/core/prune/model";
import { notFound, ok, type Result } from "@/server/core/result";
import { findSessionHead, type SessionKey } from "@/server/db/analysis/session";
import { readSessionId } from "@/server/db/sessions/session";
import { loadSession } from "../analysis/analyse-session";
import { toSessionInput } from "../analysis/session-input";
import type { Deps } from "../deps";
import type { PlannedRun } from "../runs/plan-run";
import { seenPlan } from "../runs/seen-plans";

/** About a million tokens: more than the largest window holds, and small enough for one answer. */
export const MAX_PROJECTION_CHARACTERS = 4_000_000;

/** `current` is what holds now; `planned` is what a run would leave if it were committed now. */
export const RESIDENCY_SOURCES = ["current", "planned"] as const;
export type ResidencySource = (typeof RESIDENCY_SOURCES)[number];

export interface ProjectSession {
  readonly number: number;
  readonly thread: string;
  readonly format: ProjectionFormat;
  readonly residencies: ResidencySource;
}

export interface SessionProjection {
  readonly thread: string;
  /** `full` says that no plan could be made, so that nothing is archived in this answer. */
  readonly residencies: ResidencySource | "full";
  readonly projection: RenderedProjection;
  /** Estimated tokens of the events' texts as they stand in the projection, without markers of full results. */
  readonly tokens: number;
  /** Older events that were cut off to keep the answer small. */
  readonly omittedEvents: number;
}

/**
 * A thread's context as a model would get it. Fails open: when the plan cannot be made, the answer is the full context,
 * because an agent without its context can do nothing. Faults: `not_found` (session, thread).
 */
export async function projectSession(
  deps: Deps,
  scope: ProjectScope,
  input: ProjectSession,
): Promise<Result<SessionProjection>> {
  const found = await projectionSource(deps, scope, input);
  if (!found.ok) return found;
  const { source, residencies } = found.value;
  return ok({
    thread: input.thread,
    residencies,
    projection: render(source, input.thread, input.format),
    tokens: source.items.reduce((sum, item) => sum + item.tokens, 0),
    omittedEvents: source.omittedEvents ?? 0,
  });
}

export interface FoundProjection {
  readonly revision: number;
  readonly residencies: ResidencySource | "full";
  readonly source: ProjectionSource;
}

/** The projection before it is written in any format. */
export async function projectionSource(
  deps: Deps,
  scope: ProjectScope,
  { number, thread, residencies }: Pick<ProjectSession, "number" | "thread" | "residencies">,
): Promise<Result<FoundProjection>> {
  const sessionId = await readSessionId(deps.db, scope, number);
  const key = sessionId === null ? null : { teamId: scope.teamId, sessionId };
  const head = key === null ? null : await findSessionHead(deps.db.pool, key);
  if (key === null || head === null) return notFound("session", number);
  const planned = await planOrNull(deps, key, number);
  const session = planned?.session ?? toSessionInput(await loadSession(deps, key, head));
  if (!hasThread(session, thread)) return notFound("thread", thread);
  const whole = sourceOf(session, planned === null ? FULL_CONTEXT : planOf(planned, residencies), thread);
  return ok({
    revision: planned?.head.ingestRevision ?? head.ingestRevision,
    residencies: planned === null ? "full" : residencies,
    source: newestPart(whole, MAX_PROJECTION_CHARACTERS),
  });
}

/** A session begins with no thread at all; its main one may be asked for from the start. */
function hasThread({ threads, events }: SessionInput, key: string): boolean {
  return key === "main" || threads.some((thread) => thread.key === key) || events.some(({ thread }) => thread === key);
}

function planOf({ plan, session }: PlannedRun, residencies: ResidencySource): Plan {
  return residencies === "planned" ? plan : inForce(plan, session);
}

async function planOrNull(deps: Deps, key: SessionKey, number: number): Promise<PlannedRun | null> {
  try {
    return await seenPlan(deps, key);
  } catch (error) {
    deps.log.error({ err: error, session: number }, "No plan could be made; the projection is the full context.");
    return null;
  }
}
