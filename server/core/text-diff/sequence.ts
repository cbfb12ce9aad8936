/** A stretch that both sequences hold: `length` items from `a[aStart]` equal those from `b[bStart]`. */
export type Common = { aStart: number; bStart: number; length: number };

type Range = { aFrom: number; aTo: number; bFrom: number; bTo: number };
type Pair = { a: number; b: number };

/** The table of a longest common subsequence has this many cells at most (16 MB); above it, anchors divide the work. */
const MAX_TABLE_CELLS = 4_000_000;

/**
 * The stretches that `a` and `b` have in common, in order, each as long as it goes.
 *
 * Equal ends are taken off first. What is left is solved exactly by a longest common subsequence while its table fits;
 * a larger middle is divided at the items that occur once on each side (patience diff), and a middle without such
 * items counts as replaced. The answer is always a valid alignment; only its shortness is given up in huge texts.
 */
export function commonStretches(a: readonly string[], b: readonly string[]): Common[] {
  const pairs: Pair[] = [];
  align(a, b, { aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }, pairs);
  return joined(pairs);
}

function align(a: readonly string[], b: readonly string[], whole: Range, pairs: Pair[]): void {
  const { aFrom, bFrom } = whole;
  let { aTo, bTo } = whole;
  let head = 0;
  while (aFrom + head < aTo && bFrom + head < bTo && a[aFrom + head] === b[bFrom + head]) {
    pairs.push({ a: aFrom + head, b: bFrom + head });
    head += 1;
  }
  let tail = 0;
  while (aTo > aFrom + head && bTo > bFrom + head && a[aTo - 1] === b[bTo - 1]) {
    aTo -= 1;
    bTo -= 1;
    tail += 1;
  }
  alignMiddle(a, b, { aFrom: aFrom + head, aTo, bFrom: bFrom + head, bTo }, pairs);
  for (let i = 0; i < tail; i += 1) pairs.push({ a: aTo + i, b: bTo + i });
}

function alignMiddle(a: readonly string[], b: readonly string[], range: Range, pairs: Pair[]): void {
  const rows = range.aTo - range.aFrom;
  const columns = range.bTo - range.bFrom;
  if (rows === 0 || columns === 0) return;
  if ((rows + 1) * (columns + 1) <= MAX_TABLE_CELLS) {
    alignExactly(a, b, range, pairs);
    return;
  }
  let { aFrom, bFrom } = range;
  const anchors = anchorsOf(a, b, range);
  if (anchors.length === 0) return;
  for (const anchor of anchors) {
    align(a, b, { aFrom, aTo: anchor.a, bFrom, bTo: anchor.b }, pairs);
    pairs.push(anchor);
    aFrom = anchor.a + 1;
    bFrom = anchor.b + 1;
  }
  align(a, b, { aFrom, aTo: range.aTo, bFrom, bTo: range.bTo }, pairs);
}

function alignExactly(a: readonly string[], b: readonly string[], range: Range, pairs: Pair[]): void {
  const rows = range.aTo - range.aFrom;
  const columns = range.bTo - range.bFrom;
  const width = columns + 1;
  // lengths[i * width + j]: the longest common subsequence of what follows row i and column j.
  const lengths = new Uint32Array((rows + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        a[range.aFrom + row] === b[range.bFrom + column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  let row = 0;
  let column = 0;
  while (row < rows && column < columns) {
    if (a[range.aFrom + row] === b[range.bFrom + column]) {
      pairs.push({ a: range.aFrom + row, b: range.bFrom + column });
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
}

/** Items that occur once on each side, those of them that stand in the same order: the longest rising run. */
function anchorsOf(a: readonly string[], b: readonly string[], range: Range): Pair[] {
  const inA = positionsOfUnique(a, range.aFrom, range.aTo);
  const inB = positionsOfUnique(b, range.bFrom, range.bTo);
  const candidates: Pair[] = [];
  for (const [item, position] of inA) {
    const other = inB.get(item);
    if (position !== null && other !== undefined && other !== null) candidates.push({ a: position, b: other });
  }
  return longestRising(candidates);
}

/** Each item's only position; null for an item that occurs more than once. */
function positionsOfUnique(items: readonly string[], from: number, to: number): Map<string, number | null> {
  const positions = new Map<string, number | null>();
  for (let i = from; i < to; i += 1) {
    const item = items[i] ?? "";
    positions.set(item, positions.has(item) ? null : i);
  }
  return positions;
}

/** The longest subsequence whose `b` rises, of pairs whose `a` rises already (patience sorting). */
function longestRising(candidates: readonly Pair[]): Pair[] {
  const piles: number[] = [];
  const before: number[] = [];
  candidates.forEach((candidate, index) => {
    let low = 0;
    let high = piles.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const top = candidates[piles[middle] ?? 0];
      if (top && top.b < candidate.b) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (piles[low - 1] ?? -1) : -1;
    piles[low] = index;
  });
  const rising: Pair[] = [];
  for (let index = piles.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = candidates[index];
    if (pair) rising.push(pair);
  }
  return rising.reverse();
}

function joined(pairs: readonly Pair[]): Common[] {
  const stretches: Common[] = [];
  for (const { a, b } of pairs) {
    const last = stretches.at(-1);
    if (last && last.aStart + last.length === a && last.bStart + last.length === b) last.length += 1;
    else stretches.push({ aStart: a, bStart: b, length: 1 });
  }
  return stretches;
}
