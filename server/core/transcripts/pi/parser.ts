import { instantOf } from "../fields";
import { type JsonObject, stringAt } from "../json";
import { type LineFile, LineParser, type LineReader } from "../line-parser";
import type { TranscriptOptions } from "../options";
import type { SessionDraft } from "../parts";
import { RecordWriter } from "../record-writer";
import { readEntry } from "./entries";
import { MAIN_THREAD, type PiEntry, PiFile } from "./state";

/** Where no record of the file carries a time. */
const UNKNOWN_INSTANT = "1970-01-01T00:00:00.000Z";

/** Reads pi's sessions (`~/.pi/agent/sessions/--<folder>--/<time>_<id>.jsonl`), versions 1 to 3; it has no sub-agents. */
export class PiParser extends LineParser {
  constructor(options: TranscriptOptions = {}) {
    super("pi", options, (file) => new PiRecords(file));
  }
}

class PiRecords implements LineReader {
  readonly #told: LineFile;
  #file: PiFile | null = null;

  constructor(told: LineFile) {
    this.#told = told;
  }

  read(record: JsonObject, byteOffset: number): string | null {
    const { options, report } = this.#told;
    this.#file ??= new PiFile(options, report, sessionIdOf(record, options.path));
    return readRecord(this.#file, record, byteOffset);
  }

  drafts(): SessionDraft[] {
    return this.#file ? [this.#file.draft] : [];
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
