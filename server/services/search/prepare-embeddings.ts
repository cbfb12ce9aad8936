import { safeText } from "../../core/redact/safe-text";
import { addVectorExtension, addVectorIndex, readDimensions } from "../../db/search/vector-extension";
import type { Deps } from "../deps";

/** At a worker's start: makes the database ready for vectors, or says in the log why the search goes by words only. */
export async function prepareEmbeddings({ db, log, embeddings }: Deps): Promise<void> {
  if (!embeddings) return;
  const { model } = embeddings;
  try {
    const version = await addVectorExtension(db);
    if (version !== null) {
      // Vectors of a restored backup have no index yet.
      const dimensions = await readDimensions(db, model);
      if (dimensions !== null) await addVectorIndex(db, dimensions);
      log.info({ model, pgvector: version }, "the search also goes by meaning");
      return;
    }
    log.warn(
      { model },
      "embeddings are set up but unavailable: this Postgres has no pgvector; the search goes by words",
    );
  } catch (error) {
    const reason = safeText(error instanceof Error ? error.message : String(error)).slice(0, 300);
    const message = "embeddings are set up but unavailable: let an administrator run CREATE EXTENSION vector";
    log.warn({ model, reason }, message);
  }
}
