import type { Client } from "../events/kinds";
import type { JsonObject } from "./json";
import { JsonLines } from "./lines";
import {
  type AgentCall,
  emptyReport,
  noteBadLine,
  noteSkipped,
  type TranscriptOptions,
  type TranscriptReport,
} from "./options";
import type { SessionPart, TranscriptParser } from "./parser";
import { type SessionDraft, takeParts } from "./parts";

/** What a client's reader is told beside its records. */
export interface LineFile {
  readonly options: TranscriptOptions;
  readonly report: TranscriptReport;
}

/** Reads the records of one client's file; the frame around it counts them and survives what they throw. */
export interface LineReader {
  /** Reads one record. Answers why it carries nothing for the model, or null when it gave something. */
  read(record: JsonObject, byteOffset: number): string | null;
  /** The file ended: what waited for more of it is read now. */
  finish?(): void;
  /** The sessions so far, in the order in which they first appeared. */
  drafts(): Iterable<SessionDraft>;
  /** Calls that started agents so far, by prompt; for the parsers of the sub-agents' own files. */
  readonly agentCalls?: ReadonlyMap<string, AgentCall>;
}

const NO_CALLS: ReadonlyMap<string, AgentCall> = new Map();

/** The frame of every parser of a file with a record a line. */
export class LineParser implements TranscriptParser {
  readonly client: Client;
  readonly report: TranscriptReport = emptyReport();
  readonly #reader: LineReader;
  readonly #lines: JsonLines;

  constructor(client: Client, options: TranscriptOptions, readerOf: (file: LineFile) => LineReader) {
    this.client = client;
    const { report } = this;
    const reader = readerOf({ options, report });
    this.#reader = reader;
    this.#lines = new JsonLines({
      onRecord: (record, byteOffset, line, recovered) =>
        account(report, { byteOffset, line, recovered }, () => reader.read(record, byteOffset)),
      onBadLine: (line, byteOffset, reason) => noteBadLine(report, line, byteOffset, reason),
    });
  }

  get agentCalls(): ReadonlyMap<string, AgentCall> {
    return this.#reader.agentCalls ?? NO_CALLS;
  }

  push(chunk: Uint8Array): SessionPart[] {
    this.#lines.push(chunk);
    return takeParts(this.#reader.drafts());
  }

  end(): SessionPart[] {
    this.#lines.end();
    this.#reader.finish?.();
    return takeParts(this.#reader.drafts());
  }
}

interface RecordPlace {
  byteOffset: number;
  line: number;
  recovered: boolean;
}

/** Reads one record and enters it into the account. A record of a shape that no version had must not stop the rest. */
export function account(report: TranscriptReport, place: RecordPlace, read: () => string | null): void {
  if (place.recovered) report.recoveredRecords++;
  else report.records++;
  let why: string | null;
  try {
    why = read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    noteBadLine(report, place.line, place.byteOffset, `The record could not be read: ${reason}`);
    why = "unreadable";
  }
  if (why === null) report.carriedRecords++;
  else noteSkipped(report, why);
}
