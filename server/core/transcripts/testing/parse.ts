import type {
  BoundaryInfo,
  IngestEvent,
  ModelRequestInfo,
  ThreadInfo,
  TokenUsage,
  WorkspaceMark,
} from "../../events/ingest-batch";
import type { Client } from "../../events/kinds";
import { createParser } from "../detect";
import type { TranscriptOptions, TranscriptReport } from "../options";
import type { SessionPart } from "../parser";
import { largerUsage } from "../usage";

/** What a store would hold of one session after all parts of a file. */
export interface StoredSession {
  header: SessionPart["header"];
  threads: Map<string, ThreadInfo>;
  events: IngestEvent[];
  requests: Map<string, ModelRequestInfo>;
  boundaries: BoundaryInfo[];
  marks: WorkspaceMark[];
}

export interface Parsed {
  sessions: Map<string, StoredSession>;
  report: TranscriptReport;
}

export interface ParseInput {
  options?: TranscriptOptions;
  /** Sizes of the chunks, used round and round; the whole file at once by default. */
  chunkSizes?: readonly number[];
}

/** Parses a transcript and merges its parts as the server does: requests by field-wise maximum, threads by facts. */
export function parseTranscript(client: Client, content: string | Uint8Array, input: ParseInput = {}): Parsed {
  const made = createParser(client, input.options);
  if (!made.ok) throw new Error(made.fault.message);
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const sessions = new Map<string, StoredSession>();
  for (const chunk of chunksOf(bytes, input.chunkSizes)) merge(sessions, made.value.push(chunk));
  merge(sessions, made.value.end());
  return { sessions, report: made.value.report };
}

/** The only session of a transcript. */
export function onlySession(parsed: Parsed): StoredSession {
  const [session, ...others] = parsed.sessions.values();
  if (!session || others.length > 0) throw new Error(`Expected one session, found ${parsed.sessions.size}.`);
  return session;
}

function* chunksOf(bytes: Uint8Array, sizes: readonly number[] | undefined): Generator<Uint8Array> {
  if (!sizes || sizes.length === 0) {
    yield bytes;
    return;
  }
  // One buffer for all chunks, as a reader of files has: a parser must not keep pieces of it.
  const buffer = new Uint8Array(Math.max(...sizes, 1));
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = Math.min(Math.max(1, sizes[turn % sizes.length] ?? 1), bytes.length - at);
    buffer.set(bytes.subarray(at, at + size));
    yield buffer.subarray(0, size);
    buffer.fill(0);
    at += size;
  }
}

function merge(sessions: Map<string, StoredSession>, parts: readonly SessionPart[]): void {
  for (const part of parts) {
    const known = sessions.get(part.header.id);
    const session: StoredSession = known ?? {
      header: part.header,
      threads: new Map(),
      events: [],
      requests: new Map(),
      boundaries: [],
      marks: [],
    };
    sessions.set(part.header.id, session);
    session.header = part.header;
    for (const thread of part.threads)
      session.threads.set(thread.key, { ...session.threads.get(thread.key), ...thread });
    session.events.push(...part.events);
    session.boundaries.push(...part.boundaries);
    session.marks.push(...part.marks);
    for (const request of part.requests) {
      const before = session.requests.get(request.id);
      const usage = request.usage ? largerUsage(before?.usage, request.usage) : before?.usage;
      session.requests.set(request.id, { ...request, usage });
    }
  }
}

export function totalUsage(session: StoredSession, thread?: string): Required<TokenUsage> {
  const total = { inputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0, outputTokens: 0, reasoningTokens: 0 };
  for (const { usage, thread: of } of session.requests.values()) {
    if (!usage || (thread !== undefined && of !== thread)) continue;
    total.inputTokens += usage.inputTokens ?? 0;
    total.cacheWriteTokens += usage.cacheWriteTokens ?? 0;
    total.cacheReadTokens += usage.cacheReadTokens ?? 0;
    total.outputTokens += usage.outputTokens ?? 0;
    total.reasoningTokens += usage.reasoningTokens ?? 0;
  }
  return total;
}

/** Kind and beginning of each event, for reading a whole transcript at a glance. */
export function outline(session: StoredSession, thread = "main"): string[] {
  return session.events
    .filter((event) => event.thread === thread)
    .map((event) => `${event.kind}: ${(event.text || JSON.stringify(event.input ?? "")).slice(0, 40)}`);
}
