import { stubBinary } from "../../events/clean";
import type { TokenUsage } from "../../events/ingest-batch";
import type { Outcome } from "../../events/kinds";
import { rawJson } from "../content";
import { fitId, fitName } from "../fields";
import { integerAt, isObject, type JsonObject, objectAt, stringAt } from "../json";
import { tokenCount } from "../usage";
import { momentOf, type OpencodeMessage, type Part, partWriter } from "./state";
import { addCall } from "./tools";

/** Reads a response. Newer versions write one message a request; older ones one message with a step a request. */
export function readAssistant(message: OpencodeMessage): string {
  const { file, info } = message;
  if (file.isMain && info["summary"] !== true) file.draft.tell("model", stringAt(info, "modelID"));
  const steps = stepsOf(message.parts);
  const finishes = message.parts.filter((part) => part.type === "step-finish").length;
  steps.forEach((parts, index) => {
    const finish = parts.find((part) => part.type === "step-finish");
    // The message repeats the tokens of its only step, so that only one of the two counts.
    const tokens = finishes > 1 ? finish?.value["tokens"] : index === 0 ? info["tokens"] : undefined;
    readStep(message, parts, { id: index === 0 ? message.id : `${message.id}#${index}`, usage: usageOf(tokens) });
  });
  addError(message);
  return message.isBeingWritten ? "assistant: being written" : "assistant: empty";
}

/** Parts by request: each step begins with a `step-start`. */
function stepsOf(parts: readonly Part[]): Part[][] {
  const steps: Part[][] = [[]];
  for (const part of parts) {
    if (part.type === "step-start" && steps.at(-1)?.length) steps.push([]);
    steps.at(-1)?.push(part);
  }
  return steps;
}

interface Request {
  id: string;
  usage: TokenUsage | undefined;
}

/** Parts that only a model's response has. A slash command starts its sub-agent without asking the model. */
const OF_A_RESPONSE = new Set(["step-start", "step-finish", "text", "reasoning"]);

/** Calls and texts of a request stand first, then the results: the model reads those with its next request. */
function readStep(message: OpencodeMessage, parts: readonly Part[], request: Request): void {
  const isAsked = request.usage !== undefined || parts.some((part) => OF_A_RESPONSE.has(part.type));
  const requestId = isAsked ? addRequest(message, request, parts[0]?.offset ?? 0) : undefined;
  const results: (() => void)[] = [];
  for (const part of parts) {
    if (isBeingWritten(message, part)) message.isBeingWritten = true;
    else if (part.type === "tool") results.push(addCall(message, part, requestId));
    else readPart(message, part, requestId);
  }
  for (const addResult of results) addResult();
}

/**
 * An export can be made while the model answers. The first upload of an event wins, so that half a text or a call
 * without its arguments must wait for the next export.
 */
function isBeingWritten({ info, isLast }: OpencodeMessage, { value, type }: Part): boolean {
  const isOpen = isLast && objectAt(info, "time")["completed"] === undefined && !isObject(info["error"]);
  if (!isOpen) return false;
  if (type === "tool") return objectAt(value, "state")["status"] === "pending";
  const time = objectAt(value, "time");
  return time["start"] !== undefined && time["end"] === undefined;
}

function addRequest({ file, info, created }: OpencodeMessage, { id, usage }: Request, offset: number): string {
  const { seq, at, thread } = file.writer(id, created, offset);
  const model = fitName(stringAt(info, "modelID"));
  file.draft.request({ id: fitId(id), thread, seq, at, model, ...(usage ? { usage } : {}) });
  return fitId(id);
}

/**
 * OpenCode's `input` leaves the cache out, and `reasoning` stands beside `output`; `total` is made in several ways, so it
 * is not read. Zeros alone mean that the provider reported nothing, as when a response was aborted: unknown, not free.
 */
function usageOf(value: unknown): TokenUsage | undefined {
  if (!isObject(value)) return undefined;
  const cache = objectAt(value, "cache");
  const usage: TokenUsage = {
    inputTokens: tokenCount(value["input"]),
    cacheWriteTokens: tokenCount(cache["write"]),
    cacheReadTokens: tokenCount(cache["read"]),
    outputTokens: tokenCount(value["output"]),
    reasoningTokens: tokenCount(value["reasoning"]),
  };
  return Object.values(usage).some((tokens) => tokens) ? usage : undefined;
}

/** Books of the program about itself: they carry no context of their own. */
const SILENT = new Set(["step-start", "step-finish", "snapshot", "patch", "agent"]);

function readPart(message: OpencodeMessage, part: Part, requestId: string | undefined): void {
  const { value, type } = part;
  const { sha256 } = message.file.options;
  if (SILENT.has(type)) return;
  if (type === "text") addText(message, part, requestId);
  else if (type === "reasoning") {
    partWriter(message, part).add({ kind: "thinking", requestId, text: stringAt(value, "text") ?? "" });
  } else if (type === "retry") {
    const text = `Attempt ${integerAt(value, "attempt") ?? "?"} failed: ${errorText(objectAt(value, "error"))}`;
    partWriter(message, part).add({ kind: "system", outcome: "error", text });
  } else partWriter(message, part).add({ kind: "other", text: rawJson(value, sha256) });
}

/** A text of the model, or the summary that stands for everything before it from now on. */
function addText(message: OpencodeMessage, part: Part, requestId: string | undefined): void {
  const { file, info } = message;
  const text = stubBinary(stringAt(part.value, "text") ?? "", file.options.sha256);
  if (text.trim() === "") return;
  const writer = partWriter(message, part);
  if (info["summary"] !== true) {
    writer.add({ kind: "assistant_message", requestId, text });
    return;
  }
  // A summary that was cut off replaces nothing; OpenCode goes on with what it had.
  const isFinished = !isObject(info["error"]) && stringAt(info, "finish") !== undefined;
  if (!isFinished) {
    writer.add({ kind: "system", requestId, outcome: "aborted", text });
    return;
  }
  if (!message.isCompacted) writer.boundary("compaction");
  message.isCompacted = true;
  writer.add({ kind: "summary", requestId, text });
}

/** How a response ended that did not come to its end. */
function addError(message: OpencodeMessage): void {
  const { file, info, id, created } = message;
  const error = info["error"];
  if (!isObject(error)) return;
  file.report.errors++;
  const outcome: Outcome = stringAt(error, "name") === "MessageAbortedError" ? "aborted" : "error";
  const moment = momentOf(objectAt(info, "time")["completed"]) ?? created;
  file.writer(`${id}/error`, moment).add({ kind: "system", outcome, text: errorText(error) });
}

function errorText(error: JsonObject): string {
  const name = stringAt(error, "name") ?? "Error";
  const told = stringAt(objectAt(error, "data"), "message") ?? stringAt(error, "message");
  return told === undefined ? name : `${name}: ${told}`;
}
