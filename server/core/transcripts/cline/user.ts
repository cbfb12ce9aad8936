import { textOfBlock, textOfContent } from "../content";
import { isObject, type JsonObject, stringAt } from "../json";
import { addPrompt } from "../message-array/blocks";
import type { Call, Conversation } from "../message-array/conversation";
import { type Ending, endingOf } from "../message-array/outcome";
import type { RecordWriter } from "../record-writer";

/** What a text block of a person's message is. */
type Role = "prompt" | "injected" | "result" | "note" | "more";

/** `[read_file for 'src/a.ts'] Result:`: how Cline heads a result that goes back as text. */
const RESULT_HEAD = /^\[([a-z_]+)(?: for '[\s\S]{0,4000}?')?\] Result:[ \t]*\n?/;
const PROMPTS = /^\s*<(task|feedback|answer|user_message|new_task)>([\s\S]*?)(?:<\/\1>\s*)?$/;
const INJECTED = /^\s*<(?:environment_details|system-reminder|explicit_instructions|file_content|file_mention)\b/;
/** What the program says in the person's place. */
const NOTES = /^\s*(?:\[ERROR\]|\[TASK RESUMPTION\]|\[NOTE\]|# TODO LIST|# task_progress)/i;

/** A result that is still being read: its head stood in one block, its text may stand in the next ones. */
interface OpenResult {
  call: Call | undefined;
  tool: string;
  texts: string[];
}

/** Reads a message of the role `user`: prompts, results of calls, and what the program puts beside them. */
export function readUser(conversation: Conversation, writer: RecordWriter, content: unknown): void {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  const reader = new UserReader(conversation, writer);
  for (const block of blocks) reader.block(block);
  reader.close();
}

class UserReader {
  readonly #conversation: Conversation;
  readonly #writer: RecordWriter;
  #open: OpenResult | null = null;

  constructor(conversation: Conversation, writer: RecordWriter) {
    this.#conversation = conversation;
    this.#writer = writer;
  }

  block(block: unknown): void {
    const text = textOf(block);
    if (text !== null) this.#text(text, roleOf(text, this.#open !== null));
    else if (this.#open && isBinary(block)) {
      this.#open.texts.push(textOfBlock(block, this.#conversation.file.options.sha256));
    } else {
      this.close();
      addOther(this.#conversation, this.#writer, block);
    }
  }

  #text(text: string, role: Role): void {
    if (role === "more") {
      this.#open?.texts.push(text);
      return;
    }
    this.close();
    if (role === "result") this.#open = openResult(this.#conversation, text);
    else addText(this.#conversation, this.#writer, role, text);
  }

  close(): void {
    if (this.#open) addTextResult(this.#conversation, this.#writer, this.#open);
    this.#open = null;
  }
}

function textOf(block: unknown): string | null {
  if (typeof block === "string") return block;
  return isObject(block) && block["type"] === "text" && typeof block["text"] === "string" ? block["text"] : null;
}

function isBinary(block: unknown): boolean {
  return isObject(block) && (block["type"] === "image" || block["type"] === "document");
}

function roleOf(text: string, isInResult: boolean): Role {
  if (RESULT_HEAD.test(text.slice(0, HEAD_CHARACTERS))) return "result";
  if (INJECTED.test(text.slice(0, HEAD_CHARACTERS))) return "injected";
  if (/^\s*<(?:task|feedback|answer|user_message|new_task)>/.test(text.slice(0, HEAD_CHARACTERS))) return "prompt";
  if (NOTES.test(text.slice(0, HEAD_CHARACTERS))) return "note";
  return isInResult ? "more" : "prompt";
}

/** The head of a result repeats a command, which may be long. */
const HEAD_CHARACTERS = 5_000;

function addText(conversation: Conversation, writer: RecordWriter, role: Role, text: string): void {
  if (text.trim() === "") return;
  if (role === "injected") {
    tellFolder(conversation, writer, text);
    writer.add({ kind: "rule_injection", text });
  } else if (role === "note") {
    if (/^\s*\[TASK RESUMPTION\]/i.test(text)) writer.boundary("resume");
    writer.add({ kind: "system", text });
  } else writer.add({ kind: "user_prompt", text: PROMPTS.exec(text)?.[2]?.trim() || text });
}

/** The folder stands in the details of the environment, above the list of its files. */
const FOLDER = /^# Current (?:Working|Workspace) Directory \(([^)\n]+)\)/m;

function tellFolder({ draft }: Conversation, writer: RecordWriter, text: string): void {
  const cwd = FOLDER.exec(text.slice(0, 20_000))?.[1];
  if (cwd === undefined) return;
  if (draft.header.cwd === undefined) draft.tell("cwd", cwd);
  draft.workspace(writer.thread, writer.seq, writer.at, { cwd });
}

function openResult(conversation: Conversation, text: string): OpenResult {
  const head = RESULT_HEAD.exec(text);
  const tool = head?.[1] ?? "unknown";
  const body = text.slice(head?.[0].length ?? 0);
  return { call: conversation.callOf(undefined, tool), tool, texts: body === "" ? [] : [body] };
}

function addTextResult(conversation: Conversation, writer: RecordWriter, { call, tool, texts }: OpenResult): void {
  const text = texts.join("\n");
  const ending = endingOfText(text, undefined);
  if (ending.outcome === "error") conversation.file.report.errors++;
  const { told, typed } = apart(text);
  conversation.addResult(writer, call, undefined, { text: told, ending, tool });
  if (typed !== "") writer.add({ kind: "user_prompt", text: typed });
}

const TYPED = /<(feedback|answer|user_message)>\n?([\s\S]*?)\n?<\/\1>/;

/** What a person answered comes back inside the result of the call that asked, or that was refused. */
function apart(text: string): { told: string; typed: string } {
  const found = TYPED.exec(text);
  if (!found) return { told: text, typed: "" };
  const told = `${text.slice(0, found.index)}${text.slice(found.index + found[0].length)}`.trim();
  return { told, typed: found[2]?.trim() ?? "" };
}

/** Native results, and blocks of other kinds as Anthropic's API has them. */
function addOther(conversation: Conversation, writer: RecordWriter, block: unknown): void {
  if (block === undefined || block === null) return;
  if (!isObject(block) || block["type"] !== "tool_result") {
    addPrompt(conversation, writer, [block]);
    return;
  }
  const nativeId = stringAt(block, "tool_use_id");
  const text = withoutHead(textOfContent(block["content"], conversation.file.options.sha256));
  const ending = endingOfText(text, flagOf(block));
  if (ending.outcome === "error") conversation.file.report.errors++;
  const { told, typed } = apart(text);
  conversation.addResult(writer, conversation.callOf(nativeId), nativeId, { text: told, ending });
  if (typed !== "") writer.add({ kind: "user_prompt", text: typed });
}

function flagOf(block: JsonObject): boolean | undefined {
  return typeof block["is_error"] === "boolean" && block["is_error"] ? true : undefined;
}

function withoutHead(text: string): string {
  return text.replace(RESULT_HEAD, "");
}

const REFUSED = /^(?:The user denied this operation|The user rejected|User (?:denied|rejected))/i;
const FAILED =
  /^(?:The tool execution failed|Error (?:executing|reading|writing)|\[ERROR\]|<error>|\{"status":"error")/i;

/** Cline flags no errors: the result's text has to tell. */
function endingOfText(text: string, isError: boolean | undefined): Ending {
  if (REFUSED.test(text.slice(0, 300))) return { outcome: "refused" };
  return endingOf(text, isError ?? (FAILED.test(text.slice(0, 300)) ? true : undefined));
}
