import { v7 as uuidv7 } from "uuid";
import { openDatabase } from "../db/client";
import { env } from "../env";
import { createLog } from "../observability/log";
import type { Deps } from "../services/deps";
import { createJobs } from "../services/queue";
import { embeddingSettings, embeddings } from "../services/search/embeddings";
import { rememberingModel } from "../services/summaries/remembering-model";
import { summaryModel, summaryModelSettings } from "../services/summaries/summary-model";

/** Kept on `globalThis`, because the development server loads modules anew on each change. */
interface Held {
  deps?: Deps;
}
const place: typeof globalThis & { __stewardHeld?: Held } = globalThis;
place.__stewardHeld ??= {};
const held = place.__stewardHeld;

/** The world of the web process, built once from the environment on first use (never on import: builds have none). */
export function getDeps(): Deps {
  held.deps ??= buildDeps("web");
  return held.deps;
}

/** The world of one process, from the environment. `applicationName` is how the database lists its connections. */
export function buildDeps(processName: string, options: { readonly applicationName?: string } = {}): Deps {
  const environment = env();
  const { DATABASE_URL, STEWARD_LOG_LEVEL } = environment;
  const log = createLog({ process: processName, level: STEWARD_LOG_LEVEL });
  const url = new URL(DATABASE_URL);
  url.searchParams.set("application_name", options.applicationName ?? `steward-${processName}`);
  const db = openDatabase(url.toString(), {
    onIdleError: (error) => log.warn({ error: error.message }, "the database closed an idle connection"),
  });
  const clock = { now: () => new Date() };
  const settings = summaryModelSettings(environment);
  const embedding = embeddingSettings(environment);
  return {
    db,
    clock,
    log,
    ids: { next: () => uuidv7() },
    jobs: createJobs(db, clock),
    ...(embedding && { embeddings: embeddings(embedding, clock) }),
    ...(settings && { summaryModel: rememberingModel(summaryModel(settings)) }),
  };
}
