import { LOSSLESS_WINDOW, type PruneRule } from "../../rule";
import type { Entry } from "../../timeline";

/** The same skill with the same body in one window: loaded once is enough. Other arguments make another body. */
export const duplicateSkillLoad: PruneRule = {
  id: "dedup.skill-load",
  pass: "dedup",
  noise: "duplicate",
  begin(board) {
    const originals = new Map<string, Entry>();
    return (entry) => {
      const { event } = entry;
      if (event.kind !== "skill_load" || event.tokens === 0) return;
      const key = `${entry.context.id}\n${event.skill}\n${event.contentKey}`;
      const original = originals.get(key);
      if (original === undefined) {
        originals.set(key, entry);
        return;
      }
      board.report({
        rule: duplicateSkillLoad,
        entry,
        to: "reference",
        sinceTurn: entry.turn,
        evidence: [original],
        cites: original,
        window: LOSSLESS_WINDOW,
        explain: (cited) =>
          `Skill ${event.skill ?? "of unknown name"} is already loaded at ctx:${(cited ?? original).event.ref}, word for word.`,
      });
    };
  },
};
