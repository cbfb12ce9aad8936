import type { Sha256 } from "../events/clean";
import type { ParseReport, ParserOptions } from "./parser";

/** What the parsers of this folder take beyond the contract. */
export interface TranscriptOptions extends ParserOptions {
  /** Hashes embedded images and other payloads for their stubs; without it the stubs carry no hash. */
  sha256?: Sha256;
  /**
   * Session that already has a record, for callers that read several files: forks and background hand-offs copy history
   * into a new file under a new session id. A record owned by another session is skipped as copied.
   */
  ownerOf?: (recordId: string) => string | undefined;
  /** Calls that started agents, by prompt, as the parser of the parent's file found them (`agentCalls`). */
  agentCalls?: ReadonlyMap<string, AgentCall>;
  /**
   * Instant of the first message, for formats that tell no times: the file's own time is the best guess. Without it
   * such sessions begin in 1970.
   */
  startAt?: string;
  /** Folder in which the session ran, for formats that tell none, where the caller knows it from beside the file. */
  cwd?: string;
  /** Text of the log of requests beside the file, for clients that tell tokens only there. */
  requestLog?: string;
}

/** What a call says of the sub-agent that it starts. */
export interface AgentCall {
  callId: string;
  /** The thread of the call. */
  thread: string;
  /** The sub-agent's type. */
  agent: string;
  label: string | undefined;
}

/**
 * The account of a file. Nothing is lost in silence: `records + recoveredRecords` equals `carriedRecords` plus the
 * sum of `skipped`.
 */
export interface TranscriptReport extends ParseReport {
  /** Records read out of bad lines: glued to another one, or behind a block of NUL bytes. */
  recoveredRecords: number;
  /** Records that gave an event, a request, a boundary, a mark or a field of the session's header. */
  carriedRecords: number;
}

export function emptyReport(): TranscriptReport {
  return {
    records: 0,
    toolCalls: 0,
    errors: 0,
    skipped: {},
    badLineCount: 0,
    badLines: [],
    recoveredRecords: 0,
    carriedRecords: 0,
  };
}

const MAX_LISTED_BAD_LINES = 100;

export function noteBadLine(report: TranscriptReport, line: number, byteOffset: number, reason: string): void {
  report.badLineCount++;
  if (report.badLines.length < MAX_LISTED_BAD_LINES) report.badLines.push({ line, byteOffset, reason });
}

/** `why` names the record's type, and its reason where a type has several. */
export function noteSkipped(report: TranscriptReport, why: string): void {
  report.skipped[why] = (report.skipped[why] ?? 0) + 1;
}
