import { relationsOf } from "../../core/search/relations";
import type { ProjectKey } from "../../db/projects/deletion";
import {
  addRelations,
  clearRelations,
  noteRelated,
  readDocumentLexemes,
  readRelatedSize,
} from "../../db/search/relations";
import type { Deps } from "../deps";

/** Newest records and prompts that are looked at, of each so many. */
const MAX_DOCUMENTS = 2_000;
const MIN_ENTRIES = 20;
/** Worked out anew when the index has grown by so much: what stands together changes slowly. */
const GROWTH = 1.1;
const BATCH_ROWS = 2_500;
const WORD = /^\p{L}[\p{L}_]{2,}$/u;

/** Learns which words stand together in the project, when enough was added since the last time. */
export async function relateWords(deps: Deps, key: ProjectKey): Promise<void> {
  const { entries, relatedEntries } = await readRelatedSize(deps.db.pool, key);
  if (entries < MIN_ENTRIES || entries < relatedEntries * GROWTH) return;
  const documents = await readDocumentLexemes(deps.db, key, MAX_DOCUMENTS);
  const relations = relationsOf(documents.map((lexemes) => lexemes.filter((lexeme) => WORD.test(lexeme))));
  let cleared = BATCH_ROWS;
  while (cleared === BATCH_ROWS) {
    cleared = await deps.db.withTenantSql(key, (sql) => clearRelations(sql, key, BATCH_ROWS));
  }
  for (let at = 0; at < relations.length; at += BATCH_ROWS) {
    const batch = relations.slice(at, at + BATCH_ROWS);
    await deps.db.withTenantSql(key, (sql) => addRelations(sql, key, batch));
  }
  await deps.db.withTenantSql(key, (sql) => noteRelated(sql, key, entries));
}
