import { createHash } from "node:crypto";
import { safeText } from "../../core/redact/safe-text";
import { isEmbedded, MAX_EMBEDDED_CHARACTERS } from "../../core/search/embedded";
import type { TenantSql } from "../../db/client";
import type { ProjectKey } from "../../db/projects/deletion";
import type { EntryRow } from "../../db/search/entries";
import { addVectorIndex, readVectorVersion } from "../../db/search/vector-extension";
import {
  entriesToCollect,
  noteCollectedFor,
  putVectors,
  readCollectedFor,
  shareVectors,
  type TextToEmbed,
  textsToEmbed,
  wantVectors,
} from "../../db/search/vectors";
import type { Deps } from "../deps";
import { type Embeddings, TextRefused } from "./embeddings";

const BATCH_TEXTS = 48;
/** What one job asks for before it makes room for others. */
const MAX_BATCHES = 40;
const BATCH_ENTRIES = 3_000;

/** Notes of entries that are written which texts the model shall be asked about. */
export async function wantVectorsOf(
  { embeddings }: Pick<Deps, "embeddings">,
  sql: TenantSql,
  key: ProjectKey,
  rows: readonly EntryRow[],
): Promise<void> {
  if (!embeddings) return;
  const wanted = rows.filter(({ kind, status }) => isEmbedded(kind, status));
  await wantVectors(
    sql,
    key,
    wanted.map((row) => ({ hash: row.contentHash ?? hashOf(row), kind: row.kind, key: row.key })),
  );
}

function hashOf({ title, body }: EntryRow): Buffer {
  return createHash("sha256").update(`${title}\n${body}`).digest();
}

/**
 * Asks the model about texts that are new, changed, or known to another model only; equal texts of a team once.
 * Repeatable, in batches; false when there is more to do. When the model does not answer, the log says so, the next job
 * tries again, and the search goes by words.
 */
export async function embedProject(deps: Deps, key: ProjectKey): Promise<boolean> {
  const { embeddings, db } = deps;
  if (!embeddings || (await readVectorVersion(db.pool)) === null) return true;
  await collect(deps, key, embeddings.model);
  for (let batches = 0; batches < MAX_BATCHES; batches++) {
    const texts = await withoutShared(deps, key, embeddings.model);
    if (texts.length === 0) return true;
    try {
      await embedBatch(deps, embeddings, key, texts);
    } catch (error) {
      const reason = safeText(error instanceof Error ? error.message : String(error)).slice(0, 300);
      deps.log.warn(
        { projectId: key.projectId, reason },
        "The embedding model did not answer; the next job asks again.",
      );
      return true;
    }
  }
  return false;
}

/** Looks through all entries once for each model: those that stood there before one was set up. */
async function collect({ db }: Deps, key: ProjectKey, model: string): Promise<void> {
  if ((await readCollectedFor(db.pool, key)) === model) return;
  let after = { kind: "", key: "" };
  for (;;) {
    const entries = await entriesToCollect(db.pool, key, after, BATCH_ENTRIES);
    const wanted = entries.filter(({ kind, status }) => isEmbedded(kind, status));
    await db.withTenantSql(key, (sql) => wantVectors(sql, key, wanted));
    const last = entries.at(-1);
    if (!last || entries.length < BATCH_ENTRIES) break;
    after = last;
  }
  await db.withTenantSql(key, (sql) => noteCollectedFor(sql, key, model));
}

/** The next texts, but for those that another project of the team had embedded already. */
async function withoutShared({ db }: Deps, key: ProjectKey, model: string): Promise<TextToEmbed[]> {
  const read = () => textsToEmbed(db.pool, key, model, BATCH_TEXTS, MAX_EMBEDDED_CHARACTERS);
  const texts = await read();
  const hashes = texts.map(({ hash }) => hash);
  const shared = await db.withTenantSql(key, (sql) => shareVectors(sql, key, model, hashes));
  return shared === 0 ? texts : read();
}

/** A text that the model refuses is left out; which one it is shows when each is sent alone. */
async function embedBatch(deps: Deps, embeddings: Embeddings, key: ProjectKey, texts: TextToEmbed[]): Promise<void> {
  const vectors = await vectorsOf(embeddings, texts);
  const rows = texts.map(({ hash }, at) => ({ hash, vector: vectors[at] ?? null }));
  const dimensions = rows.find(({ vector }) => vector !== null)?.vector?.length;
  if (dimensions !== undefined) await addVectorIndex(deps.db, dimensions);
  await deps.db.withTenantSql(key, (sql) => putVectors(sql, key, embeddings.model, rows));
}

async function vectorsOf(embeddings: Embeddings, texts: readonly TextToEmbed[]): Promise<(number[] | null)[]> {
  try {
    return await embeddings.ofTexts(texts.map(({ text }) => text));
  } catch (error) {
    if (!(error instanceof TextRefused)) throw error;
    if (texts.length === 1) return [null];
  }
  const vectors: (number[] | null)[] = [];
  for (const text of texts) vectors.push(...(await vectorsOf(embeddings, [text])));
  return vectors;
}
