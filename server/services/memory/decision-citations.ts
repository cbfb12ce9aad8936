import type { ProjectScope } from "../../core/access/scope";
import type { Citations } from "../../core/decisions/attention";
import { recordRef } from "../../core/decisions/record-ref";
import { fail, notFound, ok, type Result } from "../../core/result";
import { readCitations } from "../../db/memory/decision-citations";
import { readDecisionTitles } from "../../db/memory/decision-record";
import type { Deps } from "../deps";

export interface CitedBy {
  readonly number: number;
  readonly cursor: string | null;
  readonly limit: number;
}

/** Who names a decision, the newest first: handoffs, failures, other decisions, session summaries, prune runs. */
export async function citedBy(
  deps: Deps,
  scope: ProjectScope,
  { number, cursor, limit }: CitedBy,
): Promise<Result<Citations>> {
  const after = readCursor(cursor);
  if (!after.ok) return after;
  const [known, found] = await Promise.all([
    readDecisionTitles(deps.db, scope, [number]),
    readCitations(deps.db, scope, number, after.value, limit + 1),
  ]);
  if (known.length === 0) return notFound("decision", recordRef("decision", number));
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return ok({
    rows: page.map(({ key: _key, at, ...row }) => ({ ...row, at: at.toISOString() })),
    nextCursor: last && found.length > limit ? `${last.at.toISOString()}~${last.key}` : null,
  });
}

function readCursor(cursor: string | null): Result<{ at: Date; key: string } | null> {
  if (cursor === null) return ok(null);
  const [, time = "", key = ""] = /^(\d{4}-[\dT:.-]{10,20}Z)~([a-z]+ \d{1,9}(?: \d{1,9})?)$/.exec(cursor) ?? [];
  const at = new Date(time);
  if (key === "" || Number.isNaN(at.getTime())) {
    return fail("bad_request", "This page mark is not one of ours. Start from the first page.", { field: "cursor" });
  }
  return ok({ at, key });
}
