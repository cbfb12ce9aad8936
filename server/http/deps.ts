import pino from "pino";
import { v7 as uuidv7 } from "uuid";
import { openDatabase } from "../db/client";
import { env } from "../env";
import type { Deps } from "../services/deps";

type Jobs = Deps["jobs"];

/** Kept on `globalThis`, because the development server loads modules anew on each change. */
interface Held {
  deps?: Deps;
  jobs?: Jobs;
}
const place: typeof globalThis & { __stewardHeld?: Held } = globalThis;
place.__stewardHeld ??= {};
const held = place.__stewardHeld;

/** The world of the web process, built once from the environment on first use (never on import: builds have none). */
export function getDeps(): Deps {
  held.deps ??= build();
  return held.deps;
}

/** The queue plugs itself in here before the first request. */
export function setJobs(jobs: Jobs): void {
  held.jobs = jobs;
}

function build(): Deps {
  const { DATABASE_URL, STEWARD_LOG_LEVEL } = env();
  const log = pino({ level: STEWARD_LOG_LEVEL, base: { process: "web" } });
  return {
    db: openDatabase(DATABASE_URL, {
      onIdleError: (error) => log.warn({ error: error.message }, "the database closed an idle connection"),
    }),
    clock: { now: () => new Date() },
    ids: { next: () => uuidv7() },
    log,
    jobs: {
      async analyseSession(teamId, sessionId) {
        if (held.jobs) return held.jobs.analyseSession(teamId, sessionId);
        log.warn({ teamId, sessionId }, "no queue is plugged in; the session waits for the next upload");
      },
    },
  };
}
