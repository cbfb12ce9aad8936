import { isModel, normalizeModel } from "../events/model-name";

/**
 * What a cached input token costs, by model and date. Carried noise is charged at this price, because the window is
 * re-read from the prompt cache at every request. As of 2026-11: the Claude rows follow Anthropic's price page ("Cache
 * hits and refreshes"), but for claude-opus-5-5 and claude-sonnet-5-5; these and the OpenAI rows come from secondary
 * listings of "Cached input". A model that is not listed, or whose price depends on the length of the prompt, is
 * unknown, never $0.
 */
interface PriceRow {
  /** The model's normalized name, without release marks. */
  readonly model: string;
  /** In force since this UTC day; 0 is "since the model came out". */
  readonly sinceMs: number;
  /** 1 USD per million tokens is 1,000. */
  readonly nanoUsdPerToken: number;
}

/** When the table was last compared with its sources. */
export const PRICES_AS_OF = "November 2026";

export const PRICES: readonly PriceRow[] = [
  { model: "claude-fable-5-1", sinceMs: 0, nanoUsdPerToken: 250 },
  { model: "claude-fable-5", sinceMs: 0, nanoUsdPerToken: 1_000 },
  { model: "claude-mythos-5-1", sinceMs: 0, nanoUsdPerToken: 250 },
  { model: "claude-mythos-5", sinceMs: 0, nanoUsdPerToken: 1_000 },
  { model: "claude-opus-5", sinceMs: 0, nanoUsdPerToken: 500 },
  { model: "claude-opus-5-5", sinceMs: 0, nanoUsdPerToken: 200 },
  { model: "claude-opus-4-8", sinceMs: 0, nanoUsdPerToken: 500 },
  { model: "claude-opus-4-7", sinceMs: 0, nanoUsdPerToken: 500 },
  { model: "claude-opus-4-6", sinceMs: 0, nanoUsdPerToken: 500 },
  { model: "claude-opus-4-5", sinceMs: 0, nanoUsdPerToken: 500 },
  { model: "claude-opus-4-1", sinceMs: 0, nanoUsdPerToken: 1_500 },
  { model: "claude-opus-4", sinceMs: 0, nanoUsdPerToken: 1_500 },
  { model: "claude-sonnet-5-5", sinceMs: 0, nanoUsdPerToken: 200 },
  { model: "claude-sonnet-5-5", sinceMs: Date.UTC(2026, 9, 7), nanoUsdPerToken: 100 },
  { model: "claude-sonnet-5", sinceMs: 0, nanoUsdPerToken: 200 },
  { model: "claude-sonnet-4-6", sinceMs: 0, nanoUsdPerToken: 300 },
  { model: "claude-sonnet-4-5", sinceMs: 0, nanoUsdPerToken: 300 },
  { model: "claude-sonnet-4", sinceMs: 0, nanoUsdPerToken: 300 },
  { model: "claude-3-7-sonnet", sinceMs: 0, nanoUsdPerToken: 300 },
  { model: "claude-3-5-sonnet", sinceMs: 0, nanoUsdPerToken: 300 },
  { model: "claude-haiku-4-5", sinceMs: 0, nanoUsdPerToken: 100 },
  { model: "claude-3-5-haiku", sinceMs: 0, nanoUsdPerToken: 80 },
  { model: "claude-3-haiku", sinceMs: 0, nanoUsdPerToken: 30 },
  { model: "gpt-5-5", sinceMs: 0, nanoUsdPerToken: 500 },
  { model: "gpt-5-4", sinceMs: 0, nanoUsdPerToken: 250 },
  { model: "gpt-5-4-mini", sinceMs: 0, nanoUsdPerToken: 75 },
  { model: "gpt-5-4-nano", sinceMs: 0, nanoUsdPerToken: 20 },
  { model: "gpt-5-3-codex", sinceMs: 0, nanoUsdPerToken: 175 },
  { model: "gpt-5-2", sinceMs: 0, nanoUsdPerToken: 175 },
  { model: "gpt-5-1-codex", sinceMs: 0, nanoUsdPerToken: 125 },
  { model: "gpt-5-1", sinceMs: 0, nanoUsdPerToken: 125 },
  { model: "gpt-5", sinceMs: 0, nanoUsdPerToken: 125 },
  { model: "gpt-5-codex", sinceMs: 0, nanoUsdPerToken: 125 },
  { model: "gpt-5-mini", sinceMs: 0, nanoUsdPerToken: 25 },
  { model: "gpt-5-nano", sinceMs: 0, nanoUsdPerToken: 5 },
  { model: "gpt-4-1", sinceMs: 0, nanoUsdPerToken: 500 },
  { model: "gpt-4-1-mini", sinceMs: 0, nanoUsdPerToken: 100 },
  { model: "gpt-4-1-nano", sinceMs: 0, nanoUsdPerToken: 25 },
  { model: "gpt-4o", sinceMs: 0, nanoUsdPerToken: 1_250 },
  { model: "gpt-4o-mini", sinceMs: 0, nanoUsdPerToken: 75 },
];

/** Price in nano-USD of one cached token at the time; null when it is unknown. */
export function cachedReadPrice(model: string | null, atMs: number): number | null {
  if (model === null) return null;
  const name = normalizeModel(model);
  let price: PriceRow | null = null;
  for (const row of PRICES) {
    if (row.sinceMs > atMs || !isModel(name, row.model)) continue;
    if (price === null || row.sinceMs > price.sinceMs) price = row;
  }
  return price?.nanoUsdPerToken ?? null;
}
