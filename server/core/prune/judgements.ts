import type { IdleEvent } from "./judge/judged-window";
import { type Mentions, namesOfUse, namesThatMatter } from "./mentions";
import type { PlannedSummary, PlanTotals } from "./model";
import { NameWatch } from "./name-watch";
import type { Context, Entry } from "./timeline";

/** What a plan said of a window. It holds as long as nothing that it read has changed. */
export interface Judgement {
  readonly context: Context;
  readonly revision: number;
  /** Of an open window: what was asked for. A closed one is out of reach of every pass. */
  readonly asked: string;
  readonly idle: readonly IdleEvent[];
  readonly summaries: readonly PlannedSummary[];
  readonly totals: PlanTotals;
}

interface Kept {
  readonly judgement: Judgement;
  isOver: boolean;
  isWatched: boolean;
}

/** A name is awaited that changes what is said of an open window, or only that an event of a closed one is idle. */
interface Waiting {
  readonly kept: Kept;
  readonly idle: IdleEvent | null;
}

/** The judgements of all windows, and what makes each of them out of date. */
export class Judgements {
  /** By id of the window. */
  private readonly kept: (Kept | undefined)[] = [];
  private readonly watch = new NameWatch<Waiting>();

  constructor(private readonly mentions: Mentions) {}

  keep(judgement: Judgement): void {
    const { context, revision } = judgement;
    const before = this.kept[context.id];
    // The names of an open window into which nothing came are the same as before.
    const isWatched = context.current && before?.judgement.revision === revision && before.isWatched;
    this.kept[context.id] = { judgement, isOver: false, isWatched };
  }

  outdate(context: Context): void {
    const kept = this.kept[context.id];
    if (kept) kept.isOver = true;
  }

  holds(context: Context, asked: string): boolean {
    const kept = this.kept[context.id];
    if (kept === undefined || kept.isOver || !isUnchanged(kept)) return false;
    return kept.judgement.asked === asked || !context.current;
  }

  open(): Judgement[] {
    return this.kept.flatMap((kept) => (kept?.judgement.context.current ? kept.judgement : []));
  }

  /** Reads the new mentions. Answers the events of closed windows that are not idle any more. */
  readMentions(): IdleEvent[] {
    if (this.kept.length === 0) {
      this.mentions.readOn();
      return [];
    }
    this.watchWhatRests();
    const woken = new Set<Waiting>();
    this.mentions.readOn((name) => this.watch.used(name, woken));
    return [...woken].flatMap((waiting) => this.wake(waiting) ?? []);
  }

  /** What nothing new has come into changes only by the names that are used elsewhere. */
  private watchWhatRests(): void {
    for (const kept of this.kept) {
      if (kept === undefined || kept.isWatched || kept.isOver || !isUnchanged(kept)) continue;
      kept.isWatched = true;
      const { context, idle } = kept.judgement;
      if (context.current) {
        const waiting = { kept, idle: null };
        for (const entry of context.entries) this.await(entry, namesThatMatter(entry), waiting);
      } else {
        for (const one of idle) this.await(one.entry, namesOfUse(one.entry), { kept, idle: one });
      }
    }
  }

  private await(entry: Entry, names: readonly string[], waiting: Waiting): void {
    for (const name of names) if (!this.mentions.isUsedBehind(name, entry.order)) this.watch.watch(name, waiting);
  }

  private wake({ kept, idle }: Waiting): IdleEvent | null {
    const now = this.kept[kept.judgement.context.id];
    if (idle === null) {
      if (now?.judgement.revision === kept.judgement.revision) now.isOver = true;
      return null;
    }
    return now === kept && !kept.isOver && isUsed(idle.entry, this.mentions) ? idle : null;
  }
}

function isUnchanged({ judgement }: Kept): boolean {
  return judgement.revision === judgement.context.revision;
}

function isUsed(entry: Entry, mentions: Mentions): boolean {
  return mentions.refersTo(entry) || (entry.event.kind === "skill_load" && mentions.isFollowed(entry));
}
