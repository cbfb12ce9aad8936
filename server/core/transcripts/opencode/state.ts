import { instantOf } from "../fields";
import { isObject, type JsonObject, objectAt, stringAt } from "../json";
import type { TranscriptOptions, TranscriptReport } from "../options";
import type { SessionDraft } from "../parts";
import { RecordWriter } from "../record-writer";

/** An instant as events carry it, and in milliseconds for positions. */
export interface Moment {
  at: string;
  ms: number;
}

/** Where no message of the file carries a time. */
const UNKNOWN_INSTANT = "1970-01-01T00:00:00.000Z";

export function momentOf(value: unknown): Moment | undefined {
  const at = instantOf(value);
  return at === undefined ? undefined : { at, ms: Date.parse(at) };
}

/**
 * Places for one millisecond. An export is written anew each time, so byte offsets do not last; times of messages and
 * results do. A place holds the 64 positions of a `RecordWriter`, so that positions stay safe integers until 2109.
 */
const PLACES_PER_MS = 32;
const LAST_MS = Date.UTC(2109, 0);
const POSITIONS_PER_PLACE = 64;

/** These ids are unique among all sessions of a client. */
const NATIVE_ID = /^(?:msg|prt)_\w+$/;

/** Everything that the readers of the single messages share: one export is one thread of one session. */
export class OpencodeFile {
  readonly options: TranscriptOptions;
  readonly report: TranscriptReport;
  readonly draft: SessionDraft;
  readonly thread: string;
  readonly isMain: boolean;
  /** Standing instructions of the last message that named any. */
  system: string | undefined;
  readonly #ids = new Set<string>();
  readonly #callIds = new Set<string>();
  #lastPlace = -1;
  #lastAt = UNKNOWN_INSTANT;

  constructor(
    options: TranscriptOptions,
    report: TranscriptReport,
    draft: SessionDraft,
    thread: string,
    isMain: boolean,
  ) {
    this.options = options;
    this.report = report;
    this.draft = draft;
    this.thread = thread;
    this.isMain = isMain;
  }

  /** The last position that is taken. */
  get lastSeq(): number {
    return this.#lastPlace < 0 ? 0 : this.#lastPlace * POSITIONS_PER_PLACE + POSITIONS_PER_PLACE - 1;
  }

  /**
   * A writer behind everything so far: at place number `offset` of the moment, or at the next one that is free. `at` is
   * what the events tell where that is another instant.
   */
  writer(id: string, moment: Moment | undefined, offset = 0, at = moment): RecordWriter {
    const timed = moment !== undefined && moment.ms < LAST_MS ? moment.ms * PLACES_PER_MS + offset : 0;
    this.#lastPlace = Math.max(this.#lastPlace + 1, timed);
    this.#lastAt = at?.at ?? this.#lastAt;
    return new RecordWriter(this.draft, this.thread, id, this.#lastAt, this.#lastPlace);
  }

  /** The client's own id of a message or part, or `otherwise` where a hand that edited the file took or doubled it. */
  ownId(id: string | undefined, otherwise: string): string {
    return unique(this.#ids, id !== undefined && NATIVE_ID.test(id) ? id : undefined, otherwise);
  }

  /** Names a message by its number. A child's is apart from its parent's, since both are in one session. */
  numberedId(index: number): string {
    return this.isMain ? `message-${index}` : `${this.thread}:message-${index}`;
  }

  /** Some models number their calls from 0 in every response: a later call with the same id goes by its part's. */
  uniqueCallId(callId: string | undefined, partId: string): string {
    return unique(this.#callIds, callId, partId);
  }
}

function unique(taken: Set<string>, id: string | undefined, otherwise: string): string {
  let found = id !== undefined && !taken.has(id) ? id : otherwise;
  while (taken.has(found)) found = `${found}'`;
  taken.add(found);
  return found;
}

/** One message on its way through its reader. */
export interface OpencodeMessage {
  file: OpencodeFile;
  info: JsonObject;
  parts: readonly Part[];
  id: string;
  created: Moment | undefined;
  /** True for the last message of the export. */
  isLast: boolean;
  /** True once a part was left for the next export. */
  isBeingWritten: boolean;
  /** True once a summary of this message has closed what came before. */
  isCompacted: boolean;
}

export interface Part {
  value: JsonObject;
  type: string;
  /** Own id, made unique. */
  id: string;
  /** Place behind the message's beginning. */
  offset: number;
}

/** The message's own place is offset 0, its parts follow. What is no object is kept as a part of unknown type. */
export function partsOf(file: OpencodeFile, messageId: string, values: readonly unknown[]): Part[] {
  return values.map((item, index) => {
    const value: JsonObject = isObject(item) ? item : { item };
    const id = file.ownId(stringAt(value, "id"), `${messageId}/${index}`);
    return { value, type: stringAt(value, "type") ?? "unknown", id, offset: index + 1 };
  });
}

/**
 * A writer for one part of a message. Its place goes by the message's beginning, which stays the same while the message
 * grows; its time is the part's own, where it tells one.
 */
export function partWriter({ file, created }: OpencodeMessage, { id, type, value, offset }: Part): RecordWriter {
  const time = type === "tool" ? objectAt(objectAt(value, "state"), "time") : objectAt(value, "time");
  return file.writer(id, created, offset, momentOf(time["start"]) ?? created);
}
