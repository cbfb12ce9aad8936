export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** The first few and how many more there are. */
export function listed(items: readonly string[], max: number): string {
  const shown = items.slice(0, Math.max(1, max));
  const more = items.length - shown.length;
  return more === 0 ? shown.join(", ") : `${shown.join(", ")} and ${more} more`;
}

/** On one line, without full stop at the end, cut at a word. */
export function quoted(text: string, maxCharacters: number): string {
  const line = text
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[.;:,]+$/, "");
  if (line.length <= maxCharacters) return `“${line}”`;
  const cut = line.slice(0, maxCharacters - 1);
  const space = cut.lastIndexOf(" ");
  return `“${space > maxCharacters / 2 ? cut.slice(0, space) : withoutHalfPair(cut)}…”`;
}

/** A cut may not leave half of a surrogate pair behind. */
function withoutHalfPair(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
