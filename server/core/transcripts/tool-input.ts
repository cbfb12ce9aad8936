import type { IngestEvent } from "../events/ingest-batch";
import { MAX_TEXT_BYTES } from "../events/limits";

/**
 * Arguments of a call as an event carries them: the value itself, so that the server stores its canonical JSON; or the
 * text when it is over the limit of an event or no JSON.
 */
export function inputField(value: unknown, text: string): { text: string; input?: IngestEvent["input"] } {
  const fits = text.length * 3 <= MAX_TEXT_BYTES;
  return fits && isJson(value) ? { text: "", input: value } : { text };
}

/** Values out of JSON.parse are JSON; this only rules out `undefined` and functions. */
function isJson(value: unknown): value is NonNullable<IngestEvent["input"]> {
  return value !== undefined && value !== null && typeof value !== "function" && typeof value !== "symbol";
}
