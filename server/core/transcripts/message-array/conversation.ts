import type { ThreadInfo, TokenUsage } from "../../events/ingest-batch";
import { BoundedMap } from "../bounded-map";
import { type CallResult, callEvent, type KnownCall, resultEvent } from "../calls";
import type { DocumentFile } from "../document-parser";
import { fitId, fitName, instantOf } from "../fields";
import { fingerprint } from "../fingerprint";
import { isObject, type JsonObject, stringAt } from "../json";
import { SessionDraft } from "../parts";
import { RecordWriter } from "../record-writer";

/** Where neither the messages nor the caller tell a time, the first message has this one. */
const UNKNOWN_START = "1970-01-01T00:00:00.000Z";
/** Messages without times follow each other at this distance. */
const STEP_MS = 1_000;

/**
 * Stands for the byte offset in the positions of a message, so that they depend on the message's number only and not on
 * how the file is written. It is the size of the largest document: whoever goes by offsets takes every message to stand
 * behind the bytes that an earlier upload had.
 */
const STEP_BYTES = 64 * 1024 * 1024;
/** Keeps positions within safe integers: 2^20 messages × 2^26 bytes × 2^6 positions. */
export const MAX_MESSAGES = 2 ** 20 - 1;

const MAIN_THREAD = "main";

/** A call of the model, as its result finds it again; its id is told apart where the file uses the format's own twice. */
export interface Call extends KnownCall {
  isAnswered: boolean;
}

export interface CallFields {
  nativeId: string | undefined;
  tool: string;
  /** The arguments: a value, or text that is no JSON. */
  args: unknown;
  requestId: string | undefined;
}

/**
 * One conversation without times and ids: events are named by the number and the role of their message. A key of the
 * conversation stands before, since an event of the same name in another session passes for a copy of it.
 */
export class Conversation {
  readonly file: DocumentFile;
  readonly draft: SessionDraft;
  model: string | undefined;
  /** The thread of what is written from now on; it must be open in the draft. */
  thread: string;
  readonly #callsByNativeId = new BoundedMap<string, Call>(MAX_CALLS);
  /** The last calls, the oldest first. */
  readonly #recentCalls: Call[] = [];
  #callCount = 0;
  readonly #key: string;
  readonly #start: string;
  /** The answer whose items are still coming, where an answer is several items of the list. */
  #openRequest: string | null = null;
  #lastAt: string | undefined;

  /** `thread` is the one that the file holds, where that is not the main one: a sub-agent's. */
  constructor(file: DocumentFile, id: string, thread?: ThreadInfo) {
    this.file = file;
    this.thread = thread?.key ?? MAIN_THREAD;
    this.#key = fingerprint(thread ? `${id}/${thread.key}` : id);
    this.#start = instantOf(file.options.startAt) ?? UNKNOWN_START;
    this.draft = new SessionDraft(file.client, id);
    this.draft.thread(thread ?? { key: MAIN_THREAD, agent: MAIN_THREAD });
  }

  get callCount(): number {
    return this.#callCount;
  }

  get lastCall(): Call | undefined {
    return this.#recentCalls.at(-1);
  }

  /** Writes the events of a message; `number` counts from 0, `role` is its name in the ids. */
  writer(number: number, role: string, message: unknown): RecordWriter {
    return this.#writer(`m${number}-${role}`, number + 1, this.#timeOf(message, number));
  }

  /** Writes what stands before the first message: a system prompt beside the list, the list of tools. */
  headWriter(name: string): RecordWriter {
    // Two heads never have the same position: each has its own place in the bytes before the first message.
    const place = name === "system" ? 0 : 1 / 2;
    return this.#writer(name, place, this.#start);
  }

  /** Writes the events of line number `number` of a file that only grows: its place in the file names it for good. */
  lineWriter(number: number, byteOffset: number, message: unknown): RecordWriter {
    return this.#writerAt(`o${byteOffset}`, byteOffset, this.#timeOf(message, number));
  }

  #writer(recordId: string, step: number, at: string): RecordWriter {
    return this.#writerAt(recordId, step * STEP_BYTES, at);
  }

  #writerAt(recordId: string, byteOffset: number, at: string): RecordWriter {
    return new RecordWriter(this.draft, this.thread, `${this.#key}:${recordId}`, at, byteOffset);
  }

  #timeOf(message: unknown, number: number): string {
    const told = isObject(message) ? toldTime(message) : undefined;
    this.#lastAt = told ?? this.#lastAt;
    if (this.#lastAt !== undefined) return this.#lastAt;
    return new Date(Date.parse(this.#start) + number * STEP_MS).toISOString();
  }

  /** The model's answer is one request, named after its message or by the id that the provider gave it. */
  request(writer: RecordWriter, model: string | undefined, usage: TokenUsage | undefined, ownId?: string): string {
    const id = fitId(ownId ?? `${writer.recordId}:request`);
    const named = model ?? this.model;
    this.draft.tell("model", named);
    const { thread, seq, at } = writer;
    this.draft.request({ id, thread, seq, at, model: fitName(named), ...(usage ? { usage } : {}) });
    return id;
  }

  /** The request of an item of an answer that comes as several items; anything else in the list ends the answer. */
  requestOfItem(writer: RecordWriter): string {
    this.#openRequest ??= this.request(writer, undefined, undefined);
    return this.#openRequest;
  }

  endAnswer(): void {
    this.#openRequest = null;
  }

  addCall(writer: RecordWriter, { nativeId, tool, args, requestId }: CallFields): Call {
    const callId = this.#callId(writer, nativeId);
    const made = callEvent(this.file.client, { callId, tool, args, requestId }, this.file.options);
    const call: Call = { ...made.call, isAnswered: false };
    this.#callCount++;
    this.#recentCalls.push(call);
    if (this.#recentCalls.length > MAX_OPEN_CALLS) this.#recentCalls.shift();
    if (nativeId !== undefined) this.#callsByNativeId.set(nativeId, call);
    writer.add(made.fields);
    return call;
  }

  /** Some local models count their calls from 0 in every answer; old formats give a call no id. */
  #callId(writer: RecordWriter, nativeId: string | undefined): string {
    if (nativeId === undefined) return fitId(`${writer.recordId}:call${this.#callCount}`);
    return this.#callsByNativeId.has(nativeId) ? fitId(`${nativeId}@${writer.recordId}:${this.#callCount}`) : nativeId;
  }

  /** The nearest call before with this id; without an id the first unanswered one, of this name where one is given. */
  callOf(nativeId: string | undefined, tool?: string): Call | undefined {
    if (nativeId !== undefined) return this.#callsByNativeId.get(nativeId);
    const open = this.#recentCalls.filter((call) => !call.isAnswered);
    return open.find((call) => tool === undefined || call.tool === tool);
  }

  addResult(writer: RecordWriter, call: Call | undefined, nativeId: string | undefined, result: Result): void {
    if (call) call.isAnswered = true;
    writer.add(resultEvent(call, { ...result, callId: nativeId }));
  }
}

export type Result = Omit<CallResult, "callId">;

/** An answer has few calls; those of earlier answers are over, whether they were answered or not. */
const MAX_OPEN_CALLS = 64;
/** Results name calls over short distances; the limit holds the state of any file small. */
const MAX_CALLS = 50_000;

/** The formats have no times; programs that log messages add them under these names. */
function toldTime(message: JsonObject): string | undefined {
  for (const key of ["timestamp", "created_at", "createdAt", "created"]) {
    const at = instantOf(stringAt(message, key) ?? message[key]);
    if (at !== undefined) return at;
  }
  return undefined;
}
