/**
 * What the colours of data mean. Cool is kept, warm is noise. The values live in app/globals.css;
 * palette.test.ts reads them there and checks that neighbours differ for every kind of sight.
 */

/** Proven noise is the headline; idle is shown beside it, dropped is what a client really left out. */
export const NOISE_CLASSES = ["duplicate", "resolved-error", "superseded", "idle", "dropped"] as const;
export type NoiseClass = (typeof NOISE_CLASSES)[number];

export const PROVEN_NOISE = ["duplicate", "resolved-error", "superseded"] as const satisfies readonly NoiseClass[];

/** What charts stack, from the base up. */
export const CHARTED_NOISE = [...PROVEN_NOISE, "idle"] as const;
export type ChartedNoise = (typeof CHARTED_NOISE)[number];

/** Tokens by noise class; a class that is not named has none. */
export type NoiseTokens = Partial<Record<NoiseClass, number>>;

type Look = {
  word: string;
  /** One sentence for a title. */
  meaning: string;
  /** The class that fills an HTML box. */
  fillClass: string;
  /** The custom property that holds the colour, for SVG. */
  colour: string;
};

export const NOISE: Record<NoiseClass, Look> = {
  duplicate: {
    word: "Duplicate",
    meaning: "The same content is already in this thread.",
    fillClass: "bg-duplicate",
    colour: "var(--color-duplicate)",
  },
  "resolved-error": {
    word: "Resolved error",
    meaning: "A failure that a later success has settled.",
    fillClass: "bg-resolved",
    colour: "var(--color-resolved)",
  },
  superseded: {
    word: "Superseded",
    meaning: "A newer result says the same or more.",
    fillClass: "bg-superseded",
    colour: "var(--color-superseded)",
  },
  idle: {
    word: "Idle",
    meaning: "Ten or more turns in context and never referred to again. Not part of the noise figure.",
    fillClass: "hatch-idle",
    colour: "var(--color-idle)",
  },
  dropped: {
    word: "Dropped",
    meaning: "Taken out by a committed run that the client applied.",
    fillClass: "hatch-dropped",
    colour: "var(--color-dropped)",
  },
};

/** What fills a window, in the order in which every context bar shows it. */
export const CONTEXT_KINDS = [
  "rules",
  "skills",
  "talk",
  "results",
  "summary",
  "duplicate",
  "resolved-error",
  "superseded",
  "idle",
  "free",
] as const;
export type ContextKind = (typeof CONTEXT_KINDS)[number];

export const CONTEXT: Record<ContextKind, { word: string; fillClass: string }> = {
  rules: { word: "Rules", fillClass: "bg-rules" },
  skills: { word: "Skills", fillClass: "bg-skills" },
  talk: { word: "Conversation", fillClass: "bg-talk" },
  results: { word: "Tool results", fillClass: "bg-results" },
  summary: { word: "Summaries", fillClass: "bg-summary" },
  duplicate: { word: NOISE.duplicate.word, fillClass: NOISE.duplicate.fillClass },
  "resolved-error": { word: NOISE["resolved-error"].word, fillClass: NOISE["resolved-error"].fillClass },
  superseded: { word: NOISE.superseded.word, fillClass: NOISE.superseded.fillClass },
  idle: { word: NOISE.idle.word, fillClass: NOISE.idle.fillClass },
  free: { word: "Free", fillClass: "" },
};

/** The colour of the nth category (0 is the first seen in the project); the ninth and later share grey. */
export function categoryColour(index: number): string {
  return index >= 0 && index < 8 ? `var(--color-cat-${index + 1})` : "var(--color-ink-3)";
}

/** The noise of the headline: proven classes only. */
export function provenTotal(noise: NoiseTokens): number {
  return PROVEN_NOISE.reduce((sum, name) => sum + (noise[name] ?? 0), 0);
}
