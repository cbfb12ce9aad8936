/**
 * Size of a text in tokens where no provider reported it: one token for four UTF-16 units, rounded up.
 * Measured against provider counts: −21 to +23 %, median +1 %. Shown on screen as an estimate.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
