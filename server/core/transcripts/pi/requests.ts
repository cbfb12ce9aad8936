import type { TokenUsage } from "../../events/ingest-batch";
import { fitId, fitName } from "../fields";
import { isObject, type JsonObject, objectAt, stringAt } from "../json";
import { tokenCount } from "../usage";
import type { PiEntry } from "./state";

/** Hands out the model request behind an entry, one each, and answers its id. It is named after the entry. */
export function addRequest({ file, writer }: PiEntry, message: JsonObject, seq: number): string {
  const id = fitId(`${writer.recordId}:request`);
  const usage = usageOf(message);
  const model = fitName(stringAt(message, "model"));
  file.draft.request({ id, thread: writer.thread, seq, at: writer.at, model, ...(usage ? { usage } : {}) });
  return id;
}

/**
 * pi's `input` leaves the cache out; its `output` holds the reasoning, which newer versions tell apart. Four zeros
 * mean that the provider reported nothing before the request was aborted or failed: unknown, not free.
 */
export function usageOf(message: JsonObject): TokenUsage | undefined {
  if (!isObject(message["usage"])) return undefined;
  const reported = objectAt(message, "usage");
  const output = tokenCount(reported["output"]);
  const reasoning = tokenCount(reported["reasoning"]);
  const usage: TokenUsage = {
    inputTokens: tokenCount(reported["input"]),
    cacheWriteTokens: tokenCount(reported["cacheWrite"]),
    cacheReadTokens: tokenCount(reported["cacheRead"]),
    outputTokens: output === undefined ? undefined : Math.max(0, output - (reasoning ?? 0)),
    reasoningTokens: reasoning,
  };
  return Object.values(usage).some((tokens) => tokens) ? usage : undefined;
}
