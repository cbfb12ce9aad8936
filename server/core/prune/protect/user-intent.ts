import { isAcceptedPlan } from "../outcome";
import type { Guard, Protection } from "../rule";
import type { Entry } from "../timeline";

/**
 * What the person asked for: every prompt, every answer to a question of the agent, and the plan that was accepted
 * last in the window. A prompt that holds a pin phrase says so.
 */
export const userIntent: Protection = {
  id: "protect.user-intent",
  strength: "stands",
  begin(timeline, policy) {
    const phrases = policy.pinPhrases.map((phrase) => phrase.toLowerCase());
    const activePlan = new Map<number, Entry>();
    for (const entry of timeline.entries) {
      if (entry.visible && isAcceptedPlan(entry.event)) activePlan.set(entry.context.id, entry);
    }
    return (entry) => {
      if (entry.event.kind === "user_prompt") return prompt(entry, phrases);
      if (entry.event.toolClass === "ask") return guard("It holds what a person answered.");
      if (isActivePlan(entry, activePlan)) return guard("It is the plan that was accepted last.");
      return null;
    };
  },
};

function isActivePlan(entry: Entry, activePlan: ReadonlyMap<number, Entry>): boolean {
  if (entry.event.toolClass !== "plan") return false;
  const plan = activePlan.get(entry.context.id);
  return plan !== undefined && (plan === entry || plan === entry.partner);
}

function prompt(entry: Entry, phrases: readonly string[]): Guard {
  const text = entry.event.text.toLowerCase();
  const phrase = phrases.find((candidate) => text.includes(candidate));
  if (phrase === undefined) return guard("It is what the person said.");
  return { reason: `The person said "${phrase}".`, pattern: phrase, evidence: [] };
}

function guard(reason: string): Guard {
  return { reason, pattern: null, evidence: [] };
}
