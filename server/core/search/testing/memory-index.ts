import { analyse } from "../analyse";
import { isStrict, plan, type Variant, type Vocabulary, wordsToCorrect } from "../expand";
import { correctionOf } from "../near";
import { parseQuery } from "../parse-query";
import { rankCandidates } from "../rank";
import { relationsOf } from "../relations";
import { type Token, tokensOf } from "../words";

export interface Text {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

interface Indexed extends Text {
  /** Places of each lexeme, those of the title below 0. */
  readonly places: ReadonlyMap<string, readonly number[]>;
  readonly words: number;
}

const FEW = 10;

/** The index in memory: the same words, plan and ranking as the database has, for tests that must not need one. */
export class MemoryIndex {
  private readonly texts: readonly Indexed[];
  private readonly documents = new Map<string, number>();
  private readonly related: Vocabulary["related"];
  private readonly shown = new Map<string, string>();

  constructor(texts: readonly Text[]) {
    this.texts = texts.map((text) => this.index(text));
    const related = new Map<string, { other: string; score: number }[]>();
    for (const { lexeme, ...relation } of relationsOf(this.texts.map(({ places }) => [...places.keys()]))) {
      related.set(lexeme, [...(related.get(lexeme) ?? []), relation]);
    }
    this.related = related;
  }

  private index(text: Text): Indexed {
    const places = new Map<string, number[]>();
    const add = (tokens: readonly Token[], offset: number) => {
      for (const { lexeme, shown, position } of tokens) {
        places.set(lexeme, [...(places.get(lexeme) ?? []), position + offset]);
        if (!this.shown.has(lexeme)) this.shown.set(lexeme, shown);
      }
    };
    const [title, body] = [tokensOf(text.title), tokensOf(text.body)];
    add(title, -10_000);
    add(body, 0);
    for (const lexeme of places.keys()) this.documents.set(lexeme, (this.documents.get(lexeme) ?? 0) + 1);
    return { ...text, places, words: title.length + body.length };
  }

  /** Ids of the best texts, as `search.everything` would rank them. */
  search(query: string, limit: number): string[] {
    const parsed = parseQuery(query);
    if (!parsed.ok) throw new Error(parsed.fault.message);
    const { words } = analyse(parsed.value);
    const known = [...this.documents].map(([lexeme, documents]) => {
      return { lexeme, documents, shown: this.shown.get(lexeme) ?? lexeme };
    });
    const corrections = new Map(
      wordsToCorrect(words, this.documents).flatMap((word) => {
        const found = correctionOf(word, known);
        return found ? [[word.lexeme, found] as const] : [];
      }),
    );
    const { documents, related, texts } = this;
    const { variants } = plan(words, { entries: texts.length, documents, corrections, related });
    const scored = texts.map((text) => ({ text, ...scoreOf(text, variants, words.length) }));
    const strict = scored.filter(({ hasAll }) => hasAll);
    const pool = strict.length >= FEW ? strict : scored.filter(({ found }) => found > 0);
    const candidates = pool.map(({ text: { id, words: count }, score, found }) => {
      return { kind: "decision", key: id, atMs: 0, status: "accepted", words: count, score, found } as const;
    });
    return rankCandidates(candidates, words.length, 0)
      .slice(0, limit)
      .map(({ key }) => key);
  }

  /** Plain full text for comparison: all words, or any of them, by how rare they are. */
  plain(query: string, limit: number, needs: "all" | "any"): string[] {
    const lexemes = [...new Set(tokensOf(query).map(({ lexeme }) => lexeme))];
    const rarity = (lexeme: string) => Math.log(1 + this.texts.length / (1 + (this.documents.get(lexeme) ?? 0)));
    const scored = this.texts.map((text) => {
      const found = lexemes.filter((lexeme) => text.places.has(lexeme));
      const score = found.reduce((sum, lexeme) => sum + rarity(lexeme) * worthOf(text.places.get(lexeme) ?? []), 0);
      return { id: text.id, score: score / Math.log(10 + text.words), isHit: found.length >= wanted(lexemes, needs) };
    });
    return scored
      .filter(({ isHit }) => isHit)
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .slice(0, limit)
      .map(({ id }) => id);
  }
}

function wanted(lexemes: readonly string[], needs: "all" | "any"): number {
  return needs === "all" ? lexemes.length : 1;
}

function scoreOf(text: Indexed, variants: readonly Variant[], wordCount: number) {
  const best = new Map<number, number>();
  const strict = new Set<number>();
  for (const variant of variants) {
    const places = placesOf(text, variant);
    if (places.length === 0) continue;
    best.set(variant.word, Math.max(best.get(variant.word) ?? 0, variant.weight * worthOf(places)));
    if (isStrict(variant)) strict.add(variant.word);
  }
  const score = [...best.values()].reduce((sum, worth) => sum + worth, 0);
  return { score, found: best.size, hasAll: strict.size === wordCount };
}

function placesOf({ places }: Indexed, { why, lexemes }: Variant): readonly number[] {
  const [first = "", ...rest] = lexemes;
  if (why === "beginning") return [...places].filter(([lexeme]) => lexeme.startsWith(first)).flatMap(([, at]) => at);
  const starts = places.get(first) ?? [];
  return starts.filter((start) => rest.every((lexeme, at) => places.get(lexeme)?.includes(start + at + 1)));
}

/** As ts_rank for one lexeme: the best place counts most, further ones less and less. */
function worthOf(places: readonly number[]): number {
  const weights = places.map((place) => (place < 0 ? 1 : 0.4)).sort((a, b) => b - a);
  return weights.reduce((sum, weight, at) => sum + weight / (at + 1) ** 2, 0) / 1.64493406685;
}
