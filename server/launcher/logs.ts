import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync, statSync } from "node:fs";

const ROTATE_AT_BYTES = 10 * 1024 * 1024;
const TAIL_BYTES = 16 * 1024;

/**
 * Opens a log to append to and answers its descriptor. A large one first moves to `<name>.1`, so a folder holds two
 * files of each log at most. Mode 600, since an error may quote what an agent sent.
 */
export function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > ROTATE_AT_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, "a", 0o600);
}

/** The last `count` lines of a log, of what was written after `fromByte`; empty when there is none. */
export function tailOf(file: string, count: number, fromByte = 0): string {
  if (!existsSync(file)) return "";
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    const buffer = Buffer.alloc(Math.max(0, Math.min(size - fromByte, TAIL_BYTES)));
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString("utf8").trimEnd().split("\n").slice(-count).join("\n");
  } finally {
    closeSync(descriptor);
  }
}
