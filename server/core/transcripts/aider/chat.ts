import { stubBinary } from "../../events/clean";
import type { TokenUsage } from "../../events/ingest-batch";
import { fitId, fitName, instantOf } from "../fields";
import { fingerprint } from "../fingerprint";
import type { TranscriptOptions, TranscriptReport } from "../options";
import { SessionDraft } from "../parts";
import { RecordWriter } from "../record-writer";

export type BlockKind = "prompt" | "output" | "answer";

const START = /^# aider chat started at (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)\s*$/;
const UNKNOWN_START = "1970-01-01T00:00:00.000Z";
const STEP_MS = 1_000;
const MAIN_THREAD = "main";

/** When a chat began, by its first line; null for any other line. Aider writes local time without a zone: read as UTC. */
export function startOf(line: string): string | null {
  const told = START.exec(line);
  return told ? (instantOf(`${told[1]}T${told[2]}.000Z`) ?? null) : null;
}

/** Commands whose text goes to the model; the others steer Aider. */
const ASKS = /^\/(?:ask|code|architect|context|help|chat-mode \w+) +/;
/** After these the model has forgotten what was said. */
const CLEARS = /^\/(?:clear|reset)\b/;

/** One chat: a session of one thread. Its events are named by their place, since the file only grows. */
export class AiderChat {
  readonly draft: SessionDraft;
  readonly #key: string;
  #at: string;
  #model: string | undefined;
  /** The answer whose tokens Aider has not told yet. */
  #request: { id: string; seq: number; at: string } | null = null;

  constructor(options: TranscriptOptions, start: string | null, byteOffset: number) {
    const segments = (options.path ?? "").replaceAll("\\", "/").split("/");
    const place = segments.slice(-2).join("/");
    const id = `aider-${(start ?? `at-${byteOffset}`).replace(/\D/g, "").slice(0, 14)}-${fingerprint(place)}`;
    this.#key = fingerprint(`${id} ${byteOffset}`);
    this.#at = start ?? instantOf(options.startAt) ?? UNKNOWN_START;
    this.draft = new SessionDraft("aider", id);
    this.draft.thread({ key: MAIN_THREAD, agent: "main" });
    this.draft.tell("startedAt", this.#at);
    const cwd = options.cwd ?? folderOf(segments);
    this.draft.tell("cwd", cwd);
    this.draft.workspace(MAIN_THREAD, byteOffset * 64, this.#at, cwd === undefined ? {} : { cwd });
  }

  add(kind: BlockKind, rawText: string, byteOffset: number, report: TranscriptReport): void {
    const writer = new RecordWriter(this.draft, MAIN_THREAD, `${this.#key}:o${byteOffset}`, this.#at, byteOffset);
    const text = stubBinary(rawText);
    if (kind === "prompt") addPrompt(writer, text);
    else if (kind === "answer") this.#answer(writer, text);
    else this.#output(writer, text, report);
    this.#at = new Date(Date.parse(this.#at) + STEP_MS).toISOString();
  }

  /** An answer is one request; Aider tells its tokens behind it. */
  #answer(writer: RecordWriter, text: string): void {
    const id = fitId(`${writer.recordId}:request`);
    const { seq, at } = writer;
    this.draft.request({ id, thread: MAIN_THREAD, seq, at, model: this.#model });
    this.#request = { id, seq, at };
    writer.add({ kind: "assistant_message", text, requestId: id });
  }

  #output(writer: RecordWriter, text: string, report: TranscriptReport): void {
    this.draft.tell("clientVersion", /^Aider v(\S+)/m.exec(text)?.[1]);
    this.#model = fitName(/^(?:Main model|Model): (\S+)/m.exec(text)?.[1]) ?? this.#model;
    this.draft.tell("model", this.#model);
    const usage = usageIn(text);
    if (usage && this.#request) {
      this.draft.request({ ...this.#request, thread: MAIN_THREAD, model: this.#model, usage });
      this.#request = null;
    }
    const isFailure = FAILURE.test(text);
    if (isFailure) report.errors++;
    const outcome = isFailure ? "error" : ABORT.test(text) ? "aborted" : undefined;
    writer.add({ kind: "system", text, ...(outcome ? { outcome } : {}) });
  }
}

/** The provider refused or was away; a failed check of Aider's own version is none of the model's. */
const FAILURE =
  /^(?:litellm\.\w+(?:Error|Exception)|The API provider|Retrying in |Traceback \(most recent call last\))/m;
const ABORT = /\^C KeyboardInterrupt/;

function addPrompt(writer: RecordWriter, text: string): void {
  const isCommand = /^[/!]/.test(text) && !ASKS.test(text);
  if (CLEARS.test(text)) writer.boundary("clear");
  writer.add(isCommand ? { kind: "system", text } : { kind: "user_prompt", text });
}

/** The history stands at the root of its repository. */
function folderOf(segments: readonly string[]): string | undefined {
  const [first = ""] = segments;
  const isWhole = first === "" || /^[A-Za-z]:$/.test(first);
  return isWhole && segments.length > 2 ? segments.slice(0, -1).join("/") : undefined;
}

const TOKENS =
  /^Tokens: ([\d.,]+[kM]?) sent(?:, ([\d.,]+[kM]?) cache write)?(?:, ([\d.,]+[kM]?) cache hit)?, ([\d.,]+[kM]?) received/m;

/** Aider rounds to thousands; what was sent holds what came from the cache. */
function usageIn(text: string): TokenUsage | undefined {
  const told = TOKENS.exec(text);
  if (!told) return undefined;
  const [sent, cacheWriteTokens, cacheReadTokens, outputTokens] = told.slice(1).map(countOf);
  const inputTokens = Math.max(0, (sent ?? 0) - (cacheWriteTokens ?? 0) - (cacheReadTokens ?? 0));
  return { inputTokens, cacheWriteTokens, cacheReadTokens, outputTokens };
}

/** `12k`, `1.2k`, `345`, `1,204`. */
function countOf(text: string | undefined): number | undefined {
  if (!text) return undefined;
  const factor = text.endsWith("M") ? 1_000_000 : text.endsWith("k") ? 1_000 : 1;
  const count = Math.round(Number(text.replace(/[,kM]/g, "")) * factor);
  return Number.isSafeInteger(count) && count <= 100_000_000 ? count : undefined;
}
