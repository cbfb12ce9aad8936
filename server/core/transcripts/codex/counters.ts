import type { TokenUsage } from "../../events/ingest-batch";
import { isObject, type JsonObject, objectAt } from "../json";
import { tokenCount } from "../usage";

/** Running totals of a rollout. Input includes what was cached, output includes the reasoning. */
interface Totals {
  input: number;
  cached: number;
  output: number;
  reasoning: number;
}

const NOTHING: Totals = { input: 0, cached: 0, output: 0, reasoning: 0 };

/**
 * Turns cumulative counters into the usage of single requests. The same totals come again with every refresh of the
 * rate limits, and `last_token_usage` counts some requests twice; only the differences add up.
 */
export class TokenCounters {
  #before: Totals = NOTHING;

  /** Usage since the last call: five disjoint numbers; null when nothing was used or nothing is told. */
  next(info: unknown): TokenUsage | null {
    if (!isObject(info)) return null;
    const totals = totalsOf(objectAt(info, "total_token_usage"));
    if (totals === null) return null;
    const before = isRestart(this.#before, totals) ? NOTHING : this.#before;
    this.#before = totals;
    const input = totals.input - before.input;
    const cached = totals.cached - before.cached;
    const output = totals.output - before.output;
    const reasoning = totals.reasoning - before.reasoning;
    if (input === 0 && output === 0) return null;
    return {
      inputTokens: Math.max(0, input - cached),
      cacheReadTokens: cached,
      outputTokens: Math.max(0, output - reasoning),
      reasoningTokens: reasoning,
    };
  }
}

function totalsOf(reported: JsonObject): Totals | null {
  const input = tokenCount(reported["input_tokens"]);
  const output = tokenCount(reported["output_tokens"]);
  if (input === undefined || output === undefined) return null;
  return {
    input,
    cached: tokenCount(reported["cached_input_tokens"]) ?? 0,
    output,
    reasoning: tokenCount(reported["reasoning_output_tokens"]) ?? 0,
  };
}

/** Counters only grow, unless a resumed process counts from zero. */
function isRestart(before: Totals, now: Totals): boolean {
  return (
    now.input < before.input ||
    now.output < before.output ||
    now.cached < before.cached ||
    now.reasoning < before.reasoning
  );
}
