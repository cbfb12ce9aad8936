import { renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { fingerprint } from "@/server/core/transcripts/fingerprint";
import { isAbsent, makeMark } from "./state";

/** Longer than a start takes on a busy machine, shorter than a session takes to start for the same cause again. */
const SAME_START_MS = 10_000;

export interface OneStart {
  /** It told the agent nothing: the next one may. */
  giveUp(): void;
}

/**
 * One start of a session, for the first hook that tells of it. Null for a second one: a client that has our hooks from a
 * plugin and from its settings runs both, and the agent would be told everything twice.
 * @param folder The session's.
 */
export function beginStart(folder: string, source: string | null, nowMs: number): OneStart | null {
  const mark = path.join(folder, `started-${fingerprint(source ?? "")}`);
  if (!makeMark(mark) && !(takeAway(mark, nowMs) && makeMark(mark))) return null;
  return { giveUp: () => rmSync(mark, { force: true }) };
}

/** Takes the mark of an earlier start out of the way. Renamed first: it may have become another hook's meanwhile. */
function takeAway(mark: string, nowMs: number): boolean {
  if (isFresh(mark, nowMs)) return false;
  const aside = `${mark}.${process.pid}`;
  try {
    renameSync(mark, aside);
  } catch (error) {
    if (isAbsent(error)) return true;
    throw error;
  }
  const isOthers = isFresh(aside, nowMs);
  if (isOthers) renameSync(aside, mark);
  else rmSync(aside, { force: true });
  return !isOthers;
}

function isFresh(mark: string, nowMs: number): boolean {
  const madeMs = statSync(mark, { throwIfNoEntry: false })?.mtimeMs;
  return madeMs !== undefined && nowMs - madeMs < SAME_START_MS;
}
