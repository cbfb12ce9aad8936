import { isInventory } from "./inventory";
import { listedPaths } from "./paths";
import { ctx, type SuggestionRule } from "./rule";

/**
 * A search whose hit was then read: it was a surface to find the source, and the read carries the evidence. Hits that
 * were not read may still be candidates, so their paths are kept until the work has ended.
 */
export const broadSearch: SuggestionRule = {
  id: "suggest.broad-search",
  rank: 1,
  judge(entry, window) {
    if (entry.event.toolClass !== "search" || isInventory(entry.event)) return null;
    const paths = listedPaths(entry.event.text);
    const reads = paths.map((path) => window.readBehind(path, entry));
    const first = reads.find((read) => read !== null);
    if (!first) return null;
    const open = reads.filter((read) => read === null).length;
    const found = `What it found was read at ${ctx(first)}`;
    if (open === 0) return { to: "reference", why: `${found}; no hit is left unread.`, evidence: [first.event.ref] };
    const end = window.endOfWorkBehind(entry);
    if (end !== null && end.seq > first.event.seq) {
      return {
        to: "reference",
        why: `${found}, and the work has ended since (${end.kind}).`,
        evidence: [first.event.ref],
      };
    }
    return { to: "retained", why: `${found}; ${open} of its files were not read yet.`, evidence: [first.event.ref] };
  },
};
