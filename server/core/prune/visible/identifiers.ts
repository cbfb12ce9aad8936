const MIN_LENGTH = 6;
/** With a dot inside: file names are short. */
const MIN_DOTTED_LENGTH = 4;
const MAX_LENGTH = 200;
/** A number alone is a name only when it is long: an issue, an id, a time stamp. */
const MIN_DIGITS = 6;

/**
 * Calls `see` with each identifier of a text: a run of letters, digits and `_ $ . / @ -` that looks like a name and not
 * like a word. It has 6 to 200 characters (4 are enough with a dot inside) and holds a digit, an underscore, a dollar
 * sign, a slash or dot between other characters, or a capital behind a small letter; and a letter, or at least 6 digits.
 * `see` may answer false to stop. One pass; answers false when it was stopped.
 *
 * In the JSON of a call's arguments a back slash and the letter behind it are no part of a name (`\nfoo_bar`).
 */
export function eachIdentifier(text: string, isJson: boolean, see: (identifier: string) => boolean): boolean {
  let at = 0;
  while (at < text.length) {
    const end = endOfRun(text, at);
    if (end === at) {
      at += isJson && text.charCodeAt(at) === BACK_SLASH ? 2 : 1;
      continue;
    }
    const identifier = trim(text, at, end);
    if (identifier !== null && !see(identifier)) return false;
    at = end;
  }
  return true;
}

function endOfRun(text: string, start: number): number {
  let end = start;
  while (end < text.length && traitOf(text, end) !== 0) end++;
  return end;
}

const BACK_SLASH = 92;
const LETTER = 1;
const DIGIT = 2;
/** Sets a name apart wherever it stands. */
const MARK = 4;
/** Sets a name apart only between other characters. */
const DOT = 8;
const UPPER = 16;
const JOINER = 32;

const TRAITS = buildTraits();

function buildTraits(): Uint8Array {
  const traits = new Uint8Array(128);
  for (let code = 97; code <= 122; code++) traits[code] = LETTER;
  for (let code = 65; code <= 90; code++) traits[code] = LETTER | UPPER;
  for (let code = 48; code <= 57; code++) traits[code] = DIGIT;
  for (const mark of "_$/") traits[mark.charCodeAt(0)] = MARK;
  traits[46] = DOT;
  for (const joiner of "-@") traits[joiner.charCodeAt(0)] = JOINER;
  return traits;
}

function isSmall(code: number): boolean {
  return code >= 97 && code <= 122;
}

function mayName(traits: number): boolean {
  return (traits & (MARK | DIGIT | DOT)) !== 0;
}

/** Takes off what a sentence leaves at the ends, then looks whether a name is left. */
function trim(text: string, from: number, to: number): string | null {
  if (to - from < MIN_DOTTED_LENGTH || to - from > MAX_LENGTH) return null;
  let start = from;
  let end = to;
  while (start < end && isEdge(text.charCodeAt(start))) start++;
  while (end > start && isEdge(text.charCodeAt(end - 1))) end--;
  const traits = traitsOf(text, start, end);
  const length = end - start;
  if (length < ((traits & DOT) !== 0 ? MIN_DOTTED_LENGTH : MIN_LENGTH)) return null;
  if ((traits & LETTER) === 0 && countDigits(text, start, end) < MIN_DIGITS) return null;
  return mayName(traits) ? text.slice(start, end) : null;
}

/** `. / - @` at an end belong to the sentence, the listing or the diff around the name. */
function isEdge(code: number): boolean {
  return code === 46 || code === 47 || code === 45 || code === 64;
}

function traitsOf(text: string, start: number, end: number): number {
  let traits = 0;
  for (let at = start; at < end; at++) {
    const trait = traitOf(text, at);
    traits |= trait;
    if ((trait & UPPER) !== 0 && at > start && isSmall(text.charCodeAt(at - 1))) traits |= MARK;
  }
  return traits;
}

/** Letters beyond ASCII are letters; the signs between them (`→`, `…`, `│`, `「`) end a name. */
function traitOf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 128) return TRAITS[code] ?? 0;
  return isSign(code) ? 0 : LETTER;
}

/** Latin-1 signs, punctuation, arrows, mathematics, box drawing and dingbats; CJK and full-width punctuation. */
function isSign(code: number): boolean {
  return code < 0xc0 || (code >= 0x2000 && code <= 0x2bff) || (code >= 0x3000 && code <= 0x303f) || code === 0xff5c;
}

function countDigits(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) if (TRAITS[text.charCodeAt(at)] === DIGIT) count++;
  return count;
}
