import type { QueryWord } from "../../core/search/analyse";
import { lexemesToLookUp, type Vocabulary, wordsToCorrect } from "../../core/search/expand";
import { correctionOf, type KnownWord, nearKeys, type Typed } from "../../core/search/near";
import type { ProjectKey } from "../../db/projects/deletion";
import { readRelations } from "../../db/search/relations";
import { readEntryCount, readNearWords, readWords } from "../../db/search/words";
import type { Deps } from "../deps";

const MAX_NEAR = 400;

/** What the project's index knows of the words; `correct` also looks for what a misspelt one meant. */
export async function vocabularyFor(
  { db }: Pick<Deps, "db">,
  key: ProjectKey,
  words: readonly QueryWord[],
  fields: readonly string[],
  correct: boolean,
): Promise<Vocabulary> {
  const own = words.flatMap(({ lexemes }) => lexemes);
  const [entries, known, relations] = await Promise.all([
    readEntryCount(db, key),
    readWords(db, key, [...lexemesToLookUp(words), ...fields]),
    readRelations(db, key, own),
  ]);
  const documents = new Map(known.map(({ lexeme, documents: count }) => [lexeme, count]));
  const related = new Map<string, { other: string; score: number }[]>();
  for (const { lexeme, ...relation } of relations) related.set(lexeme, [...(related.get(lexeme) ?? []), relation]);
  const corrections = correct ? await correctionsOf(db, key, wordsToCorrect(words, documents)) : new Map();
  const others = [...relations.map(({ other }) => other)].filter((lexeme) => !documents.has(lexeme));
  for (const { lexeme, documents: count } of await readWords(db, key, others)) documents.set(lexeme, count);
  for (const word of corrections.values()) documents.set(word.lexeme, word.documents);
  return { entries, documents, corrections, related };
}

async function correctionsOf(
  db: Deps["db"],
  key: ProjectKey,
  words: readonly Typed[],
): Promise<Map<string, KnownWord>> {
  const found = await Promise.all(
    words.map(async (word) => {
      const near = nearKeys(key.projectId, word);
      const candidates = near.length === 0 ? [] : await readNearWords(db, key, near, MAX_NEAR);
      return [word.lexeme, correctionOf(word, candidates)] as const;
    }),
  );
  return new Map(found.flatMap(([lexeme, word]) => (word ? [[lexeme, word] as const] : [])));
}
