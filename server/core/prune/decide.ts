import { RESOLVABLE_KINDS } from "../events/kinds";
import { keptMeaning, MAX_SHARE_LEFT, withoutContext } from "../retain/retained";
import { mentionsOf } from "./mentions";
import type { BlockedRemoval, PassId, PrunePolicy, Residency, SessionInput, Standing, Verdict } from "./model";
import { citedBy, tokensOf } from "./projection";
import { callWindow, counted, resultClass } from "./protect/tail";
import type { Finding, Guard, Protection } from "./rule";
import type { Entry, Timeline } from "./timeline";
import type { WindowView } from "./visible/window-view";

/** A protection that guards one event, with its reason. */
export interface StandingGuard {
  readonly protection: Protection;
  readonly guard: Guard;
}

export interface Decision {
  readonly verdict: Verdict | null;
  readonly blocked: BlockedRemoval | null;
}

export const AGED_RULE = "compress-stale.aged";

const RESOLVABLE: ReadonlySet<string> = new Set(RESOLVABLE_KINDS);
/** Bodies of skills are followed rather than quoted: only repeats go. */
const NEVER_AGED: ReadonlySet<string> = new Set(["skill_load"]);

export interface DeciderWorld {
  /** The window that is judged. */
  readonly window: Timeline;
  readonly standings: SessionInput["standings"];
  readonly policy: PrunePolicy;
  readonly view: WindowView;
  /** Passes that were asked for; what another would take stays. */
  readonly passes: ReadonlySet<PassId>;
}

/**
 * Weighs, for one event of a window after the other in order, what the rules found against what the protections guard. Precedence:
 * a protection that stands, then one that delays, then what does not pay, then the passes in their order; what no rule
 * found and nothing guards falls to its kept meaning by age. Residencies only fall: what is a reference stays one.
 */
export class Decider {
  /** Events of which the reader sees less than the whole. */
  private readonly absent = new Set<Entry>();
  /** What took over the place of an original that had to leave: its copies cite this instead. */
  private readonly standIn = new Map<Entry, Entry>();

  constructor(private readonly world: DeciderWorld) {}

  decide(entry: Entry, findings: readonly Finding[], guards: readonly StandingGuard[]): Decision {
    const standing = this.world.standings.get(entry.event.ref);
    const from = standing?.residency ?? "full";
    const decision = this.weigh(entry, standing, findings, guards);
    const to = decision.verdict?.to ?? from;
    if (to !== "full") this.absent.add(entry);
    const original = findings.find((finding) => finding.cites !== null)?.cites;
    if (to === "full" && original && this.citable(original) === null) this.standIn.set(original, entry);
    if (decision.verdict !== null && to !== from && entry.inContext) {
      this.world.view.replace(entry, decision.verdict.retained);
    }
    return decision;
  }

  private weigh(
    entry: Entry,
    standing: Standing | undefined,
    findings: readonly Finding[],
    guards: readonly StandingGuard[],
  ): Decision {
    const stands = guards.find((one) => strengthOf(one) === "stands");
    // What is proven noise is charted as such, whoever found it first.
    const fact = findings.find(({ rule }) => rule.noise !== null) ?? findings[0];
    if (stands) {
      return { verdict: this.keep(entry, standing, stands), blocked: fact ? block(entry, fact, stands) : null };
    }
    if (fact === undefined) return { verdict: this.withoutFact(entry, standing, guards), blocked: null };
    if (!entry.inContext || !RESOLVABLE.has(entry.event.kind)) {
      return { verdict: this.stay(entry, standing, fact, fact, "It has left the context since."), blocked: null };
    }
    return this.remove(entry, standing, findings, fact, guards);
  }

  private withoutFact(entry: Entry, standing: Standing | undefined, guards: readonly StandingGuard[]): Verdict | null {
    const [first] = guards;
    if (first === undefined)
      return this.age(entry, standing) ?? (isFull(standing) ? null : this.unchanged(entry, standing));
    const isCall = entry.event.kind === "tool_call";
    // Each young call would get a sentence that tells nobody anything.
    if (isCall && isFull(standing) && first.protection.id === "protect.tail") return null;
    return this.keep(entry, standing, first);
  }

  /** Old enough for its class and used by nobody's reckoning: the kept meaning stays, and later the marker alone. */
  private age(entry: Entry, standing: Standing | undefined): Verdict | null {
    if (!this.isAgeable(entry)) return null;
    const { policy } = this.world;
    const to: Residency = policy.staleTo === "reference" || this.isSpent(entry) ? "reference" : "retained";
    if (to === standing?.residency || standing?.residency === "reference") return null;
    const retained = to === "retained" ? this.kept(entry) : null;
    if (to === "retained" && retained === null) return null;
    const verdict = {
      ...this.before(entry, standing),
      to,
      pass: "compress-stale" as const,
      rule: AGED_RULE,
      reason: this.whyAged(entry, to),
      evidence: [],
      noise: null,
      noiseSinceTurn: null,
      retained,
    };
    const tokensAfter = tokensOf(verdict, null);
    return tokensAfter <= verdict.tokensBefore * MAX_SHARE_LEFT ? { ...verdict, tokensAfter } : null;
  }

  private isAgeable({ event, inContext, partner }: Entry): boolean {
    if (!inContext || !this.world.policy.byAge || !this.world.passes.has("compress-stale")) return false;
    if (event.kind === "tool_call") return partner !== null && callWindow(this.world.policy, event) !== null;
    return RESOLVABLE.has(event.kind) && !NEVER_AGED.has(event.kind);
  }

  /** Distance alone leads to the kept meaning; the marker alone needs that nobody referred to it since. */
  private isSpent(entry: Entry): boolean {
    if (entry.event.kind === "tool_call") return false;
    const turns = this.world.policy.referenceAfterTurns[resultClass(entry.event)];
    return turns !== undefined && entry.ageTurns >= turns && !mentionsOf(this.world.window).refersTo(entry);
  }

  private whyAged(entry: Entry, to: Residency): string {
    const age = `It is ${counted(entry.ageTokens, "token")} and ${counted(entry.ageTurns, "request")} old`;
    return to === "retained"
      ? `${age} and not being worked with; its kept meaning stays.`
      : `${age}, and nobody referred to it since.`;
  }

  private kept(entry: Entry): string | null {
    return this.world.view.retaining(entry, (context) => keptMeaning(entry.event, context));
  }

  private remove(
    entry: Entry,
    standing: Standing | undefined,
    findings: readonly Finding[],
    fact: Finding,
    guards: readonly StandingGuard[],
  ): Decision {
    const asked = findings.filter((finding) => this.world.passes.has(finding.rule.pass));
    if (asked.length === 0) {
      return { verdict: this.stay(entry, standing, fact, fact, "This pass was not asked for."), blocked: null };
    }
    const removable = asked.find((finding) => finding.cites === null || this.citable(finding.cites) !== null);
    if (removable === undefined) {
      const aged = guards.length === 0 ? this.age(entry, standing) : null;
      const { noise, noiseSinceTurn } = fromFinding(fact, fact);
      if (aged) return { verdict: { ...aged, noise, noiseSinceTurn }, blocked: null };
      const why = "The one before it is not in full any more, so this one takes its place.";
      return { verdict: this.stay(entry, standing, fact, fact, why), blocked: null };
    }
    const delay = guards.find((one) => holds(one, removable, entry));
    if (delay && isFull(standing)) {
      const why = `Kept for now: ${delay.guard.reason}`;
      return { verdict: this.stay(entry, standing, removable, fact, why), blocked: block(entry, removable, delay) };
    }
    if (!isFull(standing)) return { verdict: this.stand(entry, standing, removable, fact), blocked: null };
    const verdict = this.fall(entry, removable, fact);
    if (verdict.tokensAfter <= verdict.tokensBefore * MAX_SHARE_LEFT) return { verdict, blocked: null };
    const why = "It is too small for its removal to pay.";
    return { verdict: this.stay(entry, standing, removable, fact, why), blocked: null };
  }

  /** What a copy may cite: the original while this reader sees it in full, else what took its place. */
  private citable(original: Entry): Entry | null {
    if (this.isFull(original)) return original;
    const other = this.standIn.get(original);
    return other !== undefined && this.isFull(other) ? other : null;
  }

  private isFull(entry: Entry): boolean {
    return entry.inContext && !this.absent.has(entry);
  }

  private fall(entry: Entry, finding: Finding, fact: Finding): Verdict {
    const cited = finding.cites && this.citable(finding.cites);
    const isRetained = finding.to === "retained" && this.world.policy.staleTo === "retained";
    const retained = isRetained ? this.kept(entry) : null;
    const verdict = {
      ...this.before(entry, undefined),
      ...fromFinding(finding, fact),
      to: retained === null ? ("reference" as const) : ("retained" as const),
      reason: explain(finding, fact, cited),
      evidence: refs(cited === null ? finding.evidence : [cited]),
      retained,
    };
    // A read is quoted later: when nothing shorter would be left of it, it stays in full rather than going whole.
    if (isRetained && retained === null && finding.rule.pass === "compress-stale") {
      return { ...verdict, to: "full", tokensAfter: verdict.tokensBefore };
    }
    return { ...verdict, tokensAfter: tokensOf(verdict, citedBy(verdict)) };
  }

  /** What was set before stays, and says what the rules would say of it now. */
  private stand(entry: Entry, standing: Standing | undefined, finding: Finding, fact: Finding): Verdict {
    const cited = finding.cites && this.citable(finding.cites);
    const verdict = {
      ...this.unchanged(entry, standing),
      ...fromFinding(finding, fact),
      reason: explain(finding, fact, cited),
      evidence: refs(cited === null ? finding.evidence : [cited]),
    };
    const tokens = tokensOf({ ...verdict, tokensBefore: entry.event.tokens }, citedBy(verdict));
    return { ...verdict, tokensBefore: tokens, tokensAfter: tokens };
  }

  private stay(entry: Entry, standing: Standing | undefined, finding: Finding, fact: Finding, why: string): Verdict {
    const cited = finding.cites && this.citable(finding.cites);
    return {
      ...this.unchanged(entry, standing),
      ...fromFinding(finding, fact),
      reason: `${explain(finding, fact, cited)} ${why}`,
      // The evidence of a copy that is already gone is its citation: it names nothing that the reader does not see.
      evidence: refs(!isFull(standing) && finding.cites !== null && cited === null ? [] : finding.evidence),
    };
  }

  private keep(entry: Entry, standing: Standing | undefined, { protection, guard }: StandingGuard): Verdict {
    return {
      ...this.unchanged(entry, standing),
      rule: protection.id,
      reason: guard.reason,
      evidence: refs(guard.evidence),
    };
  }

  private unchanged(entry: Entry, standing: Standing | undefined): Verdict {
    const before = this.before(entry, standing);
    return {
      ...before,
      to: before.from,
      pass: null,
      rule: "residency.set-before",
      reason: "A run, a person or an agent set it before.",
      evidence: [],
      noise: null,
      noiseSinceTurn: null,
      retained: keptOf(entry, standing, this.world.policy),
      tokensAfter: before.tokensBefore,
    };
  }

  /** What the model saw of the event before this plan. */
  private before(entry: Entry, standing: Standing | undefined): Pick<Verdict, "ref" | "from" | "tokensBefore"> {
    const { ref } = entry.event;
    return {
      ref,
      from: standing?.residency ?? "full",
      tokensBefore: visibleTokens(entry, standing, this.world.policy),
    };
  }
}

function isFull(standing: Standing | undefined): boolean {
  return standing === undefined || standing.residency === "full";
}

/** The text that a retained event shows: what was set with it, else what the rules make of it alone. */
function keptOf(entry: Entry, standing: Standing | undefined, policy: PrunePolicy): string | null {
  if (standing?.residency !== "retained") return null;
  return standing.retained ?? keptMeaning(entry.event, withoutContext(policy.retain));
}

/** Tokens of the event as its standing shows it. */
export function visibleTokens(entry: Entry, standing: Standing | undefined, policy: PrunePolicy): number {
  if (standing === undefined || standing.residency === "full") return entry.event.tokens;
  const { ref, tokens } = entry.event;
  const retained = keptOf(entry, standing, policy);
  return tokensOf({ ref, to: standing.residency, retained, tokensBefore: tokens }, null);
}

function strengthOf({ protection, guard }: StandingGuard): Protection["strength"] {
  return guard.strength ?? protection.strength;
}

/** Whether a guard that delays holds an event back from what the finding wants. */
function holds({ guard }: StandingGuard, finding: Finding, entry: Entry): boolean {
  if (guard.onlyAgainst !== undefined && guard.onlyAgainst !== finding.rule.pass) return false;
  if (!guard.isAge || finding.window === undefined) return true;
  return entry.ageTokens < finding.window.tokens || entry.ageTurns < finding.window.turns;
}

function fromFinding(finding: Finding, fact: Finding) {
  return {
    pass: finding.rule.pass,
    rule: finding.rule.id,
    noise: fact.rule.noise,
    noiseSinceTurn: fact.rule.noise === null ? null : fact.sinceTurn,
  };
}

/** When another rule than the first takes the event out, both sentences are true and both are told. */
function explain(finding: Finding, fact: Finding, cited: Entry | null): string {
  const own = finding.explain(cited);
  return finding === fact ? own : `${own} Before that: ${fact.explain(null)}`;
}

function block(entry: Entry, finding: Finding, { protection, guard }: StandingGuard): BlockedRemoval {
  return {
    ref: entry.event.ref,
    rule: finding.rule.id,
    protection: protection.id,
    pattern: guard.pattern,
    reason: guard.reason,
  };
}

function refs(entries: readonly Entry[]): string[] {
  return entries.map((entry) => entry.event.ref);
}
