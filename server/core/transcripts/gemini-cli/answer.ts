import type { TokenUsage } from "../../events/ingest-batch";
import type { Outcome } from "../../events/kinds";
import { fitId, fitName } from "../fields";
import { isObject, type JsonObject, listAt, stringAt } from "../json";
import type { Ending } from "../message-array/outcome";
import { tokenCount } from "../usage";
import { partsOf, textOfPart, textOfResult } from "./content";
import type { GeminiFile } from "./state";

/** Where something of a message stood first. Its place stays when the message is written again, longer. */
interface Slot {
  offset: number;
  index: number;
}

/** States of a call that is over; in any other it still runs, or waits for the person. */
const OVER = new Set(["success", "error", "cancelled"]);

/**
 * One answer of the model with its calls and their results. Gemini CLI writes it again, whole, whenever it grew: its
 * last form counts, and each of its events keeps the place where it stood first.
 */
export class Answer {
  readonly #file: GeminiFile;
  readonly #id: string;
  readonly #slots = new Map<string, Slot>();
  readonly #written = new Set<string>();
  readonly #taken = new Map<number, number>();
  readonly #calls = new Map<string, JsonObject>();
  #message: JsonObject = {};
  #text = "";
  #thoughts = "";

  constructor(file: GeminiFile, id: string) {
    this.#file = file;
    this.#id = id;
  }

  grow(message: JsonObject, { offset, resultOffset }: { offset: number; resultOffset: number }): void {
    this.#message = { ...this.#message, ...message };
    // In a damaged file an earlier form may come last: what a later one had stays.
    this.#text = textOf(message, this.#file.options.sha256) || this.#text;
    this.#thoughts = thoughtsOf(message) || this.#thoughts;
    this.#place("request", offset);
    if (this.#thoughts !== "") this.#place("thinking", offset);
    if (this.#text !== "") this.#place("text", offset);
    for (const [index, call] of callsOf(message).entries()) this.#growCall(callIdOf(call, index), call);
    for (const callId of this.#calls.keys()) this.#place(`call ${callId}`, offset);
    for (const [callId, call] of this.#calls) if (isOver(call)) this.#place(`result ${callId}`, resultOffset);
  }

  #growCall(callId: string, call: JsonObject): void {
    const known = this.#calls.get(callId);
    if (!known || isOver(call) || !isOver(known)) this.#calls.set(callId, call);
  }

  /** Hands out what the answer holds by now and has not handed out before. */
  write(): void {
    const requestId = this.#request();
    this.#add("thinking", this.#id.concat(":thinking"), (writer) =>
      writer.add({ kind: "thinking", text: this.#thoughts, requestId }),
    );
    this.#add("text", this.#id, (writer) => writer.add({ kind: "assistant_message", text: this.#text, requestId }));
    for (const [callId, call] of this.#calls) this.#call(call, callId, requestId);
    for (const [callId, call] of this.#calls) this.#result(call, callId);
  }

  #place(key: string, offset: number): void {
    if (this.#slots.has(key)) return;
    const index = this.#taken.get(offset) ?? 0;
    this.#taken.set(offset, index + 1);
    this.#slots.set(key, { offset, index });
  }

  #add(key: string, recordId: string, write: (writer: ReturnType<GeminiFile["writer"]>) => void, at?: unknown): void {
    const slot = this.#slots.get(key);
    if (!slot || this.#written.has(key)) return;
    this.#written.add(key);
    const writer = this.#file.writer(recordId, at ?? this.#message["timestamp"], slot.offset, slot.index);
    write(writer);
    this.#file.noteWritten(writer.lastSeq);
  }

  /** A turn that a summary brought along has neither model nor tokens: nobody was asked for it. */
  #request(): string | undefined {
    const model = fitName(stringAt(this.#message, "model"));
    const usage = usageOf(this.#message["tokens"]);
    if (model === undefined && usage === undefined) return undefined;
    const slot = this.#slots.get("request") ?? { offset: 0, index: 0 };
    const { seq, at, thread } = this.#file.writer("", this.#message["timestamp"], slot.offset, slot.index);
    const id = fitId(`${this.#id}:request`);
    this.#file.draft.request({ id, thread, seq, at, model, ...(usage ? { usage } : {}) });
    if (this.#file.isMain) this.#file.draft.tell("model", model);
    return id;
  }

  #call(call: JsonObject, callId: string, requestId: string | undefined): void {
    const tool = stringAt(call, "name") ?? "unknown";
    this.#add(`call ${callId}`, `${this.#id}:${callId}`, (writer) => {
      this.#file.calls.open(writer, { callId, tool, args: call["args"] ?? {}, requestId });
      this.#nameAgent(call, callId, tool);
      this.#file.tellFolder(FOLDER.exec(stringAt(call, "description")?.slice(0, 10_000) ?? "")?.[1]);
    });
  }

  /** The call tells the chat of the sub-agent that it started; that chat's own file brings its events. */
  #nameAgent(call: JsonObject, callId: string, tool: string): void {
    const key = stringAt(call, "agentId");
    if (key === undefined || key === this.#file.thread) return;
    const label = stringAt(call, "description");
    this.#file.draft.thread({ key, agent: tool, parentKey: this.#file.thread, spawnedByCallId: callId, label });
  }

  #result(call: JsonObject, callId: string): void {
    const { options, report, calls } = this.#file;
    const tool = stringAt(call, "name");
    this.#add(
      `result ${callId}`,
      `${this.#id}:${callId}:result`,
      (writer) => {
        const text = textOfResult(call["result"], options.sha256) || (stringAt(call, "resultDisplay") ?? "");
        if (call["status"] === "error") report.errors++;
        calls.close(writer, { callId, tool, text, ending: endingOf(call, text) });
      },
      call["timestamp"],
    );
  }
}

/** The shell tool describes a call with the folder in which it runs. */
const FOLDER = /\[(?:in|current working directory) ((?:\/|[A-Za-z]:)[^\]\n]+)\]/;

function callsOf(message: JsonObject): JsonObject[] {
  return listAt(message, "toolCalls").filter(isObject);
}

function isOver(call: JsonObject): boolean {
  return OVER.has(stringAt(call, "status") ?? "");
}

/** The calls stand in a list of their own. */
function textOf(message: JsonObject, sha256: GeminiFile["options"]["sha256"]): string {
  return partsOf(message["content"])
    .filter((part) => typeof part === "string" || part["functionCall"] === undefined)
    .map((part) => textOfPart(part, sha256))
    .join("\n")
    .trimEnd();
}

function callIdOf(call: JsonObject, index: number): string {
  return stringAt(call, "id") ?? `call${index}`;
}

function thoughtsOf(message: JsonObject): string {
  return listAt(message, "thoughts")
    .filter(isObject)
    .map((thought) => [stringAt(thought, "subject"), stringAt(thought, "description")].filter(Boolean).join("\n"))
    .join("\n\n")
    .trim();
}

const REFUSALS = /User denied|denied by (?:the )?(?:user|policy)|User (?:rejected|cancelled)|not allowed by policy/i;
const EXIT_CODE = /^Exit Code: (-?\d{1,9})$/m;

/** A command that fails is a `success` all the same: its exit code tells. */
function endingOf(call: JsonObject, text: string): Ending {
  const exitCode = call["name"] === "run_shell_command" ? exitCodeOf(text) : undefined;
  return exitCode === undefined
    ? { outcome: outcomeOf(call, text) }
    : { outcome: call["status"] === "success" && exitCode === 0 ? "ok" : "error", exitCode };
}

function outcomeOf({ status }: JsonObject, text: string): Outcome {
  if (status === "success") return "ok";
  if (REFUSALS.test(text.slice(0, 500))) return "refused";
  return status === "cancelled" ? "aborted" : "error";
}

/** The line stands behind the output, before the signal and the process group. */
function exitCodeOf(text: string): number | undefined {
  const told = EXIT_CODE.exec(text.slice(-500))?.[1];
  return told === undefined ? undefined : Number(told);
}

/** `input` holds what was cached; `output` leaves the thoughts out, and `tool` (prompts of built-in tools) stands apart. */
function usageOf(value: unknown): TokenUsage | undefined {
  if (!isObject(value)) return undefined;
  const input = tokenCount(value["input"]);
  const cached = tokenCount(value["cached"]);
  const fresh = input === undefined ? undefined : Math.max(0, input - (cached ?? 0)) + (tokenCount(value["tool"]) ?? 0);
  const usage: TokenUsage = {
    inputTokens: fresh,
    cacheReadTokens: cached,
    outputTokens: tokenCount(value["output"]),
    reasoningTokens: tokenCount(value["thoughts"]),
  };
  return Object.values(usage).some((count) => count) ? usage : undefined;
}
