import { rawJson } from "../content";
import type { DocumentReader } from "../document-parser";
import { instantOf } from "../fields";
import { isObject, type JsonObject, listAt, objectAt, stringAt } from "../json";
import { noteSkipped } from "../options";
import { SessionDraft } from "../parts";
import { readAssistant } from "./assistant";
import { momentOf, OpencodeFile, type OpencodeMessage, partsOf } from "./state";
import { readUser } from "./user";

const MAIN_THREAD = "main";

/**
 * Reads what `opencode export <session>` writes, `{info, messages: [{info, parts}]}`, or the list of messages alone, as
 * OpenCode's server gives it. A record is a message.
 */
export const readExport: DocumentReader = (document, { options, report }) => {
  const info = isObject(document) ? objectAt(document, "info") : {};
  const messages = isObject(document) ? document["messages"] : document;
  if (!Array.isArray(messages) || !looksRight(info, messages)) return null;
  const id = stringAt(info, "id") ?? sessionOfMessages(messages) ?? idOfPath(options.path) ?? "unknown-session";
  const file = openFile(id, info, messages, { options, report });
  const revert = new Revert(objectAt(info, "revert"));
  messages.forEach((message: unknown, index) => {
    report.records++;
    const why = readMessage(file, message, { index, isLast: index === messages.length - 1 }, revert);
    if (why === null) report.carriedRecords++;
    else noteSkipped(report, why);
  });
  revert.finish(file);
  return [file.draft];
};

function looksRight(info: JsonObject, messages: readonly unknown[]): boolean {
  return (
    stringAt(info, "id") !== undefined || messages.some((message) => isObject(message) && isObject(message["info"]))
  );
}

function sessionOfMessages(messages: readonly unknown[]): string | undefined {
  const infos = messages.map((message) => (isObject(message) ? objectAt(message, "info") : {}));
  return infos.map((info) => stringAt(info, "sessionID")).find((id) => id !== undefined);
}

function idOfPath(path: string | undefined): string | undefined {
  const name = path?.replaceAll("\\", "/").split("/").at(-1) ?? "";
  return /ses_\w+/.exec(name)?.[0];
}

type Told = Pick<OpencodeFile, "options" | "report">;

/** A session with a parent is the thread of a sub-agent in the parent's session. */
function openFile(id: string, info: JsonObject, messages: readonly unknown[], { options, report }: Told): OpencodeFile {
  const parent = stringAt(info, "parentID");
  const draft = new SessionDraft("opencode", parent ?? id);
  const file = new OpencodeFile(options, report, draft, parent === undefined ? MAIN_THREAD : id, parent === undefined);
  if (parent === undefined) draft.thread({ key: MAIN_THREAD, agent: "main" });
  else draft.thread({ key: id, agent: agentOf(info, messages), parentKey: MAIN_THREAD, label: labelOf(info) });
  tellHeader(file, info);
  return file;
}

/** OpenCode ends a child's title with `(@explore subagent)`; newer versions name the agent beside it. */
const CHILD_TITLE = /\s*\(@([\w.-]+) subagent\)$/;

function agentOf(info: JsonObject, messages: readonly unknown[]): string {
  const titled = CHILD_TITLE.exec(stringAt(info, "title") ?? "")?.[1];
  const [first] = messages.map((message) =>
    isObject(message) ? stringAt(objectAt(message, "info"), "agent") : undefined,
  );
  return titled ?? stringAt(info, "agent") ?? first ?? "subagent";
}

function labelOf(info: JsonObject): string | undefined {
  return stringAt(info, "title")?.replace(CHILD_TITLE, "");
}

/** A title until the model has made one; it says nothing. */
const DEFAULT_TITLE = /^(?:New|Child) session - \d{4}-/;

/** What a child tells of itself does not speak for the session. */
function tellHeader({ draft, isMain }: OpencodeFile, info: JsonObject): void {
  draft.tell("clientVersion", stringAt(info, "version"));
  draft.tell("cwd", stringAt(info, "directory"));
  if (!isMain) return;
  const title = stringAt(info, "title");
  if (title !== undefined && !DEFAULT_TITLE.test(title)) draft.tell("title", title);
  draft.tell("startedAt", instantOf(objectAt(info, "time")["created"]));
}

interface Place {
  index: number;
  isLast: boolean;
}

/** Answers why the message carries nothing, or null when it gave something. */
function readMessage(file: OpencodeFile, value: unknown, { index, isLast }: Place, revert: Revert): string | null {
  if (!isObject(value)) return "message: no object";
  const info = objectAt(value, "info");
  const id = file.ownId(stringAt(info, "id"), file.numberedId(index));
  revert.pass(file, stringAt(info, "id"));
  const message: OpencodeMessage = {
    file,
    info,
    id,
    parts: partsOf(file, id, listAt(value, "parts")),
    created: momentOf(objectAt(info, "time")["created"]),
    isLast,
    isBeingWritten: false,
    isCompacted: false,
  };
  const before = file.draft.additions;
  const why = readByRole(message, value);
  return file.draft.additions > before ? null : why;
}

function readByRole(message: OpencodeMessage, value: JsonObject): string {
  const { file, info, id, created } = message;
  const role = info["role"];
  if (role === "user" || role === "assistant") {
    tellWorkspace(message);
    return role === "user" ? readUser(message) : readAssistant(message);
  }
  const rest = rawJson(value, file.options.sha256);
  file.writer(id, created).add({ kind: "other", text: rest });
  return "message: unknown role";
}

/** The folder, and the agent that answers: `plan` only plans, any other works. */
function tellWorkspace({ file, info, created }: OpencodeMessage): void {
  const agent = stringAt(info, "agent") ?? stringAt(info, "mode");
  const wasPlanning = file.draft.stageOf(file.thread) === "plan";
  const isAside = info["summary"] === true || agent === undefined;
  const stage = isAside ? undefined : agent === "plan" ? "plan" : wasPlanning ? "execute" : undefined;
  const cwd = stringAt(objectAt(info, "path"), "cwd");
  if (stage === undefined && cwd === undefined) return;
  const { seq, at } = file.writer("", created);
  file.draft.workspace(file.thread, seq, at, { cwd, stage });
}

/** An undo hides a message and what follows, until the next prompt removes them for good. */
class Revert {
  readonly #messageId: string | undefined;
  #toSeq: number | null = null;

  constructor(revert: JsonObject) {
    this.#messageId = stringAt(revert, "messageID");
  }

  /** Called before each message. */
  pass(file: OpencodeFile, messageId: string | undefined): void {
    if (this.#messageId !== undefined && messageId === this.#messageId) this.#toSeq ??= file.lastSeq;
  }

  finish(file: OpencodeFile): void {
    if (this.#toSeq !== null) file.writer("", undefined).boundary("rewind", this.#toSeq);
  }
}
