import type { BoundaryKind, Client, EventKind, Outcome, Stage, ToolClass } from "../events/kinds";

/** What the pipeline reads of a session and what it answers. Plain data; the caller fetches and stores. */

export type Residency = "full" | "retained" | "reference";

/** One event of the session, with what its call said already worked out (see events/describe-call). */
export interface SessionEvent {
  /** Entry id; `ctx:<ref>` in texts. */
  readonly ref: string;
  readonly thread: string;
  /** Order inside the thread. */
  readonly seq: number;
  readonly atMs: number;
  readonly kind: EventKind;
  readonly tool: string | null;
  readonly toolClass: ToolClass | null;
  readonly callId: string | null;
  /** Of a result: the entry id of its call, when the call is known. Of a call: its result's. */
  readonly partner: string | null;
  /** Normalized path, address or pattern that the call works on; the same on call and result. */
  readonly target: string | null;
  readonly paths: readonly string[];
  readonly command: string | null;
  /** Lines that a read covers; null is the whole target. `lastLine: null` is open-ended and covers nothing for sure. */
  readonly range: { readonly firstLine: number; readonly lastLine: number | null } | null;
  readonly mutates: boolean;
  /** Equal for equal canonical parameters (a hash of the call's arguments); null when the call is unknown. */
  readonly paramsKey: string | null;
  /** Equal for equal stored text (its SHA-256). */
  readonly contentKey: string;
  readonly outcome: Outcome | null;
  readonly exitCode: number | null;
  /** Name of the skill that was loaded (`skill_load`), else the skill that the client says was active. */
  readonly skill: string | null;
  readonly requestId: string | null;
  readonly tokens: number;
  /** Cleaned and redacted text. */
  readonly text: string;
}

export interface SessionRequest {
  readonly id: string;
  readonly thread: string;
  readonly seq: number;
  readonly atMs: number;
  readonly model: string | null;
  /** input + cache write + cache read, when reported: what the window really held. */
  readonly contextTokens: number | null;
}

export interface SessionBoundary {
  readonly thread: string;
  readonly seq: number;
  readonly atMs: number;
  readonly kind: BoundaryKind;
  readonly toSeq: number | null;
}

export interface SessionThread {
  readonly key: string;
  readonly agent: string;
  readonly parentKey: string | null;
  readonly auxiliary: boolean;
}

export interface SessionMark {
  readonly thread: string;
  readonly seq: number;
  readonly stage: Stage | null;
  readonly changedPaths: readonly string[];
}

export interface Pin {
  readonly ref: string;
  readonly by: string;
  readonly reason: string;
}

/** Where an event stands before a plan: what a committed run, a person or an agent has set last. */
export interface Standing {
  readonly residency: Residency;
  /** The text in use instead of the stored one, when `retained`; null lets the pipeline make it. */
  readonly retained: string | null;
  readonly by: "pipeline" | "person" | "agent";
  readonly setAtMs: number;
  /** False while no client has said that it carried the run out: nothing is saved yet. */
  readonly isApplied: boolean;
}

/** A record of the project that events of this session led to: a summary may cite it as evidence. */
export interface LinkedRecord {
  readonly kind: "decision" | "failure" | "summary";
  /** `DEC-003@2`, `FAIL-001` or `SUM-012#anchor`. */
  readonly link: string;
  readonly title: string;
  /** Of a failure: the registry holds it as unresolved. */
  readonly active: boolean;
  /** Entry ids that it came from. */
  readonly refs: readonly string[];
}

/** Everything known of a session at one moment. Lists may come in any order. */
export interface SessionInput {
  readonly client: Client;
  readonly model: string | null;
  readonly windowTokens: number | null;
  readonly threads: readonly SessionThread[];
  readonly events: readonly SessionEvent[];
  readonly requests: readonly SessionRequest[];
  readonly boundaries: readonly SessionBoundary[];
  readonly marks: readonly SessionMark[];
  readonly pins: readonly Pin[];
  /** What committed runs, people and agents have set, by ref; absent means full and never touched. */
  readonly standings: ReadonlyMap<string, Standing>;
  /** Refs that an agent or a person said they are done with. */
  readonly acknowledged: ReadonlySet<string>;
  readonly records: readonly LinkedRecord[];
  /** What committed runs have put in place of whole ranges; it holds for those refs that are still references. */
  readonly summaries: readonly PlannedSummary[];
}

export type PassId = "dedup" | "purge-errors" | "compress-stale";

/** Proven noise has three classes; idle stays outside the headline; dropped is what a client really applied. */
export const NOISE_CLASSES = ["duplicate", "resolved-error", "superseded", "idle", "dropped"] as const;
export type NoiseClass = (typeof NOISE_CLASSES)[number];
export const PROVEN_CLASSES: readonly NoiseClass[] = ["duplicate", "resolved-error", "superseded"];

/** What one rule says of one event. */
export interface Verdict {
  readonly ref: string;
  readonly from: Residency;
  readonly to: Residency;
  /** Null for protections, which keep. */
  readonly pass: PassId | null;
  /** Stable id such as `dedup.identical-result` or `protect.tail`. */
  readonly rule: string;
  /** One sentence for people, naming refs as `ctx:<id>`. */
  readonly reason: string;
  /** Entry ids that made the event noise, or that protect it. */
  readonly evidence: readonly string[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly noise: NoiseClass | null;
  /** Turn of the thread (1-based request number) after which the event was noise; null when it is none. */
  readonly noiseSinceTurn: number | null;
  /** What the model sees instead, when `to` is `retained`. */
  readonly retained: string | null;
}

/** A removal that a protection stopped: the pattern and the reason stay on record. */
export interface BlockedRemoval {
  readonly ref: string;
  readonly rule: string;
  readonly protection: string;
  readonly pattern: string | null;
  readonly reason: string;
}

/** Where an event stands: derived for every event, stored beside it for lists and charts. */
export interface EventPlace {
  readonly ref: string;
  /** Number of the thread's model request at whose end the event stands (0 before the first). */
  readonly turn: number;
  /** Number of the user prompt that it follows (0 before the first). */
  readonly userTurn: number;
  /** 0-based stretch of the thread between compactions, clears and rewinds. */
  readonly epoch: number;
  /** False for events that a rewind took off the visible branch. */
  readonly visible: boolean;
  /** False once an epoch is over: the event is history, searchable but not in context. */
  readonly inContext: boolean;
  readonly residency: Residency;
  readonly stage: Stage;
  readonly stageSource: "told" | "inferred";
  /** Agent role of the thread; skill that was active; model of the request that follows (or the last known). */
  readonly agent: string;
  readonly activeSkill: string | null;
  readonly model: string | null;
}

/** One synthetic text in place of a contiguous range of a thread, in the published form. */
export interface PlannedSummary {
  readonly thread: string;
  /** Entry ids that it stands for, in order; the summary takes the place of the first. */
  readonly refs: readonly string[];
  readonly text: string;
  readonly tokens: number;
  /** Links that resolve: `DEC-003@2`, `FAIL-001`, `SUM-012#anchor`, a commit, `path@sha256`. Never empty. */
  readonly evidence: readonly string[];
  readonly replacedTokens: number;
}

export interface PlanTotals {
  readonly events: number;
  readonly beforeTokens: number;
  /** Measured on the projection, summaries included. */
  readonly afterTokens: number;
  readonly summaryTokens: number;
  readonly protectedEvents: number;
  readonly passes: { readonly dedup: number; readonly purgeErrors: number; readonly compress: number };
}

export interface Plan {
  readonly places: readonly EventPlace[];
  /** One deciding verdict an event at most; events without one stay full for want of a rule. */
  readonly verdicts: readonly Verdict[];
  readonly blocked: readonly BlockedRemoval[];
  readonly summaries: readonly PlannedSummary[];
  readonly totals: PlanTotals;
}

/** What a caller asks of one plan; the default asks for every pass and no summaries. */
export interface PlanOptions {
  readonly passes?: readonly PassId[];
  /** Replace whole stale ranges by summaries (a compaction), not only results one by one. */
  readonly compact?: boolean;
}

export interface AgeWindow {
  readonly tokens: number;
  readonly turns: number;
}

/** When a plan may change what the model sees: every change rewrites the prompt cache behind it. */
export interface BatchingPolicy {
  /** The least saving that a commit needs when the cache is warm and no boundary was reached. */
  readonly minSavingTokens: number;
  /** Takes the place of `minSavingTokens`: a share of the visible tokens, between two bounds. Null: never. */
  readonly adaptive: { readonly share: number; readonly minTokens: number; readonly maxTokens: number } | null;
  /** The least saving at a boundary, or when the cache has gone cold. */
  readonly cheapSavingTokens: number;
  /** The provider forgets a cached prefix after such a pause. */
  readonly coldGapMs: number;
  /** A plan is looked at again after so many new tokens. */
  readonly lookTokens: number;
}

/** How the kept meaning of a result is made. */
export interface RetainPolicy {
  /** Lines kept on either side of a line that an edit or write has matched; 0 keeps the line alone. */
  readonly nearEditLines: number;
  readonly declarations: boolean;
  /** Room for names that nothing else in the window shows; 0 makes no digest. */
  readonly digestTokens: number;
  /** Lines with a name that the agent used since stay while at most so many visible places show it. */
  readonly usedNamePlaces: number;
}

/** Shares of the window (0 to 1) and times at which something is advised or done. */
export interface BudgetPolicy {
  /** Above it a plan is made. */
  readonly planShare: number;
  readonly pruneShare: number;
  readonly compactShare: number;
  readonly checkpointShare: number;
  /** From here on the oldest turns are summarized. */
  readonly summarizeShare: number;
  readonly checkpointAfterMinutes: number;
  /** The same advice is not repeated within so many turns. */
  readonly quietTurns: number;
  readonly checkEveryTurns: number;
  readonly tiers: { readonly hot: number; readonly warm: number; readonly cold: number };
  /** Nothing that the server puts into a window takes more than this share at once. */
  readonly maxInjectionShare: number;
}

/** Categories of rules and skills that a stage loads, and those that wait. */
export interface StageFilter {
  readonly load: readonly string[];
  readonly defer: readonly string[];
}

/** Every number that decides something; a project may change them, a run names the version that it used. */
export interface PrunePolicy {
  readonly version: number;
  readonly preset: "strict" | "loose" | "seed";
  /** Globs of files whose content is never pruned, with the reason. */
  readonly protectedPaths: readonly {
    readonly pattern: string;
    readonly category: "core" | "safety" | "project";
    readonly reason: string;
  }[];
  readonly protectedTools: readonly { readonly pattern: string; readonly reason: string }[];
  readonly pinPhrases: readonly string[];
  /** The window of its class in which a result is too young to judge: both must be passed. */
  readonly tail: Readonly<Record<ToolClass, AgeWindow>>;
  /** The same for the arguments of calls; arguments of other classes are never cut. */
  readonly callTail: Readonly<Partial<Record<ToolClass, AgeWindow>>>;
  /** What no rule found falls by age alone to its kept meaning; false leaves it in full. */
  readonly byAge: boolean;
  /** Where age and superseding lead: to the kept meaning, or (the published passes literally) to the marker alone. */
  readonly staleTo: "retained" | "reference";
  /** Requests after which the kept meaning of a class gives way to its marker; other classes stay retained. */
  readonly referenceAfterTurns: Readonly<Partial<Record<ToolClass, number>>>;
  /** A read is superseded early when later reads of its path hold this share of its lines. */
  readonly superseded: { readonly coveredShare: number; readonly tokens: number; readonly turns: number };
  /** The latest read of a file that was edited within so many requests stays. */
  readonly workingSetTurns: number;
  /** The window of a whole file that was read and spoken of: explore-first sessions edit it long after. */
  readonly spokenOf: AgeWindow;
  /** What was referred to so often waits so many requests after its last use. Null: not counted. */
  readonly reuse: { readonly times: number; readonly waitTurns: number } | null;
  /** Runs of lines that something newer shows are cut from older results. Null: never. */
  readonly blocks: {
    readonly minTokens: number;
    readonly minTurns: number;
    readonly minLines: number;
    readonly minGainShare: number;
  } | null;
  readonly retain: RetainPolicy;
  readonly idleTurns: number;
  readonly currentFileTurns: number;
  readonly referencedWithinTurns: number;
  /** What was restored stays for so many turns, and may then be archived again. */
  readonly restoredTurns: number;
  readonly batching: BatchingPolicy;
  readonly budget: BudgetPolicy;
  readonly stages: Readonly<Record<Stage, StageFilter>>;
}
