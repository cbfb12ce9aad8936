import { setTimeout as sleep } from "node:timers/promises";

/** True when `work` settles within `limitMs`. The timer does not outlive the answer, so it keeps no process alive. */
export async function settlesWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(limitMs, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    timer.abort();
  }
}
