import type { TokenUsage } from "../../events/ingest-batch";
import { isObject, objectAt } from "../json";
import { tokenCount } from "../usage";

/**
 * Five disjoint numbers out of what a provider reports. Anthropic's `input_tokens` leave the cache out; OpenAI's
 * `prompt_tokens` (chat completions) and `input_tokens` (Responses) hold what was cached, and its output holds the
 * reasoning. The details tell the two apart.
 */
export function usageOf(reported: unknown): TokenUsage | undefined {
  if (!isObject(reported)) return undefined;
  const isOpenAi = "prompt_tokens" in reported || "input_tokens_details" in reported;
  const cached = tokenCount(
    isOpenAi
      ? (objectAt(reported, "prompt_tokens_details")["cached_tokens"] ??
          objectAt(reported, "input_tokens_details")["cached_tokens"])
      : reported["cache_read_input_tokens"],
  );
  const input = tokenCount(reported["prompt_tokens"] ?? reported["input_tokens"]);
  const output = tokenCount(reported["completion_tokens"] ?? reported["output_tokens"]);
  const reasoning = reasoningOf(reported);
  const usage: TokenUsage = {
    inputTokens: isOpenAi ? without(input, cached) : input,
    cacheWriteTokens: tokenCount(reported["cache_creation_input_tokens"]),
    cacheReadTokens: cached,
    outputTokens: without(output, reasoning),
    reasoningTokens: reasoning,
  };
  return Object.values(usage).every((count) => count === undefined) ? undefined : usage;
}

function reasoningOf(reported: Record<string, unknown>): number | undefined {
  const details = {
    ...objectAt(reported, "completion_tokens_details"),
    ...objectAt(reported, "output_tokens_details"),
  };
  return tokenCount(details["reasoning_tokens"] ?? details["thinking_tokens"]);
}

function without(whole: number | undefined, part: number | undefined): number | undefined {
  return whole === undefined ? undefined : Math.max(0, whole - (part ?? 0));
}
