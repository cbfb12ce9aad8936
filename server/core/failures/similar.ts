import { fingerprintText, partsOfFingerprint } from "./fingerprint-text";
import { errorSignature } from "./signature";
import { subjectOfCommand } from "./subject";
import { likeness, wordsOf } from "./words";

/** What somebody is about to try, or ran into. At least one is told. */
export interface FailureQuestion {
  readonly text: string;
  readonly command: string;
  readonly error: string;
  readonly path: string;
}

/** What the question is called in fingerprints, to be looked up exactly. */
export interface FailureKeys {
  readonly fingerprints: readonly string[];
  /** First and second part of a fingerprint: what was asked, and the cause. */
  readonly subjects: readonly string[];
  readonly causes: readonly string[];
  readonly words: readonly string[];
}

const MAX_SUBJECT_CHARACTERS = 300;
/** A question of more words is asked by its first ones. */
const MAX_WORDS = 32;

/** Text may be a command or an error; it is looked up as both. */
export function keysOf({ text, command, error }: FailureQuestion): FailureKeys {
  const said = text.trim();
  const commands = [command.trim(), isOneLine(said) ? said : ""].filter((one) => one !== "");
  const errors = [error.trim(), said].filter((one) => one !== "");
  const families = commands.map(subjectOfCommand);
  const causes = errors.map((one) => errorSignature(one, null).signature);
  const exact = families.flatMap((family) => causes.map((cause) => fingerprintText(family, cause)));
  const parts = exact.map(partsOfFingerprint);
  const alone = (subject: string, cause: string) => partsOfFingerprint(fingerprintText(subject, cause));
  return {
    fingerprints: [...new Set(exact)],
    subjects: [...new Set([...parts, ...families.map((one) => alone(one, ""))].map(({ subject }) => subject))],
    causes: [...new Set([...parts, ...causes.map((one) => alone("", one))].map(({ cause }) => cause))].filter(
      (cause) => cause !== "",
    ),
    words: wordsOf([said, command, error].join("\n")).slice(0, MAX_WORDS),
  };
}

function isOneLine(text: string): boolean {
  return text.length <= MAX_SUBJECT_CHARACTERS && !text.includes("\n");
}

export interface FailureCandidate {
  readonly number: number;
  /** Of its fingerprints those that share a part with the question. */
  readonly fingerprints: readonly string[];
  readonly texts: readonly string[];
  readonly paths: readonly string[];
}

export const SIMILAR_BY = ["fingerprint", "cause", "command", "path", "words"] as const;
export type SimilarBy = (typeof SIMILAR_BY)[number];

export interface SimilarFailure {
  readonly number: number;
  /** 0 to 1; 1 is the same command with the same cause. */
  readonly score: number;
  readonly by: readonly SimilarBy[];
  /** Words of the question that it has, or nearly has; the rarest first. */
  readonly words: readonly string[];
}

/** How much each kind of likeness says by itself; words fill what is left up to the next stronger kind. */
const WORTH = { fingerprint: 1, cause: 0.85, command: 0.6, path: 0.45, words: 0 } as const;
const WORDS_ALONE = 0.6;
/** Words that say the same by chance lie below. */
const MIN_WORDS_SCORE = 0.34;

/** The failures that are most like the question, the most similar first. Deterministic; equal ones by number, newest first. */
export function similarFailures(
  question: FailureQuestion,
  candidates: readonly FailureCandidate[],
  limit: number,
): SimilarFailure[] {
  const keys = keysOf(question);
  const compare = likeness(
    keys.words,
    candidates.map(({ texts }) => wordsOf(texts.join("\n"))),
  );
  return candidates
    .map((candidate, index) => judge(candidate, keys, question.path.trim(), compare(index)))
    .filter(({ by }) => by.length > 0)
    .sort((a, b) => b.score - a.score || b.number - a.number)
    .slice(0, limit);
}

function judge(
  { number, fingerprints, paths }: FailureCandidate,
  keys: FailureKeys,
  path: string,
  { share, shared }: { share: number; shared: readonly string[] },
): SimilarFailure {
  const parts = fingerprints.map(partsOfFingerprint);
  const by: SimilarBy[] = [];
  if (fingerprints.some((one) => keys.fingerprints.includes(one))) by.push("fingerprint");
  else {
    if (parts.some(({ cause }) => keys.causes.includes(cause))) by.push("cause");
    if (parts.some(({ subject }) => keys.subjects.includes(subject))) by.push("command");
  }
  if (path !== "" && paths.some((one) => isSamePlace(one, path))) by.push("path");
  if (share >= MIN_WORDS_SCORE) by.push("words");
  const worth = Math.max(0, ...by.map((kind) => WORTH[kind]));
  const score = worth === 0 ? share * WORDS_ALONE : worth + (1 - worth) * 0.5 * share;
  return { number, score: Math.round(score * 100) / 100, by, words: shared };
}

/** The same file, or one is a folder above the other; a path may be written from another root. */
function isSamePlace(known: string, asked: string): boolean {
  const [a, b] = [known, asked].map((path) => `/${path.replace(/^\.?\/+|\/+$/g, "")}/`);
  return a !== undefined && b !== undefined && (a.includes(b) || b.includes(a));
}
