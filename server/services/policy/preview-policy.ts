import { setImmediate as nextTick } from "node:timers/promises";
import type { ProjectScope } from "../../core/access/scope";
import { windowOf } from "../../core/budget/windows";
import { type DifferingVerdict, differingVerdicts, figuresOf, type PolicyFigures } from "../../core/policy/preview";
import { parseBody } from "../../core/policy/read";
import type { PrunePolicy, SessionInput } from "../../core/prune/model";
import { plan } from "../../core/prune/pipeline";
import { neededAgain } from "../../core/replay/needed-again";
import { fail, ok, type Result } from "../../core/result";
import { findSessionHead } from "../../db/analysis/session";
import { listRecentSessions, type RecentSessionRow } from "../../db/policy/sessions";
import { loadSession } from "../analysis/analyse-session";
import { currentPolicy } from "../analysis/current-policy";
import { toSessionInput } from "../analysis/session-input";
import type { Deps } from "../deps";

export const MOST_SESSIONS = 20;
/** A plan blocks the process while it is made, and the time grows with the session: larger ones are left out. */
const MOST_EVENTS_A_SESSION = 10_000;
const MOST_EVENTS = 20_000;
/** A replay plans up to twelve times, and both policies need one: larger sessions would hold up other requests. */
const MOST_EVENTS_A_REPLAY = 600;
/** Replays stop here, so that the plans of later sessions have time left. */
const MOST_REPLAY_MS = 3_000;
const MOST_MS = 6_000;
const EXAMPLES_A_SESSION = 5;
const MOST_WAITING = 4;

export interface SessionPreview {
  readonly number: number;
  readonly title: string | null;
  readonly client: string;
  readonly events: number;
  readonly lastEventAt: Date;
  readonly now: PolicyFigures;
  readonly draft: PolicyFigures;
  /** Events that the two leave in different states; the heaviest of them are examples. */
  readonly differing: number;
  readonly examples: readonly DifferingVerdict[];
  /** Turns that missed what the policy took out, in a replay of the session; null when it was not replayed: too large, or no time. */
  readonly neededAgain: { readonly now: number; readonly draft: number } | null;
}

export interface PolicyPreview {
  /** The version that the draft is compared with. */
  readonly version: number;
  readonly sessions: readonly SessionPreview[];
  readonly leftOut: readonly { readonly number: number; readonly title: string | null; readonly why: string }[];
}

export interface PreviewPolicy {
  readonly body: unknown;
  /** How many of the last sessions are looked at. */
  readonly sessions: number;
  /** The caller went away: what was not begun is not begun. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * What a draft would have made of the project's last sessions. Writes nothing. Bounded by events and time; what was
 * left out is said. Previews of one process run one after another.
 */
export async function previewPolicy(
  deps: Deps,
  scope: ProjectScope,
  input: PreviewPolicy,
): Promise<Result<PolicyPreview>> {
  const now = await currentPolicy(deps.db.pool, scope.teamId, scope.projectId);
  const draft = parseBody(input.body, now.version + 1);
  if (!draft.ok) return draft;
  if (waiting >= MOST_WAITING) {
    return fail("too_many_requests", "Several previews are being made. Try again in a few seconds.", {
      retryAfterSeconds: 3,
    });
  }
  return inTurn(() => compareAll(deps, scope, { now, draft: draft.value.policy }, input));
}

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** One preview at a time: two would hold up every other request of the process twice as long. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  waiting++;
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    waiting--;
  }
}

interface Pair {
  readonly now: PrunePolicy;
  readonly draft: PrunePolicy;
}

async function compareAll(
  deps: Deps,
  scope: ProjectScope,
  policies: Pair,
  { sessions, signal }: PreviewPolicy,
): Promise<Result<PolicyPreview>> {
  const rows = await listRecentSessions(deps.db, scope, sessions);
  const startMs = deps.clock.now().getTime();
  const isPast = (ms: number) => deps.clock.now().getTime() > startMs + ms;
  const compared: SessionPreview[] = [];
  const leftOut: { number: number; title: string | null; why: string }[] = [];
  let events = 0;
  for (const row of rows) {
    const why = whyNot(row, { events, isLate: isPast(MOST_MS), isGone: signal?.aborted ?? false });
    const preview = why === null ? await compareOne(deps, scope, policies, row, !isPast(MOST_REPLAY_MS)) : null;
    if (preview) {
      compared.push(preview);
      events += row.eventCount;
    } else if (why !== null) leftOut.push({ number: row.number, title: row.title, why });
  }
  return ok({ version: policies.now.version, sessions: compared, leftOut });
}

const exact = new Intl.NumberFormat("en-US");

function whyNot(row: RecentSessionRow, spent: { events: number; isLate: boolean; isGone: boolean }): string | null {
  if (spent.isGone) return "Nobody waits for the preview any more.";
  if (spent.isLate) return `The preview takes at most ${MOST_MS / 1_000} seconds.`;
  const count = `${exact.format(row.eventCount)} events`;
  if (row.eventCount > MOST_EVENTS_A_SESSION) {
    return `It has ${count}; a preview looks at sessions of ${exact.format(MOST_EVENTS_A_SESSION)} at most.`;
  }
  if (spent.events + row.eventCount <= MOST_EVENTS) return null;
  return `Its ${count} would make it more than ${exact.format(MOST_EVENTS)} in all.`;
}

/** Null when the session was deleted meanwhile. Other requests get their turn between the plans. */
async function compareOne(
  deps: Deps,
  scope: ProjectScope,
  policies: Pair,
  row: RecentSessionRow,
  isReplayed: boolean,
): Promise<SessionPreview | null> {
  const key = { teamId: scope.teamId, sessionId: row.id };
  const head = await findSessionHead(deps.db.pool, key);
  if (!head) return null;
  const loaded = await loadSession(deps, key, head);
  const session = toSessionInput(loaded);
  const { windowTokens } = windowOf({ told: head.windowTokens, model: head.model, seenTokens: row.peakContextTokens });
  await nextTick();
  const nowPlan = plan(session, policies.now);
  await nextTick();
  const draftPlan = plan(session, policies.draft);
  await nextTick();
  const { count, examples } = differingVerdicts(session, nowPlan, draftPlan, EXAMPLES_A_SESSION);
  const nowFigures = figuresOf(session, nowPlan, policies.now, windowTokens);
  await nextTick();
  const draftFigures = figuresOf(session, draftPlan, policies.draft, windowTokens);
  return {
    number: row.number,
    title: row.title,
    client: row.client,
    events: row.eventCount,
    lastEventAt: row.lastEventAt,
    now: nowFigures,
    draft: draftFigures,
    differing: count,
    examples,
    neededAgain: isReplayed && row.eventCount <= MOST_EVENTS_A_REPLAY ? await missedTurns(session, policies) : null,
  };
}

/** Turns that missed something, in a replay of the session from its start under each policy. */
async function missedTurns(session: SessionInput, policies: Pair) {
  await nextTick();
  const now = neededAgain(session, policies.now);
  await nextTick();
  const draft = neededAgain(session, policies.draft);
  return { now: now.needed - now.kept, draft: draft.needed - draft.kept };
}
