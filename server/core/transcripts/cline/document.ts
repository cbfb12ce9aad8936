import type { TokenUsage } from "../../events/ingest-batch";
import { rawJson, textOfContent } from "../content";
import type { DocumentReader } from "../document-parser";
import { instantOf } from "../fields";
import { isObject, type JsonObject, objectAt, stringAt } from "../json";
import { Conversation, MAX_MESSAGES } from "../message-array/conversation";
import { conversationId } from "../message-array/identity";
import { noteBadLine, noteSkipped } from "../options";
import type { RecordWriter } from "../record-writer";
import { readAnswer } from "./answer";
import { usagesIn } from "./request-log";
import { readUser } from "./user";

/** Reads the messages of one task; a record is a message. */
export const readTask: DocumentReader = (document, file) => {
  if (!Array.isArray(document) || !document.some((entry) => isObject(entry) && typeof entry["role"] === "string")) {
    return null;
  }
  const messages: readonly unknown[] = document;
  const conversation = new Conversation(
    file,
    taskOf(file.options.path) ?? conversationId(file.options.path, messages, "task"),
  );
  conversation.draft.tell("cwd", file.options.cwd);
  conversation.draft.tell("startedAt", instantOf(isObject(messages[0]) ? messages[0]["ts"] : undefined));
  const usages = usagesFor(messages, file.options.requestLog);
  for (const [number, message] of messages.slice(0, MAX_MESSAGES).entries()) {
    readMessage(conversation, message, number, usages.get(message));
  }
  const left = messages.length - MAX_MESSAGES;
  if (left > 0) {
    noteBadLine(file.report, 1, 0, `The last ${left} messages were left out: at most ${MAX_MESSAGES} are read.`);
  }
  return [conversation.draft];
};

/**
 * The answers with the tokens of the log beside them. Only where the log has as many requests as there are answers:
 * else nobody knows which is whose.
 */
function usagesFor(messages: readonly unknown[], log: string | undefined): ReadonlyMap<unknown, TokenUsage> {
  const answers = messages.filter(isObject).filter((message) => message["role"] === "assistant");
  const logged = usagesIn(log);
  if (answers.length !== logged.length) return new Map();
  return new Map(logged.map((usage, index) => [answers[index], usage]));
}

/** The folder of a task is named by the millisecond of its beginning, or by a UUID. */
function taskOf(path: string | undefined): string | undefined {
  const folder = (path ?? "").replaceAll("\\", "/").split("/").at(-2) ?? "";
  return /^(?:\d{12,16}|[0-9a-f]{8}-[0-9a-f-]{27})$/i.test(folder) ? folder : undefined;
}

function readMessage(
  conversation: Conversation,
  message: unknown,
  number: number,
  loggedUsage: TokenUsage | undefined,
): void {
  const { report } = conversation.file;
  const { draft } = conversation;
  report.records++;
  const role = roleOf(message);
  const before = draft.additions;
  const writer = conversation.writer(number, role, isObject(message) ? timed(message) : {});
  if (isObject(message) && role !== "other") readByRole({ conversation, writer, message, loggedUsage }, role);
  else if (message !== null) writer.add({ kind: "other", text: rawJson(message, conversation.file.options.sha256) });
  if (draft.additions > before) report.carriedRecords++;
  else noteSkipped(report, `${role}: empty`);
}

type Role = "user" | "assistant" | "other";

function roleOf(message: unknown): Role {
  const role = isObject(message) ? message["role"] : undefined;
  return role === "user" || role === "assistant" ? role : "other";
}

interface TaskMessage {
  conversation: Conversation;
  writer: RecordWriter;
  message: JsonObject;
  loggedUsage: TokenUsage | undefined;
}

function readByRole({ conversation, writer, message, loggedUsage }: TaskMessage, role: Role): void {
  if (message["isSummary"] === true) {
    // Roo condenses: the summary stands for what came before.
    writer.boundary("compaction");
    writer.add({ kind: "summary", text: textOfContent(message["content"], conversation.file.options.sha256) });
    return;
  }
  tellMode(conversation, writer, message);
  if (role === "user") readUser(conversation, writer, message["content"]);
  else readAnswer(conversation, writer, message, loggedUsage);
}

function timed(message: JsonObject): JsonObject {
  return { timestamp: message["ts"] };
}

/** In plan mode the agent plans; in act mode it works. */
function tellMode({ draft }: Conversation, writer: RecordWriter, message: JsonObject): void {
  const mode = stringAt(objectAt(message, "modelInfo"), "mode");
  const stage = mode === "plan" ? "plan" : mode === "act" ? "execute" : undefined;
  if (stage !== undefined) draft.workspace(writer.thread, writer.seq, writer.at, { stage });
}
