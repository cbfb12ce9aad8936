import type { Token } from "./words";

/** Further ones add next to nothing to the rank of a text. */
const RANKED_PLACES = 8;
/** A tsvector keeps so many of a lexeme (Postgres manual 8.11). */
const MAX_PLACES = 255;
/** So many words on either side tell two places apart. */
const CONTEXT_WORDS = 3;

/**
 * Where the lexemes of a document stand. Of a word that recurs, the first places are kept, and of the later ones those
 * between words that it did not stand between before: a phrase of up to four words is found if it stands anywhere, and a
 * log of a thousand like lines stays short.
 */
export class Places {
  private readonly places = new Map<string, string[]>();
  private readonly contexts = new Set<string>();

  constructor(private readonly maxLexemes: number) {}

  /** Words of a text that begins at a place of the document; the weight is A to C, or nothing for D. */
  add(tokens: readonly Token[], offset: number, weight: string): void {
    const parts = tokens.filter(({ isWhole }) => !isWhole);
    const counts = new Map<string, number>();
    for (const { lexeme } of parts) counts.set(lexeme, (counts.get(lexeme) ?? this.placesOf(lexeme)) + 1);
    for (const [at, token] of parts.entries()) {
      const isFrequent = (counts.get(token.lexeme) ?? 0) > RANKED_PLACES;
      this.note(token, offset, weight, isFrequent && this.isNewContext(parts, at) ? MAX_PLACES : RANKED_PLACES);
    }
    // Identifiers as a whole stand in no phrase.
    for (const token of tokens) if (token.isWhole) this.note(token, offset, weight, RANKED_PLACES);
  }

  /** Each lexeme with its places, as a tsvector is written. */
  entries(): readonly (readonly [string, readonly string[]])[] {
    return [...this.places];
  }

  private placesOf(lexeme: string): number {
    return this.places.get(lexeme)?.length ?? 0;
  }

  private note({ lexeme, position }: Token, offset: number, weight: string, most: number): void {
    const own = this.places.get(lexeme);
    const place = `${offset + position}${weight}`;
    if (own) {
      if (own.length < most) own.push(place);
    } else if (this.places.size < this.maxLexemes) this.places.set(lexeme, [place]);
  }

  private isNewContext(parts: readonly Token[], at: number): boolean {
    const own = parts[at]?.position ?? 0;
    const around = parts.slice(Math.max(0, at - CONTEXT_WORDS), at + CONTEXT_WORDS + 1);
    const context = around.map(({ lexeme, position }) => `${position - own} ${lexeme}`).join(" ");
    const before = this.contexts.size;
    return this.contexts.add(context).size > before;
  }
}
