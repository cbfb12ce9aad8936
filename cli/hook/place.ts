import path from "node:path";
import { fingerprint } from "@/server/core/transcripts/fingerprint";
import { isObject, stringAt } from "@/server/core/transcripts/json";
import { type HookState, readJson, writeJson } from "./state";

/** The project that a folder's sessions belong to, as the server last said. */
export interface Place {
  readonly team: string;
  readonly project: string;
}

/** A folder seldom moves to another project; the uploader renews it with each upload. */
const FRESH_FOR_MS = 24 * 60 * 60_000;

export function keepPlace(state: HookState, server: string, cwd: string, place: Place): void {
  writeJson(placeFile(state, server, cwd), { ...place, atMs: Date.now() });
}

export function knownPlace(state: HookState, server: string, cwd: string): Place | null {
  const kept = readJson(placeFile(state, server, cwd));
  if (!isObject(kept) || typeof kept["atMs"] !== "number" || Date.now() - kept["atMs"] > FRESH_FOR_MS) return null;
  const [team, project] = [stringAt(kept, "team"), stringAt(kept, "project")];
  return team === undefined || project === undefined ? null : { team, project };
}

function placeFile({ places }: HookState, server: string, cwd: string): string {
  return path.join(places, `${fingerprint(`${server}\n${cwd}`)}.json`);
}
