import type { Plan, SessionInput, Verdict } from "../prune/model";
import { tokensOf } from "../prune/projection";

/**
 * The plan cut down to what already holds: residencies that a committed run, a person or an agent has set. What the
 * plan would change beyond them waits for a commit, since each change costs the prompt cache behind it.
 */
export function inForce(plan: Plan, { standings }: Pick<SessionInput, "standings">): Plan {
  const verdicts = plan.verdicts.flatMap((verdict): Verdict[] => {
    const standing = standings.get(verdict.ref);
    if (standing === undefined || standing.residency === "full") return [];
    if (verdict.to === standing.residency) return [{ ...verdict, retained: standing.retained ?? verdict.retained }];
    const held = { ...verdict, to: standing.residency, pass: null, retained: standing.retained };
    return [{ ...held, tokensAfter: tokensOf({ ...held, tokensBefore: verdict.tokensBefore }, null) }];
  });
  return { ...plan, verdicts, summaries: [] };
}
