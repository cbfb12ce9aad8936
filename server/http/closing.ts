let signal: AbortSignal | undefined;

/**
 * Aborts when this process is told to end. The web server waits for open answers before it closes, and an event stream
 * never ends by itself. Made on first use, because a listener keeps Node from ending by itself; the web server has its
 * own, which ends the process.
 */
export function closing(): AbortSignal {
  if (signal) return signal;
  const controller = new AbortController();
  for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => controller.abort());
  signal = controller.signal;
  return signal;
}
