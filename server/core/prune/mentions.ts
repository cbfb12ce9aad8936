import type { EventKind } from "../events/kinds";
import { pathsOf } from "./paths-of";
import type { Entry, Timeline } from "./timeline";
import { unitsOf } from "./visible/text-units";

/** Who refers to things: people and agents. A tool that prints a path has not used it. */
const SPEAKERS: ReadonlySet<EventKind> = new Set([
  "user_prompt",
  "assistant_message",
  "thinking",
  "tool_call",
  "summary",
]);

const made = new WeakMap<Timeline, Mentions>();

/** The mentions of a session; worked out once for each timeline. */
export function mentionsOf(timeline: Timeline): Mentions {
  const found = made.get(timeline);
  if (found) return found;
  const mentions = new Mentions(timeline);
  made.set(timeline, mentions);
  return mentions;
}

/** When people and agents used a name, by position in the session. */
export class Mentions {
  /** Use of a name for the second time; a name that was used once has none. */
  private readonly second = new Map<string, number>();
  private readonly last = new Map<string, number>();

  constructor(timeline: Timeline) {
    for (const entry of timeline.entries) if (SPEAKERS.has(entry.event.kind)) this.read(entry);
  }

  private read(entry: Entry): void {
    const { event, order } = entry;
    for (const name of unitsOf(event).names) {
      const before = this.last.get(name);
      if (before !== undefined && before !== order && !this.second.has(name)) this.second.set(name, order);
      this.last.set(name, order);
      const slash = name.lastIndexOf("/");
      if (slash >= 0) this.last.set(name.slice(slash + 1), order);
    }
    for (const path of pathsOf(entry)) this.last.set(path, order);
    if (event.text.includes("ctx:")) {
      for (const [ref] of event.text.matchAll(/ctx:[\w.:-]*\w/g)) this.last.set(ref, order);
    }
    if (event.skill !== null && event.kind === "tool_call") this.last.set(event.skill, order);
  }

  /**
   * Whether the event was referred to behind it: its ref, target, file name or skill was named again, or a person or
   * an agent used one of its identifiers, which at most one event of theirs had used before it. What was in use twice
   * before proves nothing, since it may have come from anywhere.
   */
  refersTo(entry: Entry): boolean {
    const { event, order } = entry;
    if (namesOf(entry).some((name) => this.isUsedBehind(name, order))) return true;
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

  private isWorn(name: string, order: number): boolean {
    return (this.second.get(name) ?? Number.POSITIVE_INFINITY) < order;
  }
}

function namesOf({ event }: Entry): string[] {
  const names = [`ctx:${event.ref}`];
  if (event.kind === "skill_load" && event.skill !== null) names.push(event.skill);
  if (event.target !== null) names.push(event.target, event.target.slice(event.target.lastIndexOf("/") + 1));
  return names;
}
