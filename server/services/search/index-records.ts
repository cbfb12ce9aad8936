import { textsOf } from "../../core/search/document";
import type { ProjectKey } from "../../db/projects/deletion";
import { countEntries, takeOutEntries } from "../../db/search/entries";
import {
  goneRecords,
  RECORD_KINDS,
  type RecordKind,
  type RecordToIndex,
  recordsDue,
  recordsToIndex,
} from "../../db/search/records";
import type { Deps } from "../deps";
import { buildEntries, type EntrySource, writeEntries, writeWords } from "./add-entries";

const BATCH_RECORDS = 200;
/** Of a long record so much is kept for showing where the words stand. */
const MAX_BODY_CHARACTERS = 20_000;

/** Puts records in that are new or changed, and takes out those that are gone. */
export async function indexRecords(deps: Deps, key: ProjectKey): Promise<void> {
  // A project without any text has an index too: an empty one.
  await deps.db.withTenantSql(key, (sql) => countEntries(sql, key, 0));
  for (const kind of RECORD_KINDS) {
    for (const names of batches(await recordsDue(deps.db.pool, kind, key))) await indexBatch(deps, key, kind, names);
    for (const names of batches(await goneRecords(deps.db.pool, kind, key))) {
      await deps.db.withTenantSql(key, (sql) => takeOutEntries(sql, key, kind, names));
    }
  }
}

function batches(names: readonly string[]): string[][] {
  const count = Math.ceil(names.length / BATCH_RECORDS);
  return Array.from({ length: count }, (_, at) => names.slice(at * BATCH_RECORDS, (at + 1) * BATCH_RECORDS));
}

async function indexBatch(deps: Deps, key: ProjectKey, kind: RecordKind, names: readonly string[]): Promise<void> {
  const records = await recordsToIndex(deps.db.pool, kind, key, names);
  const built = buildEntries(
    key,
    records.map((record) => sourceOf(key, kind, record)),
  );
  await deps.db.withTenantSql(key, async (sql) => {
    await takeOutEntries(sql, key, kind, names);
    await writeEntries(deps, sql, key, built);
  });
  await writeWords(deps, key, built);
}

function sourceOf({ projectId }: ProjectKey, kind: RecordKind, record: RecordToIndex): EntrySource {
  const { key, at, title, status, texts, paths, tags, authors, session } = record;
  return {
    projectId,
    kind,
    key,
    sessionId: null,
    contentHash: null,
    at,
    title,
    body: textsOf(texts).slice(0, MAX_BODY_CHARACTERS),
    status,
    shownStatus: status,
    paths,
    tags,
    authors,
    agents: [],
    tools: [],
    session,
  };
}
