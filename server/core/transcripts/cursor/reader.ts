import { rawJson } from "../content";
import { isObject, type JsonObject, listAt, objectAt, stringAt } from "../json";
import type { LineFile } from "../line-parser";
import { addAnswer, addPrompt } from "../message-array/blocks";
import { Conversation } from "../message-array/conversation";
import type { MixedReader } from "../mixed-parser";
import type { AgentCall } from "../options";
import type { SessionDraft } from "../parts";
import type { RecordWriter } from "../record-writer";
import { readChats } from "./chats";
import { identityOf } from "./identity";

const MAX_AGENT_CALLS = 5_000;

/** Reads the lines of a transcript: `{role, message: {content}}` without ids, times or usage. */
export class CursorReader implements MixedReader {
  readonly agentCalls = new Map<string, AgentCall>();
  readonly #told: LineFile;
  #conversation: Conversation | null = null;
  #chats: readonly SessionDraft[] = [];
  #lines = 0;

  constructor(told: LineFile) {
    this.#told = told;
  }

  drafts(): readonly SessionDraft[] {
    return this.#conversation ? [this.#conversation.draft, ...this.#chats] : this.#chats;
  }

  document(value: unknown): boolean {
    const chats = readChats(value, this.#told);
    if (chats) this.#chats = chats;
    return chats !== null;
  }

  read(record: JsonObject, byteOffset: number): string | null {
    const role = stringAt(record, "role");
    if (role === undefined && record["type"] === "turn_ended") return "turn_ended";
    this.#conversation ??= this.#open(record);
    const { draft } = this.#conversation;
    const before = draft.additions;
    const writer = this.#conversation.lineWriter(this.#lines++, byteOffset, record);
    this.#message(this.#conversation, writer, role, record);
    return draft.additions > before ? null : `${role ?? "unknown"}: empty`;
  }

  #message(conversation: Conversation, writer: RecordWriter, role: string | undefined, record: JsonObject): void {
    const message = objectAt(record, "message");
    const { content } = message;
    if (role === "assistant") this.#answer(conversation, writer, message);
    else if (role === "user") addPrompt(conversation, writer, typedContent(content));
    else writer.add({ kind: "other", text: rawJson(record, this.#told.options.sha256) });
  }

  #answer(conversation: Conversation, writer: RecordWriter, message: JsonObject): void {
    const requestId = conversation.request(writer, stringAt(message, "model"), undefined);
    const callsBefore = conversation.callCount;
    addAnswer(conversation, writer, message["content"], requestId);
    const calls = listAt(message, "content").filter((block) => isObject(block) && block["type"] === "tool_use");
    this.#told.report.toolCalls += conversation.callCount - callsBefore;
    // Calls often have no id; then only the last one of the answer is known by name.
    const named = calls.filter(isObject).filter((block, index) => stringAt(block, "id") || index === calls.length - 1);
    for (const block of named) this.#noteAgentCall(conversation, writer, block);
  }

  /** A sub-agent's file does not say which call began it; the same prompt does. */
  #noteAgentCall(conversation: Conversation, writer: RecordWriter, block: JsonObject): void {
    const input = objectAt(block, "input");
    const prompt = stringAt(input, "prompt");
    const isAgent = /^(?:agent|task|subagent)$/i.test(stringAt(block, "name") ?? "");
    const call = conversation.lastCall;
    if (!isAgent || prompt === undefined || !call || this.agentCalls.size >= MAX_AGENT_CALLS) return;
    this.agentCalls.set(prompt.trim(), {
      callId: stringAt(block, "id") ?? call.callId,
      thread: writer.thread,
      agent: stringAt(input, "subagent_type") ?? "subagent",
      label: stringAt(input, "description") ?? prompt,
    });
  }

  #open(first: JsonObject): Conversation {
    const { options, report } = this.#told;
    const { session, agentId } = identityOf(options.path, first);
    const file = { client: "cursor" as const, options, report };
    if (agentId === null) return tellFolder(new Conversation(file, session), options.cwd);
    const call = options.agentCalls?.get(promptOf(first));
    const thread = {
      key: agentId,
      agent: call?.agent ?? "subagent",
      parentKey: call?.thread ?? "main",
      spawnedByCallId: call?.callId,
      label: call?.label,
    };
    return tellFolder(new Conversation(file, session, thread), options.cwd);
  }
}

function tellFolder(conversation: Conversation, cwd: string | undefined): Conversation {
  conversation.draft.tell("cwd", cwd);
  return conversation;
}

const QUERY = /<user_query>\n?([\s\S]*?)\n?<\/user_query>/;

/** Cursor wraps what was typed; what it puts beside it (open files, rules, the time) is its own. */
function typedContent(content: unknown): unknown {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  return blocks.flatMap((block): unknown[] => {
    const text = typeof block === "string" ? block : isObject(block) ? stringAt(block, "text") : undefined;
    const query = text === undefined ? null : QUERY.exec(text);
    if (text === undefined || query === null) return [block];
    const beside = `${text.slice(0, query.index)}${text.slice(query.index + query[0].length)}`.trim();
    const typed = { type: "text", text: query[1] ?? "" };
    return beside === ""
      ? [typed]
      : [{ type: "text", text: `<system-reminder>\n${beside}\n</system-reminder>` }, typed];
  });
}

function promptOf(first: JsonObject): string {
  const content = objectAt(first, "message")["content"];
  const [block] = Array.isArray(content) ? content : [content];
  const text = typeof block === "string" ? block : isObject(block) ? stringAt(block, "text") : undefined;
  const query = text === undefined ? null : QUERY.exec(text);
  return (query?.[1] ?? text ?? "").trim();
}
