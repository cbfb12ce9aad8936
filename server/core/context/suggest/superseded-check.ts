import { succeeded } from "../../prune/outcome";
import { questionOf } from "../../prune/question";
import { ctx, type SuggestionRule } from "./rule";

/**
 * A check that was run again. What passed is overtaken by any newer result; what failed only by one that passed and whose
 * exit code can be trusted.
 */
export const supersededCheck: SuggestionRule = {
  id: "suggest.superseded-check",
  rank: 2,
  judge(entry, window) {
    const question = questionOf(entry);
    if (!question?.check) return null;
    const again = window.askedAgain(entry);
    if (again === null) return null;
    const passed = succeeded(again.event) && questionOf(again)?.exitHidden !== true;
    if (!succeeded(entry.event) && !passed) return null;
    return { to: "reference", why: `${question.label} was run again at ${ctx(again)}.`, evidence: [again.event.ref] };
  },
};
