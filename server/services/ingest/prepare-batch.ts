import { createHash, hash } from "node:crypto";
import type { Client } from "@/server/core/events/kinds";
import { isResultKind, type PreparedEvent, prepareEvent, withCallFacts } from "@/server/core/events/prepare";
import { safeText } from "@/server/core/redact/safe-text";
import type { EventRow } from "@/server/db/ingest/events";
import { type AcceptedEvent, type Problem, type RejectedEvent, refuseBytes } from "./read-batch";

export interface PreparedRow extends EventRow {
  /** Position in the batch, and the id as the client wrote it. */
  readonly index: number;
  readonly id: string;
}

export type CaptureMode = "full" | "metadata" | "minimal";

/** Rows of a batch, with what calls of the same batch tell about their results; texts that grew too large are refused. */
export function prepareBatch(
  client: Client,
  events: readonly AcceptedEvent[],
  captureMode: CaptureMode,
): { rows: PreparedRow[]; rejected: RejectedEvent[] } {
  const prepared = events.map(({ event }) => prepareEvent(client, event, sha256Hex));
  const encode = utf8Encoder(prepared.map((event) => event.text));
  const rows: PreparedRow[] = [];
  const rejected: RejectedEvent[] = [];
  for (const [at, { index, event: told }] of events.entries()) {
    const event = prepared[at];
    if (!event) continue;
    const bytes = encode(event.text);
    const problem = refusePrepared(event, bytes, `events[${index}]`, told.input === undefined ? "text" : "input");
    if (problem) rejected.push({ ...problem, index, id: told.id });
    else rows.push({ index, id: told.id, event, bytes, hash: hash("sha256", bytes, "buffer") });
  }
  const adopted = adoptCalls(rows);
  return { rows: captureMode === "minimal" ? adopted.map(withoutNames) : adopted, rejected };
}

function refusePrepared(event: PreparedEvent, bytes: Uint8Array, at: string, textField: string): Problem | null {
  if (event.id !== "") return refuseBytes(bytes.byteLength, `${at}.${textField}`);
  return {
    code: "invalid",
    field: `${at}.id`,
    message: "The id holds only NUL characters. Send one that names the event.",
  };
}

/** The bytes of one text after another in one piece of memory: a thousand small buffers cost more than the encoding. */
function utf8Encoder(texts: readonly string[]): (text: string) => Uint8Array {
  const mostBytes = texts.reduce((sum, text) => sum + text.length * 3, 0);
  const memory = Buffer.allocUnsafe(mostBytes);
  let end = 0;
  return (text) => {
    const start = end;
    end += memory.write(text, start, "utf8");
    return memory.subarray(start, end);
  };
}

function sha256Hex(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Results whose call is in the same batch take its facts; for the others the analysis does it. */
function adoptCalls(rows: readonly PreparedRow[]): PreparedRow[] {
  const calls = new Map<string, PreparedEvent>();
  for (const { event } of rows) {
    if (event.kind === "tool_call" && event.callId !== null) calls.set(event.callId, event);
  }
  return rows.map((row) => {
    const { callId, kind, thread } = row.event;
    const call = callId !== null && isResultKind(kind) ? calls.get(callId) : undefined;
    if (!call || call.thread !== thread) return row;
    return { index: row.index, id: row.id, bytes: row.bytes, hash: row.hash, event: withCallFacts(row.event, call) };
  });
}

const NOTHING = safeText("");

/** `metadata` keeps no text, `minimal` no target, path or label either. Size and hash stay: noise is counted by them. */
function withoutNames(row: PreparedRow): PreparedRow {
  return { ...row, event: { ...row.event, target: null, path: null, label: row.event.tool ?? NOTHING } };
}
