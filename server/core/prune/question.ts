import { type CheckClass, type Fingerprint, fingerprintCommand } from "./fingerprint";
import type { Entry } from "./timeline";

/**
 * What a call asked, so that a later success can answer an earlier failure: the fingerprint of its command, or its
 * tool on its target. A command is never compared by target, since two commands on one file are two questions.
 */
export interface Question {
  readonly key: string;
  readonly family: string;
  readonly scope: readonly string[];
  readonly folder: string | null;
  readonly check: CheckClass | null;
  readonly exitHidden: boolean;
  /** How a person would name it. */
  readonly label: string;
}

/** Asked several times of each result in one plan, so the entry keeps the answer. */
export function questionOf(entry: Entry): Question | null {
  if (entry.question === undefined) entry.question = ask(entry);
  return entry.question;
}

function ask({ event }: Entry): Question | null {
  if (event.command !== null) {
    const print = fingerprintCommand(event.command);
    return (
      print && fromCommand(print, event.toolClass === "test" || event.toolClass === "build" ? event.toolClass : null)
    );
  }
  if (event.tool === null) return null;
  const about = event.target ?? event.paramsKey;
  if (about === null) return null;
  const key = `${event.tool} on ${about}`;
  const label = event.target === null ? event.tool : key;
  return { key, family: key, scope: [], folder: null, check: null, exitHidden: false, label };
}

function fromCommand(print: Fingerprint, toolClass: CheckClass | null): Question {
  return { ...print, check: print.check ?? toolClass, label: print.key.replaceAll(" : ", " ") };
}
