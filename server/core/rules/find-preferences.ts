import { cutAtWord } from "../decisions/draft";
import type { SessionInput } from "../prune/model";
import { timelineOf } from "../prune/timeline";
import { type SaidSentence, saidSentences } from "./said-sentences";
import type { RuleKind } from "./statuses";
import { isConstraint, isLasting, leansOnSentenceBefore, onlyPointsBack, pathsNamed } from "./wanted";

/** Something that a person said they want, at one place of a session. */
export interface FoundRule {
  readonly kind: RuleKind;
  readonly title: string;
  readonly text: string;
  readonly affectedPaths: readonly string[];
  /** The prompt's place, and which of its sentences: the same place never gives a second record. */
  readonly sourceKey: string;
  readonly ref: string;
  readonly atMs: number;
}

/** What one prompt says is wanted from now on; `part` counts the rules of the prompt. */
export type Wish = Pick<FoundRule, "kind" | "title" | "text" | "affectedPaths">;

const MAX_TITLE_CHARACTERS = 120;
/** A prompt with more is a rule book; it belongs into a document. */
const MAX_WISHES = 8;

/**
 * What people said in a session that they want: prompts of the main thread, in the session's order, each equal sentence
 * once. Prompts that a rewind took back, and those of helpers, which an agent wrote, want nothing.
 */
export function findPreferences(session: SessionInput, nativeId: string): FoundRule[] {
  const seen = new Set<string>();
  return timelineOf(session)
    .entries.filter(({ visible, thread, event }) => {
      return visible && !thread.auxiliary && event.thread === "main" && event.kind === "user_prompt";
    })
    .flatMap(({ event }) =>
      wishesOf(event.text).flatMap((wish, part) => {
        const same = `${wish.kind} ${wish.text.toLowerCase()}`;
        if (seen.has(same)) return [];
        seen.add(same);
        const sourceKey = `${session.client}:${nativeId}:${event.ref}:said:${part}`;
        return [{ ...wish, sourceKey, ref: event.ref, atMs: event.atMs }];
      }),
    );
}

export function wishesOf(prompt: string): Wish[] {
  const sentences = saidSentences(prompt);
  return sentences
    .flatMap((sentence, at) => {
      if (!isLasting(sentence.plain)) return [];
      const text = wholeOf(sentence, sentences[at - 1]);
      if (text === null) return [];
      const kind: RuleKind = isConstraint(sentence.plain) ? "constraint" : "preference";
      return [
        {
          kind,
          title: cutAtWord(text, MAX_TITLE_CHARACTERS),
          text,
          affectedPaths: kind === "constraint" ? pathsNamed(text) : [],
        },
      ];
    })
    .slice(0, MAX_WISHES);
}

/** "Keep this in mind." and "Never do that again." say nothing without the sentence before them. */
function wholeOf(sentence: SaidSentence, before: SaidSentence | undefined): string | null {
  if (onlyPointsBack(sentence.plain)) return before?.text ?? null;
  if (!leansOnSentenceBefore(sentence.plain)) return sentence.text;
  return before ? `${before.text} ${sentence.text}` : null;
}
