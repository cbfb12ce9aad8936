import { stubFor } from "../../events/clean";
import { rawJson } from "../content";
import { isObject, type JsonObject, listAt, stringAt } from "../json";
import type { CopilotRecord } from "./state";

/** Reads a prompt of the person, and what the CLI put around it before it went to the model. */
export function readPrompt({ file, data, writer }: CopilotRecord): string | null {
  const typed = stringAt(data, "content") ?? "";
  const attached = listAt(data, "attachments").map((item) => attachmentText(item, file.options.sha256));
  const text = [typed, ...attached].filter((piece) => piece !== "").join("\n");
  // What the program says in the person's place: a finished task in the background, a schedule.
  const isTyped = stringAt(data, "source") === undefined || data["source"] === "user";
  if (text.trim() !== "") writer.add({ kind: isTyped ? "user_prompt" : "system", text });
  const injected = around(stringAt(data, "transformedContent") ?? "", typed);
  if (injected !== "") writer.add({ kind: "rule_injection", text: injected });
  return "user.message: empty";
}

const CLOCK = /<current_datetime>[^<]{0,100}<\/current_datetime>/g;

/** What stands before and behind the typed text. The time of day alone is no rule. */
function around(transformed: string, typed: string): string {
  const at = typed === "" ? -1 : transformed.indexOf(typed);
  const rest =
    at === -1 ? transformed : `${transformed.slice(0, at).trim()}\n${transformed.slice(at + typed.length).trim()}`;
  return rest.replace(CLOCK, "").trim();
}

/** Files stand in the prompt by their name, embedded ones as a stub. */
function attachmentText(item: unknown, sha256: CopilotRecord["file"]["options"]["sha256"]): string {
  if (!isObject(item)) return rawJson(item);
  const data = stringAt(item, "data");
  if (data !== undefined) return stubFor(stringAt(item, "mimeType") ?? "application/octet-stream", data, sha256);
  const name = stringAt(item, "path") ?? stringAt(item, "filePath") ?? stringAt(item, "displayName");
  return name === undefined ? rawJson(item, sha256) : `[${stringAt(item, "type") ?? "file"} ${name}]`;
}

/** The system prompt comes again with every prompt; it is in the context once. */
export function readSystem({ file, data, writer }: CopilotRecord): string | null {
  const text = stringAt(data, "content");
  if (text === undefined || text === file.system) return "system.message: repeated";
  file.system = text;
  writer.add({ kind: "system", text });
  return null;
}

/** Errors of the session, and what the program tells the model between two prompts. */
export function readNote({ file, data, writer }: CopilotRecord): string | null {
  const isError = stringAt(data, "errorType") !== undefined;
  const text = stringAt(data, "message") ?? stringAt(data, "content");
  if (text === undefined) return "note: empty";
  if (isError) file.report.errors++;
  writer.add({ kind: "system", text, ...(isError ? { outcome: "error" as const } : {}) });
  return null;
}

export function readAbort({ data, writer }: CopilotRecord): null {
  writer.add({ kind: "system", outcome: "aborted", text: `The run was aborted: ${reasonOf(data)}` });
  return null;
}

function reasonOf(data: JsonObject): string {
  return (stringAt(data, "reason") ?? "unknown").replaceAll("_", " ");
}
