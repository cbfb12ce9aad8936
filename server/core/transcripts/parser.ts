import type { BatchContent, SessionHeader } from "../events/ingest-batch";
import type { Client } from "../events/kinds";

/**
 * One contract for every client's transcript: native bytes in, events out, streaming, in constant memory.
 * A bad line never stops a parser; what could not be read is counted and named. The same file gives the same
 * events whatever the chunk sizes.
 */
export interface TranscriptParser {
  readonly client: Client;
  /** Feeds the next bytes of the file, at any boundary; hands out what became complete. */
  push(chunk: Uint8Array): SessionPart[];
  /** The file ended: hands out the rest. A last line without newline counts. */
  end(): SessionPart[];
  readonly report: ParseReport;
}

/** Events of one session out of one file; a file may hold several sessions (resumed or copied history). */
export interface SessionPart extends BatchContent {
  header: SessionHeader;
}

export interface ParseReport {
  /** Lines (or messages) that were parsed as records, whatever their type. */
  records: number;
  /** Distinct tool call ids. */
  toolCalls: number;
  /** Tool results flagged as errors, whatever the cause. */
  errors: number;
  /** Records that carry no context of their own, by type: snapshots, progress, duplicates of other records. */
  skipped: Record<string, number>;
  /** Number of bad lines, and the first hundred of them. */
  badLineCount: number;
  badLines: BadLine[];
}

export interface BadLine {
  /** 1-based. */
  line: number;
  byteOffset: number;
  reason: string;
}

export interface ParserOptions {
  /** Path of the file as the client names it, with forward or back slashes; tells sub-agents from their parents. */
  path?: string;
  /** Types of sub-agents that the caller knows from beside the file (`agent-<id>.meta.json`), by agent id. */
  agentTypes?: ReadonlyMap<string, string>;
}
