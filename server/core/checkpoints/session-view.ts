import { type EventKind, RESOLVABLE_KINDS } from "../events/kinds";
import { estimateTokens } from "../events/tokens";
import type { Plan, Residency, SessionInput, Verdict } from "../prune/model";
import { Mutations } from "../prune/mutations";
import { succeeded } from "../prune/outcome";
import { citedBy, renderAbsent } from "../prune/projection";
import { type Entry, timelineOf } from "../prune/timeline";

/** One event as a reader of the whole session sees it: an orchestrator, a checkpoint, a fresh session. */
export interface SessionViewItem {
  readonly ref: string;
  readonly thread: string;
  readonly agent: string;
  readonly kind: EventKind;
  readonly tool: string | null;
  readonly target: string | null;
  readonly residency: Residency;
  /** The event that says the same and stands in full in this view; null when the item cites none. */
  readonly cites: string | null;
  readonly text: string;
  readonly tokens: number;
}

const RESOLVABLE: ReadonlySet<EventKind> = new Set(RESOLVABLE_KINDS);

/**
 * The current windows of all threads as one context, under the plan. What several agents got alike stands once: the
 * first by sequence stays in full, the others cite it. Results are alike when tool, parameters and content are the same
 * and their target was not changed between; skill loads when name and body are. A citation always leads to something
 * that this view shows in full. Nothing is left out and nothing is reordered; linear in the events.
 */
export function sessionView(session: SessionInput, plan: Plan): SessionViewItem[] {
  const verdicts = new Map(plan.verdicts.map((verdict) => [verdict.ref, verdict]));
  const shared = sharedCopies(session, verdicts);
  return timelineOf(session)
    .entries.filter(isShown)
    .map((entry) => itemOf(entry, verdicts.get(entry.event.ref), shared));
}

function isShown({ inContext, thread }: Entry): boolean {
  return inContext && !thread.auxiliary;
}

/** By the ref of a later copy: the ref of the first one. */
function sharedCopies(session: SessionInput, verdicts: ReadonlyMap<string, Verdict>): ReadonlyMap<string, string> {
  const firsts = new Map<string, Entry>();
  const shared = new Map<string, string>();
  const mutations = new Mutations();
  for (const entry of timelineOf(session).entries) {
    const key = isShown(entry) && isFull(entry, verdicts) ? keyOf(entry) : null;
    const first = key === null ? undefined : firsts.get(key);
    if (key !== null && (first === undefined || isStale(first, mutations))) firsts.set(key, entry);
    else if (first !== undefined && isWorthIt(entry, first)) shared.set(entry.event.ref, first.event.ref);
    mutations.see(entry);
  }
  return shared;
}

function isFull({ event }: Entry, verdicts: ReadonlyMap<string, Verdict>): boolean {
  return (verdicts.get(event.ref)?.to ?? "full") === "full";
}

/** A skill's body does not change with the files. */
function isStale(first: Entry, mutations: Mutations): boolean {
  return first.event.kind !== "skill_load" && mutations.touched(first.event.target, first);
}

function keyOf({ event }: Entry): string | null {
  if (event.kind === "skill_load") return `skill\n${event.skill}\n${event.contentKey}`;
  if (!RESOLVABLE.has(event.kind) || event.paramsKey === null || !succeeded(event)) return null;
  return `${event.tool}\n${event.paramsKey}\n${event.contentKey}`;
}

/** A citation that is as long as what it cites saves nothing. */
function isWorthIt({ event }: Entry, first: Entry): boolean {
  return estimateTokens(renderAbsent(event.ref, "reference", null, first.event.ref)) < event.tokens;
}

function itemOf(entry: Entry, verdict: Verdict | undefined, shared: ReadonlyMap<string, string>): SessionViewItem {
  const { event, agent } = entry;
  const { ref, thread, kind, tool, target } = event;
  const who = { ref, thread, agent, kind, tool, target };
  const first = shared.get(ref);
  if (first !== undefined) return absent(who, "reference", null, first);
  if (verdict === undefined || verdict.to === "full") {
    return { ...who, residency: "full", cites: null, text: event.text, tokens: event.tokens };
  }
  const cited = citedBy(verdict);
  return absent(who, verdict.to, verdict.retained, cited === null ? null : (shared.get(cited) ?? cited));
}

function absent(
  who: Pick<SessionViewItem, "ref" | "thread" | "agent" | "kind" | "tool" | "target">,
  residency: Exclude<Residency, "full">,
  kept: string | null,
  cites: string | null,
): SessionViewItem {
  const text = renderAbsent(who.ref, residency, kept, cites);
  return { ...who, residency, cites, text, tokens: estimateTokens(text) };
}
