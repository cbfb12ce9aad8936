import { decideCommit } from "../prune/batch";
import type { BatchingPolicy, PassId, Plan, PrunePolicy, SessionInput, Standing } from "../prune/model";
import { plan } from "../prune/pipeline";
import { citedBy, renderAbsent } from "../prune/projection";
import type { Change, ReplayPolicy, ReplayRun } from "./measure";
import type { RecordedRequest, Recording, Unit } from "./recording";

/** Called with each plan that was committed, and with the session that it was made for: for checks of their own. */
export type SeePlan = (session: SessionInput, plan: Plan) => void;

/**
 * The product's own pipeline and batching at work on a recording: it plans on the prefix that was known at a request,
 * commits when the batching policy says so, and what it committed stands from then on.
 */
export function stewardPolicy(name: string, policy: PrunePolicy, options: StewardOptions = {}): ReplayPolicy {
  return { name, begin: (recording) => new StewardRun(recording, policy, options) };
}

export interface StewardOptions {
  /** Absent: all. */
  readonly passes?: readonly PassId[];
  readonly seePlan?: SeePlan;
}

class StewardRun implements ReplayRun {
  private standings = new Map<string, Standing>();
  private segment = -1;
  private tokensAtLook = 0;
  private untilNextLook = 0;
  private knownTokens = 0;
  private counted = 0;

  constructor(
    private readonly recording: Recording,
    private readonly policy: PrunePolicy,
    private readonly options: StewardOptions,
  ) {}

  before(request: RecordedRequest): readonly Change[] {
    if (request.segment !== this.segment) this.open(request);
    const { batching } = this.policy;
    for (; this.counted < request.knownUnits; this.counted++) {
      this.knownTokens += this.recording.units[this.counted]?.tokens ?? 0;
    }
    const isCold = request.pauseMs !== null && request.pauseMs >= batching.coldGapMs;
    if (!isCold && this.knownTokens - this.tokensAtLook < this.untilNextLook) return [];
    this.tokensAtLook = this.knownTokens;
    return this.look(request, batching);
  }

  private open({ segment, firstUnit }: RecordedRequest): void {
    this.segment = segment;
    this.standings = new Map();
    this.counted = firstUnit;
    this.knownTokens = 0;
    this.tokensAtLook = 0;
    this.untilNextLook = this.policy.batching.lookTokens;
  }

  private look(request: RecordedRequest, batching: BatchingPolicy): readonly Change[] {
    const session = prefixOf(this.recording, request, this.standings);
    const { passes } = this.options;
    const planned = plan(session, this.policy, passes ? { passes } : {});
    const decision = decideCommit(session, planned, batching, {
      thread: "main",
      pauseMs: request.pauseMs,
      boundaries: [],
      isAsked: false,
    });
    this.untilNextLook = tokensUntilNextLook(decision.neededTokens - decision.economics.savedTokens, batching);
    if (!decision.commits) return [];
    this.untilNextLook = batching.lookTokens;
    this.options.seePlan?.(session, planned);
    return this.commit(request, planned);
  }

  private commit(request: RecordedRequest, planned: Plan): Change[] {
    const unitOf = new Map<string, Unit>();
    for (const unit of this.recording.units.slice(request.firstUnit, request.knownUnits)) {
      unitOf.set(unit.event.ref, unit);
    }
    const changes: Change[] = [];
    for (const verdict of planned.verdicts) {
      const { ref, from, to, retained } = verdict;
      const unit = unitOf.get(ref);
      if (from === to || unit === undefined || to === "full") continue;
      this.standings.set(ref, {
        residency: to,
        retained,
        by: "pipeline",
        setAtMs: request.request.atMs,
        isApplied: true,
      });
      changes.push({ unit: unit.at, text: renderAbsent(ref, to, retained, citedBy(verdict)) });
    }
    return changes;
  }
}

/** A saving grows no faster than the context, and seldom half as fast. */
function tokensUntilNextLook(missingTokens: number, { lookTokens }: BatchingPolicy): number {
  return Math.max(lookTokens, Math.ceil(missingTokens / 2));
}

/** The session as the server knew it when the request was made: the open stretch of the main thread. */
function prefixOf(
  { session, units, requests }: Recording,
  { request, firstUnit, knownUnits, segment }: RecordedRequest,
  standings: ReadonlyMap<string, Standing>,
): SessionInput {
  const events = units.slice(firstUnit, knownUnits).map((unit) => unit.event);
  const own = requests.filter((one) => one.segment === segment && one.request.seq < request.seq);
  return {
    ...session,
    threads: session.threads.filter(({ key }) => key === "main"),
    events,
    requests: own.map((one) => one.request),
    boundaries: [],
    marks: session.marks.filter(({ thread, seq }) => thread === "main" && seq < request.seq),
    pins: [],
    standings: new Map(standings),
    acknowledged: new Set(),
    records: [],
    summaries: [],
  };
}
