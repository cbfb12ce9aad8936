import type { SessionKey } from "@/server/db/analysis/session";
import type { Deps } from "../deps";
import { NO_TEXTS, type SummaryTexts, writeTexts } from "../summaries/rewrite-plan";
import { decisionOf } from "./decision";
import { planRun, type RunRequest } from "./plan-run";

interface Asked extends RunRequest {
  readonly onlyIfItPays: boolean;
  readonly expectedRevision?: number | undefined;
}

/**
 * What a language model writes for the summaries of a run, when one is set up and the run would be committed. On the
 * pool and before any transaction: nobody's upload waits for a model.
 */
export async function summaryTexts(deps: Deps, key: SessionKey, asked: Asked): Promise<SummaryTexts> {
  const { summaryModel } = deps;
  if (!summaryModel || !asked.compact) return NO_TEXTS;
  const planned = await planRun(deps, deps.db.pool, key, asked);
  if (!planned || !decisionOf(planned.draft, asked).commits) return NO_TEXTS;
  const isOutdated = asked.expectedRevision !== undefined && asked.expectedRevision !== planned.head.ingestRevision;
  return isOutdated ? NO_TEXTS : writeTexts(deps, summaryModel, planned.session, planned.draft.summaries);
}
