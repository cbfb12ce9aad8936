import { RESOLVABLE_KINDS } from "../events/kinds";
import { keptMeaning } from "../retain/retained";
import type { BlockedRemoval, Residency, SessionInput, Verdict } from "./model";
import { citedBy, tokensOf } from "./projection";
import type { Finding, Guard, Protection } from "./rule";
import type { Entry } from "./timeline";

/** A protection that guards one event, with its reason. */
export interface StandingGuard {
  readonly protection: Protection;
  readonly guard: Guard;
}

export interface Decision {
  readonly verdict: Verdict | null;
  readonly blocked: BlockedRemoval | null;
}

/** What is left may be at most this share of what was there; a smaller gain is not worth the change. */
const MAX_SHARE_LEFT = 0.8;
const RESOLVABLE: ReadonlySet<string> = new Set(RESOLVABLE_KINDS);

/**
 * Weighs, for one event after the other in order, what the rules found against what the protections guard. Precedence:
 * a protection that stands, then one that delays, then what does not pay, then the passes in their order. A plan only
 * takes from what is full: what is already retained or a reference stays so.
 */
export class Decider {
  /** By position of the event. */
  private readonly residency: Residency[] = [];
  /** What took over the place of an original that had to leave: its copies cite this instead. */
  private readonly standIn = new Map<Entry, Entry>();

  constructor(private readonly standings: SessionInput["standings"]) {}

  decide(entry: Entry, findings: readonly Finding[], guards: readonly StandingGuard[]): Decision {
    const from = this.standings.get(entry.event.ref)?.residency ?? "full";
    const decision = this.weigh(entry, from, findings, guards);
    const to = decision.verdict?.to ?? from;
    this.residency[entry.order] = to;
    const original = findings.find((finding) => finding.cites !== null)?.cites;
    if (to === "full" && original && this.citable(original) === null) this.standIn.set(original, entry);
    return decision;
  }

  private weigh(
    entry: Entry,
    from: Residency,
    findings: readonly Finding[],
    guards: readonly StandingGuard[],
  ): Decision {
    const standing = guards.find((one) => strengthOf(one) === "stands");
    const [fact] = findings;
    if (standing) return { verdict: keep(entry, from, standing), blocked: fact ? block(entry, fact, standing) : null };
    if (fact === undefined) {
      const [first] = guards;
      if (first) return { verdict: keep(entry, from, first), blocked: null };
      return { verdict: from === "full" ? null : unchanged(entry, from), blocked: null };
    }
    if (!entry.inContext || !RESOLVABLE.has(entry.event.kind)) {
      return { verdict: this.stay(entry, from, fact, fact, "It has left the context since."), blocked: null };
    }
    return this.remove(entry, from, findings, fact, guards);
  }

  private remove(
    entry: Entry,
    from: Residency,
    findings: readonly Finding[],
    fact: Finding,
    guards: readonly StandingGuard[],
  ): Decision {
    const removable = findings.find((finding) => finding.cites === null || this.citable(finding.cites) !== null);
    if (removable === undefined) {
      const why = "The one before it is not in full any more, so this one takes its place.";
      return { verdict: this.stay(entry, from, fact, fact, why), blocked: null };
    }
    const delay = guards.find(
      ({ guard }) => guard.onlyAgainst === undefined || guard.onlyAgainst === removable.rule.pass,
    );
    if (delay && from === "full") {
      const why = `Kept for now: ${delay.guard.reason}`;
      return { verdict: this.stay(entry, from, removable, fact, why), blocked: block(entry, removable, delay) };
    }
    const verdict = this.fall(entry, from, removable, fact);
    const pays = verdict.tokensAfter <= entry.event.tokens * MAX_SHARE_LEFT;
    if (pays || from !== "full") return { verdict, blocked: null };
    return {
      verdict: this.stay(entry, from, removable, fact, "It is too small for its removal to pay."),
      blocked: null,
    };
  }

  /** What a copy may cite: the original while this reader sees it in full, else what took its place. */
  private citable(original: Entry): Entry | null {
    if (this.isFull(original)) return original;
    const other = this.standIn.get(original);
    return other !== undefined && this.isFull(other) ? other : null;
  }

  private isFull(entry: Entry): boolean {
    return entry.inContext && this.residency[entry.order] === "full";
  }

  private fall(entry: Entry, from: Residency, finding: Finding, fact: Finding): Verdict {
    const cited = finding.cites && this.citable(finding.cites);
    const kept = finding.to === "retained" ? keptMeaning(entry.event) : null;
    const wanted: Residency = finding.to === "retained" && kept === null ? "reference" : finding.to;
    // What an earlier run, a person or an agent set stays as it is, so planning twice changes nothing.
    const to = from === "full" ? wanted : from;
    const verdict = {
      ...base(entry, from, finding, fact),
      to,
      reason: explain(finding, fact, cited),
      evidence: refs(cited === null ? finding.evidence : [cited]),
      retained: to === "retained" ? (kept ?? keptMeaning(entry.event)) : null,
    };
    return { ...verdict, tokensAfter: tokensOf(verdict, citedBy(verdict)) };
  }

  private stay(entry: Entry, from: Residency, finding: Finding, fact: Finding, why: string): Verdict {
    const verdict = {
      ...base(entry, from, finding, fact),
      to: from,
      reason: `${explain(finding, fact, finding.cites && this.citable(finding.cites))} ${why}`,
      evidence: refs(finding.evidence),
      retained: from === "retained" ? keptMeaning(entry.event) : null,
    };
    return { ...verdict, tokensAfter: tokensOf(verdict, null) };
  }
}

function strengthOf({ protection, guard }: StandingGuard): Protection["strength"] {
  return guard.strength ?? protection.strength;
}

function base(entry: Entry, from: Residency, finding: Finding, fact: Finding) {
  return {
    ref: entry.event.ref,
    from,
    pass: finding.rule.pass,
    rule: finding.rule.id,
    tokensBefore: entry.event.tokens,
    noise: fact.rule.noise,
    noiseSinceTurn: fact.sinceTurn,
  };
}

/** When another rule than the first takes the event out, both sentences are true and both are told. */
function explain(finding: Finding, fact: Finding, cited: Entry | null): string {
  const own = finding.explain(cited);
  return finding === fact ? own : `${own} Before that: ${fact.explain(null)}`;
}

function keep(entry: Entry, from: Residency, { protection, guard }: StandingGuard): Verdict {
  return { ...unchanged(entry, from), rule: protection.id, reason: guard.reason, evidence: refs(guard.evidence) };
}

function unchanged(entry: Entry, from: Residency): Verdict {
  const verdict = {
    ref: entry.event.ref,
    from,
    to: from,
    pass: null,
    rule: "residency.set-before",
    reason: "A run, a person or an agent set it before.",
    evidence: [],
    tokensBefore: entry.event.tokens,
    noise: null,
    noiseSinceTurn: null,
    retained: from === "retained" ? keptMeaning(entry.event) : null,
  };
  return { ...verdict, tokensAfter: tokensOf(verdict, null) };
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
