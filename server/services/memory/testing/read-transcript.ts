import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type PreparedEvent, prepareEvent } from "@/server/core/events/prepare";
import type { SessionInput } from "@/server/core/prune/model";
import { threadsOfParts } from "@/server/core/replay/session-of-parts";
import { checkClaim, createParser } from "@/server/core/transcripts/detect";
import type { SessionPart } from "@/server/core/transcripts/parser";
import { type LoadedSession, toSessionInput } from "@/server/services/analysis/session-input";

/** A session as the analysis sees it, read from transcript files without a database. */
export interface ReadSession {
  readonly nativeId: string;
  readonly cwd: string | null;
  readonly branch: string | null;
  readonly startedAtMs: number;
  readonly input: SessionInput;
}

/** Sessions of one transcript, by the client's own id; `files` are a transcript and its sub-agents' files. */
export function readTranscript(files: readonly string[]): ReadSession[] {
  const parts = new Map<string, SessionPart[]>();
  for (const file of files) {
    for (const part of partsOf(file)) {
      const known = parts.get(part.header.id);
      if (known) known.push(part);
      else parts.set(part.header.id, [part]);
    }
  }
  return [...parts].map(([nativeId, own]) => toSession(nativeId, own));
}

function partsOf(file: string): SessionPart[] {
  const bytes = readFileSync(file);
  const client = checkClaim(null, bytes.subarray(0, 65_536), file);
  if (!client.ok) throw new Error(`${file}: ${client.fault.message}`);
  const parser = createParser(client.value, { path: file });
  if (!parser.ok) throw new Error(parser.fault.message);
  return [...parser.value.push(bytes), ...parser.value.end()];
}

/** One session out of its parts, as the server would hold it. */
export function toSession(nativeId: string, parts: readonly SessionPart[]): ReadSession {
  const header = Object.assign({}, ...parts.map((part) => part.header)) as SessionPart["header"]; // later parts win
  const events = new Map<string, PreparedEvent>();
  for (const part of parts)
    for (const event of part.events)
      if (!events.has(event.id)) events.set(event.id, prepareEvent(header.client, event));
  const prepared = [...events.values()];
  const at = (iso: string) => new Date(iso);
  const loaded: LoadedSession = {
    head: {
      id: nativeId,
      projectId: "",
      projectSlug: "",
      teamSlug: "",
      timeZone: "UTC",
      number: 1,
      client: header.client,
      model: header.model ?? null,
      windowTokens: header.windowTokens ?? null,
      stage: null,
      branch: header.branch ?? null,
      person: "",
      ingestRevision: 1,
      analysedRevision: 0,
      analysedPolicyVersion: null,
      cwd: null,
    },
    events: prepared.map((event) => ({
      ...event,
      entryId: event.id,
      at: new Date(event.atMs),
      hash: createHash("sha256").update(event.text).digest(),
    })),
    threads: threadsOfParts(parts),
    requests: parts.flatMap((part) =>
      part.requests.map((request) => ({
        id: request.id,
        thread: request.thread,
        seq: request.seq,
        at: at(request.at),
        model: request.model ?? null,
        contextTokens: null,
      })),
    ),
    boundaries: parts.flatMap((part) =>
      part.boundaries.map((one) => ({ ...one, at: at(one.at), toSeq: one.toSeq ?? null })),
    ),
    marks: [],
    pins: [],
    standings: [],
    acknowledged: [],
    records: [],
    summaries: [],
  };
  return {
    nativeId,
    cwd: header.cwd ?? null,
    branch: header.branch ?? null,
    startedAtMs: Math.min(...prepared.map((event) => event.atMs)),
    input: toSessionInput(loaded),
  };
}
