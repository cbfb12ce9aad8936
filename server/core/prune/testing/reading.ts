import type { Plan, PrunePolicy, Residency, SessionInput, Verdict } from "../model";
import { plan } from "../pipeline";
import { EAGER_POLICY } from "./policies";
import type { SessionBuilder } from "./session-builder";

/** Plans what a builder built, without windows unless a policy is given. */
export function planned(session: SessionBuilder, policy: PrunePolicy = EAGER_POLICY): Plan {
  return plan(session.build(), policy);
}

/** Residency of each result in order: what a run would leave. */
export function residencies(session: SessionBuilder, policy?: PrunePolicy): Residency[] {
  const places = new Map(planned(session, policy).places.map((place) => [place.ref, place.residency]));
  return session.results().map((ref) => places.get(ref) ?? "full");
}

/** Noise class of each result in order; null is none. */
export function noiseClasses(session: SessionBuilder, policy?: PrunePolicy): Verdict["noise"][] {
  const verdicts = new Map(planned(session, policy).verdicts.map((verdict) => [verdict.ref, verdict]));
  return session.results().map((ref) => verdicts.get(ref)?.noise ?? null);
}

export function verdictOf(session: SessionBuilder, ref: string, policy?: PrunePolicy): Verdict | undefined {
  return planned(session, policy).verdicts.find((verdict) => verdict.ref === ref);
}

/** The session as the next run finds it: what the plan decided has become its state. */
export function applied(session: SessionInput, plan: Plan): SessionInput {
  const setAtMs = session.events.reduce((latest, event) => Math.max(latest, event.atMs), 0);
  const standings = new Map(session.standings);
  for (const { ref, to, retained } of plan.verdicts) {
    if (to !== "full") standings.set(ref, { residency: to, retained, by: "pipeline", setAtMs, isApplied: true });
  }
  return { ...session, standings, summaries: [...session.summaries, ...plan.summaries] };
}
