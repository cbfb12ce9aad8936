import type { Client } from "../events/kinds";
import { JsonDocument } from "./document";
import { type AgentCall, emptyReport, noteBadLine, type TranscriptOptions, type TranscriptReport } from "./options";
import type { SessionPart, TranscriptParser } from "./parser";
import { type SessionDraft, takeParts } from "./parts";

/** What the reader of a document is told beside it. */
export interface DocumentFile {
  readonly client: Client;
  readonly options: TranscriptOptions;
  readonly report: TranscriptReport;
}

/**
 * Reads a document into the sessions that it holds, and accounts for each of its records in the report. Answers null
 * when the document is of another shape.
 */
export type DocumentReader = (document: unknown, file: DocumentFile) => readonly SessionDraft[] | null;

/** A parser of files that are one JSON document each: everything comes out at the end. */
export class DocumentParser implements TranscriptParser {
  readonly client: Client;
  readonly report: TranscriptReport = emptyReport();
  /** These formats have no sub-agents in files of their own. */
  readonly agentCalls: ReadonlyMap<string, AgentCall> = new Map();
  readonly #document: JsonDocument;
  #drafts: readonly SessionDraft[] = [];

  /** `content` says what the file should hold, for the fault of one that holds something else. */
  constructor(client: Client, options: TranscriptOptions, reader: DocumentReader, content: string) {
    this.client = client;
    const file: DocumentFile = { client, options, report: this.report };
    this.#document = new JsonDocument({
      onDocument: (document) => {
        const drafts = reader(document, file);
        if (drafts) this.#drafts = drafts;
        else noteBadLine(this.report, 1, 0, `The document holds no ${content}.`);
      },
      onBadDocument: (line, byteOffset, reason) => noteBadLine(this.report, line, byteOffset, reason),
    });
  }

  push(chunk: Uint8Array): SessionPart[] {
    this.#document.push(chunk);
    return [];
  }

  end(): SessionPart[] {
    this.#document.end();
    return takeParts(this.#drafts);
  }
}
