import { type EventKind, RESOLVABLE_KINDS } from "../events/kinds";
import { estimateTokens } from "../events/tokens";
import type { Plan, PlannedSummary, Residency, SessionInput, Verdict } from "./model";
import { type Entry, timelineOf } from "./timeline";

/** One event as the model sees it under a plan. */
export interface ProjectedItem {
  readonly ref: string;
  readonly kind: EventKind;
  readonly residency: Residency;
  /** `[context-ref: ctx:<id>]` of a result that can be archived; empty for all else. A renderer puts it above the text. */
  readonly marker: string;
  /** The stored text when full; the marker, with the kept meaning or the citation, when not. */
  readonly text: string;
  /** Tokens of `text`; the marker of a full result is not counted, before or after. */
  readonly tokens: number;
  readonly tool: string | null;
  readonly callId: string | null;
  /** The other half of the pair, when it stands in the same window; a call without it is unfinished. */
  readonly partner: string | null;
  readonly requestId: string | null;
  /** Of a summary: the entry ids that it stands for; null of every event. */
  readonly standsFor: readonly string[] | null;
}

const RESOLVABLE: ReadonlySet<EventKind> = new Set(RESOLVABLE_KINDS);

/** What stands in place of an event that is not full. Citations name an event that the same reader sees in full. */
export function renderAbsent(
  ref: string,
  to: Exclude<Residency, "full">,
  kept: string | null,
  cited: string | null,
): string {
  const marker = `[context archived: ctx:${ref}]`;
  if (to === "retained" && kept !== null) return `${marker}\n<retained-context>\n${kept}\n</retained-context>`;
  return cited === null ? marker : `${marker}\nSame as ctx:${cited}.`;
}

/** Tokens of what the verdict leaves of its event. */
export function tokensOf(
  verdict: Pick<Verdict, "ref" | "to" | "retained" | "tokensBefore">,
  cited: string | null,
): number {
  if (verdict.to === "full") return verdict.tokensBefore;
  return estimateTokens(renderAbsent(verdict.ref, verdict.to, verdict.retained, cited));
}

/**
 * The context of a thread's current window on its visible branch, under the plan. Nothing is reordered or deleted:
 * each event keeps its place, so calls and results stay paired and adjacent.
 */
export function project(session: SessionInput, plan: Plan, thread: string): ProjectedItem[] {
  const verdicts = new Map(plan.verdicts.map((verdict) => [verdict.ref, verdict]));
  const summaries = summariesInForce(session, plan);
  const items: ProjectedItem[] = [];
  for (const entry of timelineOf(session).entries) {
    if (entry.event.thread !== thread || !entry.inContext) continue;
    const summary = summaries.get(entry.event.ref);
    if (summary === undefined) items.push(item(entry, verdicts.get(entry.event.ref)));
    else if (summary.first === entry.event.ref) items.push(summaryItem(summary));
  }
  return items;
}

interface SummaryInForce {
  readonly summary: PlannedSummary;
  /** The first of its refs that is still a reference: the summary stands there. */
  readonly first: string;
  readonly refs: readonly string[];
}

/** By ref: the summary that stands for it, of the plan or of a run before. What was restored since stands for itself. */
export function summariesInForce(
  session: Pick<SessionInput, "summaries" | "standings">,
  plan: Pick<Plan, "summaries">,
): ReadonlyMap<string, SummaryInForce> {
  const inForce = new Map<string, SummaryInForce>();
  const add = (summary: PlannedSummary, refs: readonly string[]) => {
    const [first] = refs;
    if (first !== undefined) for (const ref of refs) inForce.set(ref, { summary, first, refs });
  };
  for (const summary of session.summaries) {
    add(
      summary,
      summary.refs.filter((ref) => session.standings.get(ref)?.residency === "reference"),
    );
  }
  for (const summary of plan.summaries) add(summary, summary.refs);
  return inForce;
}

function summaryItem({ summary, first, refs }: SummaryInForce): ProjectedItem {
  return {
    ref: first,
    kind: "summary",
    residency: "full",
    marker: "",
    text: summary.text,
    tokens: summary.tokens,
    tool: null,
    callId: null,
    partner: null,
    requestId: null,
    standsFor: refs,
  };
}

function item(entry: Entry, verdict: Verdict | undefined): ProjectedItem {
  const { event } = entry;
  const residency = verdict?.to ?? "full";
  const full = verdict === undefined || residency === "full";
  return {
    ref: event.ref,
    kind: event.kind,
    residency,
    marker: full && RESOLVABLE.has(event.kind) ? `[context-ref: ctx:${event.ref}]` : "",
    text: full
      ? event.text
      : renderAbsent(
          event.ref,
          residency === "retained" ? "retained" : "reference",
          verdict.retained,
          citedBy(verdict),
        ),
    tokens: full ? event.tokens : verdict.tokensAfter,
    tool: event.tool,
    callId: event.callId,
    partner: entry.partner?.inContext ? entry.partner.event.ref : null,
    requestId: event.requestId,
    standsFor: null,
  };
}

/** A deduplicated event points to what its verdict names as evidence. */
export function citedBy(verdict: Pick<Verdict, "pass" | "to" | "evidence">): string | null {
  return verdict.pass === "dedup" && verdict.to === "reference" ? (verdict.evidence[0] ?? null) : null;
}
