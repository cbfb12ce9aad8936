import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { MAX_GZIP_RATIO } from "@/server/core/events/limits";
import { StopFault } from "../fault";

const pack = promisify(gzip);

/** How long a server that is away, or busy, is waited for; and who is told. */
export interface Patience {
  readonly totalMs: number;
  readonly onWait?: (why: string, waitMs: number) => void;
  /** Ends a wait at once, such as a Ctrl-C. */
  readonly signal?: AbortSignal;
}

export interface Sending {
  readonly method?: string | undefined;
  readonly headers?: unknown;
  readonly body?: unknown;
}

const GZIP_FROM_BYTES = 4_096;
/** The server refuses bodies that unpack to more than its limit; half of it leaves room for an uneven text. */
const SAFE_RATIO = MAX_GZIP_RATIO / 2;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
const ANSWER_LIMIT_MS = 120_000;
const RETRY_STATUS = new Set([429, 502, 503, 504]);

/**
 * Sends until the server takes it or the patience is spent. Every call of this API may be repeated.
 * @returns the server's answer, which after the last try may still be a refusal.
 * @throws StopFault when the server never answered, or on the signal.
 */
export async function fetchPatiently(url: string, sending: Sending, patience: Patience): Promise<Response> {
  const request = await toRequest(sending);
  const begun = Date.now();
  for (let attempt = 1; ; attempt++) {
    const tried = await tryOnce(url, request, patience.signal);
    const waitMs = waitAfter(tried, attempt);
    if (waitMs === null && tried instanceof Response) return tried;
    if (Date.now() - begun + (waitMs ?? 0) > patience.totalMs) {
      if (tried instanceof Response) return tried;
      throw unreachable(url, tried);
    }
    await pause(url, tried, waitMs ?? 0, patience);
  }
}

async function tryOnce(url: string, request: RequestInit, signal: AbortSignal | undefined): Promise<Response | Error> {
  if (signal?.aborted) throw stopped();
  const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
  try {
    const answer = await fetch(url, { ...request, signal: signal ? AbortSignal.any([signal, limit]) : limit });
    // A server that dies may have sent its headers already: only an answer that is here as a whole counts.
    const body = await answer.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, { status: answer.status, headers: answer.headers });
  } catch (error) {
    if (signal?.aborted) throw stopped();
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Milliseconds until the next try; null when the answer stands. */
function waitAfter(tried: Response | Error, attempt: number): number | null {
  const growing = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
  if (tried instanceof Error) return growing;
  if (!RETRY_STATUS.has(tried.status)) return null;
  const wantedSeconds = Number(tried.headers.get("retry-after"));
  return wantedSeconds > 0 ? wantedSeconds * 1000 : growing;
}

async function pause(url: string, tried: Response | Error, waitMs: number, patience: Patience): Promise<void> {
  const { host } = new URL(url);
  const why = tried instanceof Response ? `${host} is busy (${tried.status})` : `${host} does not answer`;
  patience.onWait?.(why, waitMs);
  if (tried instanceof Response) await tried.body?.cancel();
  try {
    await sleep(waitMs, undefined, { signal: patience.signal });
  } catch {
    throw stopped();
  }
}

async function toRequest({ method, headers, body }: Sending): Promise<RequestInit> {
  const plain = new Headers(headers as HeadersInit | undefined); // tRPC hands over what `fetch` takes
  if (typeof body !== "string") return { method, headers: plain };
  if (body.length < GZIP_FROM_BYTES) return { method, headers: plain, body };
  const bytes = Buffer.from(body, "utf8");
  const packed = await pack(bytes, { level: 1 });
  if (bytes.length > packed.length * SAFE_RATIO) return { method, headers: plain, body: new Uint8Array(bytes) };
  plain.set("content-encoding", "gzip");
  return { method, headers: plain, body: new Uint8Array(packed) };
}

function unreachable(url: string, error: Error): StopFault {
  const { origin } = new URL(url);
  const cause = error.cause instanceof Error ? error.cause.message || error.cause.name : error.message;
  return new StopFault(`${origin} does not answer (${cause}). Start it with: npm run quickstart`);
}

function stopped(): StopFault {
  return new StopFault("Stopped.");
}
