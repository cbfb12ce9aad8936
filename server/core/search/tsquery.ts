/** Texts of Postgres' `tsquery`, built from lexemes that may hold any character. */

/** A lexeme in quotes; quotes and backslashes in it are doubled (Postgres manual 8.11). */
export function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

export function prefixOf(lexeme: string): string {
  return `${quoteLexeme(lexeme)}:*`;
}

/** All of them; null when there are none. */
export function allOf(queries: readonly string[]): string | null {
  return joined(queries, " & ");
}

/** At least one of them; null when there are none. */
export function anyOf(queries: readonly string[]): string | null {
  return joined([...new Set(queries)], " | ");
}

/** Lexemes one after the other, at the distances that they have in the query. */
export function phraseOf(words: readonly { readonly lexeme: string; readonly position: number }[]): string | null {
  const [first, ...rest] = words;
  if (!first) return null;
  let query = quoteLexeme(first.lexeme);
  let last = first.position;
  for (const { lexeme, position } of rest) {
    query += ` <${position - last}> ${quoteLexeme(lexeme)}`;
    last = position;
  }
  return rest.length === 0 ? query : `(${query})`;
}

function joined(queries: readonly string[], by: string): string | null {
  const [first] = queries;
  if (first === undefined) return null;
  return queries.length === 1 ? first : `(${queries.join(by)})`;
}
