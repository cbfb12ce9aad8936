import { createHash, hash } from "node:crypto";
import type { Client } from "@/server/core/events/kinds";
import { isResultKind, type PreparedEvent, prepareEvent, withCallFacts } from "@/server/core/events/prepare";
import { safeText } from "@/server/core/redact/safe-text";
import type { EventRow } from "@/server/db/ingest/events";
import { type AcceptedEvent, refuseBytes, type RejectedEvent } from "./read-batch";

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
  const rows: PreparedRow[] = [];
  const rejected: RejectedEvent[] = [];
  for (const { index, event } of events) {
    const prepared = prepareEvent(client, event, sha256Hex);
    const bytes = Buffer.from(prepared.text, "utf8");
    const problem = refuseBytes(bytes.byteLength, `events[${index}].${event.input === undefined ? "text" : "input"}`);
    if (problem) rejected.push({ ...problem, index, id: event.id });
    else rows.push({ index, id: event.id, event: prepared, bytes, hash: hash("sha256", bytes, "buffer") });
  }
  return { rows: adoptCalls(rows).map((row) => asCaptured(row, captureMode)), rejected };
}

function sha256Hex(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Results whose call is in the same batch take its facts; for the others the analysis does it. */
function adoptCalls(rows: readonly PreparedRow[]): PreparedRow[] {
  const calls = new Map<string, PreparedEvent>();
  for (const { event } of rows) {
    if (event.kind === "tool_call" && event.callId !== null) calls.set(callKey(event), event);
  }
  return rows.map((row) => {
    const call = row.event.callId !== null && isResultKind(row.event.kind) ? calls.get(callKey(row.event)) : undefined;
    return call ? { ...row, event: withCallFacts(row.event, call) } : row;
  });
}

function callKey({ thread, callId }: PreparedEvent): string {
  return `${thread}\n${callId}`;
}

const NOTHING = safeText("");

/** `metadata` keeps no text, `minimal` no target, path or label either. Size and hash stay: noise is counted by them. */
function asCaptured(row: PreparedRow, mode: CaptureMode): PreparedRow {
  if (mode !== "minimal") return row;
  return { ...row, event: { ...row.event, target: null, path: null, label: row.event.tool ?? NOTHING } };
}
