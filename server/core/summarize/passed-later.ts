import { succeeded } from "../prune/outcome";
import { questionOf } from "../prune/question";
import type { Entry, Timeline } from "../prune/timeline";
import type { PassedLater } from "./facts";

/**
 * Whether the check that an entry ran passed behind it, in the same window: the same run again, or a run of the whole
 * that covers it. A range may end before the run that settled it, and its summary must not leave the failure standing.
 */
export function passedLaterIn({ entries }: Timeline): PassedLater {
  // Most windows have no failure to ask about.
  let known: ReadonlyMap<string, number> | null = null;
  return (entry) => {
    const question = questionOf(entry);
    if (question === null) return false;
    known ??= lastPasses(entries);
    // Who named no folder may have failed in any; a run without one covers all.
    const folders = question.folder === null ? [ANY] : [question.folder, NONE];
    return [question.key, question.family].some((name) =>
      folders.some((folder) => (known?.get(placeOf(entry, name, folder)) ?? -1) > entry.order),
    );
  };
}

const ANY = "*";
const NONE = "";

function placeOf({ context }: Entry, name: string, folder: string): string {
  return `${context.id}\n${name}\n${folder}`;
}

function lastPasses(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const lastPass = new Map<string, number>();
  for (const entry of entries) {
    const question = questionOf(entry);
    if (question === null || question.check === null || question.exitHidden || !isPass(entry)) continue;
    const names = question.scope.length === 0 ? [question.key, question.family] : [question.key];
    for (const name of names) {
      for (const folder of [question.folder ?? NONE, ANY]) lastPass.set(placeOf(entry, name, folder), entry.order);
    }
  }
  return lastPass;
}

function isPass({ visible, event }: Entry): boolean {
  return visible && event.kind !== "tool_call" && succeeded(event);
}
