import { z } from "zod";
import { RUN_TRIGGERS } from "../prune/batch";
import { ACTOR_KINDS, CAPABILITIES, ResidencyView } from "../telemetry/session-views";

/** What the API tells of prune runs; times are ISO strings. */

export const PASSES = ["dedup", "purge-errors", "compress-stale"] as const;
export const PassView = z.enum(PASSES);

const Count = z.int().nonnegative();

export const RunTotalsView = z.object({
  /** Of the windows that the run covers, measured on their projections. */
  beforeTokens: z.number(),
  afterTokens: z.number(),
  summaryTokens: z.number(),
  protectedEvents: Count,
  /** Events whose residency changes, by pass. */
  passes: z.object({ dedup: Count, purgeErrors: Count, compress: Count }),
});
export type RunTotalsView = z.infer<typeof RunTotalsView>;

const EconomicsView = z.object({
  savedTokens: z.number(),
  keptPrefixTokens: z.number(),
  rewrittenTokens: z.number(),
  isCacheCold: z.boolean(),
  /** 0 at a cold cache, null when it never pays. */
  breakEvenRequests: z.number().nullable(),
});

const DecisionView = z.object({
  commits: z.boolean(),
  trigger: z.enum(RUN_TRIGGERS),
  neededTokens: z.number(),
  economics: EconomicsView,
  reason: z.string(),
});

const ThreadOutlookView = z.object({
  thread: z.string(),
  agent: z.string(),
  moves: Count,
  beforeTokens: z.number(),
  afterTokens: z.number(),
  /** What happens when a person or an agent asks. */
  asked: DecisionView,
  /** What batching would do now when nobody asks. */
  automatic: DecisionView,
});

/** A verdict that changes what the model sees. */
export const MoveView = z.object({
  ref: z.string(),
  thread: z.string(),
  kind: z.string(),
  tool: z.string().nullable(),
  label: z.string(),
  from: ResidencyView,
  to: ResidencyView,
  pass: z.string().nullable(),
  rule: z.string(),
  reason: z.string(),
  evidence: z.array(z.string()),
  tokensBefore: z.number(),
  tokensAfter: z.number(),
  retained: z.string().nullable(),
});
export type MoveView = z.infer<typeof MoveView>;

export const BlockedView = z.object({
  ref: z.string(),
  thread: z.string(),
  kind: z.string(),
  tool: z.string().nullable(),
  label: z.string(),
  tokens: z.number(),
  rule: z.string(),
  protection: z.string(),
  pattern: z.string().nullable(),
  reason: z.string(),
});
export type BlockedView = z.infer<typeof BlockedView>;

export const SummaryView = z.object({
  thread: z.string(),
  fromSeq: z.number(),
  toSeq: z.number(),
  text: z.string(),
  tokens: z.number(),
  evidence: z.array(z.string()),
});
export type SummaryView = z.infer<typeof SummaryView>;

export const PreviewView = z.object({
  /** Give it back as `expectedRevision`, so that a run does what was previewed or nothing. */
  revision: z.int(),
  policyVersion: z.int(),
  /** What the session's client allows: only a `live` one is pruned without being asked. */
  capability: z.enum(CAPABILITIES),
  /** Whether a run that is asked for now would be committed, and why. */
  commits: z.boolean(),
  reason: z.string(),
  totals: RunTotalsView,
  threads: z.array(ThreadOutlookView),
  /** The largest savings first; `total` counts them all. */
  moves: z.object({ total: Count, rows: z.array(MoveView) }),
  blocked: z.object({ total: Count, rows: z.array(BlockedView) }),
  summaries: z.object({ total: Count, rows: z.array(SummaryView) }),
});
export type PreviewView = z.infer<typeof PreviewView>;

export const RUN_REFUSALS = ["nothing-to-take", "does-not-pay", "stopped"] as const;

export const RunAnswerView = z.discriminatedUnion("committed", [
  z.object({
    committed: z.literal(true),
    runNumber: z.int(),
    /** Of the session after the run. */
    revision: z.int(),
    reason: z.string(),
    totals: RunTotalsView,
    threads: z.array(ThreadOutlookView),
    moves: Count,
    blocked: Count,
    summaries: Count,
  }),
  z.object({
    committed: z.literal(false),
    code: z.enum(RUN_REFUSALS),
    reason: z.string(),
    revision: z.int(),
    /** Refusals of this question in a row in this turn, this one included. */
    refusedInARow: Count,
    /** True from the second one on: asking again in this turn changes nothing. */
    stop: z.boolean(),
  }),
]);
export type RunAnswerView = z.infer<typeof RunAnswerView>;

export const AppliedView = z.object({
  runNumber: z.int(),
  /** Null when the client applied nothing of it. */
  appliedAt: z.iso.datetime().nullable(),
  applied: Count,
  /** Changes that the client did not apply: they count as never made, the events are full again. */
  takenBack: Count,
  /** The run was reported before, and that report stands. */
  already: z.boolean(),
});
export type AppliedView = z.infer<typeof AppliedView>;

/** How many of the events that stay changed an answer names; `total` counts them all. */
export const MAX_KEPT_ROWS = 100;

export const UndoneView = z.object({
  runNumber: z.int(),
  undoneAt: z.iso.datetime(),
  undoneBy: z.string(),
  /** Events that stand again as they did before the run. */
  putBack: Count,
  /** Events that somebody, or another run, changed after the run: they stay as they are. */
  kept: z.object({
    total: Count,
    rows: z.array(
      z.object({
        ref: z.string(),
        residency: ResidencyView,
        actorKind: z.enum(ACTOR_KINDS),
        actor: z.string(),
        run: z.int().nullable(),
      }),
    ),
  }),
  /** When a client said that it applied the run; null when none did. */
  appliedAt: z.iso.datetime().nullable(),
  /** What the client does now, in a sentence. */
  effect: z.string(),
  /** The run was undone before, and that stands. */
  already: z.boolean(),
});
export type UndoneView = z.infer<typeof UndoneView>;

export const RunRowView = z.object({
  number: z.int(),
  at: z.iso.datetime(),
  trigger: z.string(),
  stage: z.string().nullable(),
  policyVersion: z.int(),
  /** Empty is all of them. */
  passes: z.array(z.string()),
  compact: z.boolean(),
  totals: RunTotalsView,
  actor: z.string().nullable(),
  /** When the client said that it applied the run; only then it counts as saved. */
  appliedAt: z.iso.datetime().nullable(),
  /** When somebody took the whole run back, and who; null while it stands. */
  undoneAt: z.iso.datetime().nullable(),
  undoneBy: z.string().nullable(),
});
export type RunRowView = z.infer<typeof RunRowView>;

export const RunListView = z.object({
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  rows: z.array(RunRowView),
  nextCursor: z.int().nullable(),
});
export type RunListView = z.infer<typeof RunListView>;

/** The economics of a run as they are stored with it. */
export const StoredEconomics = z.object({
  threads: z.array(
    EconomicsView.extend({
      thread: z.string(),
      agent: z.string(),
      beforeTokens: z.number(),
      afterTokens: z.number(),
      throughSeq: z.number(),
      neededTokens: z.number(),
      reason: z.string(),
    }),
  ),
});
export type StoredEconomics = z.infer<typeof StoredEconomics>;

export const RunView = RunRowView.extend({
  threads: StoredEconomics.shape.threads,
  summaries: z.array(SummaryView),
  verdicts: z.array(MoveView),
  /** Behind the last event of the page. */
  nextRef: z.string().nullable(),
});
export type RunView = z.infer<typeof RunView>;

export const BlockedListView = z.object({
  /** Null: what the analysis last planned. */
  runNumber: z.int().nullable(),
  total: Count,
  rows: z.array(BlockedView),
  nextRef: z.string().nullable(),
});
export type BlockedListView = z.infer<typeof BlockedListView>;

export const TelemetryText = z.object({
  fileName: z.string(),
  /** JSON lines, each ended by a line break. */
  text: z.string(),
  nextCursor: z.string().nullable(),
});
export type TelemetryText = z.infer<typeof TelemetryText>;
