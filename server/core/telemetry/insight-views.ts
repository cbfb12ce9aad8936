import { z } from "zod";
import { FiguresView } from "./figures";
import { TelemetryFilterSchema } from "./filter";
import { FindingView, NoisySessionView, RangeView, SkillRowView, ToolRowView, TrendBucketView } from "./overview-view";

/**
 * What lies under the overview's first figures: one answer a chart, so that each loads, fails and exports by itself.
 * All take the page's filter; times are ISO strings, tokens plain numbers, estimated as everywhere.
 */

/** What every answer says of itself: the filter with the range that was chosen for it. */
const Asked = { filter: TelemetryFilterSchema, range: RangeView, timeZone: z.string() };

/** What stands out, found by rule in the charts' own rows; costliest first. */
export const FindingsView = z.object({ ...Asked, findings: z.array(FindingView) });
export type Findings = z.infer<typeof FindingsView>;

/** Dimensions that have a chart of their own beside agent, skill and tool. */
export const BREAKDOWN_DIMENSIONS = ["client", "model", "person", "branch", "stage", "kind"] as const;
export type BreakdownDimension = (typeof BREAKDOWN_DIMENSIONS)[number];

/** `value` is empty where the dimension is not known ("no branch"). Largest proven noise first. */
export const BreakdownRowView = FiguresView.extend({ value: z.string() });
export const BreakdownView = z.object({
  ...Asked,
  by: z.enum(BREAKDOWN_DIMENSIONS),
  rows: z.array(BreakdownRowView),
  /** Values behind the rows shown, added up; null when all are shown. */
  rest: FiguresView.extend({ values: z.number() }).nullable(),
});
export type Breakdown = z.infer<typeof BreakdownView>;
export type BreakdownRow = z.infer<typeof BreakdownRowView>;

/** Weekday 1 is Monday; hours are those of the project's time zone. Cells in which nothing was recorded are left out. */
export const HeatCellView = z.object({
  weekday: z.int().min(1).max(7),
  hour: z.int().min(0).max(23),
  addedTokens: z.number(),
  provenTokens: z.number(),
  idleTokens: z.number(),
});
export const HeatMapView = z.object({ ...Asked, cells: z.array(HeatCellView) });
export type HeatMap = z.infer<typeof HeatMapView>;
export type HeatCell = z.infer<typeof HeatCellView>;

/** How full windows got: sessions by the tenth of their window that their fullest request reached. */
export const WindowUseView = z.object({
  ...Asked,
  /** Ten tenths and one more for what is above the window; `fromShare` included, `toShare` not, null for the last. */
  tenths: z.array(z.object({ fromShare: z.number(), toShare: z.number().nullable(), sessions: z.int() })).length(11),
  /** Sessions whose window or peak is not known. */
  unknown: z.int(),
  medianShare: z.number().nullable(),
});
export type WindowUse = z.infer<typeof WindowUseView>;

export const TARGET_KINDS = ["file", "command"] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

/** One file or command that brought the same again, whoever asked for it. Largest noise first. */
export const TargetRowView = z.object({
  /** Short form of a path (relative to the session's folder), or the command as it was run, redacted and cut. */
  target: z.string(),
  kind: z.enum(TARGET_KINDS),
  agents: z.array(z.string()),
  tools: z.array(z.string()),
  sessions: z.int(),
  /** Results that repeated something (duplicate or superseded). */
  events: z.int(),
  duplicateTokens: z.number(),
  supersededTokens: z.number(),
  carriedTokens: z.number(),
  costUsd: z.number().nullable(),
});
export const TargetsView = z.object({ ...Asked, rows: z.array(TargetRowView) });
export type Targets = z.infer<typeof TargetsView>;
export type TargetRow = z.infer<typeof TargetRowView>;

/** Runs of one command that failed until it passed: what they left in the window. Costliest first. */
export const ErrorChainRowView = z.object({
  /** The command, short; the same text as the failure's title where one is registered. */
  command: z.string(),
  failure: z.int().nullable(),
  agents: z.array(z.string()),
  sessions: z.int(),
  /** Failed runs that a later success resolved. */
  runs: z.int(),
  tokens: z.number(),
  carriedTokens: z.number(),
  costUsd: z.number().nullable(),
  /** What its runs have in common: the fingerprint of the command, or the tool and its target. */
  question: z.string(),
  /** Values for the filter's `target`: with `pass=resolved-error` and its tools, the sessions behind the row. */
  targets: z.array(z.string()),
  tools: z.array(z.string()),
  /** Numbers of all registered failures among its runs, the costliest first. */
  failures: z.array(z.int()),
});
export const ErrorChainsView = z.object({ ...Asked, rows: z.array(ErrorChainRowView) });
export type ErrorChains = z.infer<typeof ErrorChainsView>;
export type ErrorChainRow = z.infer<typeof ErrorChainRowView>;

/** How a skill was used after it was loaded: `referred` sessions named something that its body brought. */
export const SkillUseRowView = z.object({
  skill: z.string(),
  loads: z.int(),
  sessions: z.int(),
  referredSessions: z.int(),
  /** Sessions that kept the body's text: `referredSessions` are among these. */
  knownSessions: z.int(),
  /** Identifiers that its richest body names; what names nothing cannot be referred to. */
  names: z.int(),
  /** Tokens of all its loads, and of one load as it is now. */
  loadTokens: z.number(),
  bodyTokens: z.number(),
  lastLoadedAt: z.string(),
});
export const SkillUseView = z.object({ ...Asked, rows: z.array(SkillUseRowView) });
export type SkillUse = z.infer<typeof SkillUseView>;
export type SkillUseRow = z.infer<typeof SkillUseRowView>;

const Trend = z.object({ unit: z.enum(["hour", "day", "week", "month"]), buckets: z.array(TrendBucketView) });

/** One agent role (of one client, or of all): its figures, what it reads again, its errors, its worst sessions. */
export const AgentPageView = z.object({
  ...Asked,
  agent: z.string(),
  /** Clients that ran it in the range; empty when it did nothing. */
  clients: z.array(z.string()),
  firstSeenAt: z.string().nullable(),
  lastSeenAt: z.string().nullable(),
  sessions: z.int(),
  totals: FiguresView,
  previousTotals: FiguresView.nullable(),
  /** The whole project in the same range: what the agent is compared with. */
  projectTotals: FiguresView,
  trend: Trend,
  tools: z.array(ToolRowView),
  skills: z.array(SkillRowView),
  rereads: z.array(TargetRowView),
  errors: z.array(ErrorChainRowView),
  noisiest: z.array(NoisySessionView),
  agentOrder: z.array(z.string()),
});
export type AgentPage = z.infer<typeof AgentPageView>;

/** One body of a skill, and what happened while it was the newest. */
export const SkillVersionView = z.object({
  version: z.int(),
  tokens: z.int(),
  firstSeenAt: z.string(),
  /** Start of the next version; null for the newest. */
  until: z.string().nullable(),
  loads: z.int(),
  sessions: z.int(),
  referredSessions: z.int(),
  /** Sessions that kept the body's text: `referredSessions` are among these. */
  knownSessions: z.int(),
  /** Tokens that its loads brought, and of these the repeats. */
  loadTokens: z.number(),
  repeatedTokens: z.number(),
  /** What entered under it, and of that the proven noise. */
  underTokens: z.number(),
  underNoiseTokens: z.number(),
  /** Where its body can be read; null when the text is gone. */
  event: z.object({ session: z.int(), ref: z.string() }).nullable(),
});
export type SkillVersion = z.infer<typeof SkillVersionView>;

export const SkillPageView = z.object({
  ...Asked,
  skill: z.string(),
  path: z.string().nullable(),
  category: z.string().nullable(),
  row: SkillRowView,
  use: SkillUseRowView.nullable(),
  previous: SkillRowView.nullable(),
  trend: Trend,
  /** Newest first; figures of all time, not of the range, so that before and after can be compared. */
  versions: z.array(SkillVersionView),
  agents: z.array(FiguresView.extend({ agent: z.string(), client: z.string() })),
  noisiest: z.array(NoisySessionView),
  agentOrder: z.array(z.string()),
});
export type SkillPage = z.infer<typeof SkillPageView>;
