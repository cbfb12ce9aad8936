import type { ProjectScope } from "@/server/core/access/scope";
import { refOf } from "@/server/core/context/ref";
import { type ReviewPoint, reviewPointsOf } from "@/server/core/context/suggest/review-points";
import { type Suggestion, suggest as suggestFor } from "@/server/core/context/suggest/suggest";
import type { SuggestionList } from "@/server/core/context/views";
import type { SessionInput } from "@/server/core/prune/model";
import { plan } from "@/server/core/prune/pipeline";
import { timelineOf } from "@/server/core/prune/timeline";
import { notFound, ok, type Result } from "@/server/core/result";
import { readLabels } from "@/server/db/context/session";
import { readSessionId } from "@/server/db/sessions/session";
import type { Deps } from "../deps";
import { openSession } from "./change-residency";

export interface SuggestInput {
  readonly number: number;
  /** Null looks at every thread but helpers. */
  readonly thread: string | null;
  readonly limit: number;
}

/** What may be archived now, and whether this is a moment to review it. */
export async function suggest(
  deps: Deps,
  scope: ProjectScope,
  { number, thread, limit }: SuggestInput,
): Promise<Result<SuggestionList>> {
  const id = await readSessionId(deps.db, scope, number);
  const opened = id === null ? null : await openSession(deps, deps.db.pool, scope, id);
  if (id === null || opened === null) return notFound("session", number);
  const { session, policy } = opened;
  const threadOf = new Map(session.events.map((event) => [event.ref, event.thread]));
  const all = suggestFor(session, plan(session, policy), policy);
  const own = thread === null ? all : all.filter(({ ref }) => threadOf.get(ref) === thread);
  const shown = own.slice(0, limit);
  const shownIds = shown.map(({ ref }) => ref);
  const labelOf = await readLabels(deps.db.pool, { teamId: scope.teamId, sessionId: id }, shownIds);
  return ok({
    boundary: lastReview(session, thread),
    suggestions: shown.map((one) => toView(one, threadOf.get(one.ref) ?? "", labelOf.get(one.ref) ?? "")),
    total: own.length,
    savedTokens: own.reduce((sum, { tokens, tokensAfter }) => sum + tokens - tokensAfter, 0),
  });
}

function toView({ ref, evidence, ...rest }: Suggestion, thread: string, label: string) {
  return { ...rest, ref: refOf(ref), evidence: evidence.map(refOf), thread, label };
}

/** The last review point of the thread, or of the thread that spoke last. */
function lastReview(session: SessionInput, thread: string | null): SuggestionList["boundary"] {
  const points = reviewPointsOf(session, timelineOf(session));
  const own = thread === null ? [...points.values()].flat() : (points.get(thread) ?? []);
  const last = own.reduce<ReviewPoint | null>((a, b) => (a === null || b.seq >= a.seq ? b : a), null);
  if (last === null) return null;
  const { kind, source, seq } = last;
  const turnsAgo = session.requests.filter((request) => request.thread === last.thread && request.seq > seq).length;
  return { kind, source, turnsAgo };
}
