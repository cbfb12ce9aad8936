import { rawJson } from "../content";
import { instantOf } from "../fields";
import { type JsonObject, lookUp, stringAt } from "../json";
import { type LineFile, LineParser, type LineReader } from "../line-parser";
import type { AgentCall, TranscriptOptions } from "../options";
import type { SessionDraft } from "../parts";
import { RecordWriter } from "../record-writer";
import { readAssistant } from "./assistant";
import { readAttachment } from "./attachment";
import { noteSessionStart } from "./branches";
import { fileRole } from "./file-role";
import {
  isTitle,
  readPermissionMode,
  readSystem,
  readTitle,
  SUMMARY_RANK,
  setTitle,
  UNSEEN_TYPES,
} from "./other-records";
import { ClaudeFile, type ClaudeSession, MAIN_THREAD, type RecordInput, type RecordReader } from "./state";
import { threadOf } from "./threads";
import { readUser } from "./user";

const READERS: Readonly<Record<string, RecordReader>> = {
  assistant: readAssistant,
  user: readUser,
  attachment: readAttachment,
  system: readSystem,
  "permission-mode": readPermissionMode,
};

/** Where no record of the file carries a time. */
const UNKNOWN_INSTANT = "1970-01-01T00:00:00.000Z";

/** Reads Claude Code's session files (`~/.claude/projects/<project>/<session>.jsonl`) and those of its sub-agents. */
export class ClaudeCodeParser extends LineParser {
  constructor(options: TranscriptOptions = {}) {
    super("claude-code", options, (file) => new ClaudeRecords(file));
  }
}

class ClaudeRecords implements LineReader {
  readonly #file: ClaudeFile;

  constructor({ options, report }: LineFile) {
    this.#file = new ClaudeFile(options, report, fileRole(options.path));
  }

  get agentCalls(): ReadonlyMap<string, AgentCall> {
    return this.#file.agentCalls;
  }

  read(record: JsonObject, byteOffset: number): string | null {
    return readRecord(this.#file, record, byteOffset);
  }

  drafts(): SessionDraft[] {
    return [...this.#file.sessions.values()].map((session) => session.draft);
  }
}

/** Answers why the record carries nothing, or null when it gave something. */
function readRecord(file: ClaudeFile, record: JsonObject, byteOffset: number): string | null {
  const type = stringAt(record, "type") ?? "unknown";
  const session = sessionOf(file, record, type);
  if (isTitle(type)) return readTitle(file, session, record);
  if (session === null) return UNSEEN_TYPES.has(type) ? type : `${type}: no session`;
  const uuid = stringAt(record, "uuid") ?? null;
  const why = uuid === null ? null : whyCopied(file, session, uuid);
  if (why !== null) return `${type}: ${why}`;
  const input = recordInput(file, session, record, uuid, byteOffset);
  const before = session.draft.additions;
  if (type === "progress" || type === "attachment") noteSessionStart(input);
  const unread = UNSEEN_TYPES.has(type) ? type : readContent(input, type);
  noteNode(input);
  return session.draft.additions > before ? null : unread;
}

/** History is copied inside one file by resumes, and into other files by forks and hand-offs. */
function whyCopied(file: ClaudeFile, session: ClaudeSession, uuid: string): string | null {
  if (file.nodes.has(uuid)) return "repeated";
  const owner = file.options.ownerOf?.(uuid);
  return owner !== undefined && owner !== session.id ? "copied from another session" : null;
}

function recordInput(
  file: ClaudeFile,
  session: ClaudeSession,
  record: JsonObject,
  uuid: string | null,
  byteOffset: number,
): RecordInput {
  const at = instantOf(record["timestamp"]) ?? session.draft.lastAt ?? UNKNOWN_INSTANT;
  const thread = threadOf(file, session, record, uuid);
  const writer = new RecordWriter(session.draft, thread, uuid ?? `${thread}@${byteOffset}`, at, byteOffset);
  return { file, session, record, uuid, thread, trail: session.trail(thread), writer };
}

function readContent(input: RecordInput, type: string): string | null {
  input.session.draft.lastAt = input.writer.at;
  tellHeader(input);
  return (lookUp(READERS, type) ?? readUnknown)(input) ?? `${type}: nothing new`;
}

const readUnknown: RecordReader = ({ writer, record, file }) => {
  writer.add({ kind: "other", text: rawJson(record, file.options.sha256) });
  return null;
};

/** Records without a session belong to the one that the file is in; before any, the path names it. */
function sessionOf(file: ClaudeFile, record: JsonObject, type: string): ClaudeSession | null {
  const id = stringAt(record, "sessionId") ?? (file.current ? undefined : (file.role.sessionId ?? undefined));
  const hasOwnContent = !UNSEEN_TYPES.has(type) && !isTitle(type);
  // Titles and checkpoints alone do not make a session.
  if (id !== undefined && (hasOwnContent || file.sessions.has(id))) file.current = openSession(file, id);
  return id === undefined || file.current?.id === id ? file.current : null;
}

function openSession(file: ClaudeFile, id: string): ClaudeSession {
  const pending = file.titlesBySession.get(id);
  const session = file.session(id);
  if (pending) setTitle(session, pending.title, pending.rank);
  file.titlesBySession.delete(id);
  return session;
}

function noteNode({ file, session, record, uuid, thread, writer }: RecordInput): void {
  if (uuid === null) return;
  const message = record["message"];
  const messageId = typeof message === "object" && message !== null && "id" in message ? message.id : null;
  file.nodes.set(uuid, {
    session: session.id,
    thread,
    lastSeq: writer.lastSeq,
    messageId: typeof messageId === "string" ? messageId : null,
  });
  const title = file.titlesByLeaf.get(uuid);
  if (title !== undefined) setTitle(session, title, SUMMARY_RANK);
}

/** Branch, folder and version stand on every record. A sub-agent's do not speak for the session. */
function tellHeader({ session, record, thread, writer }: RecordInput): void {
  const { draft } = session;
  const branch = stringAt(record, "gitBranch");
  // Outside of git the branch is empty, and HEAD when it is detached.
  const named = branch === "HEAD" ? undefined : branch;
  const cwd = stringAt(record, "cwd");
  draft.tell("clientVersion", stringAt(record, "version"));
  if (thread === MAIN_THREAD) {
    if (draft.header.startedAt === undefined) draft.tell("startedAt", instantOf(record["timestamp"]));
    draft.tell("branch", named);
  }
  // The folder in which the session began tells its project; later ones stand on the marks.
  if (draft.header.cwd === undefined) draft.tell("cwd", cwd);
  draft.workspace(thread, writer.seq, writer.at, { branch: named, cwd });
}
