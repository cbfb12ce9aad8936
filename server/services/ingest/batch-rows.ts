import type { ModelRequestInfo, ThreadInfo } from "@/server/core/events/ingest-batch";
import { type SafeText, safeText } from "@/server/core/redact/safe-text";
import type { BoundaryRow, MarkRow } from "@/server/db/ingest/marks";
import type { RequestRow } from "@/server/db/ingest/requests";
import type { LockedSession, SessionChange } from "@/server/db/ingest/sessions";
import type { ThreadRow } from "@/server/db/ingest/threads";
import type { Family } from "./join-family";
import type { PreparedRow } from "./prepare-batch";
import type { CheckedBatch } from "./read-batch";

/** Rows of everything beside the events of a batch. Each text passes the funnel here. */

function safe(text: string | undefined): SafeText | null {
  return text === undefined || text === "" ? null : safeText(text);
}

/** Every thread that the batch mentions, told or not: other rows refer to it. */
export function threadRows(batch: CheckedBatch, rows: readonly PreparedRow[]): ThreadRow[] {
  const threads = new Map<string, ThreadRow>();
  const keys = new Set<string>(rows.map((row) => row.event.thread));
  for (const { thread } of [...batch.requests, ...batch.boundaries, ...batch.marks]) keys.add(safeText(thread));
  for (const key of keys) threads.set(key, untold(key));
  for (const info of batch.threads) {
    const told = toldThread(info);
    threads.set(told.key, mergeThreads(threads.get(told.key), told));
  }
  return [...threads.values()];
}

function untold(key: string): ThreadRow {
  return {
    key,
    agent: key === "main" ? "main" : null,
    parentKey: null,
    spawnedByCallId: null,
    label: null,
    auxiliary: false,
  };
}

function toldThread(info: ThreadInfo): ThreadRow {
  const key = safeText(info.key);
  return {
    key,
    agent: safe(info.agent) ?? (key === "main" ? "main" : null),
    parentKey: safe(info.parentKey),
    spawnedByCallId: safe(info.spawnedByCallId),
    label: safe(info.label),
    auxiliary: info.auxiliary ?? false,
  };
}

function mergeThreads(known: ThreadRow | undefined, told: ThreadRow): ThreadRow {
  if (!known) return told;
  return {
    key: told.key,
    agent: known.agent ?? told.agent,
    parentKey: known.parentKey ?? told.parentKey,
    spawnedByCallId: known.spawnedByCallId ?? told.spawnedByCallId,
    label: known.label ?? told.label,
    auxiliary: known.auxiliary || told.auxiliary,
  };
}

/** One row a response: a stream repeats it, and one statement may touch a row only once. */
export function requestRows({ requests }: CheckedBatch): RequestRow[] {
  const merged = new Map<string, RequestRow>();
  for (const request of requests) {
    const row = requestRow(request);
    const known = merged.get(row.id);
    merged.set(row.id, known ? mergeRequests(known, row) : row);
  }
  return [...merged.values()];
}

function requestRow({ id, thread, seq, at, model, usage }: ModelRequestInfo): RequestRow {
  return {
    id: safeText(id),
    thread: safeText(thread),
    seq,
    atMs: Date.parse(at),
    model: safe(model),
    inputTokens: usage?.inputTokens ?? null,
    cacheWriteTokens: usage?.cacheWriteTokens ?? null,
    cacheReadTokens: usage?.cacheReadTokens ?? null,
    outputTokens: usage?.outputTokens ?? null,
    reasoningTokens: usage?.reasoningTokens ?? null,
  };
}

function mergeRequests(a: RequestRow, b: RequestRow): RequestRow {
  return {
    ...a,
    seq: Math.min(a.seq, b.seq),
    atMs: Math.min(a.atMs, b.atMs),
    model: a.model ?? b.model,
    inputTokens: larger(a.inputTokens, b.inputTokens),
    cacheWriteTokens: larger(a.cacheWriteTokens, b.cacheWriteTokens),
    cacheReadTokens: larger(a.cacheReadTokens, b.cacheReadTokens),
    outputTokens: larger(a.outputTokens, b.outputTokens),
    reasoningTokens: larger(a.reasoningTokens, b.reasoningTokens),
  };
}

/** An absent number is unknown, never 0. */
function larger(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}

export function boundaryRows({ boundaries }: CheckedBatch): BoundaryRow[] {
  return boundaries.map(({ thread, seq, kind, at, toSeq }) => ({
    thread: safeText(thread),
    seq,
    kind,
    atMs: Date.parse(at),
    toSeq: toSeq ?? null,
  }));
}

export function markRows({ marks }: CheckedBatch): MarkRow[] {
  return marks.map((mark) => ({
    thread: safeText(mark.thread),
    seq: mark.seq,
    atMs: Date.parse(mark.at),
    branch: safe(mark.branch),
    head: safe(mark.head),
    cwd: safe(mark.cwd),
    stage: mark.stage ?? null,
    changedPaths: (mark.changedPaths ?? []).map((path) => safeText(path)),
  }));
}

interface Effect {
  readonly added: readonly PreparedRow[];
  readonly addedRequests: number;
  readonly session: LockedSession;
  readonly family: Family;
  readonly now: Date;
}

export function sessionChange(
  batch: CheckedBatch,
  { added, addedRequests, session, family, now }: Effect,
): SessionChange {
  const { header } = batch;
  const instants = added.map((row) => row.event.atMs);
  const latest = instants.reduce<number | null>((a, b) => (a === null ? b : Math.max(a, b)), null);
  const earliest = instants.reduce<number | null>((a, b) => (a === null ? b : Math.min(a, b)), null);
  return {
    isNewest: latest !== null && latest >= session.lastEventAt.getTime(),
    clientVersion: safe(header.clientVersion),
    title: safe(header.title),
    model: safe(header.model),
    windowTokens: header.windowTokens ?? null,
    stage: header.stage ?? null,
    person: safe(header.person),
    cwd: safe(header.cwd),
    branch: safe(header.branch),
    head: safe(header.head),
    rootEntryId: family.rootEntryId,
    forkedFromId: family.forkedFromId,
    startedAt: earliest === null ? null : new Date(earliest),
    lastEventAt: latest === null ? null : new Date(latest),
    addedEvents: added.length - family.dropped.events,
    addedRequests: addedRequests - family.dropped.requests,
    addedTokens: added.reduce((sum, row) => sum + row.event.tokens, 0) - family.dropped.tokens,
    redactions: added.reduce((sum, row) => sum + row.event.redactions, 0),
    now,
  };
}
