import { IDLE_RULE } from "../noise/idle";
import { AGED_RULE } from "./decide";
import { SUMMARIZED_RULE } from "./judge/compact-window";
import { isJudged } from "./judge/judged-window";
import type { BlockedRemoval, Plan, PrunePolicy, SessionInput, Verdict } from "./model";
import { rulesOf } from "./passes/order";
import { protectionsOf } from "./protect/order";
import { type Finding, FindingBoard, type Guard, type Protection, type PruneRule } from "./rule";
import { type Context, type Entry, type Timeline, timelineOf, windowTimeline } from "./timeline";

/** What became of what a rule or a protection said of an event. */
export const RULE_ANSWERS = [
  /** The plan does, or leaves undone, what it does for this. */
  "decides",
  /** A protection that guards the event, and did not have to decide. */
  "holds",
  /** A protection that guards the event, but not from the rule that took it. */
  "overruled",
  /** A rule that proved something of the event, and did not decide. */
  "finds",
  /** It looked, and the event is none of its business. */
  "silent",
] as const;
export type RuleAnswer = (typeof RULE_ANSWERS)[number];

export const RULE_GROUPS = ["protection", "dedup", "purge-errors", "compress-stale", "noise"] as const;
export type RuleGroup = (typeof RULE_GROUPS)[number];

/** What one rule says of one event. */
export interface RuleOpinion {
  readonly rule: string;
  readonly group: RuleGroup;
  readonly answer: RuleAnswer;
  /** Of a protection: whether it keeps the event for good or says "not yet". */
  readonly strength: Protection["strength"] | null;
  /** One sentence; null of a rule that is silent. */
  readonly reason: string | null;
  /** The pattern, phrase or check that matched, where there is one. */
  readonly pattern: string | null;
  /** Entry ids. */
  readonly evidence: readonly string[];
}

/** What a plan went by, in the order of precedence: protected, in flight, not paying, passes. */
export const EXPLANATION_LEVELS = [
  /** A helper's window: nobody prunes it. */
  "helper",
  /** Out of the window, by a compaction, a clear or a rewind. */
  "history",
  "protected",
  "in-flight",
  /** Too little would be won. */
  "not-paying",
  /** The one that it repeats is not in full any more, so it takes its place. */
  "stands-in",
  "pass",
  /** No rule found anything, and age alone leaves the kept meaning. */
  "age",
  /** A run, a person or an agent set its residency before. */
  "set-before",
  /** Charted as idle; no pass takes it. */
  "idle",
  /** No rule has anything against it. */
  "nothing",
] as const;
export type ExplanationLevel = (typeof EXPLANATION_LEVELS)[number];

export interface Explanation {
  readonly level: ExplanationLevel;
  readonly verdict: Verdict | null;
  readonly blocked: BlockedRemoval | null;
  /** Every rule in the order in which they are asked; empty for what no rule looks at. */
  readonly opinions: readonly RuleOpinion[];
}

/** Rules that a plan asks when all passes have spoken; they prove nothing about single events. */
const LATE_RULES: readonly { readonly id: string; readonly group: RuleGroup }[] = [
  { id: "compress-stale.repeated-lines", group: "compress-stale" },
  { id: AGED_RULE, group: "compress-stale" },
  { id: SUMMARIZED_RULE, group: "compress-stale" },
  { id: IDLE_RULE, group: "noise" },
];

/** Lets rules read a whole session in order, as a plan does, and answers all that they found. */
export function findingsOf(timeline: Timeline, rules: readonly PruneRule[]): FindingBoard {
  const board = new FindingBoard();
  const sweeps = rules.map((rule) => rule.begin(board));
  for (const entry of timeline.entries) {
    if (isJudged(entry)) for (const sweep of sweeps) sweep(entry);
    board.mutations.see(entry);
  }
  return board;
}

type Guarding = { readonly protection: Protection; readonly guard: (entry: Entry) => Guard | null };

/**
 * Says of each event what every protection and every rule made of it, and which of them the plan went by. Agrees with
 * `plan` by construction: it asks the same rules of the same session, and takes what was decided from the plan itself.
 * Made once for a session and a plan of it; linear in the session, then quick for each event.
 */
export class Explainer {
  private readonly timeline: Timeline;
  private readonly board: FindingBoard;
  private readonly rules: readonly PruneRule[];
  private readonly protections: readonly Protection[];
  private readonly verdicts: ReadonlyMap<string, Verdict>;
  private readonly blocked: ReadonlyMap<string, BlockedRemoval>;
  private readonly guards = new Map<Context, readonly Guarding[]>();

  constructor(
    private readonly session: SessionInput,
    private readonly policy: PrunePolicy,
    plan: Plan,
  ) {
    this.timeline = timelineOf(session);
    this.rules = rulesOf(policy);
    this.board = findingsOf(this.timeline, this.rules);
    this.protections = protectionsOf(session);
    this.verdicts = new Map(plan.verdicts.map((verdict) => [verdict.ref, verdict]));
    this.blocked = new Map(plan.blocked.map((removal) => [removal.ref, removal]));
  }

  /** Null for a ref that the session does not have. */
  explain(ref: string): Explanation | null {
    const entry = this.timeline.byRef.get(ref);
    if (entry === undefined) return null;
    const verdict = this.verdicts.get(ref) ?? null;
    const blocked = this.blocked.get(ref) ?? null;
    const opinions = isJudged(entry) ? this.opinionsOf(entry, verdict, blocked) : [];
    return { level: this.levelOf(entry, verdict, blocked, opinions), verdict, blocked, opinions };
  }

  private opinionsOf(entry: Entry, verdict: Verdict | null, blocked: BlockedRemoval | null): RuleOpinion[] {
    const isMoved = verdict !== null && verdict.to !== verdict.from;
    const decisive = isMoved ? verdict.rule : (blocked?.protection ?? verdict?.rule ?? null);
    const protections = this.guardsOf(entry.context).map(({ protection, guard }) =>
      guardOpinion(protection, guard(entry), decisive, isMoved),
    );
    const found = this.board.of(entry);
    const rules = this.rules.map((rule) => {
      const finding = found.find((one) => one.rule === rule);
      return this.ruleOpinion(rule, finding, isMoved && decisive === rule.id ? verdict : null);
    });
    return [...protections, ...rules, ...LATE_RULES.map((rule) => lateOpinion(rule, verdict))];
  }

  private guardsOf(context: Context): readonly Guarding[] {
    const known = this.guards.get(context);
    if (known) return known;
    const window = windowTimeline(this.timeline, context);
    const made = this.protections.map((protection) => ({
      protection,
      guard: protection.begin(window, this.policy, this.board),
    }));
    this.guards.set(context, made);
    return made;
  }

  private ruleOpinion(rule: PruneRule, finding: Finding | undefined, verdict: Verdict | null): RuleOpinion {
    const base = { rule: rule.id, group: rule.pass, strength: null, pattern: null } as const;
    if (verdict) return { ...base, answer: "decides", reason: verdict.reason, evidence: verdict.evidence };
    if (!finding) return { ...base, answer: "silent", reason: null, evidence: [] };
    const cited = finding.cites !== null && this.isFull(finding.cites) ? finding.cites : null;
    return { ...base, answer: "finds", reason: finding.explain(cited), evidence: refs(finding.evidence) };
  }

  private levelOf(
    entry: Entry,
    verdict: Verdict | null,
    blocked: BlockedRemoval | null,
    opinions: readonly RuleOpinion[],
  ): ExplanationLevel {
    if (entry.thread.auxiliary) return "helper";
    if (!entry.inContext) return "history";
    if (verdict === null) return opinions.some(({ answer }) => answer === "holds") ? "in-flight" : "nothing";
    if (verdict.to !== verdict.from) return verdict.rule === AGED_RULE ? "age" : "pass";
    return verdict.from === "full" ? this.levelOfKept(entry, verdict, blocked, opinions) : "set-before";
  }

  private levelOfKept(
    entry: Entry,
    verdict: Verdict,
    blocked: BlockedRemoval | null,
    opinions: readonly RuleOpinion[],
  ): ExplanationLevel {
    if (blocked !== null || verdict.rule.startsWith("protect.")) {
      const decisive = opinions.find(({ answer }) => answer === "decides");
      return decisive?.strength === "stands" ? "protected" : "in-flight";
    }
    if (verdict.pass === null) return verdict.rule === IDLE_RULE ? "idle" : "nothing";
    return this.isCitable(entry) ? "not-paying" : "stands-in";
  }

  /** Whether a rule that found the event may take it: what it repeats is still in full, or it repeats nothing. */
  private isCitable(entry: Entry): boolean {
    return this.board
      .of(entry)
      .some(({ cites }) => cites === null || this.isFull(cites) || this.hasStandIn(cites, entry));
  }

  /** An earlier copy took the place of an original that had to leave. */
  private hasStandIn(original: Entry, copy: Entry): boolean {
    return copy.context.entries.some(
      (other) =>
        other.order < copy.order && this.isFull(other) && this.board.of(other).some(({ cites }) => cites === original),
    );
  }

  private isFull(entry: Entry): boolean {
    const { ref } = entry.event;
    const residency = this.verdicts.get(ref)?.to ?? this.session.standings.get(ref)?.residency ?? "full";
    return entry.inContext && residency === "full";
  }
}

function guardOpinion(
  { id, strength }: Protection,
  guard: Guard | null,
  decisive: string | null,
  isMoved: boolean,
): RuleOpinion {
  const base = { rule: id, group: "protection", strength: guard?.strength ?? strength } as const;
  if (guard === null) return { ...base, answer: "silent", reason: null, pattern: null, evidence: [] };
  const answer = decisive === id ? "decides" : isMoved ? "overruled" : "holds";
  return { ...base, answer, reason: guard.reason, pattern: guard.pattern, evidence: refs(guard.evidence) };
}

function lateOpinion({ id, group }: (typeof LATE_RULES)[number], verdict: Verdict | null): RuleOpinion {
  const base = { rule: id, group, strength: null, pattern: null } as const;
  const isOwn = verdict?.rule === id;
  const answer = isOwn ? "decides" : id === IDLE_RULE && verdict?.noise === "idle" ? "finds" : "silent";
  if (verdict === null || answer === "silent") return { ...base, answer: "silent", reason: null, evidence: [] };
  return { ...base, answer, reason: verdict.reason, evidence: verdict.evidence };
}

function refs(entries: readonly Entry[]): string[] {
  return entries.map((entry) => entry.event.ref);
}
