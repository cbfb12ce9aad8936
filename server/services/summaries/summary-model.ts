import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText } from "ai";

/** A language model that writes summaries, wherever it runs. Throws when it does not answer in time or at all. */
export interface SummaryModel {
  write(instructions: string, range: string): Promise<string>;
}

export interface SummaryModelSettings {
  /** Base address of an OpenAI-compatible API, up to and with its version, such as http://localhost:11434/v1. */
  readonly url: string;
  readonly model: string;
  readonly key: string | null;
  readonly timeoutMs: number;
}

const TIMEOUT_MS = 20_000;
/** Twice what a summary may have, for tokenizers that count more than the estimate. */
const MAX_OUTPUT_TOKENS = 800;

/** Null unless both the address and the model are set: then rules write all summaries. */
export function summaryModelSettings(environment: SummaryEnvironment): SummaryModelSettings | null {
  const { STEWARD_SUMMARY_URL: url, STEWARD_SUMMARY_MODEL: model, STEWARD_SUMMARY_KEY: key } = environment;
  if (url === undefined || model === undefined) return null;
  return { url, model, key: key ?? null, timeoutMs: TIMEOUT_MS };
}

/** The part of the environment that is about summaries. */
interface SummaryEnvironment {
  readonly STEWARD_SUMMARY_URL?: string | undefined;
  readonly STEWARD_SUMMARY_MODEL?: string | undefined;
  readonly STEWARD_SUMMARY_KEY?: string | undefined;
}

export function summaryModel({ url, model, key, timeoutMs }: SummaryModelSettings): SummaryModel {
  const provider = createOpenAICompatible({
    name: "summaries",
    baseURL: url,
    ...(key === null ? {} : { apiKey: key }),
  });
  return {
    async write(instructions, range) {
      const { text } = await generateText({
        model: provider.chatModel(model),
        system: instructions,
        prompt: range,
        temperature: 0,
        maxOutputTokens: MAX_OUTPUT_TOKENS,
        // One try: the default summary is at hand, and a run waits for the answer.
        maxRetries: 0,
        abortSignal: AbortSignal.timeout(timeoutMs),
      });
      return text.trim();
    },
  };
}
