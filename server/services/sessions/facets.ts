import type { ProjectScope } from "../../core/access/scope";
import { EVENT_KIND_NAMES } from "../../core/events/kinds";
import { notFound, ok, type Result } from "../../core/result";
import {
  type EventFacets,
  type EventFilter,
  type EventGroup,
  facetsOf,
  sourceOf,
} from "../../core/telemetry/event-filter";
import { noiseClassOf } from "../../core/telemetry/window";
import { type FacetGroupRow, readFacetGroups } from "../../db/sessions/facets";
import { findEventRefs } from "../../db/sessions/outline";
import { readSessionId, readShadowRun, readThreads } from "../../db/sessions/session";
import type { Deps } from "../deps";
import { residencyOf } from "./rows";
import { agentOf } from "./threads";

/** Words that more events contain than this tell nothing apart; the counts are of the first ones then. */
const MAX_COUNTED = 20_000;

export interface ReadFacets {
  readonly number: number;
  readonly thread: string;
  readonly filter: EventFilter;
  readonly text: string;
}

/** What can be chosen in a thread under the rest of a filter, and what matches in the other threads. */
export async function sessionFacets(deps: Deps, scope: ProjectScope, input: ReadFacets): Promise<Result<EventFacets>> {
  const sessionId = await readSessionId(deps.db, scope, input.number);
  if (!sessionId) return notFound("session", input.number);
  const [plan, threads, refs] = await Promise.all([
    readShadowRun(deps.db, scope, sessionId),
    readThreads(deps.db, scope, sessionId),
    input.text === ""
      ? null
      : findEventRefs(deps.db, scope, sessionId, { thread: null, text: input.text, limit: MAX_COUNTED }),
  ]);
  const agents = new Map(threads.map((thread) => [thread.key, agentOf(thread)]));
  const rows = await readFacetGroups(deps.db, scope, sessionId, plan?.id ?? null, refs);
  const groups = rows.map((row) => groupOf(row, agents.get(row.thread) ?? row.thread));
  return ok(facetsOf(groups, input.thread, input.filter));
}

function groupOf(row: FacetGroupRow, agent: string): EventGroup {
  return {
    thread: row.thread,
    agent,
    source: sourceOf(row.kind, row.toolClass),
    kind: EVENT_KIND_NAMES.find((kind) => kind === row.kind) ?? "other",
    tool: row.tool,
    skill: row.skill,
    residency: row.inContext ? residencyOf(row.residency) : null,
    noise: noiseClassOf(row.noise),
    isError: row.isError,
    events: row.events,
    tokens: row.tokens,
  };
}
