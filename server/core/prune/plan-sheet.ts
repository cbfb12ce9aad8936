import type { BlockedRemoval, EventPlace, Verdict } from "./model";

/** What a plan says of one event. */
export interface Line {
  readonly place: EventPlace;
  readonly verdict: Verdict | undefined;
  readonly blocked: BlockedRemoval | undefined;
}

const PAGE_EVENTS = 512;

interface Page {
  readonly places: readonly EventPlace[];
  readonly verdicts: readonly Verdict[];
  readonly blocked: readonly BlockedRemoval[];
}

/**
 * The lines of a plan by position of their events, written in any order and read as lists. It is kept in pages, so that
 * a change of a few lines makes new lists of their pages only, and the rest is copied as it was.
 */
export class PlanSheet {
  private readonly lines: (Line | undefined)[] = [];
  private readonly pages: (Page | undefined)[] = [];

  /** Makes room; an array that is written with gaps is slow. */
  growTo(events: number): void {
    while (this.lines.length < events) this.lines.push(undefined);
  }

  write(order: number, line: Line): void {
    this.lines[order] = line;
    this.pages[Math.floor(order / PAGE_EVENTS)] = undefined;
  }

  /** Says something else of an event that has a line. */
  change(order: number, verdict: Verdict | undefined): void {
    const known = this.lines[order];
    if (known) this.write(order, { ...known, verdict });
  }

  read(): Page {
    const pages: Page[] = [];
    for (let at = 0; at * PAGE_EVENTS < this.lines.length; at++) {
      const page = this.pages[at] ?? pageOf(this.lines.slice(at * PAGE_EVENTS, (at + 1) * PAGE_EVENTS));
      this.pages[at] = page;
      pages.push(page);
    }
    return {
      places: joined(pages.map(({ places }) => places)),
      verdicts: joined(pages.map(({ verdicts }) => verdicts)),
      blocked: joined(pages.map(({ blocked }) => blocked)),
    };
  }
}

/** Copies whole arrays at once, which is why a plan of a long session costs little more than its changes. */
function joined<T>(lists: readonly (readonly T[])[]): T[] {
  const none: T[] = [];
  return none.concat(...lists);
}

function pageOf(lines: readonly (Line | undefined)[]): Page {
  const places: EventPlace[] = [];
  const verdicts: Verdict[] = [];
  const blocked: BlockedRemoval[] = [];
  for (const line of lines) {
    if (line === undefined) continue;
    places.push(line.place);
    if (line.verdict) verdicts.push(line.verdict);
    if (line.blocked) blocked.push(line.blocked);
  }
  return { places, verdicts, blocked };
}
