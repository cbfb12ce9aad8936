import type { ProjectScope } from "@/server/core/access/scope";
import type { BlockedRemoval, PlannedSummary, SessionEvent, Verdict } from "@/server/core/prune/model";
import { safeText } from "@/server/core/redact/safe-text";
import { notFound, ok, type Result } from "@/server/core/result";
import type { RunDraft } from "@/server/core/runs/draft";
import type { BlockedView, MoveView, PreviewView, SummaryView } from "@/server/core/runs/views";
import { capabilityOf } from "@/server/core/telemetry/capability";
import { readSessionId } from "@/server/db/sessions/session";
import type { Deps } from "../deps";
import { checkThread } from "./check-request";
import { decisionOf } from "./decision";
import type { PlannedRun, RunRequest } from "./plan-run";
import { seqRange } from "./rows";
import { freshPlan } from "./seen-plans";
import { summaryTexts } from "./summary-texts";

export interface PreviewRun extends RunRequest {
  readonly number: number;
  /** Rows of each list at most; the lists tell how many there are. */
  readonly limit: number;
}

/** A preview answers what a run would do when somebody asks for it. */
const ANYWAY = { onlyIfItPays: false } as const;

/** What a run would change now, under the current policy. Nothing is written. */
export async function previewRun(deps: Deps, scope: ProjectScope, input: PreviewRun): Promise<Result<PreviewView>> {
  const sessionId = await readSessionId(deps.db, scope, input.number);
  if (sessionId === null) return notFound("session", input.number);
  const key = { teamId: scope.teamId, sessionId };
  const texts = await summaryTexts(deps, key, { ...input, ...ANYWAY });
  const planned = await freshPlan(deps, key, input, texts);
  if (!planned) return notFound("session", input.number);
  const thread = checkThread(planned.loaded, input);
  if (!thread.ok) return thread;
  const { head, policy, draft } = planned;
  const { commits, reason } = decisionOf(draft, ANYWAY);
  return ok({
    revision: head.ingestRevision,
    policyVersion: policy.version,
    capability: capabilityOf(head.client),
    commits,
    reason,
    totals: draft.totals,
    threads: [...draft.threads],
    ...listsOf(planned, draft, input.limit),
  });
}

function listsOf({ session, loaded }: PlannedRun, draft: RunDraft, limit: number) {
  const events = new Map(session.events.map((event) => [event.ref, event]));
  const labels = new Map(loaded.events.map(({ entryId, label }) => [entryId, label]));
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
