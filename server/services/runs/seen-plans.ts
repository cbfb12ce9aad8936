import { Explainer } from "@/server/core/prune/explain";
import { findSessionHead, type SessionKey } from "@/server/db/analysis/session";
import type { Database } from "@/server/db/client";
import { currentPolicy } from "../analysis/current-policy";
import type { Deps } from "../deps";
import type { SummaryTexts } from "../summaries/rewrite-plan";
import { type PlannedRun, planRun, type RunRequest } from "./plan-run";

/**
 * Plans that somebody is reading. Whoever opens one event after another, or pages through a diff, asks the same plan
 * again and again, and loading a long session costs more than planning it. A kept plan answers only while the session's
 * revision and the policy are those that it was made of. What writes nothing into the session (a pin that ends by itself,
 * a record of the project) shows after the age limit. A commit never reads from here: it plans behind the lock.
 */
const MAX_PLANS = 4;
const MAX_AGE_MS = 30_000;
/** Of the texts of all kept sessions together; a session that is longer than that is kept alone. */
const MAX_CHARACTERS = 60_000_000;

interface Kept {
  readonly planned: PlannedRun;
  readonly madeMs: number;
  readonly characters: number;
}

/** One shelf a database, so that nothing is shared between the worlds of two tests. Least recently read first. */
const shelves = new WeakMap<Database, Map<string, Kept>>();
const explainers = new WeakMap<PlannedRun, Explainer>();

type ReaderDeps = Pick<Deps, "clock" | "db">;

/** The plan of a session as it is stored now; null when it is gone. */
export async function seenPlan(
  deps: ReaderDeps,
  key: SessionKey,
  request: RunRequest = {},
  texts?: SummaryTexts,
): Promise<PlannedRun | null> {
  const head = await findSessionHead(deps.db.pool, key);
  if (!head) return null;
  const { version } = await currentPolicy(deps.db.pool, key.teamId, head.projectId);
  const shelf = shelfOf(deps.db);
  const name = nameOf(key, request);
  const kept = shelf.get(name);
  const isFresh =
    kept !== undefined &&
    kept.planned.head.ingestRevision === head.ingestRevision &&
    kept.planned.policy.version === version &&
    deps.clock.now().getTime() - kept.madeMs <= MAX_AGE_MS;
  if (!isFresh) return freshPlan(deps, key, request, texts);
  shelf.delete(name);
  shelf.set(name, kept);
  return kept.planned;
}

/** Plans anew, and keeps the plan for who reads on. */
export async function freshPlan(
  deps: ReaderDeps,
  key: SessionKey,
  request: RunRequest = {},
  texts?: SummaryTexts,
): Promise<PlannedRun | null> {
  const planned = await planRun(deps, deps.db.pool, key, request, texts);
  const shelf = shelfOf(deps.db);
  const name = nameOf(key, request);
  shelf.delete(name);
  if (planned) {
    const characters = planned.session.events.reduce((sum, { text }) => sum + text.length, 0);
    shelf.set(name, { planned, madeMs: deps.clock.now().getTime(), characters });
    makeRoom(shelf);
  }
  return planned;
}

/** What explains the plan; made at the first question about it. */
export function explainerOf(planned: PlannedRun): Explainer {
  const known = explainers.get(planned);
  if (known) return known;
  const made = new Explainer(planned.session, planned.policy, planned.plan);
  explainers.set(planned, made);
  return made;
}

function shelfOf(db: Database): Map<string, Kept> {
  const shelf = shelves.get(db) ?? new Map<string, Kept>();
  shelves.set(db, shelf);
  return shelf;
}

function makeRoom(shelf: Map<string, Kept>): void {
  let characters = [...shelf.values()].reduce((sum, kept) => sum + kept.characters, 0);
  for (const [name, kept] of shelf) {
    if (shelf.size <= 1 || (shelf.size <= MAX_PLANS && characters <= MAX_CHARACTERS)) return;
    shelf.delete(name);
    characters -= kept.characters;
  }
}

function nameOf({ teamId, sessionId }: SessionKey, { passes, compact, thread }: RunRequest): string {
  return JSON.stringify([teamId, sessionId, [...(passes ?? [])].sort(), compact ?? false, thread ?? null]);
}
