import type { Plan, PlannedSummary, SessionInput } from "@/server/core/prune/model";
import { timelineOf } from "@/server/core/prune/timeline";
import type { Deps } from "../deps";
import { writeSummaries } from "./model-summarizer";
import type { SummaryModel } from "./summary-model";

/** Better texts of planned summaries, by thread, range and the default text that they take the place of. */
export type SummaryTexts = ReadonlyMap<string, PlannedSummary>;

export const NO_TEXTS: SummaryTexts = new Map();

/** A run waits for its texts: whatever lies beyond keeps the text that the rules wrote. */
const MAX_WRITTEN = 10;
const MAX_WAIT_MS = 60_000;

/**
 * Lets a language model write the first summaries of a plan. Takes as long as the model does, at most about a minute
 * and a half, so never inside a transaction: `withTexts` puts them into the plan that is made there.
 */
export async function writeTexts(
  deps: Pick<Deps, "log" | "clock">,
  model: SummaryModel,
  session: SessionInput,
  summaries: readonly PlannedSummary[],
): Promise<SummaryTexts> {
  const timeline = timelineOf(session);
  const begunMs = deps.clock.now().getTime();
  const texts = new Map<string, PlannedSummary>();
  for (const summary of summaries.slice(0, MAX_WRITTEN)) {
    if (deps.clock.now().getTime() - begunMs >= MAX_WAIT_MS) break;
    const [written] = await writeSummaries(deps, model, timeline, [summary]);
    if (written && written !== summary) texts.set(nameOf(summary), written);
  }
  return texts;
}

/** The plan with these texts where it plans the same summaries; ranges, verdicts and places stay. */
export function withTexts(plan: Plan, texts: SummaryTexts): Plan {
  if (texts.size === 0) return plan;
  const summaries = plan.summaries.map((summary) => {
    const written = texts.get(nameOf(summary));
    return written ? { ...summary, text: written.text, tokens: written.tokens, evidence: written.evidence } : summary;
  });
  const saved = tokensOf(plan.summaries) - tokensOf(summaries);
  const { totals } = plan;
  return {
    ...plan,
    summaries,
    totals: { ...totals, summaryTokens: totals.summaryTokens - saved, afterTokens: totals.afterTokens - saved },
  };
}

function nameOf({ thread, refs, text }: PlannedSummary): string {
  return JSON.stringify([thread, refs, text]);
}

function tokensOf(summaries: Plan["summaries"]): number {
  return summaries.reduce((sum, summary) => sum + summary.tokens, 0);
}
