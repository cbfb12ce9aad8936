import type { Client } from "../events/kinds";
import { ByteLines } from "./byte-lines";
import { JsonDocument } from "./document";
import { type JsonObject, parseObject } from "./json";
import { account, type LineFile, type LineReader } from "./line-parser";
import { JsonLines } from "./lines";
import { type AgentCall, emptyReport, noteBadLine, type TranscriptOptions, type TranscriptReport } from "./options";
import type { SessionPart, TranscriptParser } from "./parser";
import { takeParts } from "./parts";

/** Reads one client's files in both of their forms. */
export interface MixedReader extends LineReader {
  /** True for a record that holds records of its own: it is read, and counted, as a document. */
  isDocument?(record: JsonObject): boolean;
  /** Reads a file, or a record, that holds the others, and accounts for them. False when it is of another shape. */
  document(value: unknown): boolean;
}

/** Files of so many bytes without a whole record on a line are no JSONL. */
const MAX_UNDECIDED_BYTES = 64 * 1024 * 1024;
const NO_CALLS: ReadonlyMap<string, AgentCall> = new Map();

/**
 * The frame of a client whose files are JSONL in newer versions and one JSON document in older ones or in exports. The
 * first line that is a whole record at its beginning decides for lines; a document has none, since what stands inside
 * it is indented or goes on. A list in brackets is tried as a document first, as lines when it is none.
 */
export class MixedParser implements TranscriptParser {
  readonly client: Client;
  readonly report: TranscriptReport = emptyReport();
  readonly #reader: MixedReader;
  readonly #content: string;
  readonly #search: ByteLines;
  readonly #kept: Uint8Array[] = [];
  #keptBytes = 0;
  #lines: JsonLines | null = null;
  #isList = false;
  #hasText = false;

  /** `content` says what a file should hold, for the fault of one that holds something else. */
  constructor(client: Client, options: TranscriptOptions, readerOf: (file: LineFile) => MixedReader, content: string) {
    this.client = client;
    this.#content = content;
    this.#reader = readerOf({ options, report: this.report });
    this.#search = new ByteLines({ onLine: (bytes) => this.#look(bytes), onLongLine: () => undefined });
  }

  get agentCalls(): ReadonlyMap<string, AgentCall> {
    return this.#reader.agentCalls ?? NO_CALLS;
  }

  push(chunk: Uint8Array): SessionPart[] {
    if (this.#lines) this.#lines.push(chunk);
    else this.#keep(chunk);
    return takeParts(this.#reader.drafts());
  }

  end(): SessionPart[] {
    if (!this.#lines) this.#search.end();
    if (this.#lines) {
      this.#replay(this.#lines);
      this.#lines.end();
    } else this.#readDocument();
    this.#reader.finish?.();
    return takeParts(this.#reader.drafts());
  }

  #keep(chunk: Uint8Array): void {
    this.#kept.push(new Uint8Array(chunk));
    this.#keptBytes += chunk.length;
    this.#search.push(chunk);
    // A record that was found begins the lines; so does a size that no document has.
    if (this.#lines === null && this.#keptBytes > MAX_UNDECIDED_BYTES) this.#lines = this.#openLines();
    if (this.#lines) this.#replay(this.#lines);
  }

  #replay(lines: JsonLines): void {
    for (const piece of this.#kept.splice(0)) lines.push(piece);
  }

  /** Looks at one line while it is open what the file is. */
  #look(bytes: Uint8Array): void {
    if (this.#lines !== null || this.#isList) return;
    const first = bytes[0];
    if (!this.#hasText && first !== undefined) {
      const text = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)).trimStart();
      this.#hasText = text !== "";
      this.#isList = text.startsWith("[");
    }
    if (first !== OPENING_BRACE) return;
    const record = parseObject(new TextDecoder().decode(bytes));
    if (record !== null && Object.keys(record).length > 0) this.#lines = this.#openLines();
  }

  #openLines(): JsonLines {
    const { report } = this;
    return new JsonLines({
      onRecord: (record, byteOffset, line, recovered) => this.#record(record, { byteOffset, line, recovered }),
      onBadLine: (line, byteOffset, reason) => noteBadLine(report, line, byteOffset, reason),
    });
  }

  #record(record: JsonObject, place: { byteOffset: number; line: number; recovered: boolean }): void {
    if (this.#reader.isDocument?.(record)) this.#reader.document(record);
    else account(this.report, place, () => this.#reader.read(record, place.byteOffset));
  }

  #readDocument(): void {
    let damage: { line: number; byteOffset: number; reason: string } | null = null;
    const document = new JsonDocument({
      onDocument: (value, isWhole) => {
        if (!isWhole && this.#hasWholeLines()) return;
        if (damage) noteBadLine(this.report, damage.line, damage.byteOffset, damage.reason);
        damage = null;
        if (!this.#reader.document(value)) noteBadLine(this.report, 1, 0, `The document holds no ${this.#content}.`);
      },
      onBadDocument: (line, byteOffset, reason) => {
        damage = { line, byteOffset, reason };
      },
    });
    for (const piece of this.#kept) document.push(piece);
    document.end();
    if (damage) this.#readDamaged(damage);
  }

  /** A file that is no document: its lines are read, where one of them is whole. */
  #readDamaged({ line, byteOffset, reason }: { line: number; byteOffset: number; reason: string }): void {
    if (!this.#hasWholeLines()) {
      noteBadLine(this.report, line, byteOffset, reason);
      return;
    }
    const lines = this.#openLines();
    this.#replay(lines);
    lines.end();
  }

  #hasWholeLines(): boolean {
    let found = false;
    // What is recovered out of a bad line may as well be a part of the document.
    const onRecord = (record: JsonObject, _byteOffset: number, _line: number, recovered: boolean) => {
      found ||= !recovered && Object.keys(record).length > 0;
    };
    const lines = new JsonLines({ onRecord, onBadLine: () => undefined });
    for (const piece of this.#kept) lines.push(piece);
    lines.end();
    return found;
  }
}

const OPENING_BRACE = "{".charCodeAt(0);
const HEAD_BYTES = 4_096;
