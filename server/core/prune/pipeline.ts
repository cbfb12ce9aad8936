import type { Plan, PlanOptions, PrunePolicy, SessionInput } from "./model";
import { Planner } from "./planner";

/**
 * Judges every event of a session: where it stands, whether it is noise and since when, what a run would take out of
 * the window now, and what protects the rest. Pure and deterministic; the order of the input lists does not matter.
 * Time and memory are linear in the events and their text, but for one sort. Who plans a session again and again while
 * it grows keeps a `Planner`, which gives the same plans.
 */
export function plan(session: SessionInput, policy: PrunePolicy, options: PlanOptions = {}): Plan {
  return Planner.over(session, policy).plan(options);
}
