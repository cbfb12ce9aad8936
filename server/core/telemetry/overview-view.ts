import { z } from "zod";
import { NOISE_CLASSES } from "../prune/model";
import { FiguresView, NoiseTokensView } from "./figures";
import { FillsView } from "./fills";
import { DIMENSIONS, RANGE_PRESETS, TelemetryFilterSchema } from "./filter";

/** What the overview shows; the answer of `telemetry.overview`. Times are ISO strings, tokens plain numbers. */

const PeriodView = z.object({ fromIso: z.string(), toIso: z.string() });

export const RangeView = PeriodView.extend({
  preset: z.enum(RANGE_PRESETS).nullable(),
  /** First and last day or hour in the project's zone, both included. */
  from: z.string(),
  to: z.string(),
  grain: z.enum(["day", "hour"]),
  previous: PeriodView.nullable(),
});

export const AgentRowView = FiguresView.extend({ agent: z.string(), client: z.string() });
export const ToolRowView = FiguresView.extend({ tool: z.string() });
export const SkillRowView = z.object({
  skill: z.string(),
  loads: z.number(),
  /** Mean size of one load. */
  bodyTokens: z.number(),
  /** The skill's body and its repeats. */
  load: FiguresView,
  /** What entered between a load and the next user prompt or skill load. */
  under: FiguresView,
});

export const TrendBucketView = z.object({
  from: z.string(),
  to: z.string(),
  fromIso: z.string(),
  /** Null: nothing was recorded, which is a gap and no zero. */
  addedTokens: z.number().nullable(),
  noise: NoiseTokensView,
  carriedTokens: z.number(),
  /** Noise in the column at the same place of the period before. */
  previousNoise: NoiseTokensView.nullable(),
  /** The column is not over yet. */
  partial: z.boolean(),
});

export const CauseView = z.object({
  noise: z.enum(NOISE_CLASSES),
  agent: z.string(),
  /** The tool, or the skill of a repeated load; empty when neither is known. */
  subject: z.string(),
  subjectIs: z.enum(["tool", "skill", "kind"]),
  events: z.number(),
  tokens: z.number(),
});

export const NoisySessionView = z.object({
  number: z.number(),
  title: z.string().nullable(),
  client: z.string(),
  lastEventAt: z.string(),
  windowTokens: z.number().nullable(),
  peakContextTokens: z.number().nullable(),
  figures: FiguresView,
  fills: FillsView,
  cause: CauseView.nullable(),
});

export const FindingView = z.object({
  rule: z.string(),
  /** Marked text: names stand between backticks. */
  sentence: z.string(),
  costTokens: z.number(),
  carriedTokens: z.number(),
  costUsd: z.number().nullable(),
  /** What the evidence link is called, and the filter or record it opens. */
  evidence: z.object({
    label: z.string(),
    filter: TelemetryFilterSchema.nullable(),
    failure: z.number().nullable(),
    /** The page or chart that shows the figure: of a skill or agent by name, or a row of the overview by its own. */
    page: z.object({ kind: z.enum(["skill", "agent", "targets", "errors", "windows"]), name: z.string() }).nullable(),
  }),
});
export type Finding = z.infer<typeof FindingView>;

export const LagView = z.object({
  sessions: z.number(),
  oldestAt: z.string().nullable(),
  failed: z.number(),
});

export const FacetsView = z.record(
  z.enum(DIMENSIONS),
  z.array(z.object({ value: z.string(), tokens: z.number().nullable() })),
);
export type Facets = z.infer<typeof FacetsView>;

export const OverviewView = z.object({
  timeZone: z.string(),
  asOf: z.string(),
  filter: TelemetryFilterSchema,
  range: RangeView,
  /** Event sizes are estimated from text length; the providers report whole requests only. */
  tokensBasis: z.literal("estimated"),
  sessions: z.object({
    inProject: z.number(),
    inRange: z.number(),
    lastEventAt: z.string().nullable(),
    medianPeakShare: z.number().nullable(),
    medianPeakTokens: z.number().nullable(),
    peaksKnown: z.number(),
    /** Of these, sessions whose window is known by their model and was not told. */
    peaksByModel: z.number(),
  }),
  totals: FiguresView.extend({
    idleTokens: z.number(),
    /** Proven and idle noise that no client has left out yet. */
    couldBeSavedTokens: z.number(),
    /** What committed runs took out and a client applied. */
    savedTokens: z.number(),
  }),
  previousTotals: FiguresView.nullable(),
  fills: FillsView,
  agents: z.array(AgentRowView),
  skills: z.array(SkillRowView),
  /** Figures while no skill was active. */
  noSkill: FiguresView,
  tools: z.array(ToolRowView),
  /** Figures of events that no tool made. */
  noTool: FiguresView,
  trend: z.object({ unit: z.enum(["hour", "day", "week", "month"]), buckets: z.array(TrendBucketView) }),
  noisiest: z.array(NoisySessionView),
  lag: LagView,
  /** Agents in order of first appearance: what fixes their colour. */
  agentOrder: z.array(z.string()),
});
export type Overview = z.infer<typeof OverviewView>;
export type AgentRow = z.infer<typeof AgentRowView>;
export type SkillRow = z.infer<typeof SkillRowView>;
export type ToolRow = z.infer<typeof ToolRowView>;
export type TrendBucket = z.infer<typeof TrendBucketView>;
export type Cause = z.infer<typeof CauseView>;
export type NoisySession = z.infer<typeof NoisySessionView>;
