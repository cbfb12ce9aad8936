import type { ProjectScope } from "@/server/core/access/scope";
import type { RunTrigger } from "@/server/core/prune/batch";
import type { Plan, PrunePolicy, SessionInput } from "@/server/core/prune/model";
import { changedThreads, draftRun, limitDraft, type ThreadOutlook } from "@/server/core/runs/draft";
import type { LastCommits } from "@/server/core/runs/moment";
import { type Occasion, type OccasionAnswer, occasionOf } from "@/server/core/runs/occasion";
import { capabilityOf } from "@/server/core/telemetry/capability";
import { loadRecords, loadStandings } from "@/server/db/analysis/load";
import type { SessionKey } from "@/server/db/analysis/session";
import type { TenantSql } from "@/server/db/client";
import { bumpRevision } from "@/server/db/context/session";
import { readLastUndone, type UndoneRun } from "@/server/db/runs/applied";
import { enqueueAnalysis } from "@/server/db/sql/jobs";
import type { Deps } from "../deps";
import { commitRun } from "./commit";
import { lastCommitsOf } from "./plan-run";

export type Considered =
  | { readonly committed: true; readonly runNumber: number; readonly trigger: RunTrigger; readonly reason: string }
  | { readonly committed: false; readonly reason: string };

/** A thread without an event for so long is over, or its transcript is an old one: nobody would apply a run. */
const LIVE_WITHIN_MS = 30 * 60_000;

/**
 * Whether a run is committed now though nobody asked: in the transaction of an analysis, with the session's row locked
 * and a plan of exactly what is stored. Only where the client can rewrite its running context; only on an occasion
 * (`occasionOf`); only in the windows for which batching says that the change pays. Answers why not, else. Asks for
 * another analysis, whatever the client, when what this one recorded changes what is protected.
 */
export async function considerRun(
  deps: Pick<Deps, "clock" | "ids">,
  sql: TenantSql,
  scope: ProjectScope,
  session: { readonly id: string },
  input: SessionInput,
  plan: Plan,
  policy: PrunePolicy,
): Promise<Considered> {
  const key = { teamId: scope.teamId, sessionId: session.id };
  if (await isOutdatedByFindings(sql, key, input)) {
    const now = deps.clock.now();
    await bumpRevision(sql, key, now);
    await enqueueAnalysis(sql, scope, key.sessionId, now);
    return no("What this analysis recorded protects other events than the plan knew: the next one plans anew.");
  }
  if (capabilityOf(input.client) !== "live") {
    return no(`${input.client} cannot rewrite its context while it runs: the plan is committed when somebody asks.`);
  }
  const changed = [...changedThreads(input, plan).keys()];
  if (changed.length === 0) return no("Nothing to take out.");
  const lastCommits = await lastCommitsOf(sql, key);
  const world = { input, policy, lastCommits, lastUndone: await readLastUndone(sql, key), newest: newestEvents(input) };
  const { looks, whyNot } = lookAt(changed, world, deps.clock.now().getTime());
  const chosen = choose(looks, plan, world);
  const [lead] = chosen.threads;
  if (lead === undefined) return no(chosen.whyNot ?? whyNot);
  if (!(await standsAsPlanned(sql, key, input))) {
    return no("Something was archived, restored or pruned meanwhile: the next analysis looks again.");
  }
  const { trigger, outlook } = lead;
  const outlooks = chosen.threads.map((one) => one.outlook);
  const draft = limitDraft(input, plan, outlooks, false);
  const work = { key, session: input, plan, draft, request: {}, trigger, policyVersion: policy.version };
  const run = await commitRun(deps, sql, scope, work);
  return { committed: true, runNumber: run.number, trigger, reason: outlook.automatic.reason };
}

function no(reason: string): Considered {
  return { committed: false, reason };
}

interface World {
  readonly input: SessionInput;
  readonly policy: PrunePolicy;
  readonly lastCommits: LastCommits;
  readonly lastUndone: UndoneRun | null;
  /** Time of the newest event by thread. */
  readonly newest: ReadonlyMap<string, number>;
}

function newestEvents({ events }: SessionInput): Map<string, number> {
  const newest = new Map<string, number>();
  for (const { thread, atMs } of events) newest.set(thread, Math.max(newest.get(thread) ?? 0, atMs));
  return newest;
}

/** Pauses run to the newest event of the session: the clocks of client and server may differ. */
function asOf({ newest }: World): number {
  return [...newest.values()].reduce((latest, atMs) => Math.max(latest, atMs), 0);
}

interface Look {
  readonly thread: string;
  readonly occasion: Occasion;
}

/** The windows that somebody works in and that have an occasion, and why the first of the others has none. */
function lookAt(threads: readonly string[], world: World, nowMs: number): { looks: Look[]; whyNot: string } {
  const looks: Look[] = [];
  let firstWhyNot = "";
  for (const thread of threads) {
    const { occasion, whyNot } = occasionNow(thread, world, nowMs);
    if (occasion !== null) looks.push({ thread, occasion });
    else firstWhyNot ||= whyNot;
  }
  return { looks, whyNot: firstWhyNot };
}

function occasionNow(thread: string, world: World, nowMs: number): OccasionAnswer {
  const newestMs = world.newest.get(thread) ?? 0;
  if (nowMs - newestMs > LIVE_WITHIN_MS) return { occasion: null, whyNot: overSentence(thread, newestMs) };
  const whyNot = undoneSentence(thread, world);
  if (whyNot !== null) return { occasion: null, whyNot };
  return occasionOf(world.input, thread, world.policy, { lastCommits: world.lastCommits, asOfMs: asOf(world) });
}

/** Whoever took a run back would be surprised by the same one a moment later: it waits as long as a restored result. */
function undoneSentence(thread: string, { input, policy, lastUndone }: World): string | null {
  if (lastUndone === null) return null;
  const undoneMs = lastUndone.undoneAt.getTime();
  const since = input.requests.filter((request) => request.thread === thread && request.atMs > undoneMs).length;
  if (since >= policy.restoredTurns) return null;
  return `Run ${lastUndone.number} was undone: nothing is taken out by itself for ${policy.restoredTurns} requests after that.`;
}

function overSentence(thread: string, newestMs: number): string {
  return `The last event of ${thread} is of ${new Date(newestMs).toISOString()}: nobody works in that window now.`;
}

interface Chosen {
  readonly outlook: ThreadOutlook;
  readonly trigger: RunTrigger;
}

/** Of these, the windows in which batching commits now, and why the first of the others waits. */
function choose(looks: readonly Look[], plan: Plan, world: World): { threads: Chosen[]; whyNot: string | null } {
  const { input, policy, lastCommits } = world;
  const threads = looks.map(({ thread }) => thread);
  const draft = draftRun(input, plan, { batching: policy.batching, lastCommits, asOfMs: asOf(world), threads });
  const chosen: Chosen[] = [];
  let whyNot: string | null = null;
  for (const [at, { occasion }] of looks.entries()) {
    const outlook = draft.threads[at];
    if (outlook === undefined) continue;
    const { commits, trigger, reason } = outlook.automatic;
    if (commits) chosen.push({ outlook, trigger: trigger === "window" ? occasion.trigger : trigger });
    else whyNot ??= `${occasion.why} ${reason}`;
  }
  return { threads: chosen, whyNot };
}

/**
 * An analysis records the failures that it finds, and an open failure of the registry protects the events where it
 * happened. Its own plan was made before: stored as it is, it would name fewer blocked removals than a preview does.
 */
async function isOutdatedByFindings(sql: TenantSql, key: SessionKey, { records }: SessionInput): Promise<boolean> {
  const known = records.filter(({ kind, active }) => kind === "failure" && active).flatMap(({ refs }) => refs);
  const stored = (await loadRecords(sql, key))
    .filter(({ kind, status }) => kind === "failure" && status !== "resolved")
    .flatMap(({ refs }) => refs);
  const [before, now] = [new Set(known), new Set(stored)];
  return before.size !== now.size || [...now].some((ref) => !before.has(ref));
}

/** An archive or a restore may have come between the plan and the lock. */
async function standsAsPlanned(sql: TenantSql, key: SessionKey, { standings }: SessionInput): Promise<boolean> {
  const stored = await loadStandings(sql, key);
  if (stored.length !== standings.size) return false;
  return stored.every(({ ref, residency, at }) => {
    const known = standings.get(ref);
    return known !== undefined && known.residency === residency && known.setAtMs === at.getTime();
  });
}
