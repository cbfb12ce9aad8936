import type { TRPCError } from "@trpc/server";
import { safeText } from "../core/redact/safe-text";
import type { Log } from "../services/deps";

/** What the driver and the system say when the database is not there: away, starting, ending, or out of connections. */
const AWAY: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "57P01",
  "57P02",
  "57P03",
  "08000",
  "08003",
  "08006",
  "53300",
  "P1001",
  "P1002",
  "P1017",
]);
const AWAY_WORDS =
  /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect/;
export const RETRY_WHEN_AWAY_SECONDS = 2;

/** Whether an error only says that the database is away for a moment. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ("code" in at && typeof at.code === "string" && AWAY.has(at.code)) return true;
    if (AWAY_WORDS.test(at.message)) return true;
  }
  return false;
}

interface Failed {
  /** What was asked for. */
  readonly path: string;
  readonly requestId: string;
  readonly log: Log;
}

/** Logs an error that nobody expected in full under a request id; gives the sentence that tells none of it. */
export function reportUnexpected(error: unknown, { path, requestId, log }: Failed) {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  log.error({ requestId, path, error: safeText(message), stack: safeText(stack) }, "request failed");
  const isAway = isDatabaseAway(error);
  const sentence = isAway
    ? `The database is not reachable at the moment. Try again in ${RETRY_WHEN_AWAY_SECONDS} s.`
    : `The server failed; request id ${requestId}. Its log says why.`;
  return { isAway, message: sentence };
}

/**
 * An unexpected error of a procedure: logged, and answered without any of it. A database that is away answers 503, so
 * that clients keep what they have and try again.
 */
export function concealUnexpected(error: TRPCError, context: Failed): void {
  if (error.code !== "INTERNAL_SERVER_ERROR") return;
  const { isAway, message } = reportUnexpected(error.cause ?? error, context);
  error.message = message;
  // Read-only in the types, plain fields at run time; the answer is made from them after this.
  Object.defineProperty(error, "cause", { value: undefined });
  if (isAway) Object.defineProperty(error, "code", { value: "SERVICE_UNAVAILABLE" });
}
