import type { AgeWindow, NoiseClass, PassId, PrunePolicy, Residency } from "./model";
import { Mutations } from "./mutations";
import type { Entry, Timeline } from "./timeline";

/**
 * A rule of a pass sees the visible events of the session once, in order, and reports what it can prove. It knows
 * nothing of protections, windows or batching: a finding is a fact about the session, and whether a run acts on it is
 * decided later. One file a rule; `passes/order.ts` lists them.
 */
export interface PruneRule {
  /** Stable id such as `dedup.identical-result`. */
  readonly id: string;
  readonly pass: PassId;
  /** Null when what the rule takes was of use once, and is no noise. */
  readonly noise: NoiseClass | null;
  /**
   * Starts a sweep with fresh state. `board` already holds what earlier rules said of the entry at hand. A planner that
   * goes on with a session relies on two things: a finding is about an event of the same window as the entry at hand,
   * and of its partner, which may still be to come, a rule asks no more than whether it refused a change.
   */
  begin(board: FindingBoard): (entry: Entry) => void;
}

/** What the reader still sees elsewhere in full waits only as long as it may be at hand. */
export const LOSSLESS_WINDOW: AgeWindow = { tokens: 0, turns: 3 };

export interface Finding {
  readonly rule: PruneRule;
  /** The event that is noise: the entry at hand, or an earlier one. */
  readonly entry: Entry;
  readonly to: Exclude<Residency, "full">;
  /** Turn of the thread after which the event was noise. */
  readonly sinceTurn: number;
  readonly evidence: readonly Entry[];
  /** Takes the place of the class's window: what the rule proved needs less distance. */
  readonly window?: AgeWindow;
  /** The removal is only lossless while this event stays in full in the same window. */
  readonly cites: Entry | null;
  /** One sentence for people. `cited` is what the reader is sent to (`cites`, or what took over its place). */
  readonly explain: (cited: Entry | null) => string;
}

/** Collects findings by event, in the order of the rules. */
export class FindingBoard {
  /** Changes of files before the entry at hand, by any thread and on any branch: the disk knows no branches. */
  readonly mutations = new Mutations();
  /** By position of the event; a map over a hundred thousand events costs more than the rules. */
  private readonly found: Finding[][] = [];

  report(finding: Finding): void {
    const { order } = finding.entry;
    const list = this.found[order];
    if (list) list.push(finding);
    else this.found[order] = [finding];
  }

  of(entry: Entry): readonly Finding[] {
    return this.found[entry.order] ?? NONE;
  }

  /** Whether a rule of the pass has already taken the event. */
  isNoise(entry: Entry, pass: PassId): boolean {
    return this.of(entry).some((finding) => finding.rule.pass === pass);
  }
}

const NONE: readonly Finding[] = [];

/**
 * A protection that stands keeps an event for what it is: it is never noise. One that delays only says "not yet":
 * the event may already be noise and is charted as such, but no run takes it out.
 */
export type ProtectionStrength = "stands" | "delays";

export interface Protection {
  /** Stable id such as `protect.core-files`. */
  readonly id: string;
  readonly strength: ProtectionStrength;
  /** It looks at nothing but the event at hand, so that it need be begun only once for all windows. */
  readonly isTimeless?: boolean;
  /** Reads what it needs of the session, or of one window of it, once; then answers for any event of it. */
  begin(timeline: Timeline, policy: PrunePolicy, board: FindingBoard): (entry: Entry) => Guard | null;
}

/** Why an event is protected. */
export interface Guard {
  readonly reason: string;
  /** The pattern, phrase or check that matched, where there is one. */
  readonly pattern: string | null;
  readonly evidence: readonly Entry[];
  /** The protection holds only against this pass. */
  readonly onlyAgainst?: PassId;
  /** It holds because of the event's age alone, so a finding with a window of its own overrules it. */
  readonly isAge?: boolean;
  /** Overrules the strength of its protection, for a guard that has to fail closed. */
  readonly strength?: ProtectionStrength;
}
