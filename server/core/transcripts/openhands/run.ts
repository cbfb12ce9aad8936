import type { TokenUsage } from "../../events/ingest-batch";
import { BoundedMap } from "../bounded-map";
import { type JsonObject, stringAt } from "../json";
import type { Call, Conversation } from "../message-array/conversation";
import type { Ending } from "../message-array/outcome";
import type { RecordWriter } from "../record-writer";

const MAX_RESPONSES = 50_000;
const ZONE = /(?:Z|[+-]\d\d:?\d\d)$/i;

/** One run: its events follow each other, and refer to each other by their numbers. */
export class OpenHandsRun {
  readonly conversation: Conversation;
  /** Requests by the id of the response: it stands on the action, on its observation and on every parallel call. */
  readonly #requests = new BoundedMap<string, string>(MAX_RESPONSES);
  /** Actions that handed work to another agent, by the thread that does it. */
  readonly #delegates: string[] = [];

  readonly #taken = new Set<number>();
  #next = 0;

  constructor(conversation: Conversation) {
    this.conversation = conversation;
  }

  /** The event's own number, or the one behind all so far; null for a number that an earlier event had. */
  place(told: number | undefined): number | null {
    const number = told ?? this.#next;
    if (this.#taken.has(number)) return null;
    this.#taken.add(number);
    this.#next = Math.max(this.#next, number + 1);
    return number;
  }

  writer(event: JsonObject, number: number, name: string): RecordWriter {
    const told = stringAt(event, "timestamp");
    // The first format writes local time without a zone: read as UTC.
    const timestamp = told === undefined || ZONE.test(told) ? told : `${told}Z`;
    return this.conversation.writer(number, name, { timestamp });
  }

  /** True once for each response: what stands on a repetition is known already. */
  isFreshResponse(responseId: string | undefined): boolean {
    return responseId === undefined || !this.#requests.has(responseId);
  }

  /** The request behind an action; actions without a response of their own are a request each. */
  requestOf(
    writer: RecordWriter,
    responseId: string | undefined,
    told: { model: string | undefined; usage: TokenUsage | undefined },
  ): string {
    const known = responseId === undefined ? undefined : this.#requests.get(responseId);
    if (known !== undefined) return known;
    const id = this.conversation.request(writer, told.model, told.usage, responseId);
    if (responseId !== undefined) this.#requests.set(responseId, id);
    return id;
  }

  addCall(writer: RecordWriter, call: { id: string; tool: string; args: unknown; requestId?: string }): Call {
    this.conversation.file.report.toolCalls++;
    return this.conversation.addCall(writer, {
      nativeId: call.id,
      tool: call.tool,
      args: call.args,
      requestId: call.requestId,
    });
  }

  addResult(
    writer: RecordWriter,
    callId: string | undefined,
    result: { text: string; ending: Ending; tool?: string },
  ): void {
    const call = callId === undefined ? undefined : this.conversation.callOf(callId);
    this.conversation.addResult(writer, call, callId, result);
  }

  /** What follows is the work of another agent, until it hands back. */
  enterDelegate(key: string, agent: string | undefined, call: Call, label: string | undefined): void {
    this.#delegates.push(this.conversation.thread);
    const parentKey = this.conversation.thread;
    this.conversation.draft.thread({ key, agent: agent ?? "delegate", parentKey, spawnedByCallId: call.callId, label });
    this.conversation.thread = key;
  }

  leaveDelegate(): void {
    this.conversation.thread = this.#delegates.pop() ?? this.conversation.thread;
  }

  /** The folder of the shell, which a run tells with each command. */
  tellFolder(writer: RecordWriter, cwd: string | undefined): void {
    const { draft } = this.conversation;
    if (cwd === undefined) return;
    if (draft.header.cwd === undefined) draft.tell("cwd", cwd);
    draft.workspace(writer.thread, writer.seq, writer.at, { cwd });
  }
}
