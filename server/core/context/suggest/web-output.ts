import { succeeded } from "../../prune/outcome";
import { ctx, type SuggestionRule } from "./rule";

/** A page or a web search, once the work that asked for it has ended. Address and query stay: they say where it came from. */
export const webOutput: SuggestionRule = {
  id: "suggest.web-output",
  rank: 1,
  judge(entry, window) {
    if (entry.event.toolClass !== "web" || !succeeded(entry.event)) return null;
    const again = window.askedAgain(entry);
    if (again && succeeded(again.event)) {
      return { to: "reference", why: `The same was fetched again at ${ctx(again)}.`, evidence: [again.event.ref] };
    }
    const review = window.endOfWorkBehind(entry);
    if (review === null) return null;
    return {
      to: "retained",
      why: `The work that fetched it has ended (${review.kind}); its source is kept.`,
      evidence: [],
    };
  },
};
