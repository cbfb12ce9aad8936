import type { SessionInput } from "../model";
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

/** Protections in order of precedence: the first that guards an event names why it stays. */
export function protectionsOf(session: SessionInput): readonly Protection[] {
  return [
    pinned(session.pins),
    coreFiles,
    safetyFiles,
    projectFiles,
    projectTools,
    userIntent,
    governingSkill,
    restored(session.standings, session.requests),
    inFlight(session.acknowledged),
    linkedFailure(session.records),
    verification,
    workingSet,
    reused,
    spokenOfFile,
    currentFiles(latestChangedPaths(session)),
    tail,
  ];
}

interface Diff {
  readonly seq: number;
  readonly paths: readonly string[];
}

/** Two diffs at one position are told apart by their text, so that the order of arrival does not matter. */
function isLater(diff: Diff, known: Diff | undefined): boolean {
  if (known === undefined || diff.seq !== known.seq) return known === undefined || diff.seq > known.seq;
  return diff.paths.join("\n") > known.paths.join("\n");
}

/** The git diff that each thread reported last. */
function latestChangedPaths(session: SessionInput): ReadonlyMap<string, readonly string[]> {
  const latest = new Map<string, Diff>();
  for (const { thread, seq, changedPaths } of session.marks) {
    if (changedPaths.length > 0 && isLater({ seq, paths: changedPaths }, latest.get(thread))) {
      latest.set(thread, { seq, paths: changedPaths });
    }
  }
  return new Map([...latest].map(([thread, { paths }]) => [thread, paths]));
}
