import { instantOf } from "../fields";
import { type JsonObject, stringAt } from "../json";
import { JsonLines } from "../lines";
import {
  type AgentCall,
  emptyReport,
  noteBadLine,
  noteSkipped,
  type TranscriptOptions,
  type TranscriptReport,
} from "../options";
import type { SessionPart, TranscriptParser } from "../parser";
import { takeParts } from "../parts";
import { RecordWriter } from "../record-writer";
import { readEntry } from "./entries";
import { MAIN_THREAD, type PiEntry, PiFile } from "./state";

/** Where no record of the file carries a time. */
const UNKNOWN_INSTANT = "1970-01-01T00:00:00.000Z";

/** Reads pi's sessions (`~/.pi/agent/sessions/--<folder>--/<time>_<id>.jsonl`), versions 1 to 3. */
export class PiParser implements TranscriptParser {
  readonly client = "pi";
  readonly report: TranscriptReport = emptyReport();
  /** pi has no sub-agents of its own. */
  readonly agentCalls: ReadonlyMap<string, AgentCall> = new Map();
  readonly #options: TranscriptOptions;
  readonly #lines: JsonLines;
  #file: PiFile | null = null;

  constructor(options: TranscriptOptions = {}) {
    this.#options = options;
    this.#lines = new JsonLines({
      onRecord: (record, byteOffset, line, recovered) => this.#record(record, byteOffset, line, recovered),
      onBadLine: (line, byteOffset, reason) => noteBadLine(this.report, line, byteOffset, reason),
    });
  }

  push(chunk: Uint8Array): SessionPart[] {
    this.#lines.push(chunk);
    return this.#take();
  }

  end(): SessionPart[] {
    this.#lines.end();
    return this.#take();
  }

  #take(): SessionPart[] {
    return this.#file ? takeParts([this.#file.draft]) : [];
  }

  #record(record: JsonObject, byteOffset: number, line: number, recovered: boolean): void {
    if (recovered) this.report.recoveredRecords++;
    else this.report.records++;
    let why: string | null;
    try {
      this.#file ??= new PiFile(this.#options, this.report, sessionIdOf(record, this.#options.path));
      why = readRecord(this.#file, record, byteOffset);
    } catch (error) {
      // A record of a shape that no version had must not stop the ones after it.
      const reason = error instanceof Error ? error.message : String(error);
      noteBadLine(this.report, line, byteOffset, `The record could not be read: ${reason}`);
      why = "unreadable";
    }
    if (why === null) this.report.carriedRecords++;
    else noteSkipped(this.report, why);
  }
}

/** The first line names the session; a file whose head is lost is named by its path. */
function sessionIdOf(first: JsonObject, path: string | undefined): string {
  const told = first["type"] === "session" ? stringAt(first, "id") : undefined;
  const name = path?.replaceAll("\\", "/").split("/").at(-1) ?? "";
  return told ?? /(?:^|_)([^_]+)\.jsonl$/i.exec(name)?.[1] ?? "unknown-session";
}

/** Answers why the entry carries nothing, or null when it gave something. */
function readRecord(file: PiFile, record: JsonObject, byteOffset: number): string | null {
  const entryId = record["type"] === "session" ? undefined : stringAt(record, "id");
  const why = entryId === undefined ? null : whyCopied(file, entryId);
  if (why !== null) return `${stringAt(record, "type") ?? "unknown"}: ${why}`;
  const entry = entryOf(file, record, entryId, byteOffset);
  const { draft } = file;
  const before = draft.additions;
  const unread = readEntry(entry);
  const isCarried = draft.additions > before;
  noteEntry(entry, entryId, isCarried);
  return isCarried ? null : (unread ?? "nothing new");
}

/** A fork copies the history of its parent, ids and all, into a file of its own. */
function whyCopied(file: PiFile, entryId: string): string | null {
  if (file.nodes.has(entryId)) return "repeated";
  const owner = file.options.ownerOf?.(entryId);
  return owner !== undefined && owner !== file.sessionId ? "copied from another session" : null;
}

/** Entries of version 1 have no ids; a file only grows, so their place in it names them for good. */
function entryOf(file: PiFile, record: JsonObject, entryId: string | undefined, byteOffset: number): PiEntry {
  const at = instantOf(record["timestamp"]) ?? file.draft.lastAt ?? UNKNOWN_INSTANT;
  file.draft.lastAt = at;
  return {
    file,
    record,
    writer: new RecordWriter(file.draft, MAIN_THREAD, entryId ?? `o${byteOffset}`, at, byteOffset),
  };
}

/** What goes back to an entry goes back to its place: what an earlier branch hid before it stays hidden. */
function noteEntry({ file, writer }: PiEntry, entryId: string | undefined, isCarried: boolean): void {
  if (isCarried) file.lastSeq = writer.lastSeq;
  if (entryId === undefined) return;
  file.nodes.set(entryId, writer.lastSeq);
  file.lastEntryId = entryId;
}
