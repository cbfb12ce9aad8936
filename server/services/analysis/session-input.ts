import { createHash } from "node:crypto";
import { recordRef } from "@/server/core/decisions/record-ref";
import { canonicalJson } from "@/server/core/events/canonical-json";
import { describeCall } from "@/server/core/events/describe-call";
import {
  BOUNDARY_KINDS,
  CLIENTS,
  type Client,
  EVENT_KIND_NAMES,
  OUTCOMES,
  STAGES,
  TOOL_CLASSES,
} from "@/server/core/events/kinds";
import { isResultKind } from "@/server/core/events/prepare";
import type {
  LinkedRecord,
  PlannedSummary,
  Residency,
  SessionEvent,
  SessionInput,
  SessionMark,
  Standing,
} from "@/server/core/prune/model";
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

/** Stored names are text; one that this version does not know (a newer one wrote it) falls back. */
function oneOf<T extends string, F>(known: readonly T[], name: string | null, fallback: F): T | F {
  return known.find((candidate) => candidate === name) ?? fallback;
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
    events: toSessionEvents(client, loaded.events),
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

type CallView = Pick<
  SessionEvent,
  "tool" | "toolClass" | "target" | "paths" | "command" | "range" | "mutates" | "paramsKey"
>;

function toSessionEvents(client: Client, events: readonly LoadedEvent[]): SessionEvent[] {
  const { callOf, resultOf } = pairUp(events);
  const views = new Map<LoadedEvent, CallView>();
  for (const event of events) if (event.kind === "tool_call") views.set(event, viewOfCall(client, event));
  return events.map((event) => {
    const call = callOf.get(event);
    const view = views.get(call ?? event) ?? viewOfOther(event);
    const partner = call ?? resultOf.get(event);
    return { ...view, ...ownFacts(event), partner: partner?.entryId ?? null };
  });
}

/** The call of each result and the first result of each call, by thread and call id. */
export function pairUp(events: readonly LoadedEvent[]): {
  callOf: Map<LoadedEvent, LoadedEvent>;
  resultOf: Map<LoadedEvent, LoadedEvent>;
} {
  const calls = new Map<string, LoadedEvent>();
  for (const event of events) if (event.kind === "tool_call" && event.callId !== null) calls.set(pairKey(event), event);
  const callOf = new Map<LoadedEvent, LoadedEvent>();
  const resultOf = new Map<LoadedEvent, LoadedEvent>();
  for (const event of events) {
    if (event.callId === null || event.kind === "tool_call") continue;
    const call = calls.get(pairKey(event));
    if (!call || !isResultKind(oneOf(EVENT_KIND_NAMES, event.kind, "other"))) continue;
    callOf.set(event, call);
    const known = resultOf.get(call);
    if (!known || event.seq < known.seq) resultOf.set(call, event);
  }
  return { callOf, resultOf };
}

function pairKey({ thread, callId }: LoadedEvent): string {
  return `${thread}\n${callId}`;
}

function viewOfCall(client: Client, { tool, toolClass, target, text }: LoadedEvent): CallView {
  const { paths, command, range, mutates } = describeCall(client, tool ?? "", text);
  const known = oneOf(TOOL_CLASSES, toolClass, null);
  return { tool, toolClass: known, target, paths, command, range, mutates, paramsKey: paramsKey(tool, text) };
}

/** The same arguments in another order of keys are the same call. */
function paramsKey(tool: string | null, text: string): string {
  return createHash("sha256")
    .update(`${tool}\n${canonicalArguments(text)}`)
    .digest("base64");
}

function canonicalArguments(text: string): string {
  if (!text.startsWith("{")) return text;
  try {
    return canonicalJson(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Events without a call: a skill body or a rule names the file that it came from. */
function viewOfOther({ tool, toolClass, target, path }: LoadedEvent): CallView {
  return {
    tool,
    toolClass: oneOf(TOOL_CLASSES, toolClass, null),
    target: target ?? path,
    paths: path === null ? [] : [path],
    command: null,
    range: null,
    mutates: false,
    paramsKey: null,
  };
}

function ownFacts(event: LoadedEvent): Omit<SessionEvent, keyof CallView | "partner"> {
  return {
    ref: event.entryId,
    thread: event.thread,
    seq: event.seq,
    atMs: event.at.getTime(),
    kind: oneOf(EVENT_KIND_NAMES, event.kind, "other"),
    callId: event.callId,
    contentKey: event.hash.toString("base64"),
    outcome: oneOf(OUTCOMES, event.outcome, null),
    exitCode: event.exitCode,
    skill: event.skill,
    requestId: event.requestId,
    tokens: event.tokens,
    text: event.text,
  };
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
