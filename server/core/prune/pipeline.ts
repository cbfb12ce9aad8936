import { findIdle, IDLE_RULE } from "../noise/idle";
import { Decider, type StandingGuard } from "./decide";
import type {
  BlockedRemoval,
  EventPlace,
  Plan,
  PlanTotals,
  PrunePolicy,
  SessionInput,
  Standing,
  Verdict,
} from "./model";
import { RULES } from "./passes/order";
import { protectionsOf } from "./protect/order";
import { FindingBoard, type Guard, type Protection } from "./rule";
import { type Entry, type Timeline, timelineOf } from "./timeline";

/**
 * Judges every event of a session: where it stands, whether it is noise and since when, what a run would take out of
 * the window now, and what protects the rest. Pure and deterministic; the order of the input lists does not matter.
 * Time and memory are linear in the events and their text, but for one sort.
 */
export function plan(session: SessionInput, policy: PrunePolicy): Plan {
  const timeline = timelineOf(session);
  const board = findAll(timeline);
  const guardsOf = startGuards(session, policy, timeline, board);
  const decider = new Decider(session.standings);
  const verdicts = new Map<string, Verdict>();
  const blocked: BlockedRemoval[] = [];
  /** By position of the event: guarded by more than the tail. */
  const guarded = new Uint8Array(timeline.entries.length);
  let protectedEvents = 0;
  for (const entry of timeline.entries) {
    if (!isJudged(entry)) continue;
    const guards = guardsOf(entry);
    if (guards.length > 0 && entry.inContext) protectedEvents++;
    if (guards.some(({ protection }) => protection.id !== "protect.tail")) guarded[entry.order] = 1;
    const decision = decider.decide(entry, board.of(entry), guards);
    if (decision.verdict) verdicts.set(entry.event.ref, decision.verdict);
    if (decision.blocked) blocked.push(decision.blocked);
  }
  const isOpen = (entry: Entry) => isJudged(entry) && board.of(entry).length === 0 && guarded[entry.order] === 0;
  addIdle(timeline, policy, isOpen, session.standings, verdicts);
  return {
    places: timeline.entries.map((entry) => placeOf(entry, verdicts, session.standings)),
    verdicts: timeline.entries.flatMap(({ event }) => verdicts.get(event.ref) ?? []),
    blocked,
    summaries: [],
    totals: totalsOf(timeline, verdicts, protectedEvents),
  };
}

/** Helpers such as a compaction agent have windows of their own that nobody prunes, and no branch is judged twice. */
function isJudged(entry: Entry): boolean {
  return entry.visible && !entry.thread.auxiliary;
}

function findAll(timeline: Timeline): FindingBoard {
  const board = new FindingBoard();
  const sweeps = RULES.map((rule) => rule.begin(board));
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

/** Idle events get a verdict that keeps them: it says why they are charted, and replaces that of the tail. */
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
    verdicts.set(ref, {
      ref,
      from: "full",
      to: "full",
      pass: null,
      rule: IDLE_RULE,
      reason,
      evidence: [],
      tokensBefore: tokens,
      tokensAfter: tokens,
      noise: "idle",
      noiseSinceTurn: sinceTurn,
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

/** Measured on what the projections hold: the current windows of all threads but auxiliary ones. */
function totalsOf(timeline: Timeline, verdicts: ReadonlyMap<string, Verdict>, protectedEvents: number): PlanTotals {
  const passes = { dedup: 0, purgeErrors: 0, compress: 0 };
  let events = 0;
  let beforeTokens = 0;
  let afterTokens = 0;
  for (const entry of timeline.entries) {
    if (!entry.inContext || !isJudged(entry)) continue;
    const verdict = verdicts.get(entry.event.ref);
    events++;
    beforeTokens += verdict ? tokensBeforeRun(verdict) : entry.event.tokens;
    afterTokens += verdict?.tokensAfter ?? entry.event.tokens;
    if (verdict && verdict.to !== verdict.from) count(passes, verdict);
  }
  return { events, beforeTokens, afterTokens, summaryTokens: 0, protectedEvents, passes };
}

/** What an earlier run took out is not taken out again, and not saved again. */
function tokensBeforeRun(verdict: Verdict): number {
  return verdict.from === verdict.to ? verdict.tokensAfter : verdict.tokensBefore;
}

function count(passes: { dedup: number; purgeErrors: number; compress: number }, verdict: Verdict): void {
  if (verdict.pass === "dedup") passes.dedup++;
  else if (verdict.pass === "purge-errors") passes.purgeErrors++;
  else if (verdict.pass === "compress-stale") passes.compress++;
}
