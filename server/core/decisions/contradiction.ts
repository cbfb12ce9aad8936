import type { Profile } from "./drift-profile";
import { commonWords, containment, likeness, type Weights } from "./subject-words";

/** Whether two decisions cannot both hold, told from what they say; and the sentences that show it. */

interface Setting {
  readonly saidAlike: number;
  readonly isAskedAgain: boolean;
  readonly sharesPath: boolean;
  readonly weight: Weights;
}

interface Clash {
  readonly score: number;
  readonly reasons: readonly string[];
}

/** From here on two decisions have a subject in common. */
const SAME_SUBJECT = 0.12;
/** Below this two decisions have nothing to do with each other. */
const HARDLY_ALIKE = SAME_SUBJECT / 2;
const SAME_OPTION = 0.75;
const SAME_OBJECT = 0.6;
const SAME_ANSWER = 0.8;

export function contradictionBetween(older: Profile, newer: Profile, setting: Setting): Clash | null {
  const { isAskedAgain, sharesPath, saidAlike } = setting;
  if (!isAskedAgain && !sharesPath && saidAlike < HARDLY_ALIKE) return null;
  const reasons = [
    ...answeredOtherwise(older, newer, setting),
    ...rejectedOption(newer, older, setting),
    ...rejectedOption(older, newer, setting),
    ...oppositeWords(older, newer, setting),
  ];
  if (reasons.length === 0) return null;
  const sureness = 0.6 + 0.15 * reasons.length + (sharesPath ? 0.1 : 0) + saidAlike * 0.2;
  return { score: Math.min(1, sureness), reasons };
}

/** The same question, and another answer. */
function answeredOtherwise(older: Profile, newer: Profile, { isAskedAgain, weight }: Setting): string[] {
  if (!isAskedAgain) return [];
  if (likeness(older.chosenWords, newer.chosenWords, weight) >= SAME_ANSWER) return [];
  return [`The same question was answered “${older.chosen}” and then “${newer.chosen}”.`];
}

/** One chose what the other turned down, on the same subject. */
function rejectedOption(
  chooser: Profile,
  rejecter: Profile,
  { isAskedAgain, sharesPath, ...setting }: Setting,
): string[] {
  const option = rejecter.options.find(({ words }) => isSameOption(words, chooser.chosenWords, setting.weight));
  if (option === undefined) return [];
  // The option's own words do not make a common subject: it may have been weighed for something else.
  const rest = commonWords(chooser.said, rejecter.said).filter((word) => !option.words.has(word));
  const isSameSubject = isAskedAgain || sharesPath || (rest.length > 0 && setting.saidAlike >= HARDLY_ALIKE);
  return isSameSubject
    ? [`One chose “${chooser.chosen}”, which the other turned down as “${option.text.trim()}”.`]
    : [];
}

function isSameOption(option: ReadonlySet<string>, chosen: ReadonlySet<string>, weight: Weights): boolean {
  if (option.size === 0 || chosen.size === 0) return false;
  return likeness(option, chosen, weight) >= SAME_OPTION || commonWords(option, chosen).length === option.size;
}

/** One says to do what the other says not to: verbs of opposite direction on the same object. */
function oppositeWords(older: Profile, newer: Profile, { saidAlike, sharesPath, weight }: Setting): string[] {
  if (!sharesPath && saidAlike < SAME_SUBJECT) return [];
  for (const a of older.clauses) {
    for (const b of newer.clauses) {
      if (a.isFor === b.isFor || commonWords(a.object, b.object).length === 0) continue;
      if (containment(a.object, b.object, weight) >= SAME_OBJECT) return [`“${a.text}” against “${b.text}”.`];
    }
  }
  return [];
}
