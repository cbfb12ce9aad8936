import { readFile, stat } from "node:fs/promises";
import path from "node:path";

/** A larger log is left alone; the conversation stands on its own. */
const MAX_LOG_BYTES = 64 * 1024 * 1024;

/** Cline and Roo Code keep `ui_messages.json` beside a task's conversation: older versions tell tokens only there. */
export async function readRequestLog(transcript: string): Promise<string | undefined> {
  if (path.basename(transcript) !== "api_conversation_history.json") return undefined;
  const log = path.join(path.dirname(transcript), "ui_messages.json");
  try {
    return (await stat(log)).size <= MAX_LOG_BYTES ? await readFile(log, "utf8") : undefined;
  } catch {
    return undefined; // the log is optional
  }
}
