import { buildDocument, type SearchSource } from "../../core/search/document";
import { nearKeys } from "../../core/search/near";
import type { TenantSql } from "../../db/client";
import type { ProjectKey } from "../../db/projects/deletion";
import { countEntries, type EntryRow, putEntries } from "../../db/search/entries";
import { addWords, type WordRow } from "../../db/search/words";
import type { Deps } from "../deps";
import { wantVectorsOf } from "./embed-project";

/** Rows of words that one transaction writes. */
const BATCH_WORDS = 2_500;

/** Something to be found, and where it is kept. */
export interface EntrySource extends SearchSource {
  readonly key: string;
  readonly sessionId: string | null;
  readonly contentHash: Buffer | null;
  readonly at: Date;
  /** What the list shows as its state; of an event its kind. */
  readonly shownStatus: string;
}

/** Entries and the words that they bring. */
export interface BuiltEntries {
  readonly rows: readonly EntryRow[];
  readonly words: readonly WordRow[];
}

export function buildEntries(key: ProjectKey, sources: readonly EntrySource[]): BuiltEntries {
  const counts = new Map<string, { shown: string; documents: number }>();
  const rows = sources.map((source): EntryRow => {
    const { tsv, words, vocabulary, fields } = buildDocument(source);
    // Fields are counted too, so that a search knows which of its conditions is the rare one; nobody misspells them.
    for (const [lexeme, shown] of [...vocabulary, ...fields.map((field) => [field, ""] as const)]) {
      const known = counts.get(lexeme);
      if (known) known.documents++;
      else counts.set(lexeme, { shown, documents: 1 });
    }
    const { kind, key: name, sessionId, contentHash, at, title, shownStatus } = source;
    // The text of an event is stored already, in `content`.
    const body = contentHash === null ? source.body : "";
    return { kind, key: name, sessionId, contentHash, at, title, body, status: shownStatus, words, tsv };
  });
  const words = [...counts].map(([lexeme, word]) => ({
    lexeme,
    ...word,
    near: word.shown === "" ? [] : nearKeys(key.projectId, { lexeme, shown: word.shown }),
  }));
  return { rows, words: words.sort((a, b) => (a.lexeme < b.lexeme ? -1 : 1)) };
}

export async function writeEntries(
  deps: Pick<Deps, "embeddings">,
  sql: TenantSql,
  key: ProjectKey,
  { rows }: BuiltEntries,
): Promise<void> {
  await putEntries(sql, key, rows);
  await wantVectorsOf(deps, sql, key, rows);
  await countEntries(sql, key, rows.length);
}

/** After the entries and in transactions of their own, which stay small. */
export async function writeWords(deps: Pick<Deps, "db">, key: ProjectKey, { words }: BuiltEntries): Promise<void> {
  for (let at = 0; at < words.length; at += BATCH_WORDS) {
    await deps.db.withTenantSql(key, (sql) => addWords(sql, key, words.slice(at, at + BATCH_WORDS)));
  }
}
