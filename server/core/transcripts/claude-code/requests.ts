import type { TokenUsage } from "../../events/ingest-batch";
import { fitId, fitName } from "../fields";
import { isObject, type JsonObject, objectAt, stringAt } from "../json";
import { largerUsage, sameUsage, tokenCount } from "../usage";
import { MAIN_THREAD, type RecordInput } from "./state";

export interface RequestState {
  id: string;
  requestId: string | undefined;
  seq: number;
  lastSeq: number;
  at: string;
  /** User prompts of the thread when the response began. */
  prompts: number;
  usage: TokenUsage | undefined;
}

/**
 * Names the model request that an assistant record belongs to and hands out its usage.
 *
 * Claude Code writes one record per content block, each with a snapshot of the usage, of which the last is the largest;
 * so the request is handed out again whenever a field grew, with the field-wise maximum. A response is told by
 * `message.id`, and by `requestId` where both records have one. Gateways that give every response the same id are told
 * by another `requestId`, by an input that differs, or by a prompt in between.
 */
export function requestOf(input: RecordInput, message: JsonObject): string | null {
  const { session, record, writer, thread } = input;
  const key = stringAt(message, "id") ?? stringAt(record, "requestId") ?? input.uuid;
  if (key === null) return null;
  const usage = usageOf(message);
  const known = session.requests.get(key);
  if (known && isSameResponse(known, input, usage)) {
    known.lastSeq = writer.seq;
    known.requestId ??= stringAt(record, "requestId");
    const merged = usage ? largerUsage(known.usage, usage) : known.usage;
    if (sameUsage(merged, known.usage)) return known.id;
    known.usage = merged;
    handOut(input, message, known);
    return known.id;
  }
  const state: RequestState = {
    id: fitId(known ? `${key}/${stringAt(record, "requestId") ?? input.uuid ?? writer.seq}` : key),
    requestId: stringAt(record, "requestId"),
    seq: writer.seq,
    lastSeq: writer.seq,
    at: writer.at,
    prompts: input.trail.prompts,
    usage,
  };
  session.requests.set(key, state);
  handOut(input, message, state);
  const model = stringAt(message, "model");
  if (thread === MAIN_THREAD) session.draft.tell("model", model);
  return state.id;
}

function handOut(input: RecordInput, message: JsonObject, state: RequestState): void {
  input.session.draft.request({
    id: state.id,
    thread: input.writer.thread,
    seq: state.seq,
    at: state.at,
    model: fitName(stringAt(message, "model")),
    usage: state.usage,
  });
}

function isSameResponse(known: RequestState, input: RecordInput, usage: TokenUsage | undefined): boolean {
  const requestId = stringAt(input.record, "requestId");
  if (requestId !== undefined && known.requestId !== undefined) return requestId === known.requestId;
  if (input.trail.prompts !== known.prompts) return false;
  if (isEmpty(usage) || isEmpty(known.usage)) return input.trail.lastResultSeq <= known.lastSeq;
  return INPUT_SIDE.every((field) => usage?.[field] === known.usage?.[field]);
}

/** What a response read is the same in all of its snapshots; only its output grows. */
const INPUT_SIDE = ["inputTokens", "cacheWriteTokens", "cacheReadTokens"] as const;

function isEmpty(usage: TokenUsage | undefined): boolean {
  return INPUT_SIDE.every((field) => !usage?.[field]);
}

/** Claude's `input_tokens` leave the cache out; its output holds the thinking, which newer versions tell apart. */
function usageOf(message: JsonObject): TokenUsage | undefined {
  if (!isObject(message["usage"])) return undefined;
  const reported = objectAt(message, "usage");
  const output = tokenCount(reported["output_tokens"]);
  const thinking = tokenCount(objectAt(reported, "output_tokens_details")["thinking_tokens"]);
  const usage: TokenUsage = {
    inputTokens: tokenCount(reported["input_tokens"]),
    cacheWriteTokens: tokenCount(reported["cache_creation_input_tokens"]),
    cacheReadTokens: tokenCount(reported["cache_read_input_tokens"]),
    outputTokens: output === undefined ? undefined : Math.max(0, output - (thinking ?? 0)),
    reasoningTokens: thinking,
  };
  return usage;
}
