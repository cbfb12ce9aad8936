import type { SessionInput, SessionMark } from "../model";
import type { Protection } from "../rule";
import { coreFiles } from "./core-files";
import { currentFiles } from "./current-files";
import { governingSkill } from "./governing-skill";
import { inFlight } from "./in-flight";
import { linkedFailure } from "./linked-failure";
import { pinned } from "./pins";
import { projectFiles } from "./project-files";
import { projectTools } from "./project-tools";
import { restored } from "./restored";
import { reused } from "./reused";
import { safetyFiles } from "./safety-files";
import { spokenOfFile } from "./spoken-of-file";
import { tail } from "./tail";
import { userIntent } from "./user-intent";
import { verification } from "./verification";
import { workingSet } from "./working-set";

/** What protections ask for besides the events. Of the marks, the latest diff of each thread is enough. */
export type ProtectionFacts = Pick<SessionInput, "pins" | "standings" | "acknowledged" | "records" | "marks">;

/** Protections in order of precedence: the first that guards an event names why it stays. */
export function protectionsOf(facts: ProtectionFacts): readonly Protection[] {
  return [
    pinned(facts.pins),
    coreFiles,
    safetyFiles,
    projectFiles,
    projectTools,
    userIntent,
    governingSkill,
    restored(facts.standings),
    inFlight(facts.acknowledged),
    linkedFailure(facts.records),
    verification,
    workingSet,
    reused,
    spokenOfFile,
    currentFiles(new Map([...latestDiffs(facts.marks)].map(([thread, mark]) => [thread, mark.changedPaths]))),
    tail,
  ];
}

/** Two diffs at one position are told apart by their text, so that the order of arrival does not matter. */
function isLater(diff: SessionMark, known: SessionMark | undefined): boolean {
  if (known === undefined || diff.seq !== known.seq) return known === undefined || diff.seq > known.seq;
  return diff.changedPaths.join("\n") > known.changedPaths.join("\n");
}

/** The git diff that each thread reported last. */
export function latestDiffs(marks: Iterable<SessionMark>): ReadonlyMap<string, SessionMark> {
  const latest = new Map<string, SessionMark>();
  for (const mark of marks) {
    if (mark.changedPaths.length > 0 && isLater(mark, latest.get(mark.thread))) latest.set(mark.thread, mark);
  }
  return latest;
}
