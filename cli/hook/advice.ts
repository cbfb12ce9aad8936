import { renameSync, rmSync } from "node:fs";
import path from "node:path";
import { isObject, stringAt } from "@/server/core/transcripts/json";
import { isAbsent, readJson, writeJson } from "./state";

/** What the server advised about a session's window, until the agent hears of it. */
export interface KeptAdvice {
  readonly why: string;
  readonly command: string;
  readonly reclaimableTokens: number;
  readonly atMs: number;
}

/** An older one speaks of a window that is no more. */
const FRESH_FOR_MS = 30 * 60_000;

export function keepAdvice(folder: string, advice: KeptAdvice): void {
  writeJson(adviceFile(folder), advice);
}

/** The window was emptied: what was advised about it holds no longer. */
export function dropAdvice(folder: string): void {
  rmSync(adviceFile(folder), { force: true });
}

/**
 * The advice as a sentence for the agent, once: renaming gives it to one of several hooks. The server itself keeps from
 * advising the same again within its quiet turns.
 */
export function takeAdvice(folder: string, nowMs: number): string | null {
  const taken = path.join(folder, `advice-${process.pid}.json`);
  try {
    renameSync(adviceFile(folder), taken);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
  const advice = readJson(taken);
  rmSync(taken, { force: true });
  if (!isObject(advice) || typeof advice["atMs"] !== "number" || nowMs - advice["atMs"] > FRESH_FOR_MS) return null;
  const [why, command] = [stringAt(advice, "why"), stringAt(advice, "command")];
  if (why === undefined || command === undefined) return null;
  const noise = Number(advice["reclaimableTokens"]) || 0;
  const proven = noise > 0 ? ` ${noise.toLocaleString("en-US")} tokens of it are proven noise.` : "";
  return `Context Steward: ${why}${proven} Say: ${command}`;
}

function adviceFile(folder: string): string {
  return path.join(folder, "advice.json");
}
