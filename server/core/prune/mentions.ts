import type { EventKind } from "../events/kinds";
import { pathsOf } from "./paths-of";
import type { Entry, Timeline } from "./timeline";
import { unitsOf, unitsOfText } from "./visible/text-units";

/** Who refers to things: people and agents. A tool that prints a path has not used it. */
const SPEAKERS: ReadonlySet<EventKind> = new Set([
  "user_prompt",
  "assistant_message",
  "thinking",
  "tool_call",
  "summary",
]);

const made = new WeakMap<Timeline, Mentions>();

/** The mentions of a session; worked out once for each timeline, and read on where it has grown. */
export function mentionsOf({ whole }: Timeline): Mentions {
  const mentions = made.get(whole) ?? new Mentions(whole);
  made.set(whole, mentions);
  mentions.readOn();
  return mentions;
}

/** When people and agents used a name, by position in the session. */
export class Mentions {
  /** Use of a name for the second time; a name that was used once has none. */
  private readonly second = new Map<string, number>();
  private readonly last = new Map<string, number>();
  private readTo = 0;

  constructor(private readonly timeline: Timeline) {}

  /** Reads what came in since, and tells of each use. */
  readOn(see?: (name: string) => void): void {
    const { entries } = this.timeline;
    for (; this.readTo < entries.length; this.readTo++) {
      const entry = entries[this.readTo];
      if (entry && SPEAKERS.has(entry.event.kind)) this.read(entry, see);
    }
  }

  private read(entry: Entry, see: ((name: string) => void) | undefined): void {
    const { event, order } = entry;
    const use = (name: string) => {
      this.last.set(name, order);
      see?.(name);
    };
    for (const name of unitsOf(event).names) {
      const before = this.last.get(name);
      if (before !== undefined && before !== order && !this.second.has(name)) this.second.set(name, order);
      use(name);
      const slash = name.lastIndexOf("/");
      if (slash >= 0) use(name.slice(slash + 1));
      if (event.kind === "user_prompt") use(inPrompt(name.slice(slash + 1)));
    }
    for (const path of pathsOf(entry)) use(path);
    if (event.text.includes("ctx:")) for (const [ref] of event.text.matchAll(/ctx:[\w.:-]*\w/g)) use(ref);
    if (event.kind !== "tool_call") return;
    if (event.skill !== null) use(event.skill);
    use(callsOf(entry));
  }

  /**
   * Whether the event was referred to behind it: its ref, target, file name or skill was named again, or a person or
   * an agent used one of its identifiers, which at most one event of theirs had used before it. What was in use twice
   * before proves nothing, since it may have come from anywhere.
   */
  refersTo(entry: Entry): boolean {
    const { order } = entry;
    return namesOf(entry).some((name) => this.isUsedBehind(name, order)) || this.refersToText(entry);
  }

  /** Whether one of the identifiers in its text was used behind it, its own name and target apart (see refersTo). */
  refersToText({ event, order }: Entry): boolean {
    return unitsOf(event).names.some((name) => this.isUsedBehind(name, order) && !this.isWorn(name, order));
  }

  /** Position of the last use of the name; −1 when there was none. */
  lastUse(name: string): number {
    return this.last.get(name) ?? -1;
  }

  /** Whether a person or an agent used the name behind the position. */
  isUsedBehind(name: string, order: number): boolean {
    return (this.last.get(name) ?? -1) > order;
  }

  /** Whether a prompt named the file, by its path or by its name alone. */
  isPrompted(fileName: string): boolean {
    return this.last.has(inPrompt(fileName));
  }

  /** Whether a call was made behind the event, before the next prompt of its thread. */
  isFollowed(entry: Entry): boolean {
    return this.isUsedBehind(callsOf(entry), entry.order);
  }

  private isWorn(name: string, order: number): boolean {
    return (this.second.get(name) ?? Number.POSITIVE_INFINITY) < order;
  }
}

/** What no text says is counted as a name with a line break, which no text can hold. */
function callsOf({ event, userTurn }: Entry): string {
  return `${userTurn}\n${event.thread}`;
}

function inPrompt(fileName: string): string {
  return `\n${fileName}`;
}

/** Names whose use can mean that the event is referred to or followed. */
export function namesOfUse(entry: Entry): string[] {
  const names = [...namesOf(entry), ...unitsOf(entry.event).names];
  return entry.event.kind === "skill_load" ? [...names, callsOf(entry)] : names;
}

/** Names whose use can change anything that a plan says of the event, its kept meaning included. */
export function namesThatMatter(entry: Entry): string[] {
  const { event } = entry;
  const names = namesOfUse(entry);
  if (event.target !== null) names.push(inPrompt(event.target.slice(event.target.lastIndexOf("/") + 1)));
  // The strings in the arguments of a call are cut into other names than their JSON.
  const lines = event.kind === "tool_call" ? unitsOf(event).lines : [];
  return [...names, ...lines.flatMap(({ text }) => unitsOfText(text).names)];
}

function namesOf({ event }: Entry): string[] {
  const names = [`ctx:${event.ref}`];
  if (event.kind === "skill_load" && event.skill !== null) names.push(event.skill);
  if (event.target !== null) names.push(event.target, event.target.slice(event.target.lastIndexOf("/") + 1));
  return names;
}
