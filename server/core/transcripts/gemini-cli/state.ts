import { BoundedMap } from "../bounded-map";
import { CallBook } from "../calls";
import { instantOf } from "../fields";
import { type JsonObject, listAt, stringAt } from "../json";
import type { LineFile } from "../line-parser";
import type { TranscriptOptions, TranscriptReport } from "../options";
import { SessionDraft } from "../parts";
import { RecordWriter } from "../record-writer";

const MAIN_THREAD = "main";

/** Where no record of the file carries a time. */
const UNKNOWN_INSTANT = "1970-01-01T00:00:00.000Z";

/** Messages are rewritten while they are the newest; these limits hold the state of any file small. */
const MAX_MESSAGES = 200_000;

/** One chat: the main thread of its session, or the thread of a sub-agent in its parent's session. */
export class GeminiFile {
  readonly options: TranscriptOptions;
  readonly report: TranscriptReport;
  readonly draft: SessionDraft;
  readonly thread: string;
  readonly calls: CallBook;
  /** What had been written before a message, by the message's id: where a rewind to it goes back to. */
  readonly before = new BoundedMap<string, number>(MAX_MESSAGES);
  /** The last position that carries something. */
  lastSeq = 0;

  constructor(told: LineFile, head: JsonObject) {
    this.options = told.options;
    this.report = told.report;
    this.calls = new CallBook("gemini-cli", told);
    const id = stringAt(head, "sessionId") ?? idOfPath(told.options.path) ?? "unknown-session";
    const parent = head["kind"] === "subagent" ? parentOfPath(told.options.path) : undefined;
    this.draft = new SessionDraft("gemini-cli", parent ?? id);
    this.thread = parent === undefined ? MAIN_THREAD : id;
    // The parent's call names the sub-agent; its own file does not.
    if (parent === undefined) this.draft.thread({ key: MAIN_THREAD, agent: "main" });
    else this.draft.thread({ key: id, parentKey: MAIN_THREAD });
    this.tellHead(head);
  }

  get isMain(): boolean {
    return this.thread === MAIN_THREAD;
  }

  /** Reads the first line, a patch of it, or the head of a document. */
  tellHead(head: JsonObject): void {
    const [folder] = listAt(head, "directories").filter((item) => typeof item === "string");
    this.tellFolder(this.options.cwd ?? folder);
    if (!this.isMain) return;
    this.draft.tell("title", stringAt(head, "summary"));
    this.draft.tell("startedAt", instantOf(head["startTime"]));
  }

  /** The first folder that anything tells: the format itself has only a hash of it. */
  tellFolder(cwd: string | undefined): void {
    if (cwd === undefined || this.draft.header.cwd !== undefined) return;
    this.draft.tell("cwd", cwd);
    this.draft.workspace(this.thread, this.lastSeq, this.draft.lastAt ?? UNKNOWN_INSTANT, { cwd });
  }

  /** Place `index` behind the beginning of a line. A line of n bytes has 64 × n places, far more than it has events. */
  writer(recordId: string, told: unknown, offset: number, index = 0): RecordWriter {
    const at = instantOf(told) ?? this.draft.lastAt ?? UNKNOWN_INSTANT;
    this.draft.lastAt = at;
    return new RecordWriter(this.draft, this.thread, recordId, at, offset + index / PLACES_PER_BYTE);
  }

  /** A resumed chat goes on in its own file; forks of the program copy it into another one, ids and all. */
  isCopied(id: string): boolean {
    const owner = this.options.ownerOf?.(id);
    return owner !== undefined && owner !== this.draft.header.id;
  }

  noteWritten(seq: number): void {
    this.lastSeq = Math.max(this.lastSeq, seq);
  }
}

/** One message on its way through its reader. */
export interface GeminiMessage {
  file: GeminiFile;
  message: JsonObject;
  writer: RecordWriter;
}

const PLACES_PER_BYTE = 64;

function segmentsOf(path: string | undefined): string[] {
  return (path ?? "").replaceAll("\\", "/").split("/");
}

/** `session-<time>-<first characters of the id>` names a session whose head is lost. */
function idOfPath(path: string | undefined): string | undefined {
  return (segmentsOf(path).at(-1) ?? "").replace(/\.jsonl?$/i, "") || undefined;
}

/** `…/chats/<session of the parent>/<id>.jsonl`. */
function parentOfPath(path: string | undefined): string | undefined {
  const segments = segmentsOf(path);
  const chats = segments.lastIndexOf("chats");
  return chats !== -1 && chats === segments.length - 3 ? segments[chats + 1] : undefined;
}
