import { localHourStart } from "@/server/core/events/local-hour";
import { sessionTitle } from "@/server/core/events/session-title";
import { measureNoise, type NoiseItem } from "@/server/core/noise/measure";
import { type RollupDims, type RollupRow, rollupRows } from "@/server/core/noise/rollup";
import {
  type Plan,
  PROVEN_CLASSES,
  type PrunePolicy,
  type SessionInput,
  type Verdict,
} from "@/server/core/prune/model";
import { plan as planSession } from "@/server/core/prune/pipeline";
import { type SafeText, safeText } from "@/server/core/redact/safe-text";
import type { EpochRow } from "@/server/db/analysis/epochs";
import type { BlockedRow, VerdictRow } from "@/server/db/analysis/runs";
import type { SkillCell } from "@/server/db/analysis/skills";
import type { EventFix, StateRow } from "@/server/db/analysis/states";
import type { TargetCell } from "@/server/db/analysis/targets";
import type { RollupCell } from "@/server/db/sql/rollups";
import { skillCells, storedNames, targetCells } from "./insight-rows";
import { fixesOf, type LoadedSession, toSessionInput } from "./session-input";

/** All rows that an analysis wants to see stored. A pure function of the stored session and the policy. */
export interface TargetState {
  readonly session: SessionInput;
  readonly plan: Plan;
  readonly noise: readonly NoiseItem[];
  readonly fixes: readonly EventFix[];
  readonly states: readonly StateRow[];
  readonly verdicts: readonly VerdictRow[];
  readonly blocked: readonly BlockedRow[];
  readonly epochs: readonly EpochRow[];
  readonly cells: readonly RollupCell[];
  readonly targets: readonly TargetCell[];
  readonly skills: readonly SkillCell[];
  /** For a session whose client tells none. */
  readonly title: SafeText | null;
  readonly totals: {
    readonly provenTokens: number;
    readonly idleTokens: number;
    /** Of proven noise: the headline counts no other. */
    readonly carriedTokens: number;
    readonly costNanoUsd: number;
    readonly peakContextTokens: number | null;
  };
}

export function targetState(loaded: LoadedSession, policy: PrunePolicy): TargetState {
  const session = toSessionInput(loaded);
  const plan = planSession(session, policy);
  const noise = measureNoise(session, plan);
  const dims = dimsOf(loaded);
  return {
    session,
    plan,
    noise,
    fixes: fixesOf(loaded.events),
    states: stateRows(plan, noise),
    verdicts: plan.verdicts.map(verdictRow),
    blocked: blockedRows(plan),
    epochs: epochRows(session, plan),
    cells: rollupRows(session, noise, dims).map(toCell),
    targets: targetCells(session, noise, { ...dims, cwd: loaded.head.cwd }),
    skills: skillCells(session, noise, dims),
    title: titleOf(session),
    totals: totalsOf(session, noise),
  };
}

/** By the order of the prompts, so that pieces of an upload give the same title in whatever order they come. */
function titleOf({ events }: SessionInput): SafeText | null {
  const prompts = events
    .filter((event) => event.kind === "user_prompt" && event.thread === "main")
    .sort((a, b) => a.seq - b.seq || (a.ref < b.ref ? -1 : 1));
  const title = sessionTitle(prompts.map((event) => event.text));
  return title === null ? null : safeText(title);
}

function stateRows(plan: Plan, noise: readonly NoiseItem[]): StateRow[] {
  const noiseOf = new Map(noise.map((item) => [item.ref, item]));
  return plan.places.map((place) => {
    const item = noiseOf.get(place.ref);
    return {
      entryId: place.ref,
      turn: place.turn,
      userTurn: place.userTurn,
      epoch: place.epoch,
      visible: place.visible,
      inContext: place.inContext,
      residency: place.residency,
      stage: place.stage,
      stageTold: place.stageSource === "told",
      agent: place.agent,
      skill: place.activeSkill ?? "",
      model: place.model ?? "",
      noise: item?.class ?? null,
      noiseSinceTurn: item?.sinceTurn ?? null,
      carriedRequests: item?.carriedRequests ?? 0,
      carriedTokens: item?.carriedTokens ?? 0,
      costNanoUsd: item?.costNanoUsd ?? null,
    };
  });
}

/** Reasons and kept meaning quote the session, so they pass the funnel like any other text. */
export function verdictRow(verdict: Verdict): VerdictRow {
  return {
    entryId: verdict.ref,
    fromResidency: verdict.from,
    toResidency: verdict.to,
    pass: verdict.pass,
    rule: verdict.rule,
    reason: safeText(verdict.reason),
    evidence: verdict.evidence,
    tokensBefore: verdict.tokensBefore,
    tokensAfter: verdict.tokensAfter,
    noise: verdict.noise,
    noiseSinceTurn: verdict.noiseSinceTurn,
    retained: verdict.retained === null ? null : safeText(verdict.retained),
  };
}

/** One row an event: the first rule that wanted it gone. */
export function blockedRows(plan: Pick<Plan, "blocked">): BlockedRow[] {
  const rows = new Map<string, BlockedRow>();
  for (const { ref, rule, protection, pattern, reason } of plan.blocked) {
    if (!rows.has(ref)) rows.set(ref, { entryId: ref, rule, protection, pattern, reason: safeText(reason) });
  }
  return [...rows.values()];
}

const CUTS: ReadonlySet<string> = new Set(["compaction", "clear", "rewind"]);

function epochRows(session: SessionInput, plan: Plan): EpochRow[] {
  const eventOf = new Map(session.events.map((event) => [event.ref, event]));
  const firsts = new Map<string, { thread: string; number: number; firstSeq: number }>();
  for (const { ref, epoch } of plan.places) {
    const event = eventOf.get(ref);
    if (!event) continue;
    const key = `${epoch} ${event.thread}`;
    const known = firsts.get(key);
    if (!known || event.seq < known.firstSeq)
      firsts.set(key, { thread: event.thread, number: epoch, firstSeq: event.seq });
  }
  return [...firsts.values()].map((first) => ({ ...first, ...causeOf(session, first) }));
}

/** The last cut before the epoch's first event began it. */
function causeOf(
  session: SessionInput,
  { thread, number, firstSeq }: { thread: string; number: number; firstSeq: number },
): Pick<EpochRow, "cause" | "startedAtMs"> {
  if (number === 0) return { cause: "start", startedAtMs: null };
  const cuts = session.boundaries.filter((cut) => cut.thread === thread && CUTS.has(cut.kind) && cut.seq <= firstSeq);
  const last = cuts.reduce<(typeof cuts)[number] | null>((a, b) => (a === null || b.seq >= a.seq ? b : a), null);
  return { cause: last?.kind ?? "start", startedAtMs: last?.atMs ?? null };
}

function dimsOf({ head, marks }: LoadedSession): RollupDims {
  const branches = new Map<string, { seq: number; branch: string }[]>();
  for (const { thread, seq, branch } of marks) {
    if (branch !== null) branches.set(thread, [...(branches.get(thread) ?? []), { seq, branch }]);
  }
  return {
    hourOf: (atMs) => new Date(localHourStart(atMs, head.timeZone)).toISOString(),
    branchOf: (thread, seq) => branches.get(thread)?.findLast((mark) => mark.seq <= seq)?.branch ?? head.branch,
  };
}

function toCell(row: RollupRow): RollupCell {
  return {
    ...storedNames(row),
    events: row.events,
    tokens: row.tokens,
    carriedRequests: row.carriedRequests,
    carriedTokens: row.carriedTokens,
    costNanoUsd: row.costNanoUsd,
    unpricedTokens: row.unpricedCarriedTokens,
  };
}

function totalsOf(session: SessionInput, noise: readonly NoiseItem[]): TargetState["totals"] {
  const proven = noise.filter((item) => PROVEN_CLASSES.includes(item.class));
  const sum = (items: readonly NoiseItem[], pick: (item: NoiseItem) => number) =>
    items.reduce((total, item) => total + pick(item), 0);
  const contexts = session.requests.filter(({ thread }) => thread === "main").map(({ contextTokens }) => contextTokens);
  return {
    provenTokens: sum(proven, (item) => item.tokens),
    idleTokens: sum(
      noise.filter((item) => item.class === "idle"),
      (item) => item.tokens,
    ),
    carriedTokens: sum(proven, (item) => item.carriedTokens),
    costNanoUsd: sum(proven, (item) => item.costNanoUsd ?? 0),
    peakContextTokens: contexts.reduce<number | null>((a, b) => (a === null || (b ?? 0) > a ? (b ?? a) : a), null),
  };
}
