/** What a text is about, as a set of words that carry meaning; the basis of likeness between decisions. */

const STOP = new Set(
  `a about above after again all also an and any are as at be because been before being below between both but by can
  could did do does doing down during each few for from further had has have having he her here him his how i if in into
  is it its itself just let like made make makes may me might more most must my need needs new no nor not now of off on
  once one only or other our out over own per same shall she should so some such than that the their them then there
  these they this those through to too two under until up us use used uses using very via want was we were what when
  where whether which while who whom why will with without would yes you your approach choose chosen decide decided
  decision instead option keep plan prefer question answer`.split(/\s+/),
);

const MIN_CHARACTERS = 2;

/** In the order of the text, each once; endings that only inflect are cut, so that "retries" is "retry". */
export function subjectWords(text: string): Set<string> {
  const words = text
    .normalize("NFKC")
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return new Set(
    (words ?? []).filter((word) => word.length >= MIN_CHARACTERS && !STOP.has(word)).map((word) => stem(word)),
  );
}

/** Inflection only, and only where enough of the word is left to tell it from others. */
function stem(word: string): string {
  if (word.length <= 4) return word.length === 4 && /[^su]s$/.test(word) ? word.slice(0, -1) : word;
  const plain = word.replace(/ies$/, "y").replace(/([^s])s$/, "$1");
  const cut = plain.replace(/(?:ing|ed)$/, "");
  return cut.length < 4 ? plain : cut.replace(/([^aeiouls])\1$/, "$1").replace(/e$/, "");
}

/** How much a word tells within a set of texts: rare ones more, those of every text little. */
export type Weights = (word: string) => number;

export function weightsOf(texts: readonly ReadonlySet<string>[]): Weights {
  const counts = new Map<string, number>();
  for (const words of texts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weights = new Map([...counts].map(([word, count]) => [word, Math.log(1 + (texts.length + 1) / (count + 1))]));
  const unknown = Math.log(2 + texts.length);
  return (word) => weights.get(word) ?? unknown;
}

/** Weighted share of words in common, between 0 and 1 (Jaccard). */
export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>, weight: Weights): number {
  const common = sumOf(commonWords(a, b), weight);
  const all = sumOf(a, weight) + sumOf(b, weight) - common;
  return all === 0 ? 0 : common / all;
}

/** Share of the smaller text's words that the other has as well, between 0 and 1. */
export function containment(a: ReadonlySet<string>, b: ReadonlySet<string>, weight: Weights): number {
  const smaller = Math.min(sumOf(a, weight), sumOf(b, weight));
  return smaller === 0 ? 0 : sumOf(commonWords(a, b), weight) / smaller;
}

export function commonWords(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  const common: string[] = [];
  for (const word of small) if (large.has(word)) common.push(word);
  return common;
}

function sumOf(words: Iterable<string>, weight: Weights): number {
  let sum = 0;
  for (const word of words) sum += weight(word);
  return sum;
}
