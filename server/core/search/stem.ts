/** Longer ones are no English. */
const MAX_CHARACTERS = 40;

/**
 * The stem of an English word: Porter, "An algorithm for suffix stripping" (1980), with the published departures
 * (`logi` → `log`). Lower case a–z only; other words come back as they are.
 */
export function stem(word: string): string {
  if (word.length < 3 || word.length > MAX_CHARACTERS || !/^[a-z]+$/.test(word)) return word;
  let w = word.startsWith("y") ? `Y${word.slice(1)}` : word;
  w = step1a(w);
  w = step1b(w);
  if (/^(.*[aeiouy].*)y$/.test(w)) w = `${w.slice(0, -1)}i`;
  w = bySuffix(w, STEP_2, (base) => measure(base) > 0);
  w = bySuffix(w, STEP_3, (base) => measure(base) > 0);
  w = step4(w);
  return step5(w).toLowerCase();
}

const CONSONANT = "[^aeiou]";
const VOWEL = "[aeiouy]";
const CONSONANTS = `${CONSONANT}[^aeiouy]*`;
const VOWELS = `${VOWEL}[aeiou]*`;
const SEQUENCE = new RegExp(`^(?:${CONSONANTS})?((?:${VOWELS}${CONSONANTS})*)(?:${VOWELS})?$`);
const PAIR = new RegExp(`${VOWELS}${CONSONANTS}`, "g");
const HAS_VOWEL = new RegExp(`^(?:${CONSONANTS})?${VOWEL}`);
const SHORT_END = new RegExp(`^${CONSONANTS}${VOWEL}[^aeiouwxy]$`);

/** How many times a vowel sequence is followed by a consonant sequence: the m of the paper. */
function measure(base: string): number {
  return SEQUENCE.exec(base)?.[1]?.match(PAIR)?.length ?? 0;
}

function step1a(w: string): string {
  if (/(?:ss|i)es$/.test(w)) return w.slice(0, -2);
  return /[^s]s$/.test(w) ? w.slice(0, -1) : w;
}

function step1b(w: string): string {
  if (w.endsWith("eed")) return measure(w.slice(0, -3)) > 0 ? w.slice(0, -1) : w;
  const base = /^(.+?)(?:ed|ing)$/.exec(w)?.[1];
  if (base === undefined || !HAS_VOWEL.test(base)) return w;
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  if (/([^aeiouylsz])\1$/.test(base)) return base.slice(0, -1);
  return SHORT_END.test(base) ? `${base}e` : base;
}

const STEP_2: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["entli", "ent"],
  ["ousli", "ous"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["alli", "al"],
  ["ator", "ate"],
  ["logi", "log"],
  ["bli", "ble"],
  ["eli", "e"],
];

const STEP_3: readonly (readonly [string, string])[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];

/** The first (longest) ending that fits decides, whether or not it may be replaced. */
function bySuffix(w: string, table: readonly (readonly [string, string])[], mayReplace: (base: string) => boolean) {
  const found = table.find(([ending]) => w.endsWith(ending));
  if (!found) return w;
  const base = w.slice(0, -found[0].length);
  return mayReplace(base) ? base + found[1] : w;
}

const STEP_4 = /^(.+?)(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic|ou)$|^(.+?[st])ion$/;

function step4(w: string): string {
  const match = STEP_4.exec(w);
  const base = match?.[1] ?? match?.[2];
  return base !== undefined && measure(base) > 1 ? base : w;
}

function step5(w: string): string {
  let result = w;
  if (w.endsWith("e")) {
    const base = w.slice(0, -1);
    const m = measure(base);
    if (m > 1 || (m === 1 && !SHORT_END.test(base))) result = base;
  }
  return result.endsWith("ll") && measure(result.slice(0, -1)) > 1 ? result.slice(0, -1) : result;
}
