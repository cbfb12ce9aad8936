import { estimateTokens } from "../events/tokens";
import { CACHE_READ_SHARE, CACHE_WRITE_SHARE } from "../prune/economics";
import type { RecordedRequest, Recording } from "./recording";
import { cut } from "./text";

/** What a policy makes the model see of a unit from now on. Null: the unit in full. */
export interface Change {
  readonly unit: number;
  readonly text: string | null;
}

/** A policy at work on one recording: asked before each request, in order, and told nothing of what comes later. */
export interface ReplayRun {
  before(request: RecordedRequest, index: number): readonly Change[];
}

export interface ReplayPolicy {
  readonly name: string;
  begin(recording: Recording): ReplayRun;
}

export interface Ratio {
  kept: number;
  needed: number;
}

export const RECALLS = ["editAnchor", "rareName", "path", "name", "line", "line40"] as const;
export type Recall = (typeof RECALLS)[number];

/** Sums over requests, so that sessions can be added up. */
export interface Measured {
  readonly recalls: Record<Recall, Ratio>;
  requests: number;
  /** Requests whose turn used an anchor, a rare name, a path or a long line that the window had shown. */
  usingRequests: number;
  /** Those of them that missed one of these. */
  lossyRequests: number;
  fullTokens: number;
  visibleTokens: number;
  /** Of requests whose full context is larger than 160,000 tokens. */
  largeFullTokens: number;
  largeVisibleTokens: number;
  changes: number;
  /** Those of the changes that came after a pause in which the cache was forgotten: they cost nothing. */
  freeChanges: number;
  /** Prompts of people and reads of core files that the policy ever showed less than whole; each counts once. */
  violations: number;
  /** Input cost with and without the policy: A keeps the prefix up to the first change, B nothing; t forgets at pauses. */
  readonly cost: Record<CostModel, { with: number; without: number }>;
}

export const COST_MODELS = ["A", "B", "At", "Bt"] as const;
export type CostModel = (typeof COST_MODELS)[number];

const LARGE_TOKENS = 160_000;
const COLD_MS = 5 * 60_000;
/** Shorter lines are no line to be recalled: they stand everywhere. */
export const MIN_COUNTED_LINE = 14;
const LONG_LINE = 40;
/** A name is rare while at most so many units showed it before. */
const RARE_PLACES = 2;
/** A long line is no coincidence while at most so many units showed it before. */
const LONG_LINE_PLACES = 3;

export function nothingMeasured(): Measured {
  const zero = () => ({ kept: 0, needed: 0 });
  const cost = () => ({ with: 0, without: 0 });
  return {
    recalls: { editAnchor: zero(), rareName: zero(), path: zero(), name: zero(), line: zero(), line40: zero() },
    requests: 0,
    usingRequests: 0,
    lossyRequests: 0,
    fullTokens: 0,
    visibleTokens: 0,
    largeFullTokens: 0,
    largeVisibleTokens: 0,
    changes: 0,
    freeChanges: 0,
    violations: 0,
    cost: { A: cost(), B: cost(), At: cost(), Bt: cost() },
  };
}

/** Adds up what was measured on several recordings, or on the same one under several thresholds. */
export function addMeasured(parts: readonly Measured[]): Measured {
  const sum = nothingMeasured();
  for (const part of parts) {
    for (const recall of RECALLS) {
      sum.recalls[recall].kept += part.recalls[recall].kept;
      sum.recalls[recall].needed += part.recalls[recall].needed;
    }
    for (const model of COST_MODELS) {
      sum.cost[model].with += part.cost[model].with;
      sum.cost[model].without += part.cost[model].without;
    }
    for (const count of COUNTS) sum[count] += part[count];
  }
  return sum;
}

const COUNTS = [
  "requests",
  "usingRequests",
  "lossyRequests",
  "fullTokens",
  "visibleTokens",
  "largeFullTokens",
  "largeVisibleTokens",
  "changes",
  "freeChanges",
  "violations",
] as const;

/**
 * Replays a recording under a policy. At every request the policy says what the model sees, knowing only what was
 * known then; the visible text is compared with what the turn really used of what the whole context had shown.
 * First order: the recorded agent saw everything, and visible is an upper bound on recalled.
 */
export function replay(recording: Recording, policy: ReplayPolicy, sum: Measured = nothingMeasured()): Measured {
  const run = policy.begin(recording);
  const window = new ReplayWindow(recording);
  recording.requests.forEach((request, index) => {
    window.arrive(request);
    const changes = run.before(request, index);
    const keptPrefix = window.change(changes);
    sum.violations += window.violations;
    measureRequest(window, request, sum);
    measureCost(window, request, changes.length > 0 ? keptPrefix : null, sum);
  });
  return sum;
}

interface Shown {
  readonly lines: Int32Array;
  readonly names: Int32Array;
  readonly tokens: number;
  readonly isFull: boolean;
}

class ReplayWindow {
  visibleTokens = 0;
  fullTokens = 0;
  /** What the request before it sent, in this segment. */
  sentTokens = 0;
  sentFullTokens = 0;
  /** Units of the last change that had to stay in full and did not. */
  violations = 0;
  readonly lineSeen = new Counts();
  readonly nameSeen = new Counts();
  readonly lineVisible = new Counts();
  readonly nameVisible = new Counts();
  private shown: Shown[] = [];
  private segment = -1;
  private first = 0;
  private known = 0;

  constructor(private readonly recording: Recording) {}

  arrive({ segment, firstUnit, knownUnits }: RecordedRequest): void {
    if (segment !== this.segment) this.open(segment, firstUnit);
    this.sentTokens = this.visibleTokens;
    this.sentFullTokens = this.fullTokens;
    for (; this.known < knownUnits; this.known++) {
      const unit = this.recording.units[this.known];
      if (unit === undefined || unit.segment !== segment) continue;
      this.shown[unit.at - this.first] = { ...unit, isFull: true };
      this.visibleTokens += unit.tokens;
      this.fullTokens += unit.tokens;
      this.lineSeen.add(unit.lines, 1);
      this.nameSeen.add(unit.names, 1);
      this.lineVisible.add(unit.lines, 1);
      this.nameVisible.add(unit.names, 1);
    }
  }

  private open(segment: number, firstUnit: number): void {
    this.segment = segment;
    this.first = firstUnit;
    this.known = firstUnit;
    this.shown = [];
    this.visibleTokens = 0;
    this.fullTokens = 0;
    for (const counts of [this.lineSeen, this.nameSeen, this.lineVisible, this.nameVisible]) counts.clear();
  }

  /** Answers the tokens in front of the first unit that changed. */
  change(changes: readonly Change[]): number {
    let firstChanged = Number.POSITIVE_INFINITY;
    this.violations = 0;
    for (const { unit, text } of changes) {
      const before = this.shown[unit - this.first];
      const known = this.recording.units[unit];
      if (before === undefined || known === undefined) throw new Error(`Unit ${unit} is not in the window.`);
      if (known.mustStay && before.isFull && text !== null) this.violations++;
      const after = text === null ? { ...known, isFull: true } : this.showing(text);
      this.lineVisible.add(before.lines, -1);
      this.nameVisible.add(before.names, -1);
      this.lineVisible.add(after.lines, 1);
      this.nameVisible.add(after.names, 1);
      this.visibleTokens += after.tokens - before.tokens;
      this.shown[unit - this.first] = after;
      firstChanged = Math.min(firstChanged, unit - this.first);
    }
    let prefix = 0;
    for (let at = 0; at < Math.min(firstChanged, this.shown.length); at++) prefix += this.shown[at]?.tokens ?? 0;
    return prefix;
  }

  private showing(text: string): Shown {
    return { ...this.recording.numbers.of(cut(text, false)), tokens: estimateTokens(text), isFull: false };
  }

  lengthOf(line: number): number {
    return this.recording.numbers.lineLength(line);
  }
}

class Counts {
  private readonly counts = new Map<number, number>();

  add(numbers: Int32Array, by: number): void {
    for (const number of numbers) this.counts.set(number, (this.counts.get(number) ?? 0) + by);
  }

  of(number: number): number {
    return this.counts.get(number) ?? 0;
  }

  clear(): void {
    this.counts.clear();
  }
}

function measureRequest(window: ReplayWindow, { needs }: RecordedRequest, sum: Measured): void {
  const { recalls } = sum;
  let isUsing = false;
  let isLossy = false;
  const count = (recall: Recall, isKept: boolean) => {
    recalls[recall].needed++;
    if (isKept) recalls[recall].kept++;
    if (!TELLING.has(recall)) return;
    isUsing = true;
    if (!isKept) isLossy = true;
  };
  for (const anchor of needs.anchors) {
    if (!anchor.every((line) => window.lineSeen.of(line) > 0)) continue;
    count(
      "editAnchor",
      anchor.every((line) => window.lineVisible.of(line) > 0),
    );
  }
  countNames(window, needs.names, count);
  for (const path of needs.paths) if (window.nameSeen.of(path) > 0) count("path", window.nameVisible.of(path) > 0);
  countLines(window, needs.lines, count, (line) => window.lengthOf(line));
  sum.requests++;
  if (isUsing) sum.usingRequests++;
  if (isLossy) sum.lossyRequests++;
}

/** Names and lines that stand in many places are often used without having been looked up. */
const TELLING: ReadonlySet<Recall> = new Set(["editAnchor", "rareName", "path", "line40"]);

type CountNeed = (recall: Recall, isKept: boolean) => void;

function countNames(window: ReplayWindow, names: Int32Array, count: CountNeed): void {
  for (const name of names) {
    const seen = window.nameSeen.of(name);
    if (seen === 0) continue;
    const isKept = window.nameVisible.of(name) > 0;
    count("name", isKept);
    if (seen <= RARE_PLACES) count("rareName", isKept);
  }
}

function countLines(
  window: ReplayWindow,
  lines: Int32Array,
  count: CountNeed,
  lengthOf: (line: number) => number,
): void {
  for (const line of lines) {
    const seen = window.lineSeen.of(line);
    const length = lengthOf(line);
    if (seen === 0 || length < MIN_COUNTED_LINE) continue;
    const isKept = window.lineVisible.of(line) > 0;
    count("line", isKept);
    if (length >= LONG_LINE && seen <= LONG_LINE_PLACES) count("line40", isKept);
  }
}

function measureCost(
  window: ReplayWindow,
  { pauseMs }: RecordedRequest,
  keptPrefix: number | null,
  sum: Measured,
): void {
  const isCold = pauseMs !== null && pauseMs > COLD_MS;
  sum.fullTokens += window.fullTokens;
  sum.visibleTokens += window.visibleTokens;
  if (window.fullTokens > LARGE_TOKENS) {
    sum.largeFullTokens += window.fullTokens;
    sum.largeVisibleTokens += window.visibleTokens;
  }
  if (keptPrefix !== null) {
    sum.changes++;
    if (isCold) sum.freeChanges++;
  }
  for (const model of COST_MODELS) {
    const forgets = isCold && model.endsWith("t");
    const cached = forgets ? 0 : cachedTokens(model, keptPrefix, window.sentTokens);
    sum.cost[model].with += price(cached, window.visibleTokens);
    sum.cost[model].without += price(forgets ? 0 : window.sentFullTokens, window.fullTokens);
  }
}

function cachedTokens(model: CostModel, keptPrefix: number | null, sentTokens: number): number {
  if (keptPrefix === null) return sentTokens;
  return model.startsWith("A") ? Math.min(keptPrefix, sentTokens) : 0;
}

function price(cachedTokens: number, tokens: number): number {
  return cachedTokens * CACHE_READ_SHARE + Math.max(0, tokens - cachedTokens) * CACHE_WRITE_SHARE;
}
