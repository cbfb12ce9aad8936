import type { EventKind, ToolClass } from "../events/kinds";

/** What of an event tells of a wave. */
export interface WaveEvent {
  readonly kind: EventKind;
  readonly toolClass: ToolClass | null;
  readonly callId: string | null;
  readonly requestId: string | null;
}

/** One agent alone is no wave: nothing ran side by side. */
const MIN_AGENTS = 2;

/**
 * Call ids of the agents that one model request started side by side, once each has handed back its output; null while
 * one is at work. The last request that started an agent counts. Clients seldom tell a wave's end, so it is read from
 * this. `events` are of one thread, in order.
 */
export function doneWave(events: readonly WaveEvent[]): ReadonlySet<string> | null {
  const calls = events.filter(({ kind, toolClass }) => kind === "tool_call" && toolClass === "agent");
  const requestId = calls.at(-1)?.requestId ?? null;
  if (requestId === null) return null;
  const wave = new Set(calls.flatMap((call) => (call.requestId === requestId ? (call.callId ?? []) : [])));
  const handedBack = new Set(events.flatMap(({ kind, callId }) => (kind === "agent_output" ? (callId ?? []) : [])));
  return wave.size >= MIN_AGENTS && [...wave].every((callId) => handedBack.has(callId)) ? wave : null;
}
