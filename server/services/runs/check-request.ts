import { fail, ok, type Result } from "@/server/core/result";
import type { LoadedSession } from "../analysis/session-input";
import type { RunRequest } from "./plan-run";

/** A thread that the session does not have is a mistake of the caller, and no empty run. */
export function checkThread({ threads }: LoadedSession, { thread }: RunRequest): Result<true> {
  if (thread === undefined) return ok(true);
  const known = threads.find(({ key }) => key === thread);
  if (known && !known.auxiliary) return ok(true);
  const names = threads.filter(({ auxiliary }) => !auxiliary).map(({ key }) => key);
  const shown = names.slice(0, MAX_NAMES).join(", ");
  const sentence = known
    ? `Thread ${thread} is an internal helper, which is not pruned.`
    : `There is no thread ${thread}.`;
  return fail("bad_request", `${sentence} Name one of: ${shown}.`, { field: "thread" });
}

const MAX_NAMES = 10;
