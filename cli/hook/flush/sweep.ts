import { stat } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { Client } from "@/server/core/events/kinds";
import { clientFolders, findTranscripts } from "../../files/find-transcripts";
import { openRoutes } from "../../projects/open-routes";
import type { SpoolEntry } from "../spool";
import { type HookState, readJson, writeJson } from "../state";
import { allMemories, type SessionMemory, type Subject } from "./memory";
import type { Uploads } from "./uploads";

/** A sweep looks at every transcript of the last days, so not every session begins with one. */
const SWEEP_EVERY_MS = 30 * 60_000;
const LOOK_BACK_MS = 7 * 24 * 60 * 60_000;
const Sweeps = z.record(z.string(), z.number());

/**
 * Uploads what crashed sessions left: those that hooks told of and whose files have grown since, and transcripts of the
 * last days in the same project that no hook told of. Those of other projects are left alone, since nobody asked for
 * them there.
 */
export async function sweep(uploads: Uploads, entry: SpoolEntry): Promise<void> {
  const { state } = uploads.context;
  const { client } = entry;
  if (!isDue(state, client)) return;
  for (const memory of memoriesOf(state, client)) if (await uploads.hasNews(memory)) await uploads.upload(memory);
  await uploadRecent(uploads, entry, LOOK_BACK_MS);
  writeJson(state.sweeps, { ...readSweeps(state), [client]: Date.now() });
}

/** Transcripts that were written in the last while in the project of a folder, and that no hook told of by name. */
export async function uploadRecent(uploads: Uploads, entry: SpoolEntry, lookBackMs: number): Promise<void> {
  const { api, connection, key, state } = uploads.context;
  const place = entry.cwd === null ? null : await uploads.placeOf(entry.cwd);
  if (place === null) return;
  const routes = openRoutes(api, connection, key, { only: place.project });
  for (const subject of await leftBehind(entry, memoriesOf(state, entry.client), lookBackMs)) {
    await uploads.upload(subject, { routes, isAsked: false });
  }
}

function memoriesOf(state: HookState, client: Client): SessionMemory[] {
  return allMemories(state).filter((memory) => memory.client === client);
}

function isDue(state: HookState, client: Client): boolean {
  const last = readSweeps(state)[client];
  return last === undefined || Date.now() - last > SWEEP_EVERY_MS;
}

function readSweeps({ sweeps }: HookState): Record<string, number> {
  return Sweeps.safeParse(readJson(sweeps)).data ?? {};
}

/** Claude Code has a folder for each project; of the others the transcript itself tells where it ran. */
async function leftBehind(
  { client, transcript }: SpoolEntry,
  known: readonly SessionMemory[],
  lookBackMs: number,
): Promise<Subject[]> {
  const told = new Set(known.flatMap((memory) => [memory.transcript, ...Object.keys(memory.uploaded)]));
  const everywhere: Partial<Record<Client, string[]>> = clientFolders();
  const folders = client === "claude-code" && transcript !== null ? [path.dirname(transcript)] : everywhere[client];
  const found = await findTranscripts([], folders ?? []);
  const subjects: Subject[] = [];
  for (const file of found) {
    const isAgents = file.path.replaceAll("\\", "/").includes("/subagents/");
    if (isAgents || told.has(file.path) || file.path === transcript) continue;
    const changedMs = (await stat(file.path).catch(() => null))?.mtimeMs ?? 0;
    if (Date.now() - changedMs > lookBackMs) continue;
    const session = client === "claude-code" ? path.basename(file.path, ".jsonl") : file.path;
    subjects.push({ client, session, transcript: file.path, cwd: null });
  }
  return subjects;
}
