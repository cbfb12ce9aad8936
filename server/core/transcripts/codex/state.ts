import type { ToolClass } from "../../events/kinds";
import { BoundedMap } from "../bounded-map";
import { fitId, fitName } from "../fields";
import type { JsonObject } from "../json";
import type { TranscriptOptions, TranscriptReport } from "../options";
import { SessionDraft } from "../parts";
import type { RecordWriter } from "../record-writer";
import { TokenCounters } from "./counters";
import type { CopiedPrefix, RolloutIdentity } from "./identity";

export interface Call {
  tool: string;
  toolClass: ToolClass;
  /** The skill whose SKILL.md the call reads, with the file. */
  skill: string | null;
  target: string | null;
}

/**
 * A model request. Codex writes no id of the response, so a request is what the model made between two token counts;
 * it is named after the position of its first item.
 */
interface OpenRequest {
  id: string;
  seq: number;
  at: string;
  model: string | undefined;
  hasUsage: boolean;
  isClosed: boolean;
  openCalls: number;
  hadCalls: boolean;
}

const MAX_CALLS = 50_000;

/** A rollout holds one thread of one session. */
export class CodexFile {
  readonly options: TranscriptOptions;
  readonly report: TranscriptReport;
  readonly identity: RolloutIdentity;
  readonly draft: SessionDraft;
  readonly counters = new TokenCounters();
  readonly calls = new BoundedMap<string, Call>(MAX_CALLS);
  /** Exit codes and failures told by events, for outputs that do not tell them. */
  readonly exitCodes = new BoundedMap<string, number>(MAX_CALLS);
  readonly failedCalls = new BoundedMap<string, true>(MAX_CALLS);
  /** Positions of the prompts on the visible branch. */
  readonly promptSeqs: number[] = [];
  prefix: CopiedPrefix | null = null;
  model: string | undefined;
  lastPrompt: { text: string; source: "event" | "message" } | null = null;
  abortNoted = false;
  /** True from a compaction until the next item: the record and the event of one compaction are one boundary. */
  isFreshlyCompacted = false;
  #request: OpenRequest | null = null;
  #hasSeenUsage = false;

  constructor(options: TranscriptOptions, report: TranscriptReport, identity: RolloutIdentity) {
    this.options = options;
    this.report = report;
    this.identity = identity;
    this.draft = new SessionDraft("codex", identity.sessionId);
    this.draft.thread({
      key: identity.thread,
      agent: identity.agent,
      parentKey: identity.parentKey,
      auxiliary: identity.auxiliary || undefined,
    });
  }

  get isMain(): boolean {
    return this.identity.parentKey === undefined;
  }

  /** Names records of a sub-agent's file apart from those of its parent's: both have the same byte offsets. */
  recordId(byteOffset: number): string {
    return this.isMain ? `o${byteOffset}` : `${this.identity.thread}:o${byteOffset}`;
  }

  /** The request that an item of the model belongs to. */
  requestFor(writer: RecordWriter): string {
    if (this.#request === null || this.#isOver(this.#request)) this.#open(writer);
    return this.#request?.id ?? "";
  }

  #isOver(request: OpenRequest): boolean {
    if (request.hasUsage || request.isClosed) return true;
    // Old files count no tokens: once every call has its output, the model speaks in a new response.
    return !this.#hasSeenUsage && request.hadCalls && request.openCalls === 0;
  }

  #open(writer: RecordWriter): OpenRequest {
    const request: OpenRequest = {
      id: fitId(`${writer.recordId}:request`),
      seq: writer.seq,
      at: writer.at,
      model: fitName(this.model),
      hasUsage: false,
      isClosed: false,
      openCalls: 0,
      hadCalls: false,
    };
    this.#request = request;
    this.draft.request({
      id: request.id,
      thread: fitId(this.identity.thread),
      seq: request.seq,
      at: request.at,
      model: request.model,
    });
    return request;
  }

  noteCall(): void {
    if (this.#request === null) return;
    this.#request.openCalls++;
    this.#request.hadCalls = true;
  }

  noteOutput(): void {
    if (this.#request && this.#request.openCalls > 0) this.#request.openCalls--;
  }

  closeRequest(): void {
    if (this.#request) this.#request.isClosed = true;
  }

  /** Adds the tokens since the last count to the request that used them. Answers whether there were any. */
  count(info: unknown, writer: RecordWriter | null): boolean {
    const usage = this.counters.next(info);
    if (usage === null || writer === null) return false;
    this.#hasSeenUsage = true;
    const known = this.#request;
    const request = known === null || known.hasUsage ? this.#open(writer) : known;
    request.hasUsage = true;
    const { id, seq, at, model } = request;
    this.draft.request({ id, thread: fitId(this.identity.thread), seq, at, model, usage });
    return true;
  }
}

export interface CodexRecord {
  file: CodexFile;
  record: JsonObject;
  payload: JsonObject;
  writer: RecordWriter;
}

/** Answers why a record carries nothing for the model, or null when it gave what it had. */
export type CodexReader = (input: CodexRecord) => string | null;
