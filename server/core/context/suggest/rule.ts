import type { SessionEvent, Verdict } from "../../prune/model";
import type { Entry } from "../../prune/timeline";
import type { ReviewPoint } from "./review-points";

/** Why a result may be archived. A rule never looks at size or age: those only order the list. */
export interface Found {
  readonly to: "reference" | "retained";
  /** One sentence for people and agents, naming refs as `ctx:<id>`. */
  readonly why: string;
  /** Entry ids of what took the result's place, or shows that it was used up. */
  readonly evidence: readonly string[];
}

/** One kind of result that is used up. One file a rule; `order.ts` lists them. */
export interface SuggestionRule {
  /** Stable id such as `suggest.broad-search`. */
  readonly id: string;
  /** 1: likely pollutants, which are looked at first; 2: what has merely been overtaken. */
  readonly rank: 1 | 2;
  judge(entry: Entry, window: WindowFacts): Found | null;
}

/** What a rule may ask of the window (thread and epoch) that the result stands in. */
export interface WindowFacts {
  /** What the plan says of the event. */
  verdictOf(event: SessionEvent): Verdict | undefined;
  /** The first successful read, edit or write of the path behind the entry. */
  usedBehind(path: string, entry: Entry): Entry | null;
  readBehind(path: string, entry: Entry): Entry | null;
  /** The latest result behind the entry that answers the same question. */
  askedAgain(entry: Entry): Entry | null;
  /** The first search behind the entry one of whose hits was then read. */
  fruitfulSearchBehind(entry: Entry): Entry | null;
  /** The last moment behind the entry at which results are reviewed. */
  reviewBehind(entry: Entry): ReviewPoint | null;
  /**
   * The same, without the end of an exploration that was only inferred: the first change after a look is often the first
   * of several that copy from it.
   */
  endOfWorkBehind(entry: Entry): ReviewPoint | null;
  /** A person or an agent named something that the entry shows, behind it. */
  isNamedBehind(entry: Entry): boolean;
}

export function ctx({ event }: Entry): string {
  return `ctx:${event.ref}`;
}
