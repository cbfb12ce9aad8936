import type { IngestEvent } from "@/server/core/events/ingest-batch";
import type { SessionPart } from "@/server/core/transcripts/parser";
import type { Call, Dialect } from "./dialect";
import type { Random } from "./random";

const START_MS = Date.UTC(2026, 2, 2, 8);
const CONTRACT = 1;

/** Writes what a client would upload: requests, their texts and calls, results, pauses and compactions. */
export class SessionWriter {
  private readonly part: SessionPart;
  private seq = 0;
  private nowMs = START_MS;
  private requestId = "";
  requests = 0;

  constructor(
    readonly name: string,
    dialect: Dialect,
    root: string,
    private readonly random: Random,
  ) {
    const { client, model } = dialect;
    this.part = {
      header: { contract: CONTRACT, client, id: name, model, windowTokens: 200_000, cwd: root, captureMode: "full" },
      threads: [{ key: "main", agent: "main" }],
      events: [],
      requests: [],
      boundaries: [],
      marks: [],
    };
  }

  prompt(text: string): void {
    this.event({ kind: "user_prompt", text });
  }

  /** A new response of the model, with what it says first. */
  respond(text?: string): void {
    this.nowMs += this.random.between(4, 40) * 1_000;
    this.requests++;
    this.requestId = `${this.name}-r${this.requests}`;
    this.part.requests.push({
      id: this.requestId,
      thread: "main",
      seq: this.seq++,
      at: this.at(),
      model: this.part.header.model,
    });
    if (text !== undefined) this.event({ kind: "assistant_message", text, requestId: this.requestId });
  }

  /** A call of the response that was begun last, and its result. */
  call({ tool, input }: Call, result: string, exitCode?: number): void {
    const callId = `call-${this.seq}`;
    this.event({ kind: "tool_call", tool, input: { ...input }, callId, requestId: this.requestId });
    this.nowMs += this.random.between(1, 20) * 1_000;
    const outcome = exitCode === undefined || exitCode === 0 ? "ok" : "error";
    this.event({
      kind: "tool_result",
      tool,
      text: result,
      callId,
      outcome,
      ...(exitCode === undefined ? {} : { exitCode }),
    });
  }

  pause(minutes: number): void {
    this.nowMs += minutes * 60_000;
  }

  compact(summary: string): void {
    this.part.boundaries.push({ thread: "main", seq: this.seq++, at: this.at(), kind: "compaction" });
    this.event({ kind: "summary", text: summary });
  }

  finish(): SessionPart {
    return this.part;
  }

  private event(event: Omit<IngestEvent, "id" | "seq" | "thread" | "at" | "text"> & { readonly text?: string }): void {
    const seq = this.seq++;
    this.part.events.push({ text: "", ...event, id: `${this.name}-${seq}`, seq, thread: "main", at: this.at() });
  }

  private at(): string {
    return new Date(this.nowMs).toISOString();
  }
}
