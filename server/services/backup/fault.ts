import { fail, type Result } from "../../core/result";
import { MigrationError } from "../../db/migrate";
import { DamagedFile } from "./tar";

/** Errors of the disk, each with what to do. */
const DISK: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", "has no space left. Free some, or name a file on another disk."],
  ["EACCES", "cannot be used: permission denied. Name a file in a folder that you may use."],
  ["EPERM", "cannot be used: permission denied. Name a file in a folder that you may use."],
  ["EROFS", "cannot be written: its disk is read-only. Name a file on another one."],
  ["ENOENT", "is not there. Check the path."],
  ["ENOTDIR", "is not there. Check the path."],
  ["EISDIR", "is a folder. Name a file."],
]);

/** How pg tells that the connection went away. */
const CUT_OFF = /Connection terminated|not queryable|Premature close/;

/** What stopped a backup or a restore, as a fault that a person can act on. @throws what is no such thing. */
export function faultOfWork<T>(error: unknown, file: string, signal: AbortSignal): Result<T> {
  if (signal.aborted) return fail("conflict", "Stopped. Nothing was changed.");
  if (error instanceof DamagedFile) {
    return fail("bad_request", `${file} cannot be restored. ${error.message} Nothing was changed.`);
  }
  if (error instanceof MigrationError) return fail("unavailable", `${error.message} ${error.remedy}`);
  if (!(error instanceof Error)) throw error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const disk = DISK.get(code);
  if (disk !== undefined) return fail("unavailable", `${file} ${disk}`);
  // Five characters are a state that Postgres gives, ECONN… comes of its socket.
  if (/^[0-9A-Z]{5}$/.test(code) || code.startsWith("ECONN") || CUT_OFF.test(error.message)) {
    return fail("unavailable", `The database refused: ${error.message}. Nothing was changed.`);
  }
  throw error;
}
