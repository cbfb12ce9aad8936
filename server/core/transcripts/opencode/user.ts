import { stubBinary } from "../../events/clean";
import { rawJson } from "../content";
import { stringAt } from "../json";
import { fileStub } from "./files";
import { type OpencodeMessage, type Part, partWriter } from "./state";

/** Reads a message of the user: what was typed or attached is one prompt; texts of the program stand beside it. */
export function readUser(message: OpencodeMessage): string {
  const { file, parts, id, created } = message;
  addSystem(message);
  const typed = parts.flatMap((part) => typedText(message, part) ?? []);
  let isPrompted = typed.join("").trim() === "";
  for (const part of parts) {
    if (typedText(message, part) !== null) {
      if (!isPrompted) file.writer(id, created, part.offset).add({ kind: "user_prompt", text: typed.join("\n") });
      isPrompted = true;
    } else {
      addOther(message, part);
    }
  }
  return parts.some((part) => part.type === "compaction") ? "user: asks for a compaction" : "user: empty";
}

/** Standing instructions that a client sends with each message. */
function addSystem({ file, info, id, created }: OpencodeMessage): void {
  const system = stringAt(info, "system");
  if (system === undefined || system === file.system) return;
  file.system = system;
  file.writer(`${id}/system`, created).add({ kind: "rule_injection", text: system });
}

/** What the user gave with this part; null when the part is none of theirs. */
function typedText({ file }: OpencodeMessage, { value, type }: Part): string | null {
  if (type === "file") return fileStub(value, file.options.sha256);
  // A slash command that runs in a sub-agent: its prompt is read there.
  if (type === "subtask") return subtaskText(stringAt(value, "command"), stringAt(value, "description"));
  if (type !== "text" || value["synthetic"] === true || value["ignored"] === true) return null;
  return stubBinary(stringAt(value, "text") ?? "", file.options.sha256);
}

function subtaskText(command: string | undefined, description: string | undefined): string {
  return command === undefined ? (description ?? "(subtask)") : `/${command}`;
}

/** Parts of the interface; the texts that they lead to are parts of their own. */
const SILENT = new Set(["file", "agent", "compaction", "snapshot", "patch", "step-start", "step-finish"]);

function addOther(message: OpencodeMessage, part: Part): void {
  const { value, type } = part;
  const { sha256 } = message.file.options;
  if (SILENT.has(type) || value["ignored"] === true) return;
  if (type !== "text") {
    partWriter(message, part).add({ kind: "other", text: rawJson(value, sha256) });
    return;
  }
  const text = stubBinary(stringAt(value, "text") ?? "", sha256);
  if (text.trim() === "") return;
  const isReminder = text.trimStart().startsWith("<system-reminder>");
  const path = READ_FILE.exec(text.slice(0, 2_000))?.[1];
  partWriter(message, part).add({ kind: isReminder ? "rule_injection" : "system", text, ...(path ? { path } : {}) });
}

/** The content of a file that the user named with `@`, as the read tool gives it. */
const READ_FILE = /^<path>([^<\n]+)<\/path>\n<type>file<\/type>/;
