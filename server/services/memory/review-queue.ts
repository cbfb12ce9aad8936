import type { ProjectScope } from "../../core/access/scope";
import type { Attention, QueuedDraft, ReviewQueue } from "../../core/decisions/attention";
import { NO_RECORD_FILTER } from "../../core/decisions/record-filter";
import { reviewBefore } from "../../core/decisions/review-due";
import { ok, type Result } from "../../core/result";
import { countFlags } from "../../db/memory/decision-flags";
import { countDecisions } from "../../db/memory/decision-list";
import { readNewestDecisions } from "../../db/memory/decision-record";
import { countQueue, type QueuedRow, readQueue } from "../../db/memory/review-queue";
import type { Deps } from "../deps";
import { toDecisionVersion } from "./decision-views";
import { mayAccept } from "./may-accept";
import { toRecordQuery } from "./record-rows";

/** One page of drafts that wait for a person, the oldest first; drafts that say the same stand as one. */
export async function reviewQueue(
  deps: Deps,
  scope: ProjectScope,
  { cursor, limit }: { readonly cursor: number | null; readonly limit: number },
): Promise<Result<ReviewQueue>> {
  const { db } = deps;
  const [total, found] = await Promise.all([countQueue(db, scope), readQueue(db, scope, cursor ?? 0, limit + 1)]);
  const page = found.slice(0, limit);
  const versions = await readNewestDecisions(
    db,
    scope,
    page.flatMap(({ numbers }) => numbers),
  );
  const newest = new Map(versions.map(({ number, ...version }) => [number, toDecisionVersion(version)]));
  return ok({
    timeZone: scope.timeZone,
    total,
    rows: page.flatMap((row) => toQueued(row, newest)),
    nextCursor: found.length > limit ? (page.at(-1)?.number ?? null) : null,
    mayReview: mayAccept(scope),
  });
}

function toQueued({ number, numbers }: QueuedRow, newest: ReadonlyMap<number, QueuedDraft["latest"]>): QueuedDraft[] {
  const latest = newest.get(number);
  if (!latest) return [];
  const sessions = numbers.flatMap((one) => newest.get(one)?.evidence.flatMap(({ session }) => session ?? []) ?? []);
  return [
    {
      number,
      alike: numbers.filter((other) => other !== number),
      sessions: [...new Set(sessions)].sort((a, b) => a - b),
      latest,
    },
  ];
}

/** How much there is to look at. */
export async function countAttention(deps: Deps, scope: ProjectScope): Promise<Result<Attention>> {
  const { db } = deps;
  const dueBefore = new Date(reviewBefore(deps.clock.now().getTime()));
  const isDue = { ...toRecordQuery(NO_RECORD_FILTER, "decision", scope.timeZone), dueBefore };
  const [drafts, flags, due] = await Promise.all([
    countQueue(db, scope),
    countFlags(db, scope),
    countDecisions(db, scope, isDue),
  ]);
  return ok({ drafts, flags, due });
}
