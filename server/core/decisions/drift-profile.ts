import { subjectWords } from "./subject-words";
import type { DecisionStatus } from "./transitions";

/** A decision as drift is looked for. */
export interface DriftDecision {
  readonly number: number;
  readonly status: DecisionStatus;
  readonly title: string;
  readonly decision: string;
  /** What was asked, when it is the answer to a question; else empty. */
  readonly question: string;
  readonly alternatives: readonly string[];
  readonly affectedPaths: readonly string[];
  readonly supersedes: readonly number[];
  readonly amends: readonly number[];
}

/** A decision with what it is compared by. */
export interface Profile {
  readonly of: DriftDecision;
  readonly said: ReadonlySet<string>;
  readonly asked: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
  /** The answer itself, and its words. */
  readonly chosen: string;
  readonly chosenWords: ReadonlySet<string>;
  /** What was turned down. */
  readonly options: readonly { readonly text: string; readonly words: ReadonlySet<string> }[];
  readonly clauses: readonly Clause[];
}

/** A part of a sentence that says what to do or not to do. */
export interface Clause {
  readonly isFor: boolean;
  readonly object: ReadonlySet<string>;
  readonly text: string;
}

export function profileOf(of: DriftDecision): Profile {
  const chosen = chosenOf(of);
  return {
    of,
    said: subjectWords(`${of.title} ${of.decision}`),
    asked: subjectWords(of.question),
    paths: new Set(of.affectedPaths),
    chosen,
    chosenWords: subjectWords(chosen),
    options: of.alternatives.map((text) => ({ text, words: subjectWords(text) })),
    clauses: clausesOf(of),
  };
}

/** The answer itself: what stands behind the title's colon where the decision repeats it, else the first line. */
function chosenOf({ title, decision }: DriftDecision): string {
  const first = (decision.trim() || title).split("\n", 1)[0] ?? "";
  const sentence = /^(.{3,160}?[.;])(?:\s|$)/.exec(first)?.[1] ?? first;
  return sentence.replace(/[.;:]$/, "").slice(0, 200);
}

const FOR =
  /\b(?:use|adopt|add|enable|allow|require|introduce|keep|always|switch to|move to|stay with|deliver from)\b/i;
const AGAINST =
  /\b(?:do not|don't|does not|must not|never|no longer|not|no|avoid|drop|remove|disable|forbid|stop|without|ban|get rid of|reject)\b/i;

const MAX_CLAUSES = 12;
const VERBS = subjectWords(
  "adopt add enable allow require introduce always switch move stay never avoid drop remove disable forbid stop ban reject",
);

/** Parts of sentences that say what to do or not to do, with what it is about. */
function clausesOf({ title, decision }: DriftDecision): Clause[] {
  return `${title}\n${decision}`
    .split(/[\n.;,]|\band\b|\bbut\b/)
    .map((text) => text.trim())
    .flatMap((text): Clause[] => {
      const isAgainst = AGAINST.test(text);
      if (!isAgainst && !FOR.test(text)) return [];
      const object = new Set([...subjectWords(text)].filter((word) => !VERBS.has(word)));
      return object.size === 0 ? [] : [{ isFor: !isAgainst, object, text: text.slice(0, 160) }];
    })
    .slice(0, MAX_CLAUSES);
}
