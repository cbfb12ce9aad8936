import { setTimeout as sleep } from "node:timers/promises";
import { type Runner, run } from "graphile-worker";
import type { AnalysisHooks } from "../services/analysis/analyse-session";
import { judgeAgain } from "../services/analysis/judge-again";
import type { Deps } from "../services/deps";
import { indexWhatWaits } from "../services/search/index-project";
import { prepareEmbeddings } from "../services/search/prepare-embeddings";
import { queueLogger } from "./queue-logger";
import { releaseStaleLocks } from "./stale-locks";
import { createTasks } from "./tasks";

const CONCURRENCY = 2;
/** Jobs are announced by the database; the poll is for what an announcement missed and for retries. */
const POLL_MS = 1_000;
const SWEEP_MS = 60_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;

export interface RunningWorker {
  /** Finishes the jobs at hand, then ends. */
  stop(): Promise<void>;
  /** Settles when the worker has ended. */
  readonly ended: Promise<void>;
}

/**
 * Works on the queue until it is stopped. When the database goes away it waits and comes back by itself. Jobs that a
 * killed worker left locked are given back first.
 */
export function runWorker(deps: Deps, hooks: AnalysisHooks = {}): RunningWorker {
  const worker = new Worker(deps, hooks);
  const ended = worker.loop();
  return {
    ended,
    async stop() {
      await worker.stop();
      await ended;
    },
  };
}

class Worker {
  private runner: Runner | null = null;
  private readonly stopping = new AbortController();

  constructor(
    private readonly deps: Deps,
    private readonly hooks: AnalysisHooks,
  ) {}

  async loop(): Promise<void> {
    let isFirst = true;
    for (let waitMs = FIRST_WAIT_MS; !this.stopping.signal.aborted; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      try {
        await this.work(isFirst);
        isFirst = false;
        waitMs = FIRST_WAIT_MS;
      } catch (error) {
        this.deps.log.warn({ error: String(error) }, "the queue is not reachable; trying again");
      }
      await this.pause(waitMs);
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.runner?.stop().catch(() => {}); // It may be ending by itself at this moment.
  }

  private async work(mayBeAlone: boolean): Promise<void> {
    const { db, log } = this.deps;
    const freed = await releaseStaleLocks(db.pool, { mayBeAlone });
    if (freed > 0) log.info({ workers: freed }, "jobs of dead workers were given back");
    const projects = await judgeAgain(this.deps);
    if (projects > 0) log.info({ projects }, "sessions are judged again, because an update counts more of them");
    await prepareEmbeddings(this.deps);
    const waiting = await indexWhatWaits(this.deps);
    if (waiting > 0) log.info({ projects: waiting }, "texts that the search does not know yet are indexed");
    const runner = await run({
      pgPool: db.pool,
      taskList: createTasks(this.deps, this.hooks),
      concurrency: CONCURRENCY,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      logger: queueLogger(log),
    });
    this.runner = runner;
    if (this.stopping.signal.aborted) await runner.stop();
    const sweep = setInterval(() => void this.sweep(), SWEEP_MS);
    try {
      await runner.promise;
    } finally {
      clearInterval(sweep);
      this.runner = null;
    }
  }

  private async sweep(): Promise<void> {
    await releaseStaleLocks(this.deps.db.pool, { mayBeAlone: false }).catch(() => {}); // The next sweep tries again.
  }

  private async pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.stopping.signal }).catch(() => {}); // Woken to stop.
  }
}
