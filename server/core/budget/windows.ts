import { isModel, normalizeModel } from "../events/model-name";

/**
 * How many tokens a model's window holds, for sessions whose client does not tell. Sources, read 2026-11: the model
 * pages of Anthropic, Google and OpenAI. Claude 4.6 to 4.8 and Sonnet 4 and 4.5 come with two windows, and a transcript
 * names the model alike for both; Claude Code compacts them shortly before 200k unless `[1m]` was asked for. A model
 * that is not listed has no known window: it is never guessed.
 */
interface WindowRow {
  /** The model's normalized name, without release marks. */
  readonly model: string;
  readonly tokens: number;
  /** The larger window that the model can be asked for. */
  readonly largeTokens?: number;
}

const CLAUDE = 200_000;
const MILLION = 1_000_000;
const GPT = 400_000;
const GPT_LARGE = 1_050_000;
const GEMINI = 1_048_576;

const WINDOWS: readonly WindowRow[] = [
  { model: "claude-opus-5-5", tokens: MILLION },
  { model: "claude-opus-5", tokens: MILLION },
  { model: "claude-sonnet-5-5", tokens: MILLION },
  { model: "claude-sonnet-5", tokens: MILLION },
  { model: "claude-fable-5-1", tokens: MILLION },
  { model: "claude-fable-5", tokens: MILLION },
  { model: "claude-opus-4-8", tokens: CLAUDE, largeTokens: MILLION },
  { model: "claude-opus-4-7", tokens: CLAUDE, largeTokens: MILLION },
  { model: "claude-opus-4-6", tokens: CLAUDE, largeTokens: MILLION },
  { model: "claude-opus-4-5", tokens: CLAUDE },
  { model: "claude-opus-4-1", tokens: CLAUDE },
  { model: "claude-opus-4", tokens: CLAUDE },
  { model: "claude-sonnet-4-6", tokens: CLAUDE, largeTokens: MILLION },
  { model: "claude-sonnet-4-5", tokens: CLAUDE, largeTokens: MILLION },
  { model: "claude-sonnet-4", tokens: CLAUDE, largeTokens: MILLION },
  { model: "claude-haiku-4-5", tokens: CLAUDE },
  { model: "gpt-5-5", tokens: GPT_LARGE },
  { model: "gpt-5-4", tokens: GPT_LARGE },
  { model: "gpt-5-4-mini", tokens: GPT },
  { model: "gpt-5-4-nano", tokens: GPT },
  { model: "gpt-5-3-codex", tokens: GPT },
  { model: "gpt-5-2-codex", tokens: GPT },
  { model: "gpt-5-2", tokens: GPT },
  { model: "gpt-5-1-codex-max", tokens: GPT },
  { model: "gpt-5-1-codex-mini", tokens: GPT },
  { model: "gpt-5-1-codex", tokens: GPT },
  { model: "gpt-5-1", tokens: GPT },
  { model: "gpt-5-codex", tokens: GPT },
  { model: "gpt-5-mini", tokens: GPT },
  { model: "gpt-5-nano", tokens: GPT },
  { model: "gpt-5", tokens: GPT },
  { model: "gemini-3-1-pro", tokens: GEMINI },
  { model: "gemini-3-pro", tokens: GEMINI },
  { model: "gemini-3-flash", tokens: GEMINI },
  { model: "gemini-2-5-pro", tokens: GEMINI },
  { model: "gemini-2-5-flash", tokens: GEMINI },
  { model: "gemini-2-5-flash-lite", tokens: GEMINI },
];

export const WINDOW_SOURCES = ["told", "model"] as const;
/** `told`: the client reported the size. `model`: it is the size that the model is known for. */
export type WindowSource = (typeof WINDOW_SOURCES)[number];

export interface KnownWindow {
  readonly windowTokens: number | null;
  /** Null exactly when the size is unknown. */
  readonly windowSource: WindowSource | null;
}

/** The sizes that a model comes with, the usual one first; empty when it is not listed. */
export function windowSizes(model: string): number[] {
  const name = normalizeModel(model);
  const row = WINDOWS.find((candidate) => isModel(name, candidate.model));
  if (name.startsWith("claude-") && name.includes("[1m]")) return [MILLION];
  if (!row) return [];
  return row.largeTokens === undefined ? [row.tokens] : [row.tokens, row.largeTokens];
}

/**
 * The window of a session: what the client told, else the smallest size of its model that holds the fullest request
 * seen so far. A request that is larger than every size of the model proves that none of them is right: unknown.
 */
export function windowOf(session: {
  readonly told: number | null;
  readonly model: string | null;
  /** The fullest request so far; null when no request reported its size. */
  readonly seenTokens: number | null;
}): KnownWindow {
  const { told, model, seenTokens } = session;
  if (told !== null && told > 0) return { windowTokens: told, windowSource: "told" };
  const size = model === null ? undefined : windowSizes(model).find((tokens) => tokens >= (seenTokens ?? 0));
  return size === undefined
    ? { windowTokens: null, windowSource: null }
    : { windowTokens: size, windowSource: "model" };
}
