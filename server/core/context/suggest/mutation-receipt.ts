import { succeeded } from "../../prune/outcome";
import { ctx, type SuggestionRule } from "./rule";

/** The receipt of an edit or a write, once the file was read again: the read shows what the receipt only claims. */
export const mutationReceipt: SuggestionRule = {
  id: "suggest.mutation-receipt",
  rank: 2,
  judge(entry, window) {
    const { toolClass, target } = entry.event;
    if ((toolClass !== "edit" && toolClass !== "write") || target === null || !succeeded(entry.event)) return null;
    const read = window.readBehind(target, entry);
    if (read === null) return null;
    return {
      to: "reference",
      why: `${target} was read after this change, at ${ctx(read)}.`,
      evidence: [read.event.ref],
    };
  },
};
