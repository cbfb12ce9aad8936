/** Misspelt words: what is one or two slips away from a word of the project. */

/** Shorter words have too many neighbours. */
const MIN_CORRECTED_CHARACTERS = 4;
/** From here on two slips are forgiven. */
const LONG_CHARACTERS = 8;
const MAX_CHARACTERS = 24;
const TAG_CHARACTERS = 8;

/**
 * Keys under which a word is kept and looked for: itself, and without each of its letters. Two words that share one are
 * at most two slips apart (SymSpell, Garbe 2012). They begin with a tag of the project, so that one index over all
 * projects reads only its own words; the end of a UUIDv7 is random.
 */
export function nearKeys(projectId: string, { lexeme, shown }: Pick<KnownWord, "lexeme" | "shown">): string[] {
  const tag = projectId.slice(-TAG_CHARACTERS);
  const keys = new Set<string>();
  // A slip in an ending changes the stem, one before it does not: either form may be near.
  for (const word of [lexeme, shown]) {
    if (word.length < MIN_CORRECTED_CHARACTERS - 1 || word.length > MAX_CHARACTERS) continue;
    keys.add(tag + word);
    for (let at = 0; at < word.length; at++) keys.add(tag + word.slice(0, at) + word.slice(at + 1));
  }
  return [...keys];
}

export interface KnownWord {
  readonly lexeme: string;
  readonly shown: string;
  readonly documents: number;
}

/** The word that was most likely meant: the fewest slips, the same first letter, then the most used. */
export function correctionOf(typed: Typed, candidates: readonly KnownWord[]): KnownWord | null {
  if (typed.shown.length < MIN_CORRECTED_CHARACTERS) return null;
  const allowed = typed.shown.length >= LONG_CHARACTERS ? 2 : 1;
  let best: Candidate | null = null;
  for (const word of candidates) {
    const slips = Math.min(slipsBetween(typed.lexeme, word.lexeme), slipsBetween(typed.shown, word.shown));
    if (slips === 0 || slips > allowed) continue;
    if (best === null || isBetter(typed.shown, { word, slips }, best)) best = { word, slips };
  }
  return best?.word ?? null;
}

/** A word of a query, as it was written and as the index would hold it. */
export type Typed = Pick<KnownWord, "lexeme" | "shown">;

type Candidate = { word: KnownWord; slips: number };

function isBetter(shown: string, one: Candidate, other: Candidate): boolean {
  if (one.slips !== other.slips) return one.slips < other.slips;
  const begins = ({ word }: Candidate) => Number(word.shown[0] === shown[0]);
  if (begins(one) !== begins(other)) return begins(one) > begins(other);
  if (one.word.documents !== other.word.documents) return one.word.documents > other.word.documents;
  return one.word.lexeme < other.word.lexeme;
}

/** Letters that were left out, added, taken for others or swapped with their neighbour (optimal string alignment). */
export function slipsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let slips = Math.min(cell(last, j) + 1, cell(row, j - 1) + 1, cell(last, j - 1) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        slips = Math.min(slips, cell(beforeLast, j - 2) + 1);
      }
      row.push(slips);
    }
    beforeLast = last;
    last = row;
  }
  return cell(last, b.length);
}

function cell(row: readonly number[], at: number): number {
  return row[at] ?? Number.POSITIVE_INFINITY;
}
