import { rawJson } from "../content";
import { instantOf } from "../fields";
import { type JsonObject, lookUp, objectAt, stringAt } from "../json";
import type { LineFile, LineReader } from "../line-parser";
import type { SessionDraft } from "../parts";
import { RecordWriter } from "../record-writer";
import { readAgentStart, readSkill } from "./agents";
import { readAnswer } from "./answer";
import { readCallResult, readCallStart } from "./calls";
import { readCompaction, readMode, readModel, readResume, readRewind, readShutdown, readStart } from "./session";
import { CopilotFile, type CopilotRecord, type CopilotRecordReader, MAIN_THREAD } from "./state";
import { readAbort, readNote, readPrompt, readSystem } from "./texts";

/** Where no record of the file carries a time. */
const UNKNOWN_INSTANT = "1970-01-01T00:00:00.000Z";

export class CopilotReader implements LineReader {
  readonly #told: LineFile;
  #file: CopilotFile | null = null;

  constructor(told: LineFile) {
    this.#told = told;
  }

  drafts(): SessionDraft[] {
    return this.#file ? [this.#file.draft] : [];
  }

  read(record: JsonObject, byteOffset: number): string | null {
    const type = stringAt(record, "type");
    // Every record has a type; a torn line may hold whole objects that are none.
    if (type === undefined) return "part of a torn record";
    const data = objectAt(record, "data");
    this.#file ??= new CopilotFile(this.#told, sessionIdOf(type, data, this.#told.options.path));
    const file = this.#file;
    const id = stringAt(record, "id");
    const why = id === undefined ? null : whyCopied(file, id);
    if (why !== null) return `${type}: ${why}`;
    if (id !== undefined) file.before.set(id, file.lastSeq);
    const before = file.draft.additions;
    const input: CopilotRecord = { file, data, writer: writerOf(file, record, data, byteOffset) };
    const reader = lookUp(READERS, type);
    const unread = reader ? reader(input) : SILENT.test(type) ? type : readUnknown(record, input);
    if (file.draft.additions === before) return unread ?? `${type}: empty`;
    file.lastSeq = Math.max(file.lastSeq, input.writer.lastSeq);
    return null;
  }
}

const READERS: Readonly<Record<string, CopilotRecordReader>> = {
  "session.start": readStart,
  "session.resume": readResume,
  "session.context_changed": readStart,
  "session.model_change": readModel,
  "session.mode_changed": readMode,
  "session.compaction_complete": readCompaction,
  "session.snapshot_rewind": readRewind,
  "session.shutdown": readShutdown,
  "session.error": readNote,
  "system.message": readSystem,
  "system.notification": readNote,
  "user.message": readPrompt,
  "assistant.message": readAnswer,
  "tool.execution_start": readCallStart,
  "tool.execution_complete": readCallResult,
  "subagent.started": readAgentStart,
  "skill.invoked": readSkill,
  abort: readAbort,
};

/** Books of the program, its notes to the person, and steps of what other records hold whole. */
const SILENT =
  /^(?:session|hook|permission|subagent|assistant|tool|user_input|elicitation|sampling|mcp|command|capabilities|commands|external_tool|exit_plan_mode|pending_messages|auto_mode_switch)[._]/;

function readUnknown(record: JsonObject, { file, writer }: CopilotRecord): null {
  writer.add({ kind: "other", text: rawJson(record, file.options.sha256) });
  return null;
}

/** The first record names the session; a file whose head is lost is named by its folder. */
function sessionIdOf(type: string, data: JsonObject, path: string | undefined): string {
  const told = type === "session.start" || type === "session.resume" ? stringAt(data, "sessionId") : undefined;
  const segments = (path ?? "").replaceAll("\\", "/").split("/");
  const [folder, name] = segments.slice(-2);
  const named = name === undefined || name === "events.jsonl" ? folder : name.replace(/\.jsonl$/i, "");
  return told ?? (named || "unknown-session");
}

function whyCopied(file: CopilotFile, id: string): string | null {
  if (file.before.has(id)) return "repeated";
  const owner = file.options.ownerOf?.(id);
  return owner !== undefined && owner !== file.draft.header.id ? "copied from another session" : null;
}

function writerOf(file: CopilotFile, record: JsonObject, data: JsonObject, byteOffset: number): RecordWriter {
  const at = instantOf(record["timestamp"]) ?? file.draft.lastAt ?? UNKNOWN_INSTANT;
  file.draft.lastAt = at;
  return new RecordWriter(
    file.draft,
    threadOf(file, record, data),
    stringAt(record, "id") ?? `o${byteOffset}`,
    at,
    byteOffset,
  );
}

/** Records of a sub-agent name it, or the call that started it. */
function threadOf(file: CopilotFile, record: JsonObject, data: JsonObject): string {
  const call = stringAt(data, "parentToolCallId");
  const key = stringAt(record, "agentId") ?? (call === undefined ? undefined : (file.threadsByCall.get(call) ?? call));
  if (key === undefined) return MAIN_THREAD;
  if (!file.threads.has(key)) {
    file.threads.add(key);
    file.draft.thread({ key, parentKey: MAIN_THREAD, spawnedByCallId: call });
  }
  return key;
}
