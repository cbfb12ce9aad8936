import type { Principal, ProjectScope } from "../../core/access/scope";
import { fail, notFound, ok, type Result } from "../../core/result";
import { type LiveStanding, type LiveTold, parseLiveId, unheard } from "../../core/telemetry/live";
import type { Database } from "../../db/client";
import { readSessionId } from "../../db/sessions/session";
import type { Deps } from "../deps";
import { LivePollers } from "./live-pollers";

/** Pages that one person or key may keep open at once on one server. */
export const MAX_STREAMS = 24;
/** How long somebody whose right ended may go on hearing that events arrive. */
const CHECK_RIGHT_EVERY_MS = 10_000;

export interface WatchSession {
  readonly number: number;
  /** The id of the last message that was heard; null to begin with where the session stands. */
  readonly lastEventId: string | null;
  readonly watcher: Principal;
  /** Asked again while the stream lasts. */
  readonly mayRead: () => Promise<Result<unknown>>;
  readonly signal: AbortSignal;
}

/** What one process keeps for its watchers. */
export interface LiveRoom {
  readonly pollers: LivePollers;
  /** Open streams by person or key. */
  readonly streams: Map<string, number>;
}

const rooms = new WeakMap<Database, LiveRoom>();

export function liveRoom(deps: Pick<Deps, "db" | "log">): LiveRoom {
  const known = rooms.get(deps.db);
  if (known) return known;
  const made = { pollers: new LivePollers(deps), streams: new Map<string, number>() };
  rooms.set(deps.db, made);
  return made;
}

/**
 * What happens in a session from now on, or from the last message on that the watcher heard: nothing twice, nothing left
 * out. A refusal on the way (the right ended, the session was deleted) is the last item. Ends with the signal, by
 * throwing its reason: only then does the client know that it should come back.
 */
export async function watchSession(
  deps: Deps,
  scope: ProjectScope,
  input: WatchSession,
): Promise<Result<AsyncGenerator<Result<LiveTold>, void>>> {
  const sessionId = await readSessionId(deps.db, scope, input.number);
  if (!sessionId) return notFound("session", input.number);
  return ok(stream(liveRoom(deps), { teamId: scope.teamId, sessionId }, input));
}

async function* stream(
  room: LiveRoom,
  key: { readonly teamId: string; readonly sessionId: string },
  input: WatchSession,
): AsyncGenerator<Result<LiveTold>, void> {
  const { number, signal, mayRead } = input;
  const leave = enter(room.streams, nameOf(input.watcher));
  if (!leave.ok) return yield leave;
  const news = new News();
  const checks = setInterval(
    () => void mayRead().then((right) => right.ok || news.refuse(right), ignore),
    CHECK_RIGHT_EVERY_MS,
  );
  const unwatch = room.pollers.watch(key, (standing) => news.put(standing));
  const onAbort = () => news.wake();
  signal.addEventListener("abort", onAbort);
  try {
    let heard = input.lastEventId === null ? null : parseLiveId(input.lastEventId);
    while (true) {
      const standing = await news.next(signal);
      signal.throwIfAborted();
      if (news.refusal) return yield news.refusal;
      if (standing === null) return yield notFound("session", number);
      for (const told of unheard(heard, standing)) {
        yield ok(told);
        heard = parseLiveId(told.id);
      }
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    clearInterval(checks);
    unwatch();
    leave.value();
  }
}

/** A check that could not be made says nothing about the right; the next one will. */
function ignore(): void {}

/** The newest look at the session: of several that a slow reader has not taken, the last one holds all. */
class News {
  private latest: LiveStanding | null | undefined;
  private wakeUp: (() => void) | undefined;
  refusal: Extract<Result<never>, { ok: false }> | undefined;

  put(standing: LiveStanding | null): void {
    this.latest = standing;
    this.wake();
  }

  refuse(refusal: Extract<Result<unknown>, { ok: false }>): void {
    this.refusal = refusal;
    this.wake();
  }

  wake(): void {
    this.wakeUp?.();
  }

  /** Undefined only when a refusal or the end of the stream came first. */
  async next(signal: AbortSignal): Promise<LiveStanding | null> {
    while (this.latest === undefined && this.refusal === undefined && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.wakeUp = resolve;
      });
    }
    const taken = this.latest;
    this.latest = undefined;
    return taken ?? null;
  }
}

function nameOf(watcher: Principal): string {
  if (watcher.kind === "user") return `user ${watcher.userId}`;
  return watcher.kind === "key" ? `key ${watcher.keyId}` : "anonymous";
}

function enter(streams: Map<string, number>, name: string): Result<() => void> {
  const open = streams.get(name) ?? 0;
  if (open >= MAX_STREAMS) {
    return fail(
      "too_many_requests",
      `You watch ${open} sessions at once, which is the most. Close some of them; until then ask every 10 s.`,
      { retryAfterSeconds: 10 },
    );
  }
  streams.set(name, open + 1);
  return ok(() => {
    const left = (streams.get(name) ?? 1) - 1;
    if (left > 0) streams.set(name, left);
    else streams.delete(name);
  });
}
