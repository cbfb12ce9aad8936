import type { LiveStanding } from "../../core/telemetry/live";
import type { Deps } from "../deps";
import { type LiveKey, lookAt } from "./live-standing";

const LOOK_EVERY_MS = 1_000;
/** A database that is away is asked less often, up to this. */
const SLOWEST_LOOK_MS = 10_000;

/** Hears each look at the session that found something else than the one before; null when it is gone. */
export type OnStanding = (standing: LiveStanding | null) => void;

/**
 * One poller per process and session, however many watch it, and none when nobody does. It polls, because a message
 * that a busy or restarted database loses would be lost for good; a row that is read again is not.
 */
export class LivePollers {
  private readonly pollers = new Map<string, Poller>();

  constructor(
    private readonly deps: Pick<Deps, "db" | "log">,
    private readonly lookEveryMs = LOOK_EVERY_MS,
  ) {}

  /** Calls `onStanding` at once with what is known, then at each change, until the answer is called. */
  watch(key: LiveKey, onStanding: OnStanding): () => void {
    const name = `${key.teamId}/${key.sessionId}`;
    const poller = this.pollers.get(name) ?? new Poller(this.deps, key, this.lookEveryMs);
    this.pollers.set(name, poller);
    poller.add(onStanding);
    return () => {
      if (poller.remove(onStanding) > 0 || this.pollers.get(name) !== poller) return;
      this.pollers.delete(name);
    };
  }

  /** Sessions that are looked at now. */
  get size(): number {
    return this.pollers.size;
  }
}

class Poller {
  private readonly watchers = new Set<OnStanding>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Undefined before the first look. */
  private known: LiveStanding | null | undefined;
  private failures = 0;

  constructor(
    private readonly deps: Pick<Deps, "db" | "log">,
    private readonly key: LiveKey,
    private readonly lookEveryMs: number,
  ) {}

  add(watcher: OnStanding): void {
    this.watchers.add(watcher);
    if (this.known !== undefined) watcher(this.known);
    if (this.watchers.size === 1) void this.look();
  }

  /** Answers how many are left. */
  remove(watcher: OnStanding): number {
    this.watchers.delete(watcher);
    if (this.watchers.size === 0) clearTimeout(this.timer);
    return this.watchers.size;
  }

  private async look(): Promise<void> {
    try {
      this.take(await lookAt(this.deps, this.key, this.known ?? null));
      this.failures = 0;
    } catch (error) {
      this.failures += 1;
      if (this.failures === 1) this.deps.log.warn({ error: String(error) }, "a look at a watched session failed");
    }
    if (this.watchers.size === 0) return;
    const delayMs = Math.min(SLOWEST_LOOK_MS, this.lookEveryMs * 2 ** Math.min(this.failures, 5));
    this.timer = setTimeout(() => void this.look(), delayMs);
    this.timer.unref();
  }

  private take(found: LiveStanding | null): void {
    const isSame = this.known !== undefined && isEqual(this.known, found);
    this.known = found;
    if (!isSame) for (const watcher of this.watchers) watcher(found);
  }
}

function isEqual(a: LiveStanding | null, b: LiveStanding | null): boolean {
  if (a === null || b === null) return a === b;
  return a.events === b.events && a.analysedAtMs === b.analysedAtMs && a.advice === b.advice && a.waiting === b.waiting;
}
