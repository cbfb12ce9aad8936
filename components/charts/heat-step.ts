/**
 * How strongly a cell is coloured, 0 to 4. Steps are even in the square root, because a week has few busy hours and
 * many quiet ones, and quiet is not nothing.
 */
export function heatStep(value: number, most: number): 0 | 1 | 2 | 3 | 4 {
  if (value <= 0 || most <= 0) return 0;
  const share = Math.sqrt(value / most);
  if (share <= 0.25) return 1;
  if (share <= 0.5) return 2;
  return share <= 0.75 ? 3 : 4;
}
