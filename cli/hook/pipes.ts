import { fstatSync, readSync, writeSync } from "node:fs";

const CHUNK_BYTES = 64 * 1024;
/** A pipe that neither gives nor takes for so long belongs to a client that is not there any more. */
const PATIENCE_MS = 2_000;
const PAUSE_MS = 5;

/**
 * The payload from standard input. It ends where a whole object does, since not every client closes the pipe. A terminal
 * gives nothing: a person who tries the command is not kept waiting.
 */
export function readPayloadText(): string {
  if (fstatSync(0).isCharacterDevice()) return "";
  const parts: Buffer[] = [];
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (;;) {
    const bytes = patiently(() => readSync(0, chunk, 0, chunk.length, null));
    if (bytes === 0) break;
    parts.push(Buffer.from(chunk.subarray(0, bytes)));
    if (endsObject(chunk, bytes) && isJson(Buffer.concat(parts))) break;
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Writes all of it: a pipe may take less than all at once. @throws when the client reads no more. */
export function printAnswer(text: string): void {
  const bytes = Buffer.from(`${text}\n`, "utf8");
  for (let at = 0; at < bytes.length; ) at += patiently(() => writeSync(1, bytes, at));
}

/** Tries again while a pipe that does not block says that it is not ready. Windows tells the end of a pipe as a fault. */
function patiently(transfer: () => number): number {
  for (
    const untilMs = Date.now() + PATIENCE_MS;
    ;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
  ) {
    try {
      return transfer();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : null;
      if (code === "EOF") return 0;
      if (code !== "EAGAIN" || Date.now() > untilMs) throw error;
    }
  }
}

const CLOSING_BRACE = 0x7d;
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d]);

function endsObject(chunk: Buffer, bytes: number): boolean {
  let last = bytes - 1;
  while (last >= 0 && BLANKS.has(chunk[last] ?? 0)) last--;
  return chunk[last] === CLOSING_BRACE;
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString("utf8"));
    return true;
  } catch {
    return false;
  }
}
