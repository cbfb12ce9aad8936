import { readFile } from "node:fs/promises";
import path from "node:path";

/** A marker longer than any path is none. */
const MAX_PATH_CHARACTERS = 4_096;

/**
 * The folder in which a session ran, where a file beside its transcript tells it and the transcript does not: Gemini CLI
 * keeps `.project_root` above its `chats`. Undefined where there is none.
 */
export async function readSessionFolder(transcript: string): Promise<string | undefined> {
  const chats = /^(.*)[\\/]chats[\\/](?:[^\\/]+[\\/])?[^\\/]+\.jsonl?$/i.exec(transcript)?.[1];
  if (chats === undefined) return undefined;
  try {
    const folder = (await readFile(path.join(chats, ".project_root"), "utf8")).trim();
    return folder !== "" && folder.length <= MAX_PATH_CHARACTERS ? folder : undefined;
  } catch {
    return undefined; // older versions write none
  }
}
