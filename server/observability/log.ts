import pino from "pino";
import { safeText } from "../core/redact/safe-text";
import type { Log } from "../services/deps";

/** Nested values of log fields are followed this far; deeper ones are left out. */
const MAX_DEPTH = 4;

/**
 * JSON lines on standard output (or `destination`). Everything in them passes the funnel: an error of the driver can
 * quote the row that it failed on.
 */
export function createLog(
  options: { readonly process: string; readonly level: string },
  destination?: pino.DestinationStream,
): Log {
  const settings = { level: options.level, base: { process: options.process } };
  const logger = destination ? pino(settings, destination) : pino(settings);
  return {
    info: (fields, message) => logger.info(cleanFields(fields), safeText(message)),
    warn: (fields, message) => logger.warn(cleanFields(fields), safeText(message)),
    error: (fields, message) => logger.error(cleanFields(fields), safeText(message)),
  };
}

function cleanFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cleanValue(value, 0)]));
}

function cleanValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return safeText(value);
  if (value instanceof Error)
    return { name: value.name, message: safeText(value.message), stack: safeText(value.stack ?? "") };
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((item) => cleanValue(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cleanValue(item, depth + 1)]));
}
