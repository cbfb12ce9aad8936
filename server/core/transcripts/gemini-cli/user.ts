import type { JsonObject } from "../json";
import { partsOf, textOfPart } from "./content";
import type { GeminiMessage } from "./state";

/** Where Gemini CLI puts the content of files that the person named with `@`. */
const REFERENCED = "--- Content from referenced files ---";
/** How it begins the summary that stands for a compressed chat. */
const SNAPSHOT = /^\s*<(?:state_snapshot|compressed_chat_history)>/;

/** Reads a message of the person: what was typed is a prompt, the files it names stand beside it. */
export function readUser({ file, message, writer }: GeminiMessage): string | null {
  const parts = partsOf(message["content"]);
  // Results of calls come back as a message of the person; the call itself holds them too.
  const own = parts.filter((part) => !isResult(part));
  if (parts.length > 0 && own.length === 0) return "user: results of calls";
  const text = own.map((part) => textOfPart(part, file.options.sha256)).join("\n");
  if (text.trim() === "") return "user: empty";
  if (message["type"] === "summary" || SNAPSHOT.test(text)) {
    if (message["type"] !== "summary" && file.lastSeq > 0) writer.boundary("compaction");
    writer.add({ kind: "summary", text });
    return null;
  }
  const at = text.indexOf(REFERENCED);
  const typed = at === -1 ? text : text.slice(0, at);
  if (typed.trim() !== "") writer.add({ kind: "user_prompt", text: typed.trimEnd() });
  if (at !== -1) writer.add({ kind: "system", text: text.slice(at) });
  return null;
}

function isResult(part: string | JsonObject): boolean {
  return typeof part !== "string" && part["functionResponse"] !== undefined;
}
