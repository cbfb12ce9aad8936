import type { ProjectScope } from "../../core/access/scope";
import { shortener } from "../../core/events/short-path";
import { FAILURE_STATUSES } from "../../core/failures/next-status";
import type { FailureList, FailureRow } from "../../core/failures/views";
import { ok, type Result } from "../../core/result";
import { countFailures, type FailureListRow, listFailures as readList } from "../../db/memory/failure-list";
import type { Deps } from "../deps";
import { readTimeCursor, writeTimeCursor } from "./cursor";

export interface ListFailures {
  readonly status: string | null;
  readonly text: string;
  readonly cursor: string | null;
  readonly limit: number;
}

/** One page of the registry, the latest occurrence first. */
export async function listFailures(deps: Deps, scope: ProjectScope, input: ListFailures): Promise<Result<FailureList>> {
  const cursor = readTimeCursor(input.cursor);
  if (!cursor.ok) return cursor;
  const after = cursor.value && { lastSeenAt: cursor.value.at, number: cursor.value.number };
  const query = { status: input.status, text: input.text, after, sessionId: null, limit: input.limit + 1 };
  const [found, counts] = await Promise.all([readList(deps.db, scope, query), countFailures(deps.db, scope)]);
  const page = found.slice(0, input.limit);
  const last = page.at(-1);
  return ok({
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    rows: page.map(toFailureRow),
    counts,
    nextCursor: last && found.length > input.limit ? writeTimeCursor(last.lastSeenAt, last.number) : null,
  });
}

export function toFailureRow({ cwd, title, firstSeenAt, lastSeenAt, status, ...row }: FailureListRow): FailureRow {
  return {
    ...row,
    title: shortener(cwd)(title),
    status: FAILURE_STATUSES.find((known) => known === status) ?? "active",
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  };
}
