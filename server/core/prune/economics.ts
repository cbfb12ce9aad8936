/**
 * What a change of the context costs and brings. Everything in front of the first changed event stays in the
 * provider's prompt cache; what stands behind it is written anew once, and from then on every request reads less.
 * Shares of the input price as providers list them: a cached read costs 0.1, a cache write 1.25.
 */
export const CACHE_READ_SHARE = 0.1;
export const CACHE_WRITE_SHARE = 1.25;

export interface Economics {
  readonly savedTokens: number;
  /** In front of the first change: still cached. */
  readonly keptPrefixTokens: number;
  /** Behind it, as it stands after the change: written to the cache once more. */
  readonly rewrittenTokens: number;
  /** The cache had been forgotten anyway, so the next request pays for the whole context with or without the change. */
  readonly isCacheCold: boolean;
  /** Requests until the change has paid for itself; 0 at a cold cache, null when it never does. */
  readonly breakEvenRequests: number | null;
}

/** Tokens only; a price is the caller's to add. */
export function economicsOf(change: {
  readonly savedTokens: number;
  readonly keptPrefixTokens: number;
  readonly rewrittenTokens: number;
  readonly isCacheCold: boolean;
}): Economics {
  return { ...change, breakEvenRequests: breakEven(change) };
}

function breakEven(change: { savedTokens: number; rewrittenTokens: number; isCacheCold: boolean }): number | null {
  if (change.savedTokens <= 0) return null;
  if (change.isCacheCold) return 0;
  const extraCost = change.rewrittenTokens * (CACHE_WRITE_SHARE - CACHE_READ_SHARE);
  const savedARequest = change.savedTokens * CACHE_READ_SHARE;
  return Math.ceil(extraCost / savedARequest);
}
