import { RESOLVABLE_KINDS } from "../../events/kinds";
import { estimateTokens } from "../../events/tokens";
import type { Plan, PrunePolicy, SessionInput } from "../../prune/model";
import { renderAbsent } from "../../prune/projection";
import { type Entry, type Timeline, timelineOf } from "../../prune/timeline";
import { upsert } from "../../prune/upsert";
import { safeText } from "../../redact/safe-text";
import { keptMeaning, MAX_SHARE_LEFT, withoutContext } from "../../retain/retained";
import { holdsOf } from "../holds";
import { NameEvidence } from "./name-evidence";
import { SUGGESTION_RULES } from "./order";
import { reviewPointsOf } from "./review-points";
import type { Found, SuggestionRule } from "./rule";
import { Window } from "./window";

/** A result that the agent, or a person, may archive; `retained` can be sent as it is. */
export interface Suggestion {
  readonly ref: string;
  readonly to: "reference" | "retained";
  readonly rule: string;
  readonly why: string;
  readonly evidence: readonly string[];
  readonly tokens: number;
  readonly tokensAfter: number;
  readonly retained: string | null;
}

interface Candidate {
  readonly entry: Entry;
  readonly rule: SuggestionRule;
  readonly found: Found;
  readonly suggestion: Suggestion;
}

/** Skill bodies govern; their repeats are the pipeline's. */
const REVIEWED: ReadonlySet<string> = new Set(RESOLVABLE_KINDS.filter((kind) => kind !== "skill_load"));

/**
 * What may be archived now: results that were consumed and are used up, each with the fact that shows it. Size and age
 * order the list and decide nothing. In doubt a result is not named: a protection holds it, it is the last source of a
 * name that was used since, what it was asked for has not ended, or archiving it would save nothing. All suggestions
 * together keep these promises, and an agent that follows them is never refused.
 */
export function suggest(session: SessionInput, plan: Plan, policy: PrunePolicy): Suggestion[] {
  const timeline = timelineOf(session);
  const windows = openWindows(session, plan, timeline);
  const holdOf = holdsOf(session, policy, "suggestion");
  const candidates: Candidate[] = [];
  for (const { entries, window } of windows.values()) {
    const lastWord = entries.findLast(({ event }) => event.kind === "assistant_message" || event.kind === "tool_call");
    for (const entry of entries) {
      if (!REVIEWED.has(entry.event.kind) || !isFull(session, entry)) continue;
      if (lastWord === undefined || lastWord.order < entry.order) break;
      const candidate = judge(entry, window, policy);
      if (candidate !== null && holdOf(entry) === null) candidates.push(candidate);
    }
  }
  return withoutTrapped(candidates.sort(inOrderOfLooking), windows);
}

function isFull({ standings }: SessionInput, { event }: Entry): boolean {
  return (standings.get(event.ref)?.residency ?? "full") === "full";
}

interface OpenWindow {
  readonly entries: readonly Entry[];
  readonly names: NameEvidence;
  readonly window: Window;
}

/** The current window of each thread, by the id of its context. */
function openWindows(session: SessionInput, plan: Plan, timeline: Timeline): ReadonlyMap<number, OpenWindow> {
  const byContext = new Map<number, Entry[]>();
  for (const entry of timeline.entries) {
    if (entry.inContext && !entry.thread.auxiliary)
      upsert(byContext, entry.context.id, () => [] as Entry[]).push(entry);
  }
  const verdicts = new Map(plan.verdicts.map((verdict) => [verdict.ref, verdict]));
  const reviews = reviewPointsOf(session, timeline);
  const windows = new Map<number, OpenWindow>();
  for (const [id, entries] of byContext) {
    const names = new NameEvidence(entries, (entry) => isFull(session, entry));
    const points = reviews.get(entries[0]?.event.thread ?? "") ?? [];
    windows.set(id, {
      entries,
      names,
      window: new Window(
        entries.filter((entry) => isFull(session, entry)),
        verdicts,
        points,
        names,
      ),
    });
  }
  return windows;
}

function judge(entry: Entry, window: Window, policy: PrunePolicy): Candidate | null {
  for (const rule of SUGGESTION_RULES) {
    const found = rule.judge(entry, window);
    if (found === null) continue;
    const suggestion = toSuggestion(entry, rule, found, policy);
    return suggestion && { entry, rule, found, suggestion };
  }
  return null;
}

/** Null when nothing is gained: the marker, or the kept meaning, is nearly as long as the result. */
function toSuggestion(entry: Entry, rule: SuggestionRule, found: Found, policy: PrunePolicy): Suggestion | null {
  const { event } = entry;
  const { to, why, evidence } = found;
  const kept = to === "retained" ? keptMeaning(event, withoutContext(policy.retain)) : null;
  if (to === "retained" && kept === null) return null;
  const retained = kept === null ? null : safeText(kept);
  const tokensAfter = estimateTokens(renderAbsent(event.ref, to, retained, null));
  if (tokensAfter > event.tokens * MAX_SHARE_LEFT) return null;
  return { ref: event.ref, to, rule: rule.id, why, evidence, tokens: event.tokens, tokensAfter, retained };
}

/** Likely pollutants first, then what saves most, then the oldest. */
function inOrderOfLooking(a: Candidate, b: Candidate): number {
  const saved = (one: Candidate) => one.suggestion.tokens - one.suggestion.tokensAfter;
  return a.rule.rank - b.rule.rank || saved(b) - saved(a) || a.entry.order - b.entry.order;
}

/** Two results may be each other's other source of a name: whichever is looked at first goes, and the other stays. */
function withoutTrapped(candidates: readonly Candidate[], windows: ReadonlyMap<number, OpenWindow>): Suggestion[] {
  const kept: Suggestion[] = [];
  for (const { entry, suggestion } of candidates) {
    const names = windows.get(entry.context.id)?.names;
    if (names === undefined || names.trappedIn(entry) !== null) continue;
    names.release(entry);
    kept.push(suggestion);
  }
  return kept;
}
