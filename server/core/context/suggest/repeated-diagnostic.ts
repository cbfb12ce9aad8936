import { failed, succeeded } from "../../prune/outcome";
import { questionOf } from "../../prune/question";
import { ctx, type SuggestionRule } from "./rule";

const DIAGNOSTICS = /^(shell|git|search|graph|other)$/;

/**
 * The same question was asked again and the newer answer stands: `git status`, a listing of processes, a query. A failure
 * counts only when the newer one succeeded, since the first of several failures may hold the cause. Checks have a rule of
 * their own.
 */
export const repeatedDiagnostic: SuggestionRule = {
  id: "suggest.repeated-diagnostic",
  rank: 1,
  judge(entry, window) {
    const { event } = entry;
    if (!DIAGNOSTICS.test(event.toolClass ?? "") || event.mutates || questionOf(entry)?.check) return null;
    const again = window.askedAgain(entry);
    if (again === null || (failed(event) && !succeeded(again.event)) || failed(again.event)) return null;
    return { to: "reference", why: `It was asked again, and answered, at ${ctx(again)}.`, evidence: [again.event.ref] };
  },
};
