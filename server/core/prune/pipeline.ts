import { RESOLVABLE_KINDS } from "../events/kinds";
import { findIdle, IDLE_RULE } from "../noise/idle";
import { summarizeRanges } from "../summarize/summarize-ranges";
import { Decider, type StandingGuard } from "./decide";
import type {
  BlockedRemoval,
  EventPlace,
  PassId,
  Plan,
  PlannedSummary,
  PlanOptions,
  PlanTotals,
  PrunePolicy,
  SessionInput,
  Standing,
  Verdict,
} from "./model";
import { trimRepeatedLines } from "./passes/compress-stale/repeated-lines";
import { rulesOf } from "./passes/order";
import { citedBy, summariesInForce } from "./projection";
import { protectionsOf } from "./protect/order";
import { callWindow, counted } from "./protect/tail";
import { FindingBoard, type Guard, type Protection } from "./rule";
import { type Entry, type Timeline, timelineOf } from "./timeline";
import { WindowView } from "./visible/window-view";

/**
 * Judges every event of a session: where it stands, whether it is noise and since when, what a run would take out of
 * the window now, and what protects the rest. Pure and deterministic; the order of the input lists does not matter.
 * Time and memory are linear in the events and their text, but for one sort.
 */
export function plan(session: SessionInput, policy: PrunePolicy, options: PlanOptions = {}): Plan {
  const timeline = timelineOf(session);
  const board = findAll(timeline, policy);
  const guardsOf = startGuards(session, policy, timeline, board);
  const view = new WindowView(timeline, session.standings, policy);
  const decider = new Decider({ timeline, standings: session.standings, policy, view, passes: passesOf(options) });
  const verdicts = new Map<string, Verdict>();
  const blocked: BlockedRemoval[] = [];
  /** By position of the event: guarded by more than the tail, or by what even lossless cuts have to respect. */
  const guarded = new Uint8Array(timeline.entries.length);
  let protectedEvents = 0;
  for (const entry of timeline.entries) {
    if (!isJudged(entry)) continue;
    const guards = guardsOf(entry);
    if (guards.length > 0 && entry.inContext) protectedEvents++;
    guarded[entry.order] = guardedBy(guards);
    const decision = decider.decide(entry, board.of(entry), guards);
    if (decision.verdict) verdicts.set(entry.event.ref, decision.verdict);
    if (decision.blocked) blocked.push(decision.blocked);
  }
  if (passesOf(options).has("compress-stale")) trimRepeats(session, policy, view, guarded, verdicts);
  const isOpen = (entry: Entry) =>
    isJudged(entry) && board.of(entry).length === 0 && (guarded[entry.order] ?? 0) <= GUARDED_BY_AGE;
  addIdle(timeline, policy, isOpen, session.standings, verdicts);
  const summaries = options.compact ? compact(session, policy, timeline, guarded, verdicts) : [];
  return {
    places: timeline.entries.map((entry) => placeOf(entry, verdicts, session.standings)),
    verdicts: timeline.entries.flatMap(({ event }) => verdicts.get(event.ref) ?? []),
    blocked,
    summaries,
    totals: totalsOf(session, timeline, { verdicts, summaries }, protectedEvents),
  };
}

const ALL_PASSES: ReadonlySet<PassId> = new Set(["dedup", "purge-errors", "compress-stale"]);

function passesOf({ passes }: PlanOptions): ReadonlySet<PassId> {
  return passes === undefined ? ALL_PASSES : new Set(passes);
}

const GUARDED_BY_AGE = 1;
const GUARDED_WHILE_AT_HAND = 2;
const GUARDED = 3;

/** These only say that an event is at hand or young; lines that stand elsewhere may go all the same. */
const AT_HAND: ReadonlySet<string> = new Set([
  "protect.spoken-of-file",
  "protect.working-set",
  "protect.reused",
  "protect.current-files",
]);

function guardedBy(guards: readonly StandingGuard[]): number {
  let level = 0;
  for (const { protection, guard } of guards) {
    const own = guard.isAge ? GUARDED_BY_AGE : AT_HAND.has(protection.id) ? GUARDED_WHILE_AT_HAND : GUARDED;
    level = Math.max(level, own);
  }
  return level;
}

const RESOLVABLE: ReadonlySet<string> = new Set(RESOLVABLE_KINDS);

function mayLoseLines({ event, partner }: Entry, policy: PrunePolicy): boolean {
  if (event.kind === "tool_call") return partner !== null && callWindow(policy, event) !== null;
  return RESOLVABLE.has(event.kind);
}

function trimRepeats(
  session: SessionInput,
  policy: PrunePolicy,
  view: WindowView,
  guarded: Uint8Array,
  verdicts: Map<string, Verdict>,
): void {
  if (policy.blocks === null) return;
  const cited = new Set([...verdicts.values()].map(citedBy));
  const mayTrim = (entry: Entry) =>
    isJudged(entry) &&
    mayLoseLines(entry, policy) &&
    !cited.has(entry.event.ref) &&
    (guarded[entry.order] ?? GUARDED) < GUARDED &&
    (verdicts.get(entry.event.ref)?.to ?? "full") === "full" &&
    (session.standings.get(entry.event.ref)?.residency ?? "full") === "full";
  const trimming = {
    policy: policy.blocks,
    view,
    mayTrim,
    verdictOf: (entry: Entry) => verdicts.get(entry.event.ref),
  };
  for (const contextId of view.contextIds()) {
    for (const cut of trimRepeatedLines(contextId, trimming)) {
      const known = verdicts.get(cut.ref);
      // What was noise stays noise: the cut only says what the run does about it.
      const noise = known ? { noise: known.noise, noiseSinceTurn: known.noiseSinceTurn } : {};
      verdicts.set(cut.ref, { ...cut, ...noise });
    }
  }
}

/** Helpers such as a compaction agent have windows of their own that nobody prunes, and no branch is judged twice. */
function isJudged(entry: Entry): boolean {
  return entry.visible && !entry.thread.auxiliary;
}

function findAll(timeline: Timeline, policy: PrunePolicy): FindingBoard {
  const board = new FindingBoard();
  const sweeps = rulesOf(policy).map((rule) => rule.begin(board));
  for (const entry of timeline.entries) {
    if (isJudged(entry)) for (const sweep of sweeps) sweep(entry);
    board.mutations.see(entry);
  }
  return board;
}

function startGuards(session: SessionInput, policy: PrunePolicy, timeline: Timeline, board: FindingBoard) {
  const started = protectionsOf(session).map((protection) => ({
    protection,
    guard: protection.begin(timeline, policy, board),
  }));
  return (entry: Entry): StandingGuard[] => {
    const guards: StandingGuard[] = [];
    for (const { protection, guard } of started) {
      const found = guard(entry);
      if (found) guards.push({ protection, guard: found });
      if (found && stands(protection, found)) break;
    }
    return guards;
  };
}

function stands(protection: Protection, guard: Guard): boolean {
  return (guard.strength ?? protection.strength) === "stands";
}

function isAbsent(standing: Standing | undefined): boolean {
  return standing !== undefined && standing.residency !== "full";
}

/**
 * Idle events get a verdict that says why they are charted. Where age takes them out, that verdict only gains the
 * class; else it keeps them, and replaces that of the tail.
 */
function addIdle(
  timeline: Timeline,
  policy: PrunePolicy,
  isOpen: (entry: Entry) => boolean,
  standings: SessionInput["standings"],
  verdicts: Map<string, Verdict>,
): void {
  for (const { entry, sinceTurn, reason } of findIdle(timeline, policy, isOpen)) {
    const { ref, tokens } = entry.event;
    if (isAbsent(standings.get(ref))) continue;
    const known = verdicts.get(ref);
    const idle = { noise: "idle", noiseSinceTurn: sinceTurn } as const;
    if (known && known.to !== "full") {
      verdicts.set(ref, { ...known, ...idle, reason: `${known.reason} ${reason}` });
      continue;
    }
    verdicts.set(ref, {
      ...idle,
      ref,
      from: "full",
      to: "full",
      pass: null,
      rule: IDLE_RULE,
      reason,
      evidence: [],
      tokensBefore: tokens,
      tokensAfter: tokens,
      retained: null,
    });
  }
}

function placeOf(
  entry: Entry,
  verdicts: ReadonlyMap<string, Verdict>,
  standings: SessionInput["standings"],
): EventPlace {
  const { ref } = entry.event;
  return {
    ref,
    turn: entry.turn,
    userTurn: entry.userTurn,
    epoch: entry.context.epoch,
    visible: entry.visible,
    inContext: entry.inContext,
    residency: verdicts.get(ref)?.to ?? standings.get(ref)?.residency ?? "full",
    stage: entry.stage,
    stageSource: entry.stageSource,
    agent: entry.agent,
    activeSkill: entry.activeSkill,
    model: entry.model,
  };
}

export const SUMMARIZED_RULE = "compress-stale.summarized-range";

/**
 * Replaces whole stale ranges by summaries. Every event of such a range becomes a reference that the summary stands
 * for; what was noise stays noise.
 */
function compact(
  session: SessionInput,
  policy: PrunePolicy,
  timeline: Timeline,
  guarded: Uint8Array,
  verdicts: Map<string, Verdict>,
): PlannedSummary[] {
  const inForce = summariesInForce(session, { summaries: [] });
  const isHeld = (entry: Entry) =>
    !isJudged(entry) || inForce.has(entry.event.ref) || (guarded[entry.order] ?? 0) >= GUARDED;
  const isStale = (entry: Entry): boolean => {
    const { event, partner } = entry;
    if (event.kind === "tool_call" && partner !== null) return isStale(partner);
    return (guarded[entry.order] ?? 0) === 0 && entry.ageTurns >= policy.idleTurns;
  };
  const tokensNow = ({ event }: Entry) => verdicts.get(event.ref)?.tokensAfter ?? event.tokens;
  const { records } = session;
  const summaries = summarizeRanges(timeline, { isHeld, isStale, records, visibleTokens: tokensNow });
  for (const summary of summaries) {
    const reason = `It belongs to a stale range that a summary of ${counted(summary.tokens, "token")} stands for.`;
    for (const ref of summary.refs) {
      const entry = timeline.byRef.get(ref);
      if (entry) verdicts.set(ref, summarized(entry, verdicts.get(ref), reason));
    }
  }
  return summaries;
}

function summarized({ event }: Entry, known: Verdict | undefined, reason: string): Verdict {
  return {
    ref: event.ref,
    from: known?.from ?? "full",
    to: "reference",
    pass: "compress-stale",
    rule: SUMMARIZED_RULE,
    reason,
    evidence: [],
    tokensBefore: known?.tokensBefore ?? event.tokens,
    tokensAfter: 0,
    noise: known?.noise ?? null,
    noiseSinceTurn: known?.noiseSinceTurn ?? null,
    retained: null,
  };
}

/** Measured on what the projections hold: the current windows of all threads but auxiliary ones. */
function totalsOf(
  session: SessionInput,
  timeline: Timeline,
  { verdicts, summaries }: { verdicts: ReadonlyMap<string, Verdict>; summaries: readonly PlannedSummary[] },
  protectedEvents: number,
): PlanTotals {
  const passes = { dedup: 0, purgeErrors: 0, compress: 0 };
  const standing = summariesInForce(session, { summaries: [] });
  const summaryTokens = summaries.reduce((sum, summary) => sum + summary.tokens, 0);
  let events = 0;
  let beforeTokens = 0;
  let afterTokens = summaryTokens;
  for (const entry of timeline.entries) {
    if (!entry.inContext || !isJudged(entry)) continue;
    const verdict = verdicts.get(entry.event.ref);
    const summary = standing.get(entry.event.ref);
    events++;
    // A summary of a run before stands where the first event of its range stood.
    const ofSummary = summary?.first === entry.event.ref ? summary.summary.tokens : 0;
    beforeTokens += summary ? ofSummary : (verdict?.tokensBefore ?? entry.event.tokens);
    afterTokens += summary ? ofSummary : (verdict?.tokensAfter ?? entry.event.tokens);
    if (verdict && verdict.to !== verdict.from) count(passes, verdict);
  }
  return { events, beforeTokens, afterTokens, summaryTokens, protectedEvents, passes };
}

function count(passes: { dedup: number; purgeErrors: number; compress: number }, verdict: Verdict): void {
  if (verdict.pass === "dedup") passes.dedup++;
  else if (verdict.pass === "purge-errors") passes.purgeErrors++;
  else if (verdict.pass === "compress-stale") passes.compress++;
}
