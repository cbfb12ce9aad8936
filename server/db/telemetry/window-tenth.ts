import type { SqlParams } from "./where";

/** A size that a model's window comes with. */
export interface ModelSize {
  readonly model: string;
  readonly tokens: number;
}

/**
 * The size of the window of a session `s`. Where the session told none, the smallest of its model's `sizes` that holds
 * its peak counts; null when neither is known.
 */
export function windowTokensSql(sizes: readonly ModelSize[], params: SqlParams): string {
  return `(SELECT coalesce(nullif(s.window_tokens, 0), min(size.tokens))
       FROM unnest(${params.add(sizes.map((size) => size.model))}::text[],
                   ${params.add(sizes.map((size) => size.tokens))}::int[]) AS size(model, tokens)
       WHERE size.model = s.model AND size.tokens >= coalesce(s.peak_context_tokens, 0))`;
}

/** The tenth of the window, 0 to 9, that a share lies in; 10 for more than the whole window. */
export function tenthSql(share: string): string {
  return `CASE WHEN ${share} < 1 THEN floor(${share} * 10)::int WHEN ${share} >= 1 THEN 10 END`;
}
