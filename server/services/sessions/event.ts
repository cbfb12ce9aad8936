import type { ProjectScope } from "../../core/access/scope";
import { shortener } from "../../core/events/short-path";
import { renderAbsent } from "../../core/prune/projection";
import { notFound, ok, type Result } from "../../core/result";
import { ACTOR_KINDS, type EventDetail, type TimelineRow } from "../../core/telemetry/session-views";
import { noiseClassOf } from "../../core/telemetry/window";
import { listTransitions, type TransitionListRow } from "../../db/context/transitions";
import {
  type EventFactsRow,
  type EventVerdictRow,
  readEventAcknowledgement,
  readEventBlocked,
  readEventFacts,
  readEventPins,
  readEventText,
  readEventVerdicts,
} from "../../db/sessions/event";
import { readSessionId, readSessionPlace, readShadowRun } from "../../db/sessions/session";
import { readRefLabels, readTimeline } from "../../db/sessions/timeline";
import type { Deps } from "../deps";
import { bareRef } from "./resolve-ref";
import { evidenceOf, residencyOf, toTimelineRows } from "./rows";

/** A panel shows this much of a text; the download has all of it. */
const SHOWN_CHARS = 60_000;
const SHOWN_TRANSITIONS = 50;
const NANO = 1e9;

/**
 * One event: its text, what every run said of it, what protects it, what it cost to carry. Label and reasons show paths
 * relative to the session's folder; target, path and texts are whole.
 */
export async function getEvent(
  deps: Deps,
  scope: ProjectScope,
  input: { readonly number: number; readonly ref: string },
): Promise<Result<EventDetail>> {
  const session = await readSessionPlace(deps.db, scope, input.number);
  if (!session) return notFound("session", input.number);
  const sessionId = session.id;
  const short = shortener(session.cwd);
  const ref = bareRef(input.ref);
  const plan = await readShadowRun(deps.db, scope, sessionId);
  const [rows, facts] = await Promise.all([
    readTimeline(deps.db, scope, sessionId, plan?.id ?? null, { ref }),
    readEventFacts(deps.db, scope, sessionId, ref, SHOWN_CHARS),
  ]);
  const [row] = await toTimelineRows(deps, scope, session, rows);
  if (!row || !facts) return notFound("event", input.ref);
  const [verdicts, blocked, transitions, pins, acknowledged, partner] = await Promise.all([
    readEventVerdicts(deps.db, scope, sessionId, ref),
    readEventBlocked(deps.db, scope, plan?.id ?? null, ref),
    listTransitions(deps.db, scope, sessionId, { ref, after: null, limit: SHOWN_TRANSITIONS }),
    readEventPins(deps.db, scope, sessionId, ref, deps.clock.now()),
    readEventAcknowledgement(deps.db, scope, sessionId, ref),
    facts.partner === null ? [] : readRefLabels(deps.db, scope, sessionId, [facts.partner]),
  ]);
  const shadow = verdicts.find((verdict) => verdict.mode === "shadow");
  return ok({
    row,
    ...factsView(facts),
    insteadText: insteadOf(row, shadow ?? null, transitions[0] ?? null),
    verdicts: verdicts.map((verdict) => verdictView(verdict, short)),
    blocked: blocked.map((row) => ({ ...row, reason: short(row.reason) })),
    transitions: transitions.map((change) => transitionView(change, short)),
    plannedMeaning: shadow?.to === "retained" ? shadow.retained : null,
    pins: pins.map(({ at, until, ...pin }) => ({
      ...pin,
      at: at.toISOString(),
      until: until?.toISOString() ?? null,
    })),
    acknowledged: acknowledged && { by: acknowledged.by, at: acknowledged.at.toISOString() },
    partner:
      facts.partner === null
        ? null
        : evidenceOf(facts.partner, new Map(partner.map((label) => [label.ref, label])), short),
    policyVersion: plan?.policyVersion ?? null,
  });
}

/** What the model sees in the event's place, or would see under the plan; null while it is and stays full. */
function insteadOf(row: TimelineRow, shadow: EventVerdictRow | null, newest: TransitionListRow | null): string | null {
  const standing = residencyOf(newest?.to ?? "full");
  // A verdict that starts elsewhere was made before the newest transition.
  const isOutdated = shadow === null || residencyOf(shadow.from) !== standing;
  const to = standing !== "full" && isOutdated ? standing : row.residency.to;
  if (to === "full") return null;
  const cited = shadow?.pass === "dedup" && to === "reference" ? (row.evidence[0]?.ref ?? null) : null;
  const retained = to === standing ? (newest?.retained ?? null) : (shadow?.retained ?? null);
  return renderAbsent(row.ref, to, retained, cited);
}

function transitionView(
  { from, to, actorKind, actor, reason, rule, run, retained, at }: TransitionListRow,
  short: (text: string) => string,
): EventDetail["transitions"][number] {
  return {
    from: residencyOf(from),
    to: residencyOf(to),
    actorKind: ACTOR_KINDS.find((known) => known === actorKind) ?? "system",
    actor,
    reason: short(reason),
    rule,
    run,
    retained,
    at: at.toISOString(),
  };
}

function factsView(facts: EventFactsRow) {
  const { text, noiseSinceTurn, carriedRequests, carriedTokens, costNanoUsd, partner: _partner, ...rest } = facts;
  const isNoise = noiseSinceTurn !== null || (carriedTokens ?? 0) > 0;
  return {
    ...rest,
    text: text ?? "",
    carried: isNoise
      ? {
          sinceTurn: noiseSinceTurn,
          requests: carriedRequests ?? 0,
          tokens: carriedTokens ?? 0,
          costUsd: costNanoUsd === null ? null : costNanoUsd / NANO,
        }
      : null,
  };
}

function verdictView(verdict: EventVerdictRow, short: (text: string) => string): EventDetail["verdicts"][number] {
  return {
    rule: verdict.rule,
    pass: verdict.pass,
    from: residencyOf(verdict.from),
    to: residencyOf(verdict.to),
    reason: short(verdict.reason),
    noise: noiseClassOf(verdict.noise),
    tokensBefore: verdict.tokensBefore,
    tokensAfter: verdict.tokensAfter,
    run: verdict.mode === "shadow" ? null : verdict.run,
  };
}

/** The whole stored text of an event, for a download. */
export async function getEventText(
  deps: Deps,
  scope: ProjectScope,
  input: { readonly number: number; readonly ref: string },
): Promise<Result<{ text: string }>> {
  const sessionId = await readSessionId(deps.db, scope, input.number);
  if (!sessionId) return notFound("session", input.number);
  const text = await readEventText(deps.db, scope, sessionId, bareRef(input.ref));
  return text === null ? notFound("event", input.ref) : ok({ text });
}
