import { BoundedMap } from "../bounded-map";
import { rawJson } from "../content";
import { isObject, type JsonObject, listAt, lookUp, objectAt, stringAt } from "../json";
import { account, type LineFile } from "../line-parser";
import type { MixedReader } from "../mixed-parser";
import type { SessionDraft } from "../parts";
import { Answer } from "./answer";
import { GeminiFile, type GeminiMessage } from "./state";
import { readUser } from "./user";

/** A message is rewritten while it is the newest, so that few are open; late rewrites of older ones give what is new. */
const MAX_OPEN_ANSWERS = 512;
/** Stands for the byte offset of a message of a document, so that its position depends on its number only. */
const STEP_BYTES = 64 * 1024 * 1024;

/** Where a record stands, and where what it adds later goes: in a document results stand behind all calls. */
interface Place {
  offset: number;
  resultOffset: number;
}

export class GeminiReader implements MixedReader {
  readonly #told: LineFile;
  readonly #answers = new BoundedMap<string, Answer>(MAX_OPEN_ANSWERS);
  #file: GeminiFile | null = null;
  /** The newest answer: the next lines may be longer forms of it. */
  #open: Answer | null = null;

  constructor(told: LineFile) {
    this.#told = told;
  }

  drafts(): SessionDraft[] {
    return this.#file ? [this.#file.draft] : [];
  }

  finish(): void {
    this.#flush();
  }

  isDocument(record: JsonObject): boolean {
    return this.#file === null && Array.isArray(record["messages"]);
  }

  document(value: unknown): boolean {
    const messages = isObject(value) ? value["messages"] : null;
    if (!isObject(value) || !Array.isArray(messages) || !looksRight(value)) return false;
    const file = this.#fileOf(value);
    messages.forEach((message: unknown, index) => {
      const offset = (index + 1) * STEP_BYTES;
      const place = { offset, resultOffset: offset + STEP_BYTES / 2 };
      account(this.#told.report, { byteOffset: 0, line: 1, recovered: false }, () =>
        isObject(message) ? this.#message(file, message, place) : "message: no object",
      );
    });
    this.#flush();
    return true;
  }

  read(record: JsonObject, byteOffset: number): string | null {
    const place = { offset: byteOffset, resultOffset: byteOffset };
    const isHead = typeof record["sessionId"] === "string" && record["type"] === undefined;
    const isFirst = this.#file === null;
    const file = this.#fileOf(isHead ? record : {});
    if (isHead) return isFirst ? null : (noted(file, () => file.tellHead(record)) ?? "session: nothing new");
    if (typeof record["$rewindTo"] === "string") return this.#rewind(file, record["$rewindTo"], place);
    if (isObject(record["$set"])) return this.#patch(file, record["$set"], place);
    // A torn line may hold a whole call; it is no record of its own.
    if (record["type"] === undefined && "args" in record) return "part of a torn record";
    return this.#message(file, record, place);
  }

  /** The first record names the session. */
  #fileOf(head: JsonObject): GeminiFile {
    this.#file ??= new GeminiFile(this.#told, head);
    return this.#file;
  }

  #message(file: GeminiFile, message: JsonObject, place: Place): string | null {
    const type = stringAt(message, "type") ?? "unknown";
    if (type === "gemini") return this.#answer(file, message, place);
    this.#flush();
    const id = stringAt(message, "id") ?? `o${place.offset}`;
    if (file.before.has(id)) return `${type}: repeated`;
    if (file.isCopied(id)) return `${type}: copied from another session`;
    file.before.set(id, file.lastSeq);
    const writer = file.writer(id, message["timestamp"], place.offset);
    const before = file.draft.additions;
    const why = (lookUp(READERS, type) ?? readUnknown)({ file, message, writer });
    if (file.draft.additions === before) return why ?? `${type}: empty`;
    file.noteWritten(writer.lastSeq);
    return null;
  }

  #answer(file: GeminiFile, message: JsonObject, place: Place): string | null {
    const id = stringAt(message, "id") ?? `o${place.offset}`;
    const known = this.#answers.get(id);
    if (known === undefined && file.before.has(id)) return "gemini: repeated";
    if (file.isCopied(id)) return "gemini: copied from another session";
    if (known !== this.#open || known === undefined) this.#flush();
    if (known === undefined) file.before.set(id, file.lastSeq);
    const answer = known ?? new Answer(file, id);
    this.#answers.set(id, answer);
    this.#open = answer;
    answer.grow(message, place);
    return known === undefined ? null : "gemini: written again while it grew";
  }

  #flush(): void {
    this.#open?.write();
    this.#open = null;
  }

  /** The message of the id, and all behind it, left the chat; of an id that is not there, everything did. */
  #rewind(file: GeminiFile, id: string, { offset }: Place): null {
    this.#flush();
    file.writer(`o${offset}`, undefined, offset).boundary("rewind", file.before.get(id) ?? 0);
    return null;
  }

  /**
   * A patch of the head. One that holds messages replaces the chat: where some of them are new, a summary took the
   * place of what came before; else results were masked, of which the file holds the full text already.
   */
  #patch(file: GeminiFile, patch: JsonObject, place: Place): string | null {
    const messages = listAt(patch, "messages").filter(isObject);
    const told = noted(file, () => file.tellHead(patch));
    const fresh = messages.filter((message) => !file.before.has(stringAt(message, "id") ?? ""));
    if (fresh.length === 0) return told ?? (messages.length > 0 ? "$set: masked results" : "$set: nothing new");
    this.#flush();
    const isCompaction = file.lastSeq > 0;
    if (isCompaction) file.writer(`o${place.offset}`, undefined, place.offset).boundary("compaction");
    fresh.forEach((message, index) => {
      // The boundary has the first place of the line.
      const offset = place.offset + (index + 1) * PATCH_STEP_BYTES;
      const isSummary = isCompaction && index === 0 && message["type"] === "user";
      this.#message(file, isSummary ? { ...message, type: "summary" } : message, { offset, resultOffset: offset });
    });
    this.#flush();
    return null;
  }
}

/** A message takes more bytes than this; so each of a patch has places of its own inside the line. */
const PATCH_STEP_BYTES = 4;

/** Null when something came of it. */
function noted(file: GeminiFile, tell: () => void): string | null | undefined {
  const before = file.draft.additions;
  tell();
  return file.draft.additions > before ? null : undefined;
}

function looksRight(document: JsonObject): boolean {
  return ["sessionId", "projectHash", "startTime"].some((key) => typeof document[key] === "string");
}

type MessageReader = (input: GeminiMessage) => string | null;

const READERS: Readonly<Record<string, MessageReader>> = {
  user: readUser,
  summary: readUser,
  info: readInfo,
  warning: () => "warning: shown to the person only",
  error: readError,
};

/** Notes of the program to the person. Two of them tell what happened to the chat. */
function readInfo({ message, writer }: GeminiMessage): string | null {
  const text = stringAt(message, "content") ?? "";
  if (/^Request cancelled/i.test(text)) writer.add({ kind: "system", outcome: "aborted", text });
  else if (/^Chat (?:history )?compressed from /i.test(text)) writer.boundary("compaction");
  return "info: shown to the person only";
}

function readError({ file, message, writer }: GeminiMessage): null {
  const content = message["content"];
  const text = typeof content === "string" ? content : rawJson(content ?? objectAt(message, "error"));
  file.report.errors++;
  writer.add({ kind: "system", outcome: "error", text });
  return null;
}

function readUnknown({ file, message, writer }: GeminiMessage): null {
  writer.add({ kind: "other", text: rawJson(message, file.options.sha256) });
  return null;
}
