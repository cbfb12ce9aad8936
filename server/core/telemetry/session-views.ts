import { z } from "zod";
import { WINDOW_SOURCES } from "../budget/windows";
import { EVENT_KIND_NAMES, OUTCOMES, STAGES } from "../events/kinds";
import { NOISE_CLASSES } from "../prune/model";
import { FiguresView, NoiseTokensView } from "./figures";
import { FillsView } from "./fills";
import { TelemetryFilterSchema } from "./filter";
import { CauseView, LagView, RangeView } from "./overview-view";

/** What the session pages show; the answers of the `sessions` procedures. Times are ISO strings. */

/** Newest or oldest first; the figures, largest first. */
export const SESSION_SORTS = ["date", "oldest", "noise", "added", "carried", "cost"] as const;
export type SessionSort = (typeof SESSION_SORTS)[number];

export const RESIDENCIES = ["full", "retained", "reference"] as const;
export const ResidencyView = z.enum(RESIDENCIES);
export const NoiseView = z.enum(NOISE_CLASSES);

/** How far a client lets its context be changed. */
export const CAPABILITIES = ["live", "at-resume", "advice"] as const;
export type Capability = (typeof CAPABILITIES)[number];

export const SessionRowView = z.object({
  number: z.number(),
  title: z.string().nullable(),
  client: z.string(),
  model: z.string().nullable(),
  person: z.string(),
  branch: z.string().nullable(),
  stage: z.string().nullable(),
  startedAt: z.string(),
  lastEventAt: z.string(),
  requestCount: z.number(),
  windowTokens: z.number().nullable(),
  peakContextTokens: z.number().nullable(),
  /** False while the analysis has not seen the newest upload: noise figures lag. */
  analysed: z.boolean(),
  /** Within the filter, not of the whole session. */
  figures: FiguresView,
  fills: FillsView,
  cause: CauseView.nullable(),
});
export type SessionRow = z.infer<typeof SessionRowView>;

export const SessionListView = z.object({
  timeZone: z.string(),
  asOf: z.string(),
  filter: TelemetryFilterSchema,
  range: RangeView,
  sort: z.enum(SESSION_SORTS),
  /** The tenth of the window that is asked for; null for all. */
  window: z.number().nullable(),
  rows: z.array(SessionRowView),
  nextCursor: z.string().nullable(),
  inProject: z.number(),
  lag: LagView,
  agentOrder: z.array(z.string()),
});
export type SessionList = z.infer<typeof SessionListView>;

/** Next to a session in the list that a person came from. */
export const SessionNeighboursView = z.object({
  /** False when the list has lost it, as when its range has moved on. */
  inList: z.boolean(),
  previousNumber: z.number().nullable(),
  nextNumber: z.number().nullable(),
});
export type SessionNeighbours = z.infer<typeof SessionNeighboursView>;

/** Tokens of a window before and after the shadow plan. */
export const WindowView = z.object({
  beforeTokens: z.number(),
  afterTokens: z.number(),
  /** What stays, by fill, as it is now. */
  kept: FillsView,
  noise: NoiseTokensView,
  /** By fill after the plan, markers and kept meaning included; without the noise that stays. */
  after: FillsView,
  /** Noise that the plan leaves in full, by class: too young, protected, or reached by no rule. */
  noiseAfter: NoiseTokensView,
});

export const ThreadView = z.object({
  key: z.string(),
  agent: z.string(),
  label: z.string().nullable(),
  parentKey: z.string().nullable(),
  auxiliary: z.boolean(),
  /** The call in the parent that started it, and its result once there is one. */
  spawnedBy: z
    .object({
      ref: z.string(),
      thread: z.string(),
      resultRef: z.string().nullable(),
      outcome: z.enum(OUTCOMES).nullable(),
    })
    .nullable(),
  events: z.number(),
  errors: z.number(),
  addedTokens: z.number(),
  /** Proven noise among them, history included. */
  provenTokens: z.number(),
  requests: z.number(),
  /** Input, cache write and cache read of a request, as the provider reported them; null when it did not. */
  lastContextTokens: z.number().nullable(),
  peakContextTokens: z.number().nullable(),
  window: WindowView,
  /** Events in context by what the model would see of them under the plan; history is in none. */
  residencies: z.object({ full: z.number(), retained: z.number(), reference: z.number() }),
});
export type ThreadSummary = z.infer<typeof ThreadView>;

export const SessionView = z.object({
  timeZone: z.string(),
  asOf: z.string(),
  id: z.string(),
  number: z.number(),
  title: z.string().nullable(),
  client: z.string(),
  clientVersion: z.string().nullable(),
  capability: z.enum(CAPABILITIES),
  model: z.string().nullable(),
  windowTokens: z.number().nullable(),
  /** Told by the client, or known by the model; null when the size is unknown. */
  windowSource: z.enum(WINDOW_SOURCES).nullable(),
  stage: z.string().nullable(),
  stageTold: z.boolean(),
  person: z.string(),
  branch: z.string().nullable(),
  head: z.string().nullable(),
  cwd: z.string().nullable(),
  captureMode: z.string(),
  forkedFrom: z.number().nullable(),
  startedAt: z.string(),
  lastEventAt: z.string(),
  redactions: z.number(),
  previousNumber: z.number().nullable(),
  nextNumber: z.number().nullable(),
  lag: z.object({ waiting: z.boolean(), analysedAt: z.string().nullable(), failed: z.boolean() }),
  /** Shares of the window at which the project's policy advises something. */
  thresholds: z.object({ prune: z.number(), compact: z.number(), checkpoint: z.number() }),
  plan: z
    .object({
      policyVersion: z.number(),
      beforeTokens: z.number(),
      afterTokens: z.number(),
      changedEvents: z.number(),
      protectedEvents: z.number(),
    })
    .nullable(),
  totals: z.object({
    events: z.number(),
    errors: z.number(),
    requests: z.number(),
    addedTokens: z.number(),
    /** True when every event size was reported by the client; otherwise some are estimates. */
    tokensExact: z.boolean(),
    kept: FillsView,
    noise: NoiseTokensView,
    /** All that entered by where it came from, the largest first; names of `SOURCES`. */
    sources: z.array(
      z.object({ source: z.string(), events: z.number(), tokens: z.number(), provenTokens: z.number() }),
    ),
    provenTokens: z.number(),
    carriedTokens: z.number(),
    costUsd: z.number().nullable(),
    usage: z.object({
      inputTokens: z.number().nullable(),
      cacheWriteTokens: z.number().nullable(),
      cacheReadTokens: z.number().nullable(),
      outputTokens: z.number().nullable(),
      reasoningTokens: z.number().nullable(),
    }),
  }),
  threads: z.array(ThreadView),
  agentOrder: z.array(z.string()),
});
export type SessionDetail = z.infer<typeof SessionView>;

export const EvidenceView = z.object({
  /** Entry id; `ctx:<ref>` in texts. */
  ref: z.string(),
  /** Null when the evidence is no event of this session (a decision, a commit). */
  label: z.string().nullable(),
  thread: z.string().nullable(),
});

export const TimelineRowView = z.object({
  ref: z.string(),
  thread: z.string(),
  seq: z.number(),
  at: z.string(),
  agent: z.string(),
  kind: z.string(),
  label: z.string(),
  tool: z.string().nullable(),
  outcome: z.enum(OUTCOMES).nullable(),
  exitCode: z.number().nullable(),
  tokens: z.number(),
  tokensExact: z.boolean(),
  tokensAfter: z.number(),
  residency: z.object({ from: ResidencyView, to: ResidencyView }),
  noise: NoiseView.nullable(),
  rule: z.string().nullable(),
  reason: z.string().nullable(),
  evidence: z.array(EvidenceView),
  turn: z.number().nullable(),
  userTurn: z.number().nullable(),
  epoch: z.number().nullable(),
  inContext: z.boolean(),
});
export type TimelineRow = z.infer<typeof TimelineRowView>;

export const TimelineView = z.object({
  rows: z.array(TimelineRowView),
  next: z.object({ seq: z.number(), ref: z.string() }).nullable(),
});

/** Codes of an outline; the order is the contract between server and browser. */
export const OUTLINE_KINDS = EVENT_KIND_NAMES;
export const OUTLINE_NOISE = [null, ...NOISE_CLASSES] as const;
export const OUTLINE_STAGES = [null, ...STAGES] as const;

/**
 * A whole thread as columns, one entry an event in thread order: what the scroll bar, the mini-map, turn headings and
 * filters need, small enough for tens of thousands of events.
 */
export const OutlineView = z.object({
  thread: z.string(),
  refs: z.array(z.string()),
  seqs: z.array(z.number()),
  kinds: z.array(z.number()),
  tokens: z.array(z.number()),
  noise: z.array(z.number()),
  residency: z.array(z.number()),
  /** 1: an error, 2: no longer in context, 4: its stage was told by the client. */
  flags: z.array(z.number()),
  turns: z.array(z.number()),
  userTurns: z.array(z.number()),
  stages: z.array(z.number()),
  /** Names that occur in the thread, and by event their place in the list; the first is the empty name. */
  toolNames: z.array(z.string()),
  tools: z.array(z.number()),
  skillNames: z.array(z.string()),
  skills: z.array(z.number()),
  sources: z.array(z.number()),
  /** Seconds since 1970. */
  atSeconds: z.array(z.number()),
});
export type Outline = z.infer<typeof OutlineView>;
export const OUTLINE_ERROR = 1;
export const OUTLINE_HISTORY = 2;
export const OUTLINE_STAGE_TOLD = 4;

/** A person, an agent's key, or the pipeline. */
export const ACTOR_KINDS = ["member", "key", "system"] as const;

export const VerdictView = z.object({
  rule: z.string(),
  pass: z.string().nullable(),
  from: ResidencyView,
  to: ResidencyView,
  reason: z.string(),
  noise: NoiseView.nullable(),
  tokensBefore: z.number(),
  tokensAfter: z.number(),
  /** Null for the shadow plan; else the number of the committed run. */
  run: z.number().nullable(),
});

export const EventDetailView = z.object({
  row: TimelineRowView,
  bytes: z.number(),
  path: z.string().nullable(),
  target: z.string().nullable(),
  skill: z.string().nullable(),
  model: z.string().nullable(),
  stage: z.string().nullable(),
  stageTold: z.boolean(),
  contentSha256: z.string(),
  /** Plain text, cut at `shownChars`; the file download gives all of it. */
  text: z.string(),
  textChars: z.number(),
  carried: z
    .object({
      sinceTurn: z.number().nullable(),
      requests: z.number(),
      tokens: z.number(),
      costUsd: z.number().nullable(),
    })
    .nullable(),
  /** What the model would see in its place; null while it stays full. */
  insteadText: z.string().nullable(),
  verdicts: z.array(VerdictView),
  blocked: z.array(
    z.object({ rule: z.string(), protection: z.string(), pattern: z.string().nullable(), reason: z.string() }),
  ),
  /** The newest first; what it left is what holds now, also before the next analysis. */
  transitions: z.array(
    z.object({
      from: ResidencyView,
      to: ResidencyView,
      actorKind: z.enum(ACTOR_KINDS),
      actor: z.string(),
      reason: z.string(),
      /** Of the pipeline: the rule and the number of its run. */
      rule: z.string().nullable(),
      run: z.number().nullable(),
      /** The kept meaning that it left. */
      retained: z.string().nullable(),
      at: z.string(),
    }),
  ),
  /** The kept meaning that the plan would leave; null when it would leave none. */
  plannedMeaning: z.string().nullable(),
  pins: z.array(z.object({ by: z.string(), reason: z.string(), at: z.string(), until: z.string().nullable() })),
  acknowledged: z.object({ by: z.string(), at: z.string() }).nullable(),
  /** Call of a result, result of a call. */
  partner: EvidenceView.nullable(),
  policyVersion: z.number().nullable(),
});
export type EventDetail = z.infer<typeof EventDetailView>;

export const ResolvedRefView = z.object({ ref: z.string(), thread: z.string(), seq: z.number() });
