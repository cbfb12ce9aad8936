import type { RetainContext } from "../../retain/retained";
import { mentionsOf } from "../mentions";
import type { PrunePolicy, SessionInput, Standing } from "../model";
import type { Entry, Timeline } from "../timeline";
import { TextUnits, unitsOf, unitsOfText } from "./text-units";
import { VisibleText } from "./visible-text";

const NOTHING = new TextUnits("", false);
const ofStanding = new WeakMap<Standing, TextUnits>();

/** What the model sees of an open window under the standings, and how it changes while a plan takes things out. */
export class WindowView {
  /** Events of the window on the visible branch, in order. */
  readonly entries: readonly Entry[];
  private texts: { readonly visible: VisibleText; readonly edited: ReadonlySet<string> } | null = null;

  constructor(
    private readonly window: Timeline,
    private readonly standings: SessionInput["standings"],
    private readonly policy: PrunePolicy,
  ) {
    this.entries = window.entries.filter((entry) => entry.inContext);
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
    const { visible, edited } = this.read();
    const mentions = mentionsOf(this.window);
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
    const { visible } = this.read();
    visible.hide(this.shown(entry));
    if (text !== null) visible.show(unitsOfText(text));
  }

  /** Read when it is first asked for: most plans of a young window take nothing out. */
  private read(): { readonly visible: VisibleText; readonly edited: ReadonlySet<string> } {
    if (this.texts !== null) return this.texts;
    const visible = new VisibleText();
    const edited = new Set<string>();
    for (const entry of this.entries) {
      visible.show(this.shown(entry));
      if (isChange(entry)) for (const key of unitsOf(entry.event).keys) edited.add(key);
    }
    this.texts = { visible, edited };
    return this.texts;
  }
}

/** The arguments of a call that edits or writes hold what it matched and what it put there. */
function isChange({ event }: Entry): boolean {
  return event.kind === "tool_call" && (event.toolClass === "edit" || event.toolClass === "write");
}
