import type { Protection } from "../rule";
import type { Entry } from "../timeline";

/**
 * The body of a skill while its task is open: from its load until the user turn ends or a task boundary comes. A
 * repeated load does not guard itself but the first identical body of the window, because that is what stays.
 */
export const governingSkill: Protection = {
  id: "protect.governing-skill",
  strength: "stands",
  begin(timeline) {
    const lastLoad = new Map<string, Entry>();
    const firstBody = new Map<string, Entry>();
    for (const entry of timeline.entries) {
      if (entry.event.kind !== "skill_load" || !entry.inContext) continue;
      lastLoad.set(`${entry.context.id}\n${entry.event.skill}`, entry);
      const body = bodyKey(entry);
      if (!firstBody.has(body)) firstBody.set(body, entry);
    }
    const governing = new Map<Entry, Entry>();
    for (const load of lastLoad.values()) {
      const body = firstBody.get(bodyKey(load));
      if (body && isOpen(load)) governing.set(body, load);
    }
    return (entry) => {
      const load = governing.get(entry);
      if (!load) return null;
      return {
        reason: `Skill ${entry.event.skill} governs the open task.`,
        pattern: entry.event.skill,
        evidence: [load],
      };
    };
  },
};

function bodyKey({ context, event }: Entry): string {
  return `${context.id}\n${event.skill}\n${event.contentKey}`;
}

function isOpen({ userTurn, context, event }: Entry): boolean {
  return userTurn === context.lastUserTurn && event.seq >= context.lastTaskBoundarySeq;
}
