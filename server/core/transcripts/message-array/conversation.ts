import { stubBinaryJson } from "../../events/clean";
import { describeCall } from "../../events/describe-call";
import type { TokenUsage } from "../../events/ingest-batch";
import type { EventKind, Outcome, ToolClass } from "../../events/kinds";
import { handsBackAgentOutput } from "../../events/tool-table";
import type { DocumentFile } from "../document-parser";
import { fitId, fitName, instantOf } from "../fields";
import { fingerprint } from "../fingerprint";
import { isObject, type JsonObject, stringAt } from "../json";
import { SessionDraft } from "../parts";
import { type EventFields, RecordWriter } from "../record-writer";
import { inputField } from "../tool-input";
import type { Ending } from "./outcome";

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

/** A call of the model, as its result finds it again. */
export interface Call {
  /** The id in the session: the format's own, told apart where the file uses it twice. */
  callId: string;
  tool: string;
  toolClass: ToolClass;
  skill: string | null;
  target: string | null;
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
  readonly calls: Call[] = [];
  model: string | undefined;
  readonly #callsByNativeId = new Map<string, Call>();
  readonly #key: string;
  readonly #start: string;
  /** The answer whose items are still coming, where an answer is several items of the list. */
  #openRequest: string | null = null;
  #lastAt: string | undefined;

  constructor(file: DocumentFile, id: string) {
    this.file = file;
    this.#key = fingerprint(id);
    this.#start = instantOf(file.options.startAt) ?? UNKNOWN_START;
    this.draft = new SessionDraft(file.client, id);
    this.draft.thread({ key: MAIN_THREAD, agent: MAIN_THREAD });
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

  #writer(recordId: string, step: number, at: string): RecordWriter {
    return new RecordWriter(this.draft, MAIN_THREAD, `${this.#key}:${recordId}`, at, step * STEP_BYTES);
  }

  #timeOf(message: unknown, number: number): string {
    const told = isObject(message) ? toldTime(message) : undefined;
    this.#lastAt = told ?? this.#lastAt;
    if (this.#lastAt !== undefined) return this.#lastAt;
    return new Date(Date.parse(this.#start) + number * STEP_MS).toISOString();
  }

  /** The model's answer is one request, named after its message. */
  request(writer: RecordWriter, model: string | undefined, usage: TokenUsage | undefined): string {
    const id = fitId(`${writer.recordId}:request`);
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

  addCall(writer: RecordWriter, { nativeId, tool, args: rawArgs, requestId }: CallFields): void {
    const args = stubBinaryJson(rawArgs, this.file.options.sha256);
    const argsText = typeof args === "string" ? args : (JSON.stringify(args) ?? "");
    const { toolClass, skill, target } = describeCall(this.file.client, tool, argsText);
    const callId = this.#callId(writer, nativeId);
    const call: Call = { callId, tool, toolClass, skill, target, isAnswered: false };
    this.calls.push(call);
    if (nativeId !== undefined) this.#callsByNativeId.set(nativeId, call);
    const fields = typeof args === "string" ? { text: args } : inputField(args, argsText);
    writer.add({ kind: "tool_call", tool, callId, requestId, ...fields });
  }

  /** Some local models count their calls from 0 in every answer; old formats give a call no id. */
  #callId(writer: RecordWriter, nativeId: string | undefined): string {
    if (nativeId === undefined) return fitId(`${writer.recordId}:call${this.calls.length}`);
    return this.#callsByNativeId.has(nativeId)
      ? fitId(`${nativeId}@${writer.recordId}:${this.calls.length}`)
      : nativeId;
  }

  /** The nearest call before with this id; without an id the first unanswered one, of this name where one is given. */
  callOf(nativeId: string | undefined, tool?: string): Call | undefined {
    if (nativeId !== undefined) return this.#callsByNativeId.get(nativeId);
    const open = this.calls.slice(-MAX_OPEN_CALLS).filter((call) => !call.isAnswered);
    return open.find((call) => tool === undefined || call.tool === tool);
  }

  addResult(writer: RecordWriter, call: Call | undefined, nativeId: string | undefined, result: Result): void {
    if (call) call.isAnswered = true;
    const { text, ending } = result;
    const isSkillLoad = call !== undefined && call.skill !== null && ending.outcome === "ok";
    const fields: EventFields = {
      kind: isSkillLoad ? "skill_load" : kindOfResult(call, ending.outcome),
      callId: call?.callId ?? nativeId,
      tool: call?.tool ?? result.tool,
      text,
      ...ending,
    };
    if (isSkillLoad && call.skill !== null) {
      fields.skill = call.skill;
      if (call.toolClass !== "skill" && call.target !== null) fields.path = call.target;
    }
    writer.add(fields);
  }
}

/** An answer has few calls; those of earlier answers are over, whether they were answered or not. */
const MAX_OPEN_CALLS = 64;

export interface Result {
  text: string;
  ending: Ending;
  /** The tool, where the result names it. */
  tool?: string;
}

const KIND_OF_CLASS: Partial<Record<ToolClass, EventKind>> = { memory: "memory_query", graph: "graph_query" };

function kindOfResult(call: Call | undefined, outcome: Outcome): EventKind {
  if (!call || outcome === "refused" || outcome === "collateral") return "tool_result";
  if (call.toolClass === "agent") return handsBackAgentOutput(call.tool) ? "agent_output" : "tool_result";
  return KIND_OF_CLASS[call.toolClass] ?? "tool_result";
}

/** The formats have no times; programs that log messages add them under these names. */
function toldTime(message: JsonObject): string | undefined {
  for (const key of ["timestamp", "created_at", "createdAt", "created"]) {
    const at = instantOf(stringAt(message, key) ?? message[key]);
    if (at !== undefined) return at;
  }
  return undefined;
}
