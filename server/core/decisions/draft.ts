import { cutText } from "../events/clean";
import type { Entry } from "../prune/timeline";

/** Where a draft comes from, with what a reader is told of it. */
export const DRAFT_SOURCES = {
  "answered-question": "A question of the agent that a person answered.",
  "approved-plan": "A plan that a person approved.",
  "recorded-decision": "A decision that the agent recorded with a tool.",
  "written-decision": "A decision that the agent wrote down as one.",
} as const;
export type DraftSource = keyof typeof DRAFT_SOURCES;

export interface Alternative {
  readonly option: string;
  /** What the option meant, in the words of the one who offered it. */
  readonly detail: string;
  /** Empty while nobody said. */
  readonly whyNot: string;
}

export interface DraftEvidence {
  /** Entry id of an event of the session. */
  readonly ref: string;
  readonly note: string;
}

/** A decision as a session shows it, before a person has reviewed it. */
export interface DecisionDraft {
  /** `<client>:<native session id>:<entry id>[:n]`; the same place never gives a second draft. */
  readonly sourceKey: string;
  readonly source: DraftSource;
  readonly title: string;
  readonly context: string;
  readonly decision: string;
  readonly reasoning: string;
  readonly alternatives: readonly Alternative[];
  readonly impact: string;
  readonly reversible: string;
  readonly risk: string;
  readonly confidence: string;
  readonly assumptions: readonly string[];
  readonly affectedPaths: readonly string[];
  readonly tags: readonly string[];
  readonly evidence: readonly DraftEvidence[];
  /** The role that asked, planned or wrote. */
  readonly agent: string;
  readonly atMs: number;
}

/** A draft before its source key is known. */
export type Finding = Omit<DecisionDraft, "sourceKey" | "agent" | "atMs"> & {
  readonly entry: Entry;
  /** Position among several findings of one event; null when there can be one only. */
  readonly part: number | null;
};

const NOTHING_TOLD = {
  context: "",
  reasoning: "",
  alternatives: [],
  impact: "",
  reversible: "",
  risk: "",
  confidence: "",
  assumptions: [],
  affectedPaths: [],
  tags: [],
  part: null,
} as const;

type Told = Pick<Finding, "entry" | "source" | "title" | "decision" | "evidence"> & Partial<Finding>;

export function finding(told: Told): Finding {
  return { ...NOTHING_TOLD, ...told, title: titleOf(told.title) };
}

const MAX_TITLE_CHARACTERS = 140;

/** One line without Markdown marks; cut at a word. */
export function titleOf(text: string): string {
  const line = text
    .replace(/[*_`#]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[.:]$/, "");
  return cutAtWord(line, MAX_TITLE_CHARACTERS);
}

export function cutAtWord(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const cut = cutText(text, maxCharacters - 1);
  const space = cut.lastIndexOf(" ");
  return `${space > maxCharacters / 2 ? cut.slice(0, space) : cut}…`;
}
