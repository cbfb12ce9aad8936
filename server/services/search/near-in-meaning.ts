import { safeText } from "../../core/redact/safe-text";
import type { Everything } from "../../core/search/everything-view";
import type { ProjectKey } from "../../db/projects/deletion";
import { findNearest, type NearQuery, type NearRow } from "../../db/search/nearest";
import { readVectorVersion } from "../../db/search/vector-extension";
import type { Deps } from "../deps";

const WITHIN = 200;
/** Nearest texts that join those found by words. There is always a nearest one, so they are few. */
const MAX_NEAR = 40;

export interface Near {
  /** The nearest first; null where the search goes by words only. */
  readonly rows: readonly NearRow[] | null;
  /** Why it does although a model is set up. */
  readonly fault: Everything["meaningFault"];
}

export const BY_WORDS: Near = { rows: null, fault: null };

/**
 * Entries that are near in meaning to what was asked. A search never fails by it: it goes by words where no model is
 * set up, it does not answer in time, or the database has no pgvector; the answer says so, and the log of a failure.
 */
export async function nearInMeaning(
  { embeddings, db, log }: Pick<Deps, "embeddings" | "db" | "log">,
  key: ProjectKey,
  asked: string,
  where: Pick<NearQuery, "condition" | "from" | "until">,
): Promise<Near> {
  if (!embeddings || asked === "") return BY_WORDS;
  try {
    const version = await readVectorVersion(db.pool);
    if (version === null) return { rows: null, fault: "no-pgvector" };
    const vector = await embeddings.ofQuery(asked);
    if (vector === null) return { rows: null, fault: "no-answer" };
    const query = { ...where, model: embeddings.model, vector, within: WITHIN, limit: MAX_NEAR };
    return { rows: await db.withTenantSql(key, (sql) => findNearest(sql, key, version, query)), fault: null };
  } catch (error) {
    const reason = safeText(error instanceof Error ? error.message : String(error)).slice(0, 300);
    log.warn({ reason }, "The search went by words only, without the embedding model.");
    return { rows: null, fault: "no-answer" };
  }
}
