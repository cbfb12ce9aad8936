import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { watch } from "chokidar";
import { StopFault } from "../fault";
import { AgentCallBook } from "../files/agent-calls";
import { isTranscriptName } from "../files/find-transcripts";
import { FileTally, NO_PROGRESS } from "../hook/flush/quiet";
import type { ProjectRoutes } from "../projects/project-routes";
import type { Api, AppendAnswer } from "../upload/api";
import { learnCalls } from "../upload/learn-calls";
import { sendFile } from "../upload/send-file";
import type { Tell } from "./report";

export interface WatchOptions {
  readonly api: Api;
  readonly routes: ProjectRoutes;
  /** Existing files and folders. */
  readonly places: readonly string[];
  readonly create: boolean;
  readonly signal: AbortSignal;
  readonly tell: Tell;
}

const MAX_ENTRIES = 500;
const POLL_MS = 250;
/** A transcript is written line by line; a few are sent together. */
const GATHER_MS = 1_000;
/** A long transcript takes seconds to read, and grows at every step: it is read for a fifth of the time. */
const REST_FACTOR = 4;
/** What was written while no watch ran; what is older is history, which `steward import` takes. */
const CATCH_UP_MS = 24 * 60 * 60_000;
const RETRY_AFTER_MS = 15_000;

/** Uploads what grows at these places until the signal. @returns how much was sent. */
export async function watchFiles(options: WatchOptions): Promise<{ files: number; accepted: number }> {
  const watched = new WatchedFiles(options);
  const watcher = watch([...options.places], {
    ignored: (file, stats) => stats?.isFile() === true && !options.places.includes(file) && !isTranscriptName(file),
    ignorePermissionErrors: true,
  });
  watcher.on("add", (file) => void watched.found(file));
  watcher.on("change", (file) => watched.changed(file));
  watcher.on("error", (error) => options.tell({ type: "problem", file: null, message: watchFault(error) }));
  try {
    await watched.run();
  } finally {
    await watcher.close();
  }
  return watched.sent;
}

/** Linux limits how many files one user watches. */
function watchFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /ENOSPC|EMFILE/.test(message)
    ? `Not all files can be watched (${message}). Name fewer folders, or raise fs.inotify.max_user_watches.`
    : message;
}

class WatchedFiles {
  /** By file: when it is to be sent. */
  private readonly due = new Map<string, number>();
  private readonly restUntil = new Map<string, number>();
  private readonly calls = new AgentCallBook();
  private readonly files = new Set<string>();
  private accepted = 0;

  constructor(private readonly options: WatchOptions) {}

  get sent() {
    return { files: this.files.size, accepted: this.accepted };
  }

  async found(file: string): Promise<void> {
    const changedMs = (await stat(file).catch(() => null))?.mtimeMs ?? 0;
    if (Date.now() - changedMs < CATCH_UP_MS) this.changed(file);
  }

  changed(file: string): void {
    if (!this.due.has(file)) this.due.set(file, Math.max(Date.now() + GATHER_MS, this.restUntil.get(file) ?? 0));
  }

  async run(): Promise<void> {
    const { signal } = this.options;
    while (!signal.aborted) {
      for (const file of this.ready()) if (!signal.aborted) await this.sendNow(file);
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Parents before their sub-agents. */
  private ready(): string[] {
    const now = Date.now();
    const files = [...this.due].filter(([, atMs]) => atMs <= now).map(([file]) => file);
    return files.sort((one, other) => one.split(/[\\/]/).length - other.split(/[\\/]/).length);
  }

  private async sendNow(file: string): Promise<void> {
    this.due.delete(file);
    const begunMs = Date.now();
    try {
      await this.send(file);
    } catch (error) {
      if (!(error instanceof StopFault)) throw error;
      this.due.set(file, Date.now() + Math.max(RETRY_AFTER_MS, (error.retryAfterSeconds ?? 0) * 1_000));
      if (!this.options.signal.aborted) this.options.tell({ type: "waiting", message: error.message });
    }
    this.restUntil.set(file, Date.now() + (Date.now() - begunMs) * REST_FACTOR);
  }

  private async send(file: string): Promise<void> {
    const { api, routes, create, tell } = this.options;
    const bytes = (await stat(file).catch(() => null))?.size ?? 0;
    if (bytes === 0) return;
    const parent = /^(.+)[\\/]subagents[\\/]/.exec(file)?.[1];
    if (parent !== undefined) await learnCalls(`${parent}.jsonl`, this.calls);
    const tally = new FileTally();
    const answers: AppendAnswer[] = [];
    const heard = (answer: AppendAnswer) => void answers.push(answer);
    const sending = { routes, calls: this.calls, maxEntries: MAX_ENTRIES, create, heard };
    try {
      await sendFile(api, { path: file, bytes, named: false }, sending, tally, NO_PROGRESS);
    } finally {
      const message = tally.problem();
      if (message !== null) tell({ type: "problem", file, message });
      this.report(file, tally, answers);
    }
  }

  private report(file: string, { accepted, duplicates }: FileTally, answers: readonly AppendAnswer[]): void {
    const { tell } = this.options;
    const last = answers.at(-1);
    if (!last) return;
    this.files.add(file);
    this.accepted += accepted;
    const { session, project, usage, reclaimableTokens } = last;
    if (accepted > 0) {
      const { number, url } = session;
      tell({ type: "uploaded", file, accepted, duplicates, session: number, project, url, usage, reclaimableTokens });
    }
    for (const { session: of, flags, advice } of answers) {
      for (const { id, message } of flags) tell({ type: "large-result", session: of.number, id, message });
      if (advice) tell({ type: "advice", session: of.number, why: advice.why, command: advice.command });
    }
  }
}
