import type { TokenUsage } from "../events/ingest-batch";
import { type PreparedEvent, prepareEvent } from "../events/prepare";
import type { SessionEvent, SessionInput, SessionRequest, SessionThread } from "../prune/model";
import { type Digest, toSessionEvents } from "../prune/session-events";
import type { SessionPart } from "../transcripts/parser";

export interface ReadSession {
  readonly session: SessionInput;
  /** How lists name each event, by ref. */
  readonly labels: ReadonlyMap<string, string>;
}

/**
 * A session out of the parts that a parser read from its files, as a server would hold it that has just taken them:
 * nothing is pinned, recorded or out of the window yet. Of events with one id the first counts.
 */
export function sessionOfParts(parts: readonly SessionPart[], digest: Digest): ReadSession {
  const header = Object.assign({}, ...parts.map((part) => part.header)) as SessionPart["header"]; // later parts win
  const events = new Map<string, PreparedEvent>();
  for (const part of parts) {
    for (const event of part.events)
      if (!events.has(event.id)) events.set(event.id, prepareEvent(header.client, event));
  }
  const stored = [...events.values()].map((event) => ({
    ...event,
    entryId: event.id,
    at: new Date(event.atMs),
    hash: { toString: () => digest(event.text) },
  }));
  const session: SessionInput = {
    client: header.client,
    model: header.model ?? null,
    windowTokens: header.windowTokens ?? null,
    threads: threadsOfParts(parts).map((thread) => ({ ...thread, agent: thread.agent ?? thread.key })),
    events: toSessionEvents(header.client, stored, digest),
    requests: requestsOf(parts),
    boundaries: parts.flatMap((part) =>
      part.boundaries.map(({ at, toSeq = null, ...boundary }) => ({ ...boundary, toSeq, atMs: Date.parse(at) })),
    ),
    marks: [],
    pins: [],
    standings: new Map(),
    acknowledged: new Set(),
    records: [],
    summaries: [],
  };
  return { session, labels: labelsOf(session, events) };
}

/** A result is named like its call, which says of what it is. */
function labelsOf({ events }: SessionInput, prepared: ReadonlyMap<string, PreparedEvent>): Map<string, string> {
  const callOf = ({ ref, kind, partner }: SessionEvent) => (kind === "tool_call" || partner === null ? ref : partner);
  return new Map(events.map((event) => [event.ref, prepared.get(callOf(event))?.label ?? ""]));
}

/** Threads of all parts, each with what any of them tells. */
export function threadsOfParts(
  parts: readonly SessionPart[],
): (Omit<SessionThread, "agent"> & { readonly agent: string | null })[] {
  const threads = new Map<string, ReturnType<typeof threadsOfParts>[number]>();
  for (const { key, agent, parentKey, auxiliary } of parts.flatMap((part) => part.threads)) {
    const known = threads.get(key);
    threads.set(key, {
      key,
      agent: agent ?? known?.agent ?? null,
      parentKey: parentKey ?? known?.parentKey ?? null,
      auxiliary: auxiliary ?? known?.auxiliary ?? false,
    });
  }
  return [...threads.values()];
}

/** A request that stands in several records counts once, with the most that any of them tells. */
function requestsOf(parts: readonly SessionPart[]): SessionRequest[] {
  const requests = new Map<string, SessionRequest>();
  for (const { id, thread, seq, at, model = null, ...told } of parts.flatMap((part) => part.requests)) {
    const known = requests.get(id);
    const window = windowOf(told.usage);
    const contextTokens = known?.contextTokens == null ? window : Math.max(known.contextTokens, window ?? 0);
    requests.set(id, { id, thread, seq: known?.seq ?? seq, atMs: known?.atMs ?? Date.parse(at), model, contextTokens });
  }
  return [...requests.values()];
}

/** What the window held, when the provider told any of its three parts. */
function windowOf(usage: TokenUsage | undefined): number | null {
  const { inputTokens, cacheWriteTokens, cacheReadTokens } = usage ?? {};
  if (inputTokens === undefined && cacheWriteTokens === undefined && cacheReadTokens === undefined) return null;
  return (inputTokens ?? 0) + (cacheWriteTokens ?? 0) + (cacheReadTokens ?? 0);
}
