import { readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { CLIENTS, type Client } from "@/server/core/events/kinds";
import { fingerprint } from "@/server/core/transcripts/fingerprint";
import { isObject, stringAt } from "@/server/core/transcripts/json";
import { type HookState, inFolder, isAbsent, readJson, writeJson } from "./state";

/** What the uploader has to do with a session. `sweep` looks for what other sessions of the client left. */
export const TASKS = ["upload", "checkpoint", "end", "sweep"] as const;
export type Task = (typeof TASKS)[number];

export interface SpoolEntry {
  readonly task: Task;
  readonly client: Client;
  readonly session: string | null;
  readonly transcript: string | null;
  readonly cwd: string | null;
  /** A turn or a session ended: not to be put off for the sake of the machine. */
  readonly urgent: boolean;
}

/** An entry in the uploader's hands. */
export interface ClaimedEntry extends SpoolEntry {
  readonly file: string;
}

/**
 * Notes what is to be done. One file for each task and transcript: however often a hook is called while the server is
 * away, the spool does not grow, and nothing has to be dropped. The transcript itself holds the events.
 */
export function spool(state: HookState, entry: SpoolEntry): void {
  const subject = entry.task === "sweep" ? "" : `${entry.session ?? ""}\n${entry.transcript ?? ""}`;
  writeJson(path.join(state.spool, `${entry.task}.${entry.client}.${fingerprint(subject)}.json`), entry);
}

export function waiting(state: HookState): string[] {
  return jsonFiles(state.spool);
}

/** Whether nothing waits and no uploader has anything in its hands. */
export function isSpoolEmpty(state: HookState): boolean {
  return waiting(state).length === 0 && jsonFiles(state.claimed).length === 0;
}

/**
 * Takes all that waits, and what an uploader that was killed left in its hands. A hook that notes the same transcript
 * meanwhile writes a new file, so that its call is never lost with the one at hand.
 */
export function claimAll(state: HookState): ClaimedEntry[] {
  for (const name of waiting(state)) {
    try {
      inFolder(path.join(state.claimed, name), () =>
        renameSync(path.join(state.spool, name), path.join(state.claimed, name)),
      );
    } catch (error) {
      if (!isAbsent(error)) throw error; // else another uploader took it
    }
  }
  return jsonFiles(state.claimed)
    .flatMap((name) => readEntry(path.join(state.claimed, name)) ?? [])
    .sort((one, other) => TASKS.indexOf(one.task) - TASKS.indexOf(other.task));
}

/** The entry is done, or of no use. */
export function settle({ file }: ClaimedEntry): void {
  rmSync(file, { force: true });
}

/** A file that is damaged says nothing that could be done; the sweep finds what it meant. */
function readEntry(file: string): ClaimedEntry | null {
  const value = readJson(file);
  const client = isObject(value) ? CLIENTS.find((name) => name === value["client"]) : undefined;
  const task = isObject(value) ? TASKS.find((name) => name === value["task"]) : undefined;
  if (!isObject(value) || !client || !task) {
    rmSync(file, { force: true });
    return null;
  }
  const text = (key: string) => stringAt(value, key) ?? null;
  return {
    file,
    task,
    client,
    session: text("session"),
    transcript: text("transcript"),
    cwd: text("cwd"),
    urgent: value["urgent"] === true,
  };
}

function jsonFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}
