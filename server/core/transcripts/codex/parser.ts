import { rawJson } from "../content";
import { instantOf } from "../fields";
import { type JsonObject, lookUp, objectAt, stringAt } from "../json";
import { type LineFile, LineParser, type LineReader } from "../line-parser";
import type { TranscriptOptions } from "../options";
import type { SessionDraft } from "../parts";
import { RecordWriter } from "../record-writer";
import { addCompaction, readEventMessage } from "./event-messages";
import { CopiedPrefix, identityOf, idOfPath, ownSession, type RolloutIdentity } from "./identity";
import { readItem } from "./items";
import { CodexFile, type CodexReader, type CodexRecord } from "./state";

/** Where no record of the file carries a time. */
const UNKNOWN_INSTANT = "1970-01-01T00:00:00.000Z";

/**
 * Reads Codex's rollouts (`~/.codex/sessions/…/rollout-<time>-<id>.jsonl`), one thread a file. It names a sub-agent's
 * call on an event of the parent's rollout; nothing is told by prompts.
 */
export class CodexParser extends LineParser {
  constructor(options: TranscriptOptions = {}) {
    super("codex", options, (file) => new CodexRecords(file));
  }
}

class CodexRecords implements LineReader {
  readonly #told: LineFile;
  #file: CodexFile | null = null;

  constructor(told: LineFile) {
    this.#told = told;
  }

  read(record: JsonObject, byteOffset: number): string | null {
    const { options, report } = this.#told;
    const isFirst = this.#file === null;
    this.#file ??= new CodexFile(options, report, identityOfFile(record, options.path));
    return readRecord(this.#file, record, byteOffset, isFirst);
  }

  drafts(): SessionDraft[] {
    return this.#file ? [this.#file.draft] : [];
  }
}

/** The first line tells who the file is; a file whose head is lost is named by its path. */
function identityOfFile(first: JsonObject, path: string | undefined): RolloutIdentity {
  const meta = first["type"] === "session_meta" ? objectAt(first, "payload") : isBareHead(first) ? first : {};
  return identityOf(meta) ?? ownSession(idOfPath(path) ?? "unknown-session");
}

/** Files before about version 0.44 begin with a bare head, and their lines are bare response items. */
function isBareHead(record: JsonObject): boolean {
  return record["type"] === undefined && record["record_type"] === undefined && typeof record["id"] === "string";
}

const READERS: Readonly<Record<string, CodexReader>> = {
  response_item: readItem,
  event_msg: readEventMessage,
  turn_context: readTurnContext,
  compacted: readCompacted,
  world_state: readWorldState,
  inter_agent_communication_metadata: () => "inter_agent_communication_metadata",
};

function readRecord(file: CodexFile, record: JsonObject, byteOffset: number, isFirst: boolean): string | null {
  const input = recordInput(file, record, byteOffset);
  const type = stringAt(record, "type");
  if (type === "session_meta") return readMeta(input, input.payload, isFirst);
  if (isBareHead(record)) return readMeta(input, record, isFirst);
  if (file.prefix?.holds(record)) return readCopied(input);
  if (record["record_type"] !== undefined) return `record_type: ${stringAt(record, "record_type") ?? "unknown"}`;
  const isBareItem = type !== undefined && record["payload"] === undefined && lookUp(READERS, type) === undefined;
  if (isBareItem) return readItem({ ...input, payload: record });
  return (lookUp(READERS, type ?? "") ?? readUnknown)(input);
}

function recordInput(file: CodexFile, record: JsonObject, byteOffset: number): CodexRecord {
  const at = instantOf(record["timestamp"]) ?? file.draft.lastAt ?? UNKNOWN_INSTANT;
  file.draft.lastAt = at;
  const writer = new RecordWriter(file.draft, file.identity.thread, file.recordId(byteOffset), at, byteOffset);
  return { file, record, payload: objectAt(record, "payload"), writer };
}

/**
 * Reads the head. The first one names the session; the same id again is a resume; another id is the head of a parent,
 * behind which a fork keeps a copy of the parent's history.
 */
function readMeta({ file, record, writer }: CodexRecord, meta: JsonObject, isFirst: boolean): string | null {
  const id = stringAt(meta, "id");
  if (!isFirst && id === file.identity.id) {
    writer.boundary("resume");
    return null;
  }
  if (!isFirst) {
    file.prefix ??= new CopiedPrefix(file.draft.lastAt);
    return "copied history";
  }
  if (file.identity.isFork) file.prefix = new CopiedPrefix(instantOf(record["timestamp"]));
  tellHeader(file, meta, writer);
  const instructions = stringAt(meta, "instructions");
  if (instructions !== undefined) writer.add({ kind: "rule_injection", text: instructions });
  return null;
}

function tellHeader(file: CodexFile, meta: JsonObject, writer: RecordWriter): void {
  const { draft } = file;
  const git = objectAt(meta, "git");
  const branch = stringAt(git, "branch");
  const cwd = stringAt(meta, "cwd");
  draft.tell("clientVersion", stringAt(meta, "cli_version"));
  draft.tell("cwd", cwd);
  draft.tell("gitRemote", stringAt(git, "repository_url"));
  if (file.isMain) {
    draft.tell("branch", branch);
    draft.tell("head", stringAt(git, "commit_hash"));
    draft.tell("startedAt", instantOf(meta["timestamp"]));
  }
  draft.workspace(file.identity.thread, writer.seq, writer.at, { branch, cwd });
}

/** The copy belongs to the parent; only its counters and its model are the ground that the fork starts from. */
function readCopied({ file, payload, record }: CodexRecord): string {
  if (record["type"] === "turn_context") file.model = stringAt(payload, "model") ?? file.model;
  if (payload["type"] === "token_count") file.count(payload["info"], null);
  return "copied history";
}

/** Each turn tells its model, folder and mode; plan mode is the stage `plan`, leaving it means that work begins. */
function readTurnContext({ file, payload, writer }: CodexRecord): string | null {
  file.closeRequest();
  const before = file.draft.additions;
  file.model = stringAt(payload, "model") ?? file.model;
  const cwd = stringAt(payload, "cwd");
  if (file.isMain) file.draft.tell("model", file.model);
  if (file.isMain && file.draft.header.cwd === undefined) file.draft.tell("cwd", cwd);
  const mode = stringAt(objectAt(payload, "collaboration_mode"), "mode");
  const wasPlanning = file.draft.stageOf(file.identity.thread) === "plan";
  const stage = mode === "plan" ? "plan" : wasPlanning ? "execute" : undefined;
  file.draft.workspace(file.identity.thread, writer.seq, writer.at, { cwd, stage });
  return file.draft.additions > before ? null : "turn_context: unchanged";
}

/** The replaced history is a copy of what the file holds already; only a summary in plain text is new. */
function readCompacted(input: CodexRecord): string | null {
  const why = addCompaction(input);
  const summary = stringAt(input.payload, "message");
  if (summary === undefined) return why;
  input.writer.add({ kind: "summary", text: summary });
  return null;
}

/** Rules, skills and permissions as newer versions inject them. */
function readWorldState({ payload, writer, file }: CodexRecord): null {
  const state = payload["state"] ?? payload;
  writer.add({ kind: "rule_injection", text: rawJson(state, file.options.sha256) });
  return null;
}

const readUnknown: CodexReader = ({ record, writer, file }) => {
  writer.add({ kind: "other", text: rawJson(record, file.options.sha256) });
  return null;
};
