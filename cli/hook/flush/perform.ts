import { z } from "zod";
import { configFile } from "../../config-file";
import { StopFault } from "../../fault";
import { isRefusal, toFault } from "../../upload/api";
import type { SpoolEntry } from "../spool";
import { readJson } from "../state";
import type { SessionMemory } from "./memory";
import { transcriptOf } from "./session-files";
import { sweep, uploadRecent } from "./sweep";
import type { Uploads } from "./uploads";

/**
 * What the end of a session does besides its upload, as `hooks.end` of the settings says. By default nothing: the
 * analysis writes what the next session starts from, and a session often ends in the middle of its work.
 */
const EndSetting = z.object({ hooks: z.object({ end: z.enum(["upload", "checkpoint", "protocol"]) }) });

const RECENT_MS = 10 * 60_000;

/**
 * Does what an entry asks for. Answers the session that it was about; null when there is nothing to go by.
 * @throws StopFault when nothing else could be done either, so that the entry stays.
 */
export async function perform(uploads: Uploads, entry: SpoolEntry): Promise<SessionMemory | null> {
  if (entry.task === "sweep") {
    await sweep(uploads, entry);
    return null;
  }
  if (entry.cwd !== null) await uploads.placeOf(entry.cwd);
  const transcript = await transcriptOf(entry);
  if (transcript === null) {
    // A session that has just begun has none yet. A client that names neither session nor file means the latest one.
    if (entry.session === null) await uploadRecent(uploads, entry, RECENT_MS);
    return null;
  }
  const session = entry.session ?? transcript;
  const memory = await uploads.upload({ client: entry.client, session, transcript, cwd: entry.cwd });
  if (entry.task === "checkpoint") await saveState(uploads, memory);
  if (entry.task === "end") await endSession(uploads, memory);
  return memory;
}

async function saveState(uploads: Uploads, { stored, transcript }: SessionMemory): Promise<void> {
  if (stored === null)
    return uploads.context.say(`${transcript}: no checkpoint, since the server has no session of it.`);
  const { team, project, number } = stored;
  await tried(uploads, "No checkpoint was saved", () =>
    uploads.context.api.checkpoints.create.mutate({ team, project, number, note: "", trigger: "boundary" }),
  );
}

async function endSession(uploads: Uploads, memory: SessionMemory): Promise<void> {
  const setting = EndSetting.safeParse(readJson(configFile())).data?.hooks.end ?? "upload";
  if (setting === "checkpoint") return saveState(uploads, memory);
  if (setting !== "protocol" || memory.stored === null) return;
  const { team, project, number } = memory.stored;
  await tried(uploads, "The session was not closed", () =>
    uploads.context.api.protocol.end.mutate({ team, project, number, note: "" }),
  );
}

/** What this session or key is refused is noted; a server that is away keeps the entry. */
async function tried(uploads: Uploads, what: string, ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    const fault = toFault(error);
    // The key lacks a scope: its uploads go on.
    if (fault instanceof StopFault && !isRefusal(error)) throw fault;
    uploads.context.say(`${what}: ${fault.message}`);
  }
}
