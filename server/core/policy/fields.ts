import { TOOL_CLASSES, type ToolClass } from "../events/kinds";

/**
 * Every number of a policy that a project may change, as data: where it stands, what people call it, its unit and its
 * bounds. The check of a body, the words of a difference and the form all read this table.
 */
export type PolicyUnit = "share" | "tokens" | "turns" | "minutes" | "milliseconds" | "lines" | "times" | "places";

export type PolicySection =
  | "preset"
  | "thresholds"
  | "batching"
  | "noise"
  | "windows"
  | "summaries"
  | "protected"
  | "stages";

export interface NumberField {
  /** Where the number stands in the policy, such as `budget.pruneShare`. */
  readonly path: string;
  readonly section: PolicySection;
  readonly label: string;
  readonly unit: PolicyUnit;
  /** Bounds in the unit of the policy: a share of 0.4, a gap in milliseconds. */
  readonly min: number;
  readonly max: number;
  /** What it does, for the line below the field. */
  readonly hint: string;
}

const MOST_TOKENS = 10_000_000;
const MOST_TURNS = 10_000;
const MINUTE_MS = 60_000;

type Row = [path: string, label: string, unit: PolicyUnit, min: number, max: number, hint: string];

const THRESHOLDS: readonly Row[] = [
  ["budget.planShare", "Plan above", "share", 0.05, 1, "A plan is made once this much of the window is used."],
  ["budget.pruneShare", "Prune at", "share", 0.05, 0.99, "Agents are advised to prune."],
  ["budget.compactShare", "Compact at", "share", 0.05, 0.99, "Agents are advised to compact and prune."],
  ["budget.checkpointShare", "Checkpoint at", "share", 0.05, 0.99, "Agents are advised to save a checkpoint at once."],
  ["budget.checkpointAfterMinutes", "Checkpoint after", "minutes", 1, 10_080, "Advised when the last one is older."],
  ["budget.quietTurns", "Say it again after", "turns", 0, MOST_TURNS, "The same advice is not repeated sooner."],
  ["budget.checkEveryTurns", "Check every", "turns", 1, MOST_TURNS, "How often the tiers are looked at."],
  ["budget.tiers.hot", "Hot tier", "share", 0, 1, "Task, active files, last decisions: always loaded."],
  ["budget.tiers.warm", "Warm tier", "share", 0, 1, "File summaries, architecture, errors: on demand."],
  ["budget.tiers.cold", "Cold tier", "share", 0, 1, "Old summaries and closed decisions: by search."],
  ["budget.maxInjectionShare", "Inject at most", "share", 0.01, 1, "Start, load and resume put no more in at once."],
];

const BATCHING: readonly Row[] = [
  [
    "batching.minSavingTokens",
    "Commit when at least",
    "tokens",
    0,
    MOST_TOKENS,
    "While the cache is warm and nothing ended.",
  ],
  [
    "batching.adaptive.share",
    "Adaptive: share of what is visible",
    "share",
    0.01,
    1,
    "So much of what is visible must be able to go.",
  ],
  ["batching.adaptive.minTokens", "Adaptive: at least", "tokens", 0, MOST_TOKENS, "The lower bound in small windows."],
  ["batching.adaptive.maxTokens", "Adaptive: at most", "tokens", 0, MOST_TOKENS, "The upper bound in large windows."],
  [
    "batching.cheapSavingTokens",
    "At a boundary, at least",
    "tokens",
    0,
    MOST_TOKENS,
    "Also when the cache has gone cold.",
  ],
  [
    "batching.coldGapMs",
    "Cache gone cold after",
    "milliseconds",
    MINUTE_MS,
    1_440 * MINUTE_MS,
    "The provider forgets a prefix after such a pause.",
  ],
  [
    "batching.lookTokens",
    "Look again after",
    "tokens",
    0,
    MOST_TOKENS,
    "A plan is looked at again after so much new text.",
  ],
];

const NOISE: readonly Row[] = [
  ["idleTurns", "Idle after", "turns", 1, MOST_TURNS, "Unprotected, so long in context, and never referred to again."],
  [
    "superseded.coveredShare",
    "Superseded: later reads hold",
    "share",
    0.01,
    1,
    "This share of the lines of an earlier read.",
  ],
  [
    "superseded.tokens",
    "Superseded: lies behind",
    "tokens",
    0,
    MOST_TOKENS,
    "Tokens that came after the earlier read.",
  ],
  ["superseded.turns", "Superseded: older than", "turns", 0, MOST_TURNS, "Requests since the earlier read."],
  ["currentFileTurns", "A file is current for", "turns", 0, MOST_TURNS, "After its last edit or write."],
  ["workingSetTurns", "Edited file: latest read stays for", "turns", 0, MOST_TURNS, "After the file was edited."],
  [
    "spokenOf.tokens",
    "Read and spoken of: stays within",
    "tokens",
    0,
    MOST_TOKENS,
    "Explore-first sessions edit such a file long after.",
  ],
  [
    "spokenOf.turns",
    "Read and spoken of: stays for",
    "turns",
    0,
    MOST_TURNS,
    "Both ages must be passed; whole files only.",
  ],
  ["referencedWithinTurns", "A named result stays for", "turns", 0, MOST_TURNS, "After a message or call named it."],
  ["restoredTurns", "A restored result stays for", "turns", 0, MOST_TURNS, "Then it may be archived again."],
  [
    "reuse.times",
    "Often used: referred to",
    "times",
    1,
    1_000,
    "References after which a result counts as often used.",
  ],
  ["reuse.waitTurns", "Often used: waits", "turns", 0, MOST_TURNS, "Requests after its last use."],
  ["blocks.minTokens", "Repeats: in results of at least", "tokens", 1, MOST_TOKENS, "Smaller results stay whole."],
  ["blocks.minTurns", "Repeats: older than", "turns", 0, MOST_TURNS, "Younger results stay whole."],
  ["blocks.minLines", "Repeats: runs of at least", "lines", 1, 10_000, "Shorter repeats stay."],
  ["blocks.minGainShare", "Repeats: saving at least", "share", 0, 1, "Of the result."],
];

const SUMMARIES: readonly Row[] = [
  ["budget.summarizeShare", "Summarize from", "share", 0.05, 1, "From here on the oldest turns are summarized."],
  [
    "retain.nearEditLines",
    "Lines around an edited line",
    "lines",
    0,
    1_000,
    "Kept on either side; 0 keeps the line alone.",
  ],
  [
    "retain.digestTokens",
    "Room for names",
    "tokens",
    0,
    100_000,
    "Names that nothing else in the window shows; 0 makes no digest.",
  ],
  [
    "retain.usedNamePlaces",
    "A used name is rare in",
    "places",
    0,
    1_000,
    "Its lines stay while at most so many places show it.",
  ],
];

/** What people call a tool class. */
export const CLASS_WORDS: Readonly<Record<ToolClass, string>> = {
  source_read: "Source files read",
  doc_read: "Documents read",
  dependency_read: "Dependencies read",
  search: "Searches",
  git: "Git",
  shell: "Shell",
  test: "Tests",
  build: "Builds",
  web: "Web pages",
  agent: "Sub-agents",
  write: "Files written",
  edit: "Edits",
  skill: "Skills",
  todo: "Todo lists",
  ask: "Questions",
  plan: "Plans",
  memory: "Memory",
  graph: "Code graph",
  other: "Other tools",
};

/** What a number of a tool class is called in its row of the table of windows. */
const CLASS_COLUMNS = [
  ["tail", "tokens", "results stay within", "tokens", "Younger results, in tokens that came after."],
  ["tail", "turns", "results stay for", "turns", "Younger results, in requests that came after."],
  ["callTail", "tokens", "arguments stay within", "tokens", "Younger arguments, in tokens that came after."],
  ["callTail", "turns", "arguments stay for", "turns", "Younger arguments, in requests that came after."],
] as const;

function classFields(toolClass: ToolClass): NumberField[] {
  const name = CLASS_WORDS[toolClass];
  const windows = CLASS_COLUMNS.map(([side, key, words, unit, hint]) => ({
    path: `${side}.${toolClass}.${key}`,
    section: "windows" as const,
    label: `${name}: ${words}`,
    unit,
    min: 0,
    max: unit === "tokens" ? MOST_TOKENS : MOST_TURNS,
    hint,
  }));
  return [
    ...windows,
    {
      path: `referenceAfterTurns.${toolClass}`,
      section: "windows",
      label: `${name}: only a marker after`,
      unit: "turns",
      min: 1,
      max: MOST_TURNS,
      hint: "Until then the kept meaning stays; empty means for good.",
    },
  ];
}

function rows(section: PolicySection, list: readonly Row[]): NumberField[] {
  return list.map(([path, label, unit, min, max, hint]) => ({ path, section, label, unit, min, max, hint }));
}

export const NUMBER_FIELDS: readonly NumberField[] = [
  ...rows("thresholds", THRESHOLDS),
  ...rows("batching", BATCHING),
  ...rows("noise", NOISE),
  ...TOOL_CLASSES.flatMap(classFields),
  ...rows("summaries", SUMMARIES),
];

const BY_PATH = new Map(NUMBER_FIELDS.map((field) => [field.path, field]));

/** The row of a number; null for a path that is none. */
export function numberField(path: string): NumberField | null {
  return BY_PATH.get(path) ?? null;
}

/** Parts of a policy that may be switched off as a whole, with what off means. */
export const SWITCHES = [
  { path: "batching.adaptive", section: "batching", label: "Adapt to the window", off: "off" },
  { path: "reuse", section: "noise", label: "Results that are often used wait", off: "not counted" },
  { path: "blocks", section: "noise", label: "Cut repeated runs of lines", off: "never" },
] as const satisfies readonly { path: string; section: PolicySection; label: string; off: string }[];
export type PolicySwitch = (typeof SWITCHES)[number]["path"];

/** Settings that are a choice between words, with what each choice means. */
export interface ChoiceField {
  readonly path: string;
  readonly section: PolicySection;
  readonly label: string;
  readonly hint: string;
  readonly options: readonly { readonly value: string | boolean; readonly word: string }[];
}

export const CHOICE_FIELDS: readonly ChoiceField[] = [
  {
    path: "byAge",
    section: "noise",
    label: "Results that no rule found",
    hint: "Past both ages of their class and not protected.",
    options: [
      { value: true, word: "fall to their kept meaning by age" },
      { value: false, word: "stay in full" },
    ],
  },
  {
    path: "staleTo",
    section: "noise",
    label: "Age and superseding lead to",
    hint: "A marker alone saves more and loses what later turns quote.",
    options: [
      { value: "retained", word: "the kept meaning" },
      { value: "reference", word: "the marker alone" },
    ],
  },
  {
    path: "retain.declarations",
    section: "summaries",
    label: "Declarations of a file",
    hint: "Names of functions, classes and types in the kept meaning.",
    options: [
      { value: true, word: "kept" },
      { value: false, word: "not kept" },
    ],
  },
];
