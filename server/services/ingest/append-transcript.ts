import { createHash } from "node:crypto";
import type { Principal } from "@/server/core/access/scope";
import type { SessionHeader } from "@/server/core/events/ingest-batch";
import type { Client } from "@/server/core/events/kinds";
import { safeText } from "@/server/core/redact/safe-text";
import { ok, type Result } from "@/server/core/result";
import { checkClaim, createParser } from "@/server/core/transcripts/detect";
import type { ParseReport, SessionPart, TranscriptParser } from "@/server/core/transcripts/parser";
import type { Deps } from "../deps";
import { type AppendAnswer, appendEvents } from "./append-events";
import { SessionBatcher } from "./session-batcher";

/** What the caller knows better than the file: where the project is, who ran the agent. */
export type HeaderOverrides = Partial<
  Pick<SessionHeader, "projectSlug" | "gitRemote" | "root" | "person" | "title" | "branch" | "captureMode" | "stage">
>;

export interface TranscriptUpload {
  readonly bytes: Uint8Array;
  /** Path of the file as the client names it; tells sub-agents from their parents. */
  readonly path?: string;
  /** Kind that the caller takes it for. */
  readonly client?: Client;
  readonly session?: HeaderOverrides;
  readonly create?: boolean;
}

export interface TranscriptAnswer {
  readonly client: Client;
  readonly sessions: SessionTally[];
  /** Entries that were not taken, the first hundred of them. */
  readonly problems: TranscriptProblem[];
  readonly report: ParseReport;
}

export interface SessionTally {
  readonly number: number;
  readonly id: string;
  readonly path: string;
  readonly project: string;
  accepted: number;
  duplicates: number;
  rejected: number;
}

export interface TranscriptProblem {
  readonly session: string;
  readonly id: string | null;
  readonly field: string;
  readonly message: string;
}

type KeyPrincipal = Extract<Principal, { kind: "key" }>;

const DETECT_BYTES = 64 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const MAX_PROBLEMS = 100;

/**
 * Parses a native transcript and appends what is in it, session by session. The same file again adds nothing. What
 * could not be read is counted and named in the report. Faults: an empty file, an unknown kind, another kind than
 * claimed, and what `appendEvents` refuses.
 */
export async function appendTranscript(
  deps: Deps,
  key: KeyPrincipal,
  upload: TranscriptUpload,
): Promise<Result<TranscriptAnswer>> {
  const opened = openTranscript(upload, deps.clock.now());
  if (!opened.ok) return opened;
  const { client, parser } = opened.value;
  const writer = new TranscriptWriter(deps, key, upload);
  for (let at = 0; at < upload.bytes.byteLength; at += CHUNK_BYTES) {
    const fault = await writer.take(parser.push(upload.bytes.subarray(at, at + CHUNK_BYTES)));
    if (fault) return fault;
  }
  const fault = (await writer.take(parser.end())) ?? (await writer.flush());
  if (fault) return fault;
  return ok({ client, sessions: writer.sessions(), problems: writer.problems, report: safeReport(parser.report) });
}

/** Lists of messages and trajectories tell no times: they begin when they come in. */
function openTranscript(
  { bytes, path, client: claimed }: TranscriptUpload,
  now: Date,
): Result<{ client: Client; parser: TranscriptParser }> {
  const client = checkClaim(claimed ?? null, bytes.subarray(0, DETECT_BYTES), path);
  if (!client.ok) return client;
  const parser = createParser(client.value, {
    ...(path === undefined ? {} : { path }),
    startAt: now.toISOString(),
    sha256: (payload) => createHash("sha256").update(payload).digest("hex"),
  });
  return parser.ok ? ok({ client: client.value, parser: parser.value }) : parser;
}

/** Types of records are named by the file. */
function safeReport(report: ParseReport): ParseReport {
  const skipped = Object.fromEntries(Object.entries(report.skipped).map(([type, count]) => [safeText(type), count]));
  const badLines = report.badLines.map((line) => ({ ...line, reason: safeText(line.reason) }));
  return { ...report, skipped, badLines };
}

class TranscriptWriter {
  readonly problems: TranscriptProblem[] = [];
  private readonly batchers = new Map<string, SessionBatcher>();
  private readonly tallies = new Map<string, SessionTally>();

  constructor(
    private readonly deps: Deps,
    private readonly key: KeyPrincipal,
    private readonly upload: TranscriptUpload,
  ) {}

  sessions(): SessionTally[] {
    return [...this.tallies.values()];
  }

  async take(parts: readonly SessionPart[]): Promise<Result<never> | null> {
    for (const part of parts) {
      const batcher = this.batchers.get(part.header.id) ?? new SessionBatcher(part.header);
      this.batchers.set(part.header.id, batcher);
      for (const batch of batcher.add(part)) {
        const fault = await this.send(batch);
        if (fault) return fault;
      }
    }
    return null;
  }

  async flush(): Promise<Result<never> | null> {
    for (const batcher of this.batchers.values()) {
      for (const batch of batcher.drain()) {
        const fault = await this.send(batch);
        if (fault) return fault;
      }
    }
    return null;
  }

  private async send({ header, ...content }: SessionPart): Promise<Result<never> | null> {
    const { session: overrides = {}, create = false } = this.upload;
    const batch = { session: { ...header, ...overrides }, ...content, create };
    const answer = await appendEvents(this.deps, this.key, batch, { advise: false });
    if (!answer.ok) return answer;
    this.count(answer.value);
    this.note(header.id, answer.value);
    return null;
  }

  private count({ session, project, accepted, duplicates, rejected }: AppendAnswer): void {
    const known = this.tallies.get(session.id);
    const tally = known ?? { ...session, project, accepted: 0, duplicates: 0, rejected: 0 };
    tally.accepted += accepted;
    tally.duplicates += duplicates;
    tally.rejected += rejected;
    this.tallies.set(session.id, tally);
  }

  private note(nativeId: string, { results, problems }: AppendAnswer): void {
    const session = safeText(nativeId);
    const rejected = results
      .filter(({ status }) => status === "rejected")
      .map(({ id, field, message }) => ({
        id: id === null ? null : safeText(id),
        field: field ?? "",
        message: message ?? "",
      }));
    const beside = problems.map(({ field, message }) => ({ id: null, field, message }));
    for (const problem of [...rejected, ...beside]) {
      if (this.problems.length < MAX_PROBLEMS) this.problems.push({ session, ...problem });
    }
  }
}
