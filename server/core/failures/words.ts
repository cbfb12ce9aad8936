/** Likeness of texts by their words: rare words count more, and a misspelt one counts as the word that it is nearest to. */

const WORD = /[\p{L}\p{N}_$]{2,40}/gu;
const STOP: ReadonlySet<string> = new Set(
  "the and for with not was were are has have had its this that from but can will did does you your our out all any get got run ran try tried when then than into onto what why how again after before while error errors failed fails fail failure".split(
    " ",
  ),
);

/** Words in lower case, each once, in their order; `timeoutMs` is also `timeout` and `ms`. Numbers say nothing. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const [word] of text.slice(0, MAX_CHARACTERS).matchAll(WORD)) {
    for (const part of new Set([word, ...word.split(/_|(?<=\p{Ll})(?=\p{Lu})/u)])) {
      const lower = part.toLowerCase();
      if (lower.length > 1 && !/^\d+$/.test(lower) && !STOP.has(lower)) words.add(lower);
    }
  }
  return [...words];
}

const MAX_CHARACTERS = 8_000;

export interface Likeness {
  /** How much of the question's weight the document has, 0 to 1. */
  readonly share: number;
  /** Words of the question that it has or nearly has, the rarest first. */
  readonly shared: readonly string[];
}

const MAX_SHARED = 8;
/** Shorter words have too few trigrams to tell a slip from another word. */
const MIN_FUZZY_CHARACTERS = 5;
const MIN_TRIGRAM_SHARE = 0.5;
const FUZZY_WORTH = 0.8;

/** Compares the words of a question with documents, each given as its words; answers by the document's index. */
export function likeness(
  asked: readonly string[],
  documents: readonly (readonly string[])[],
): (index: number) => Likeness {
  const sets = documents.map((words) => new Set(words));
  const found = new Map<string, number>();
  for (const words of sets) for (const word of words) found.set(word, (found.get(word) ?? 0) + 1);
  const near = nearestWords(asked, found);
  // As in inverse document frequency: what every document has says little.
  const weightOf = (word: string) => Math.log(1 + (documents.length + 1) / (1 + (found.get(word) ?? 0)));
  const weights = new Map(asked.map((word) => [word, weightOf(word)]));
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return (index) => {
    const words = sets[index] ?? new Set<string>();
    let sum = 0;
    const shared: string[] = [];
    for (const [word, weight] of weights) {
      const worth = words.has(word) ? 1 : nearWorth(near.get(word), words);
      if (worth === 0) continue;
      sum += weight * worth;
      shared.push(word);
    }
    shared.sort((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
    return { share: all === 0 ? 0 : sum / all, shared: shared.slice(0, MAX_SHARED) };
  };
}

function nearWorth(near: ReadonlyMap<string, number> | undefined, words: ReadonlySet<string>): number {
  let best = 0;
  for (const [word, worth] of near ?? []) if (worth > best && words.has(word)) best = worth;
  return best;
}

/** For each word of the question the words of the documents that are spelt nearly like it. */
function nearestWords(
  asked: readonly string[],
  known: ReadonlyMap<string, number>,
): Map<string, ReadonlyMap<string, number>> {
  const long = asked.filter((word) => word.length >= MIN_FUZZY_CHARACTERS);
  const grams = new Map(long.map((word) => [word, trigramsOf(word)]));
  const near = new Map<string, Map<string, number>>(long.map((word) => [word, new Map()]));
  for (const other of known.keys()) {
    if (other.length < MIN_FUZZY_CHARACTERS) continue;
    let theirs: Set<string> | null = null;
    for (const [word, own] of grams) {
      if (word === other || Math.abs(word.length - other.length) > 3) continue;
      theirs ??= trigramsOf(other);
      const share = dice(own, theirs);
      if (share >= MIN_TRIGRAM_SHARE) near.get(word)?.set(other, share * FUZZY_WORTH);
    }
  }
  return near;
}

function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `;
  const grams = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at++) grams.add(padded.slice(at, at + 3));
  return grams;
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const gram of a) if (b.has(gram)) both++;
  return (2 * both) / (a.size + b.size);
}
