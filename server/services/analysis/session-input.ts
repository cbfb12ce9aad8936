import { createHash } from "node:crypto";
import { recordRef } from "@/server/core/decisions/record-ref";
import { BOUNDARY_KINDS, CLIENTS, STAGES } from "@/server/core/events/kinds";
import type {
  LinkedRecord,
  PlannedSummary,
  Residency,
  SessionInput,
  SessionMark,
  Standing,
} from "@/server/core/prune/model";
import { oneOf } from "@/server/core/prune/one-of";
import { pairUp, toSessionEvents } from "@/server/core/prune/session-events";
import { anchorOf, SUMMARY_TITLES } from "@/server/core/session-summary/body";
import type {
  LoadedBoundary,
  LoadedEvent,
  LoadedMark,
  LoadedPin,
  LoadedRecord,
  LoadedRequest,
  LoadedStanding,
  LoadedThread,
} from "@/server/db/analysis/load";
import type { SessionHead } from "@/server/db/analysis/session";
import type { EventFix } from "@/server/db/analysis/states";

export interface LoadedSession {
  readonly head: SessionHead;
  readonly events: readonly LoadedEvent[];
  readonly threads: readonly LoadedThread[];
  readonly requests: readonly LoadedRequest[];
  readonly boundaries: readonly LoadedBoundary[];
  readonly marks: readonly LoadedMark[];
  readonly pins: readonly LoadedPin[];
  readonly standings: readonly LoadedStanding[];
  readonly acknowledged: readonly string[];
  readonly records: readonly LoadedRecord[];
  readonly summaries: readonly PlannedSummary[];
}

const RESIDENCIES = ["full", "retained", "reference"] as const satisfies readonly Residency[];

/** The stored session as the pipeline reads it: calls described, calls and results paired. */
export function toSessionInput(loaded: LoadedSession): SessionInput {
  const { head } = loaded;
  const client = oneOf(CLIENTS, head.client, "other");
  return {
    client,
    model: head.model,
    windowTokens: head.windowTokens,
    threads: loaded.threads.map((thread) => ({ ...thread, agent: thread.agent ?? thread.key })),
    events: toSessionEvents(client, loaded.events, sha256),
    requests: loaded.requests.map(({ at, ...request }) => ({ ...request, atMs: at.getTime() })),
    boundaries: loaded.boundaries.flatMap(({ at, kind, ...boundary }) => {
      const known = oneOf(BOUNDARY_KINDS, kind, null);
      return known === null ? [] : [{ ...boundary, kind: known, atMs: at.getTime() }];
    }),
    marks: toMarks(loaded),
    pins: loaded.pins,
    standings: new Map(loaded.standings.map((standing) => [standing.ref, toStanding(standing)])),
    acknowledged: new Set(loaded.acknowledged),
    records: loaded.records.map(toLinkedRecord),
    summaries: loaded.summaries,
  };
}

const SETTERS: Readonly<Record<string, Standing["by"]>> = { member: "person", key: "agent" };

function toStanding({ residency, retained, actorKind, at, isApplied }: LoadedStanding): Standing {
  const by = SETTERS[actorKind] ?? "pipeline";
  return { residency: oneOf(RESIDENCIES, residency, "full"), retained, by, setAtMs: at.getTime(), isApplied };
}

/**
 * A decision is cited at its version; a failure by its number, since its text does not change; a summary by the section
 * that says what came of the events.
 */
function toLinkedRecord({ kind, number, version, title, status, refs }: LoadedRecord): LinkedRecord {
  const name = recordRef(kind, number);
  if (kind === "summary") {
    const section = oneOf(["worked", "failed"] as const, title, "worked");
    return { kind, link: `${name}#${anchorOf(section)}`, title: SUMMARY_TITLES[section], active: false, refs };
  }
  return { kind, link: kind === "decision" ? `${name}@${version}` : name, title, active: status !== "resolved", refs };
}

/** A stage that the header told holds for every thread until a mark says otherwise. */
function toMarks({ head, threads, marks }: LoadedSession): SessionMark[] {
  const told = oneOf(STAGES, head.stage, null);
  const base = told === null ? [] : threads.map(({ key }) => ({ thread: key, seq: -1, stage: told, changedPaths: [] }));
  const own = marks.map(({ thread, seq, stage, changedPaths }) => ({
    thread,
    seq,
    stage: oneOf(STAGES, stage, null),
    changedPaths,
  }));
  return [...base, ...own];
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

/** Results whose stored name, class, target or label is not their call's: the call came in a later batch. */
export function fixesOf(events: readonly LoadedEvent[]): EventFix[] {
  return [...pairUp(events).callOf]
    .filter(([result, call]) => {
      const isSame = result.tool === call.tool && result.toolClass === call.toolClass;
      return !isSame || result.target !== call.target || result.label !== call.label;
    })
    .map(([{ entryId }, { tool, toolClass, target, label }]) => ({ entryId, tool, toolClass, target, label }));
}
