import type { TokenUsage } from "../../events/ingest-batch";
import { isObject, type JsonObject, parseObject } from "../json";
import { tokenCount } from "../usage";

/**
 * Tokens of a task's requests, in their order, out of the log that Cline keeps for the person (`ui_messages.json`): older
 * versions tell them nowhere else. An entry is written again while its request runs, so that the last one of a time
 * counts; requests without tokens were cancelled before the model answered.
 */
export function usagesIn(log: string | undefined): TokenUsage[] {
  const byTime = new Map<unknown, TokenUsage>();
  for (const entry of entriesOf(log)) {
    if (entry["say"] !== "api_req_started" || typeof entry["text"] !== "string") continue;
    const usage = usageOf(parseObject(entry["text"]) ?? {});
    if (usage) byTime.set(entry["ts"], usage);
  }
  return [...byTime.values()];
}

function entriesOf(log: string | undefined): JsonObject[] {
  if (log === undefined) return [];
  try {
    const entries: unknown = JSON.parse(log);
    return Array.isArray(entries) ? entries.filter(isObject) : [];
  } catch {
    return []; // a torn log tells nothing; the conversation stands on its own
  }
}

function usageOf(told: JsonObject): TokenUsage | undefined {
  const usage: TokenUsage = {
    inputTokens: tokenCount(told["tokensIn"]),
    cacheWriteTokens: tokenCount(told["cacheWrites"]),
    cacheReadTokens: tokenCount(told["cacheReads"]),
    outputTokens: tokenCount(told["tokensOut"]),
  };
  return Object.values(usage).some((count) => count) ? usage : undefined;
}
