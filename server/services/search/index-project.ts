import { ok, type Result } from "../../core/result";
import type { ProjectKey } from "../../db/projects/deletion";
import { isProjectThere, listProjectsToIndex } from "../../db/search/projects";
import { readVectorVersion } from "../../db/search/vector-extension";
import { listProjectsToEmbed } from "../../db/search/vectors";
import { trimWords } from "../../db/search/words";
import { enqueueIndexing } from "../../db/sql/jobs";
import type { Deps } from "../deps";
import { embedProject } from "./embed-project";
import { indexEvents } from "./index-events";
import { indexRecords } from "./index-records";
import { relateWords } from "./relate-words";

/** The vocabulary of a project; rarer words are left out of spelling and ranking, never out of the index. */
const MAX_WORDS = 60_000;
const BATCH_WORDS = 3_000;

/**
 * The job that brings a project's index up to date: records that changed, then events of sessions that were uploaded
 * to. Repeatable, in bounded batches; when there is more than one job should do, it enqueues the next. Counts of words
 * only guide ranking and spelling: a job that was cut short may leave them off by a batch.
 */
export async function indexProject(deps: Deps, key: ProjectKey): Promise<Result<"done" | "more" | "gone">> {
  if (!(await isProjectThere(deps.db, key))) return ok("gone");
  await indexRecords(deps, key);
  const isDone = await indexEvents(deps, key);
  await relateWords(deps, key);
  let trimmed = BATCH_WORDS;
  while (trimmed === BATCH_WORDS) {
    trimmed = await deps.db.withTenantSql(key, (sql) => trimWords(sql, key, MAX_WORDS, BATCH_WORDS));
  }
  const isEmbedded = await embedProject(deps, key);
  if (isDone && isEmbedded) return ok("done");
  await deps.db.withTenantSql(key, (sql) => enqueueIndexing(sql, key, deps.clock.now()));
  return ok("more");
}

/** One job for each project that has something to index; a worker asks at its start. Answers how many. */
export async function indexWhatWaits(deps: Deps): Promise<number> {
  const projects = await projectsThatWait(deps);
  for (const key of projects) {
    await deps.db.withTenantSql(key, (sql) => enqueueIndexing(sql, key, deps.clock.now()));
  }
  return projects.length;
}

async function projectsThatWait({ db, embeddings }: Deps): Promise<ProjectKey[]> {
  const toIndex = await listProjectsToIndex(db);
  if (!embeddings || (await readVectorVersion(db.pool)) === null) return toIndex;
  const toEmbed = await listProjectsToEmbed(db, embeddings.model);
  const known = new Set(toIndex.map(({ projectId }) => projectId));
  return [...toIndex, ...toEmbed.filter(({ projectId }) => !known.has(projectId))];
}
