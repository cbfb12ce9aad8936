import type { ProjectScope } from "../../core/access/scope";
import { notFound, ok, type Result } from "../../core/result";
import type { TimelineRow } from "../../core/telemetry/session-views";
import { readSessionPlace, readShadowRun } from "../../db/sessions/session";
import { readTimeline, type TimelineSelection } from "../../db/sessions/timeline";
import type { Deps } from "../deps";
import { toTimelineRows } from "./rows";

export interface ReadTimeline {
  readonly number: number;
  readonly thread: string;
  readonly after: { readonly seq: number; readonly ref: string } | null;
  /** Rows at these places, where a filter leaves gaps; takes the place of `after`. */
  readonly seqs: readonly number[] | null;
  readonly limit: number;
}

export interface TimelinePage {
  readonly rows: TimelineRow[];
  readonly next: { readonly seq: number; readonly ref: string } | null;
}

/** A page of a thread's events with what the plan says of each, by keyset on (seq, ref). */
export async function timeline(deps: Deps, scope: ProjectScope, input: ReadTimeline): Promise<Result<TimelinePage>> {
  const session = await readSessionPlace(deps.db, scope, input.number);
  if (!session) return notFound("session", input.number);
  const plan = await readShadowRun(deps.db, scope, session.id);
  const rows = await readTimeline(deps.db, scope, session.id, plan?.id ?? null, selectionOf(input));
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  return ok({
    rows: await toTimelineRows(deps, scope, session, page),
    next: last && rows.length > input.limit ? { seq: last.seq, ref: last.ref } : null,
  });
}

function selectionOf(input: ReadTimeline): TimelineSelection {
  const limit = input.limit + 1;
  if (input.seqs) return { thread: input.thread, seqs: input.seqs, limit };
  return { thread: input.thread, after: input.after, limit };
}
