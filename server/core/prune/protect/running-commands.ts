import type { EventKind } from "../../events/kinds";
import { toolKey } from "../../events/tool-table";
import type { SessionEvent } from "../model";
import type { Entry, Timeline } from "../timeline";

/** Claude Code and Codex answer so when a command goes on by itself; the name is asked for later. */
const STARTED = /\b(?:running in (?:the )?background with ID:?|Process running with session ID) ?([\w-]+)/;
const ENDED = /\b(?:completed|exited|killed|failed|terminated|stopped)\b/i;
const STOPS: ReadonlySet<string> = new Set(["killshell", "killbash", "taskstop", "stopbash"]);
/** What can tell of an end; prompts and talk only mention names. */
const TELLING: ReadonlySet<EventKind> = new Set(["tool_result", "agent_output", "system"]);

/**
 * Results that started a command which nothing has ended since: until then its name in the result is what the agent
 * reads and stops it by. An end is told under the name, or by the answer to a call that named it.
 */
export function runningCommands(timeline: Timeline): ReadonlySet<Entry> {
  const running = new Map<string, Entry>();
  const asked = new Map<string, string>();
  for (const entry of timeline.entries) {
    if (!entry.inContext) continue;
    hear(entry, running, asked);
    const name = startedBy(entry.event);
    if (name !== null) running.set(keyOf(entry, name), entry);
  }
  return new Set(running.values());
}

/** `asked` has the command that a call names, by the call. */
function hear(entry: Entry, running: Map<string, Entry>, asked: Map<string, string>): void {
  const { event } = entry;
  const callId = event.callId ?? "";
  for (const key of running.keys()) {
    if (!key.startsWith(keyOf(entry, ""))) continue;
    const name = nameOf(key);
    if (ends(event, name, asked.get(callId) === key)) running.delete(key);
    else if (asksFor(event, name)) asked.set(callId, key);
  }
}

/** Kept with the event: a session is planned again and again, and its texts stay. */
const started = new WeakMap<SessionEvent, string | null>();

function startedBy(event: SessionEvent): string | null {
  if (event.kind !== "tool_result" || event.command === null) return null;
  let name = started.get(event);
  if (name === undefined) {
    name = STARTED.exec(event.text)?.[1] ?? null;
    started.set(event, name);
  }
  return name;
}

function ends(event: SessionEvent, name: string, isAnswer: boolean): boolean {
  if (event.kind === "tool_call") return STOPS.has(toolKey(event.tool ?? "")) && event.text.includes(name);
  if (!TELLING.has(event.kind) || !ENDED.test(event.text)) return false;
  const isOfIt = isAnswer || event.target === name || event.text.includes(name);
  // What it printed so far may speak of failures too.
  return isOfIt && STARTED.exec(event.text)?.[1] !== name;
}

function asksFor(event: SessionEvent, name: string): boolean {
  return event.kind === "tool_call" && event.callId !== null && event.text.includes(name);
}

function keyOf({ context }: Entry, name: string): string {
  return `${context.id}\n${name}`;
}

function nameOf(key: string): string {
  return key.slice(key.indexOf("\n") + 1);
}
