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
 * reads and stops it by.
 */
export function runningCommands(timeline: Timeline): ReadonlySet<Entry> {
  const running = new Map<string, Entry>();
  for (const entry of timeline.entries) {
    if (!entry.inContext) continue;
    for (const [name, start] of running) if (ends(entry, start, name)) running.delete(name);
    const name = startedBy(entry.event);
    if (name !== null) running.set(keyOf(entry, name), entry);
  }
  return new Set(running.values());
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

function ends({ event, context }: Entry, start: Entry, key: string): boolean {
  if (context.id !== start.context.id) return false;
  const name = key.slice(key.indexOf("\n") + 1);
  if (event.kind === "tool_call") return STOPS.has(toolKey(event.tool ?? "")) && event.text.includes(name);
  if (!TELLING.has(event.kind) || !ENDED.test(event.text)) return false;
  return event.target === name || event.text.includes(name);
}

function keyOf({ context }: Entry, name: string): string {
  return `${context.id}\n${name}`;
}
