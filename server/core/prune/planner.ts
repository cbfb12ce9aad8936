import { changedRefs, isAnyRecordChanged, NO_FACTS, type SessionFacts } from "./fact-changes";
import { beginTimeless } from "./judge/guarding";
import { judgeWindow } from "./judge/judge-window";

import { type Asked, isJudged, type WindowFacts } from "./judge/judged-window";
import { addTotals, NO_TOTALS } from "./judge/totals";
import { type Judgement, Judgements } from "./judgements";
import { mentionsOf } from "./mentions";
import type {
  EventPlace,
  PassId,
  Plan,
  PlannedSummary,
  PlanOptions,
  PrunePolicy,
  SessionInput,
  SessionMark,
  Verdict,
} from "./model";
import { rulesOf } from "./passes/order";
import { PlanSheet } from "./plan-sheet";
import { summariesInForce } from "./projection";
import { latestDiffs, protectionsOf } from "./protect/order";
import { FindingBoard, type Protection } from "./rule";
import { type Context, type Entry, wholeTimelineOf, windowTimeline } from "./timeline";
import { GrowingTimeline, type SessionPart } from "./timeline/growing-timeline";

const ALL_PASSES: readonly PassId[] = ["dedup", "purge-errors", "compress-stale"];

/**
 * Plans a session that grows. A new batch costs its own size and that of the windows that are still open: what a
 * compaction or a clear closed keeps what was said of it, unless an event turns out to be referred to later, or a
 * person, an agent or a run changes what is known of it. The plan is the same as that of the whole session at once.
 */
export class Planner {
  private readonly board = new FindingBoard();
  private readonly sweeps: readonly ((entry: Entry) => void)[];
  private readonly sheet = new PlanSheet();
  private readonly judgements: Judgements;
  private diffs: ReadonlyMap<string, SessionMark> = new Map();
  private facts: SessionFacts = NO_FACTS;
  private windowFacts: WindowFacts = { ...NO_FACTS, inForce: new Map() };
  private protections: readonly Protection[] | null = null;
  private sweptTo = 0;
  private isSpent = false;

  constructor(
    head: Pick<SessionInput, "model">,
    private readonly policy: PrunePolicy,
    private readonly timeline: GrowingTimeline = new GrowingTimeline(head.model),
  ) {
    this.sweeps = rulesOf(policy).map((rule) => rule.begin(this.board));
    this.judgements = new Judgements(mentionsOf(timeline));
  }

  /** For one plan of a session that is known as a whole; its timeline is shared with all who ask for it. */
  static over(session: SessionInput, policy: PrunePolicy): Pick<Planner, "plan"> {
    const planner = new Planner(session, policy, wholeTimelineOf(session));
    planner.diffs = latestDiffs(session.marks);
    planner.set(session);
    return planner;
  }

  /**
   * Takes what came in since the last part. Answers false when it does not simply continue what is known (see
   * `GrowingTimeline.append`): then this planner is of no use any more, and a new one has to be given everything.
   */
  append(part: SessionPart): boolean {
    this.mustBeUsable();
    this.isSpent = !this.timeline.append(part);
    if (part.marks.length > 0) {
      this.diffs = latestDiffs([...this.diffs.values(), ...part.marks]);
      this.protections = null;
    }
    return !this.isSpent;
  }

  /** Tells what is known besides the events. It takes the place of all that was told before. */
  set(facts: SessionFacts): void {
    const before = this.facts;
    this.facts = facts;
    this.protections = null;
    const changed = changedRefs(before, facts);
    for (const ref of changed) this.outdate(this.timeline.byRef.get(ref));
    const isAnyChanged = isAnyRecordChanged(before, facts);
    if (isAnyChanged)
      for (const context of this.timeline.contexts) if (context.current) this.judgements.outdate(context);
    if (changed.size === 0 && !isAnyChanged) return;
    const { standings, records } = facts;
    this.windowFacts = { standings, records, inForce: summariesInForce(facts, { summaries: [] }) };
  }

  plan(options: PlanOptions = {}): Plan {
    this.mustBeUsable();
    this.readOn();
    const asked: Asked = { passes: new Set(options.passes ?? ALL_PASSES), compact: options.compact === true };
    const name = nameOf(asked);
    this.sheet.growTo(this.timeline.entries.length);
    for (const context of this.timeline.contexts)
      if (!this.judgements.holds(context, name)) this.judge(context, asked, name);
    const open = this.judgements.open();
    return {
      ...this.sheet.read(),
      summaries: summariesOf(open),
      totals: open.reduce((sum, { totals }) => addTotals(sum, totals), NO_TOTALS),
    };
  }

  private mustBeUsable(): void {
    if (this.isSpent)
      throw new Error("The planner was given a part that does not continue its session; build a new one.");
  }

  private judge(context: Context, asked: Asked, name: string): void {
    const { policy, board, timeline, windowFacts: facts } = this;
    const protections = this.protectionsNow();
    const window = windowTimeline(timeline, context);
    const judged = judgeWindow({ window, policy, board, protections, facts, asked });
    for (const entry of context.entries) {
      const verdict = judged.verdicts.get(entry.event.ref);
      const place = placeOf(entry, verdict, facts);
      this.sheet.write(entry.order, { place, verdict, blocked: judged.blocked.get(entry) });
    }
    const { idle, summaries, totals } = judged;
    this.judgements.keep({ context, revision: context.revision, asked: name, idle, summaries, totals });
  }

  private protectionsNow(): readonly Protection[] {
    const { policy, board, timeline, facts, diffs } = this;
    const now = () => protectionsOf({ ...facts, marks: [...diffs.values()] });
    this.protections ??= beginTimeless(now(), timeline, policy, board);
    return this.protections;
  }

  private outdate(entry: Entry | undefined): void {
    if (entry === undefined) return;
    this.judgements.outdate(entry.context);
    // A pin on one half of a pair holds the other.
    if (entry.partner !== null) this.judgements.outdate(entry.partner.context);
  }

  /** Lets the rules and the mentions read the new entries, and takes back what they disprove. */
  private readOn(): void {
    const { entries } = this.timeline;
    if (this.sweptTo === entries.length) return;
    for (const { entry, otherwise } of this.judgements.readMentions()) this.sheet.change(entry.order, otherwise);
    for (; this.sweptTo < entries.length; this.sweptTo++) {
      const entry = entries[this.sweptTo];
      if (entry === undefined) continue;
      if (isJudged(entry)) for (const sweep of this.sweeps) sweep(entry);
      this.board.mutations.see(entry);
    }
  }
}

function nameOf({ passes, compact }: Asked): string {
  return `${ALL_PASSES.filter((pass) => passes.has(pass)).join()} ${compact}`;
}

/** In the order in which their windows begin. */
function summariesOf(judgements: readonly Judgement[]): PlannedSummary[] {
  const startOf = ({ context }: Judgement) => context.entries.find((entry) => entry.inContext)?.order ?? 0;
  return judgements
    .filter(({ summaries }) => summaries.length > 0)
    .map((judgement) => ({ start: startOf(judgement), summaries: judgement.summaries }))
    .sort((a, b) => a.start - b.start)
    .flatMap(({ summaries }) => summaries);
}

function placeOf(entry: Entry, verdict: Verdict | undefined, { standings }: WindowFacts): EventPlace {
  const { ref } = entry.event;
  return {
    ref,
    turn: entry.turn,
    userTurn: entry.userTurn,
    epoch: entry.context.epoch,
    visible: entry.visible,
    inContext: entry.inContext,
    residency: verdict?.to ?? standings.get(ref)?.residency ?? "full",
    stage: entry.stage,
    stageSource: entry.stageSource,
    agent: entry.agent,
    activeSkill: entry.activeSkill,
    model: entry.model,
  };
}
