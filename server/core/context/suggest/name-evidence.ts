import type { EventKind } from "../../events/kinds";
import { pathsOf } from "../../prune/paths-of";
import type { Entry } from "../../prune/timeline";
import { unitsOf } from "../../prune/visible/text-units";
import { endingsOf } from "./paths";

/** Who uses a name. A tool that prints one has not used it. */
const SPEAKERS: ReadonlySet<EventKind> = new Set([
  "user_prompt",
  "assistant_message",
  "thinking",
  "tool_call",
  "summary",
]);
/** What shows a name as evidence: it came from outside the agent. */
const SOURCES: ReadonlySet<EventKind> = new Set([
  "user_prompt",
  "summary",
  "tool_result",
  "skill_load",
  "rule_injection",
  "agent_output",
  "memory_query",
  "graph_query",
  "system",
]);

/**
 * Where the names that were used in one window come from: whether a result is the last source of a name that was used
 * behind it. Such a result must stay, because whoever wants to check the name would find it nowhere else.
 */
export class NameEvidence {
  private readonly firstUse = new Map<string, number>();
  private readonly lastUse = new Map<string, number>();
  /** Positions of the events that show a used name in full. */
  private readonly sources = new Map<string, number[]>();
  private readonly released = new Set<number>();

  /** `entries`: the events of the window, in order. `isFull`: whether the model sees the event itself. */
  constructor(entries: readonly Entry[], isFull: (entry: Entry) => boolean) {
    for (const entry of entries) if (SPEAKERS.has(entry.event.kind)) this.use(entry);
    for (const entry of entries) if (SOURCES.has(entry.event.kind) && isFull(entry)) this.show(entry);
  }

  /** A name that was used behind the entry and that nothing else shows; null when there is none. */
  trappedIn(entry: Entry): string | null {
    return unitsOf(entry.event).names.find((name) => formsOf(name).some((form) => this.isTrapped(form, entry))) ?? null;
  }

  isUsedBehind(entry: Entry): boolean {
    return unitsOf(entry.event).names.some((name) =>
      formsOf(name).some((form) => this.isUsed(form, entry) && !this.isKnownBefore(form, entry)),
    );
  }

  /** The entry shows its names no longer. */
  release(entry: Entry): void {
    this.released.add(entry.order);
  }

  private isTrapped(name: string, entry: Entry): boolean {
    if (!this.isUsed(name, entry) || this.isKnownBefore(name, entry)) return false;
    return !(this.sources.get(name) ?? []).some((order) => order !== entry.order && !this.released.has(order));
  }

  private isUsed(name: string, { order }: Entry): boolean {
    return (this.lastUse.get(name) ?? -1) > order;
  }

  /** Who used a name before the result came did not learn it there. */
  private isKnownBefore(name: string, { order }: Entry): boolean {
    return (this.firstUse.get(name) ?? Number.POSITIVE_INFINITY) < order;
  }

  private use(entry: Entry): void {
    for (const name of shownBy(entry)) {
      if (!this.firstUse.has(name)) this.firstUse.set(name, entry.order);
      this.lastUse.set(name, entry.order);
    }
  }

  private show(entry: Entry): void {
    for (const name of shownBy(entry)) {
      if (!this.lastUse.has(name)) continue;
      const known = this.sources.get(name);
      if (known) known.push(entry.order);
      else this.sources.set(name, [entry.order]);
    }
  }
}

function shownBy(entry: Entry): ReadonlySet<string> {
  const names = new Set<string>();
  for (const name of unitsOf(entry.event).names) {
    names.add(name);
    if (name.includes("/")) for (const end of endingsOf(name)) names.add(end);
  }
  for (const path of pathsOf(entry)) for (const end of endingsOf(path)) names.add(end);
  return names;
}

/** A path may be used by its whole or by an end that still has a folder; the bare file name is too common. */
function formsOf(name: string): string[] {
  return name.includes("/") ? [name, ...endingsOf(name).filter((end) => end.includes("/"))] : [name];
}
