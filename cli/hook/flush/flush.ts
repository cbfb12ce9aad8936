import { setTimeout as sleep } from "node:timers/promises";
import { findConnection } from "../../config";
import { CliFault, StopFault } from "../../fault";
import { openApi, toFault } from "../../upload/api";
import { type ClaimedEntry, claimAll, isSpoolEmpty, settle } from "../spool";
import type { HookState } from "../state";
import { endPause, type Lock, pauseFor, takeLock } from "../uploader";
import type { SessionMemory } from "./memory";
import { perform } from "./perform";
import { Uploads } from "./uploads";

export interface FlushOptions {
  readonly state: HookState;
  /** How long a server that is away or busy is waited for. */
  readonly patienceMs: number;
  /** How long to stay for more once all is done: hooks come in a row, and a transcript may be written after its hook. */
  readonly lingerMs: number;
  /** Told of what went wrong, and of what was done. */
  readonly say: (line: string) => void;
}

export type FlushEnd = "done" | "busy" | "stopped";

const POLL_MS = 300;
/** While the server is away hooks start no new uploader for so long. */
const PAUSE_MS = 30_000;
/** The same transcript is read at most for a fifth of the time, however fast hooks come: a long one takes seconds. */
const REST_FACTOR = 4;
const LONGEST_REST_MS = 30_000;
/** Then all that was asked of the server and of git is asked anew: projects are made, keys change. */
const FRESH_FOR_MS = 10 * 60_000;

/**
 * Uploads all that hooks noted, and stays a while for more. One at a time runs on a machine. When the server stays away
 * everything is left for the next one.
 */
export async function flush(options: FlushOptions): Promise<FlushEnd> {
  const { state } = options;
  for (;;) {
    const lock = takeLock(state);
    if (lock === null) return "busy";
    const end = await whileLocked(lock, options);
    // A hook that came while the lock was still held counted on this process.
    if (end === "stopped" || isSpoolEmpty(state)) return end;
  }
}

async function whileLocked(lock: Lock, options: FlushOptions): Promise<FlushEnd> {
  const { state, say } = options;
  try {
    const connection = await findConnection();
    const api = openApi(connection, { totalMs: options.patienceMs });
    const key = await api.keys.whoami.query().catch((error: unknown) => {
      throw toFault(error);
    });
    endPause(state.pause);
    endPause(state.silence);
    await new Drain(options, new Uploads({ state, connection, api, key, say })).run();
    return "done";
  } catch (error) {
    if (!(error instanceof CliFault)) throw error;
    const wantedMs = error instanceof StopFault ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
    pauseFor(state.pause, Math.max(PAUSE_MS, wantedMs));
    say(`${error.message} What hooks noted waits for the next one.`);
    return "stopped";
  } finally {
    lock.release();
  }
}

class Drain {
  /** By transcript: when it may be read again. */
  private readonly notBefore = new Map<string, number>();
  private readonly seen = new Map<string, SessionMemory>();

  constructor(
    private readonly options: FlushOptions,
    private readonly uploads: Uploads,
  ) {}

  async run(): Promise<void> {
    const { lingerMs, state } = this.options;
    const endMs = Date.now() + FRESH_FOR_MS;
    for (let quietSinceMs = Date.now(); ; await sleep(POLL_MS)) {
      const entries = claimAll(state);
      const due = entries.filter((entry) => lingerMs === 0 || this.isDue(entry));
      for (const entry of due) await this.do(entry);
      const isBusy = due.length > 0 || (lingerMs > 0 && (await this.catchUp()));
      if (Date.now() > endMs) return;
      if (isBusy) quietSinceMs = Date.now();
      else if (entries.length === 0 && Date.now() - quietSinceMs >= lingerMs) return;
    }
  }

  private isDue({ urgent, transcript, session }: ClaimedEntry): boolean {
    return urgent || Date.now() >= (this.notBefore.get(transcript ?? session ?? "") ?? 0);
  }

  private async do(entry: ClaimedEntry): Promise<void> {
    const begunMs = Date.now();
    const memory = await this.tried(entry);
    settle(entry);
    if (memory === null) return;
    this.seen.set(memory.transcript, memory);
    this.rest(entry.transcript ?? entry.session ?? "", begunMs);
    this.rest(memory.transcript, begunMs);
  }

  /** A fault of one entry must not keep the others waiting for ever; the transcript stays, and a sweep comes back to it. */
  private async tried(entry: ClaimedEntry): Promise<SessionMemory | null> {
    try {
      return await perform(this.uploads, entry);
    } catch (error) {
      if (error instanceof StopFault) throw error;
      this.options.say(`${entry.transcript ?? entry.session ?? entry.client}: ${toFault(error).message}`);
      return null;
    }
  }

  private rest(name: string, begunMs: number): void {
    this.notBefore.set(name, Date.now() + Math.min(LONGEST_REST_MS, (Date.now() - begunMs) * REST_FACTOR));
  }

  /** Transcripts lag behind their hooks: what was written since is sent as well. True while there is any. */
  private async catchUp(): Promise<boolean> {
    let hasGrown = false;
    for (const [transcript, memory] of this.seen) {
      if (!(await this.uploads.hasGrown(memory))) continue;
      hasGrown = true;
      if (Date.now() < (this.notBefore.get(transcript) ?? 0)) continue;
      const begunMs = Date.now();
      this.seen.set(transcript, await this.uploads.upload(memory));
      this.rest(transcript, begunMs);
    }
    return hasGrown;
  }
}
