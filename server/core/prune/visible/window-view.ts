import type { RetainContext } from "../../retain/retained";
import { mentionsOf } from "../mentions";
import type { PrunePolicy, SessionInput, Standing } from "../model";
import type { Entry, Timeline } from "../timeline";
import { upsert } from "../upsert";
import { TextUnits, unitsOf, unitsOfText } from "./text-units";
import { VisibleText } from "./visible-text";

const NOTHING = new TextUnits("", false);
const ofStanding = new WeakMap<Standing, TextUnits>();

/** What the model sees of each open window under the standings, and how it changes while a plan takes things out. */
export class WindowView {
  private readonly windows = new Map<number, { visible: VisibleText; edited: ReadonlySet<string> }>();
  private readonly entries = new Map<number, Entry[]>();

  constructor(
    private readonly timeline: Timeline,
    private readonly standings: SessionInput["standings"],
    private readonly policy: PrunePolicy,
  ) {
    for (const entry of timeline.entries) {
      if (entry.inContext) upsert(this.entries, entry.context.id, () => []).push(entry);
    }
  }

  /** Events of the window on the visible branch, in order. */
  entriesOf(contextId: number): readonly Entry[] {
    return this.entries.get(contextId) ?? [];
  }

  contextIds(): readonly number[] {
    return [...this.entries.keys()];
  }

  /** What the model sees of the event before the plan. Thinking is no place to look anything up. */
  shown({ event }: Entry): TextUnits {
    if (event.kind === "thinking") return NOTHING;
    const standing = this.standings.get(event.ref);
    if (standing === undefined || standing.residency === "full") return unitsOf(event);
    if (standing.residency === "reference" || standing.retained === null) return NOTHING;
    const known = ofStanding.get(standing);
    if (known) return known;
    const units = unitsOfText(standing.retained);
    ofStanding.set(standing, units);
    return units;
  }

  /** Makes the kept meaning of an event from a window in which the event itself no longer counts. */
  retaining<T>(entry: Entry, make: (context: RetainContext) => T): T {
    const { visible, edited } = this.window(entry.context.id);
    const mentions = mentionsOf(this.timeline);
    const own = this.shown(entry);
    visible.hide(own);
    const made = make({
      policy: this.policy.retain,
      isEdited: (key) => edited.has(key),
      linePlaces: (key) => visible.linePlaces(key),
      namePlaces: (name) => visible.namePlaces(name),
      isUsedSince: (name) => mentions.isUsedBehind(name, entry.order),
    });
    visible.show(own);
    return made;
  }

  /** The plan replaces what the model sees of the event. */
  replace(entry: Entry, text: string | null): void {
    const { visible } = this.window(entry.context.id);
    visible.hide(this.shown(entry));
    if (text !== null) visible.show(unitsOfText(text));
  }

  private window(contextId: number): { visible: VisibleText; edited: ReadonlySet<string> } {
    return upsert(this.windows, contextId, () => {
      const visible = new VisibleText();
      const edited = new Set<string>();
      for (const entry of this.entriesOf(contextId)) {
        visible.show(this.shown(entry));
        if (isChange(entry)) for (const key of unitsOf(entry.event).keys) edited.add(key);
      }
      return { visible, edited };
    });
  }
}

/** The arguments of a call that edits or writes hold what it matched and what it put there. */
function isChange({ event }: Entry): boolean {
  return event.kind === "tool_call" && (event.toolClass === "edit" || event.toolClass === "write");
}
