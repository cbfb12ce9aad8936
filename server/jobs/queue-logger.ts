import { Logger } from "graphile-worker";
import type { Log } from "../services/deps";

/** The queue's messages in our log; without one only warnings would be lost, so errors are always given a place. */
export function queueLogger(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const fields = { ...scope, ...meta };
    if (level === "error") log.error(fields, message);
    else if (level === "warning") log.warn(fields, message);
  });
}

export function quietLogger(): Logger {
  return new Logger(() => () => {});
}
