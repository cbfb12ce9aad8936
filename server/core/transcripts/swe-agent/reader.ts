import { textOfContent } from "../content";
import { isObject, type JsonObject, listAt, objectAt, stringAt } from "../json";
import type { Call, Conversation } from "../message-array/conversation";
import { usageOf } from "../message-array/usage";
import { noteSkipped } from "../options";
import type { RecordWriter } from "../record-writer";
import { type Action, actionOf, fencedCommand, functionCall } from "./actions";
import { observationEnding } from "./outcomes";
import { observationRole, type Run, stateOf } from "./runs";

/** Reads the messages of one run into a conversation. Texts of SWE-agent itself are `system`: no person sits there. */
export class RunReader {
  readonly #conversation: Conversation;
  readonly #run: Run;
  /** Number of the run's first message in the conversation. */
  readonly #offset: number;
  #answers = 0;
  #nextStep = 0;
  #step: JsonObject | undefined;
  #openFile: string | null = null;
  #lastAnswer: JsonObject = {};

  constructor(conversation: Conversation, run: Run, offset: number) {
    this.#conversation = conversation;
    this.#run = run;
    this.#offset = offset;
  }

  /** Errors among the results, as far as their texts tell. */
  errors = 0;

  read(): void {
    const { report } = this.#conversation.file;
    const { draft } = this.#conversation;
    for (const [index, entry] of this.#run.history.entries()) {
      report.records++;
      const before = draft.additions;
      const role = isObject(entry) ? roleOf(entry) : "other";
      const writer = this.#conversation.writer(this.#offset + index, role, entry);
      if (index === 0 && this.#offset > 0) writer.boundary("clear");
      this.#entry(writer, role, isObject(entry) ? entry : { content: entry });
      if (draft.additions > before) report.carriedRecords++;
      else noteSkipped(report, `${role}: empty`);
    }
    this.#addLastObservation();
  }

  #entry(writer: RecordWriter, role: string, entry: JsonObject): void {
    const isDemonstration = entry["is_demo"] === true || entry["message_type"] === "demonstration";
    if (role === "assistant" && !isDemonstration) this.#answer(writer, entry);
    else if ((role === "user" || role === "tool") && !isDemonstration) this.#observation(writer, role, entry);
    else this.#add(writer, role === "other" ? "other" : "system", this.#textOf(entry));
  }

  #textOf(entry: JsonObject): string {
    return textOfContent(entry["content"], this.#conversation.file.options.sha256);
  }

  #add(writer: RecordWriter, kind: "system" | "user_prompt" | "other", text: string): void {
    if (text !== "") writer.add({ kind, text });
  }

  #answer(writer: RecordWriter, entry: JsonObject): void {
    this.#answers++;
    this.#lastAnswer = entry;
    // mini-swe-agent keeps the provider's response beside the message.
    const response = objectAt(objectAt(entry, "extra"), "response");
    const requestId = this.#conversation.request(writer, stringAt(response, "model"), usageOf(response["usage"]));
    for (const block of listAt(entry, "thinking_blocks").filter(isObject)) {
      writer.add({ kind: "thinking", text: stringAt(block, "thinking") ?? "", requestId });
    }
    const content = this.#textOf(entry);
    const calls = this.#actionsOf(entry, content);
    const isTextStyle = listAt(entry, "tool_calls").length === 0;
    // In the text style the content repeats the action behind the thought.
    const text = (isTextStyle && calls.length > 0 ? stringAt(entry, "thought") : undefined) ?? content;
    if (text.trim() !== "") writer.add({ kind: "assistant_message", text, requestId });
    for (const { nativeId, ...call } of calls) this.#conversation.addCall(writer, { ...call, nativeId, requestId });
    this.#step = this.#stepOf(stringAt(entry, "action"));
  }

  #actionsOf(entry: JsonObject, content: string): (Action & { nativeId: string | undefined })[] {
    const calls = listAt(entry, "tool_calls").filter(isObject);
    if (calls.length > 0) {
      return calls.map((call) => ({ ...functionCall(objectAt(call, "function")), nativeId: stringAt(call, "id") }));
    }
    const action = stringAt(entry, "action");
    if (action?.trim()) return [{ ...actionOf(action, this.#openFile), nativeId: undefined }];
    const command = this.#run.countsBy === "messages" ? fencedCommand(content) : undefined;
    return command === undefined ? [] : [{ tool: "bash", args: { command }, nativeId: undefined }];
  }

  /** The step of an answer. Steps of answers that SWE-agent sent back to the model have no message. */
  #stepOf(action: string | undefined): JsonObject | undefined {
    const { steps } = this.#run;
    const found = steps.findIndex((step, index) => index >= this.#nextStep && stringAt(step, "action") === action);
    if (found === -1) return undefined;
    this.#nextStep = found + 1;
    return steps[found];
  }

  #observation(writer: RecordWriter, role: string, entry: JsonObject): void {
    const text = this.#textOf(entry);
    const [listed] = listAt(entry, "tool_call_ids");
    const nativeId = typeof listed === "string" ? listed : stringAt(entry, "tool_call_id");
    const call = nativeId === undefined ? this.#unansweredCall() : this.#conversation.callOf(nativeId);
    if (call || role === "tool") this.#addResult(writer, call, nativeId, text);
    else this.#add(writer, this.#answers === 0 ? "user_prompt" : "system", text);
  }

  #unansweredCall(): Call | undefined {
    const call = this.#answers > 0 ? this.#conversation.lastCall : undefined;
    return call?.isAnswered ? undefined : call;
  }

  #addResult(writer: RecordWriter, call: Call | undefined, nativeId: string | undefined, text: string): void {
    const ending = observationEnding(text, call?.toolClass);
    if (ending.outcome !== "ok") this.errors++;
    this.#conversation.addResult(writer, call, nativeId, { text, ending });
    this.#markPlace(writer, text);
  }

  /** The observation's last lines tell the open file and the folder; newer tools tell them in the step's state only. */
  #markPlace(writer: RecordWriter, text: string): void {
    const footer = text.slice(-FOOTER_CHARACTERS);
    const state = stateOf(this.#step);
    const openFile = /\(Open file: ([^\n]+)\)/.exec(footer)?.[1];
    const cwd = /\(Current directory: ([^\n]+)\)/.exec(footer)?.[1] ?? stringAt(state, "working_dir");
    if (openFile !== undefined) this.#openFile = openFile === "n/a" ? null : openFile;
    const { draft } = this.#conversation;
    if (draft.header.cwd === undefined) draft.tell("cwd", cwd);
    draft.workspace(writer.thread, writer.seq, writer.at, { cwd });
  }

  /** The history ends with the last action; what it gave stands in its step, and would be the next message. */
  #addLastObservation(): void {
    const call = this.#unansweredCall();
    const observation = this.#step ? stringAt(this.#step, "observation") : undefined;
    if (!call || observation === undefined) return;
    const number = this.#offset + this.#run.history.length;
    const writer = this.#conversation.writer(number, observationRole(this.#lastAnswer), undefined);
    this.#addResult(writer, call, undefined, observation);
  }
}

const FOOTER_CHARACTERS = 1_000;
const ROLES = new Set(["system", "user", "assistant", "tool"]);

function roleOf(entry: JsonObject): string {
  const role = stringAt(entry, "role") ?? "other";
  return ROLES.has(role) ? role : "other";
}
