import type { BlockedRemoval, PlannedSummary, SessionEvent, SessionInput, Verdict } from "../prune/model";
import { safeText } from "../redact/safe-text";
import type { RunDraft } from "./draft";
import { seqRange } from "./seq-range";
import type { BlockedView, MoveView, PreviewView, SummaryView } from "./views";

/** The lists of a preview, each with at most `limit` rows; `labels` are how lists name events, by ref. */
export function previewLists(
  session: SessionInput,
  draft: RunDraft,
  labels: ReadonlyMap<string, string>,
  limit: number,
): Pick<PreviewView, "moves" | "blocked" | "summaries"> {
  const events = new Map(session.events.map((event) => [event.ref, event]));
  const faceOf = (ref: string) => face(events.get(ref), labels.get(ref));
  const saved = ({ tokensBefore, tokensAfter }: Verdict) => tokensBefore - tokensAfter;
  const moves = [...draft.moves].sort((a, b) => saved(b) - saved(a)).slice(0, limit);
  const summaries = draft.summaries.slice(0, limit);
  return {
    moves: { total: draft.moves.length, rows: moves.map((verdict) => moveView(verdict, faceOf(verdict.ref))) },
    blocked: {
      total: draft.blocked.length,
      rows: draft.blocked.slice(0, limit).map((one) => blockedView(one, faceOf(one.ref))),
    },
    summaries: {
      total: draft.summaries.length,
      rows: summaries.map((summary) => summaryView(summary, events)),
    },
  };
}

type Face = Pick<MoveView, "thread" | "kind" | "tool" | "label"> & { tokens: number };

function face(event: SessionEvent | undefined, label = ""): Face {
  const { thread = "", kind = "other", tool = null, tokens = 0 } = event ?? {};
  return { thread, kind, tool, label, tokens };
}

/** Reasons and kept meaning quote the session, so they pass the funnel before they are shown. */
function moveView(verdict: Verdict, { tokens: _, ...face }: Face): MoveView {
  const { ref, from, to, pass, rule, reason, evidence, tokensBefore, tokensAfter, retained } = verdict;
  return {
    ref,
    ...face,
    from,
    to,
    pass,
    rule,
    reason: safeText(reason),
    evidence: [...evidence],
    tokensBefore,
    tokensAfter,
    retained: retained === null ? null : safeText(retained),
  };
}

function blockedView({ ref, rule, protection, pattern, reason }: BlockedRemoval, face: Face): BlockedView {
  return { ref, ...face, rule, protection, pattern, reason: safeText(reason) };
}

function summaryView(summary: PlannedSummary, events: ReadonlyMap<string, SessionEvent>): SummaryView {
  const { thread, text, tokens, evidence } = summary;
  return { thread, ...seqRange(summary, events), text: safeText(text), tokens, evidence: [...evidence] };
}
