import { BoundedMap } from "../bounded-map";
import { instantOf } from "../fields";
import { isObject, type JsonObject, listAt, objectAt, parseObject, stringAt } from "../json";
import { account, type LineFile } from "../line-parser";
import { Conversation } from "../message-array/conversation";
import { noteSkipped } from "../options";
import type { SessionDraft } from "../parts";
import { readBubble } from "./bubble";

const COMPOSER = "composerData:";
const BUBBLE = "bubbleId:";
/** Bubbles are looked up by chat; one export holds them all in memory anyway. */
const MAX_BUBBLES = 1_000_000;

interface Chat {
  id: string;
  data: JsonObject;
}

/**
 * Reads rows of the table `cursorDiskKV` of Cursor's `state.vscdb`, as `sqlite3 -json` prints them. A record is a bubble:
 * a message, with its call and what came of it. Null when there are no such rows.
 */
export function readChats(document: unknown, told: LineFile): readonly SessionDraft[] | null {
  if (!Array.isArray(document)) return null;
  const rows = document.filter(isObject).flatMap((row) => rowOf(row) ?? []);
  const chats = rows.flatMap(({ key, value }) =>
    key.startsWith(COMPOSER) ? [{ id: key.slice(COMPOSER.length), data: value }] : [],
  );
  if (chats.length === 0) return null;
  const bubbles = new BoundedMap<string, JsonObject>(MAX_BUBBLES);
  for (const { key, value } of rows) if (key.startsWith(BUBBLE)) bubbles.set(key.slice(BUBBLE.length), value);
  const byId = new Map(chats.filter(({ id }) => id !== "").map((chat) => [chat.id, chat]));
  const left = document.length - rows.length + chats.length - byId.size;
  if (left > 0) told.report.skipped["row: of another kind"] = left;
  told.report.records += left;
  return [...byId.values()].map((chat) => readChat(chat, bubbles, told));
}

/** The value is JSON in a string, as the table holds it, or the value itself. */
function rowOf(row: JsonObject): { key: string; value: JsonObject } | null {
  const key = stringAt(row, "key");
  const raw = row["value"];
  const value = isObject(raw) ? raw : typeof raw === "string" ? parseObject(raw) : null;
  const isKnown = key?.startsWith(COMPOSER) || key?.startsWith(BUBBLE);
  return key !== undefined && isKnown && value !== null ? { key, value } : null;
}

function readChat({ id, data }: Chat, bubbles: BoundedMap<string, JsonObject>, told: LineFile): SessionDraft {
  const { options, report } = told;
  const conversation = new Conversation({ client: "cursor", options, report }, id);
  tellHeader(conversation, data, options.cwd);
  account(report, { byteOffset: 0, line: 1, recovered: false }, () => null);
  bubblesOf(id, data, bubbles).forEach((bubble, index) => {
    if (bubble === null) {
      report.records++;
      noteSkipped(report, "bubble: without a row");
      return;
    }
    account(report, { byteOffset: 0, line: 1, recovered: false }, () => readBubble(conversation, bubble, index));
  });
  return conversation.draft;
}

function tellHeader(conversation: Conversation, data: JsonObject, cwd: string | undefined): void {
  const { draft } = conversation;
  const workspace = objectAt(data, "workspaceIdentifier");
  draft.tell("title", stringAt(data, "name"));
  draft.tell("startedAt", instantOf(data["createdAt"]));
  const model = stringAt(objectAt(data, "modelConfig"), "modelName");
  // Cursor may choose the model itself.
  conversation.model = model === "default" ? undefined : model;
  draft.tell("model", conversation.model);
  draft.tell("cwd", stringAt(objectAt(workspace, "uri"), "fsPath") ?? cwd);
}

/** Older chats hold their bubbles; newer ones name them in their order, and each is a row of its own. */
function bubblesOf(id: string, data: JsonObject, bubbles: BoundedMap<string, JsonObject>): (JsonObject | null)[] {
  const held = listAt(data, "conversation").filter(isObject);
  if (held.length > 0) return held;
  return listAt(data, "fullConversationHeadersOnly")
    .filter(isObject)
    .map((header) => {
      const bubbleId = stringAt(header, "bubbleId") ?? "";
      const bubble = bubbles.get(`${id}:${bubbleId}`);
      return bubble ? { bubbleId, type: header["type"], ...bubble } : null;
    });
}
