import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, embedMany } from "ai";
import { safeText } from "../../core/redact/safe-text";
import { MAX_EMBEDDED_CHARACTERS } from "../../core/search/embedded";
import type { Deps } from "../deps";

/** An embedding model, wherever it runs. */
export interface Embeddings {
  /** Its name, which is kept beside each vector: those of another model are made anew. */
  readonly model: string;
  /**
   * A vector for each text, all equally long. Throws when the model does not answer in time or at all, and
   * TextRefused when it will not take these texts but may take others.
   */
  ofTexts(texts: readonly string[]): Promise<number[][]>;
  /** The vector of a query; null at once while the model is known not to answer. Throws as above. */
  ofQuery(query: string): Promise<number[] | null>;
}

/** The model answered that it cannot read what it was sent. */
export class TextRefused extends Error {}

export interface EmbeddingSettings {
  /** Base address of an OpenAI-compatible API, up to and with its version, such as http://localhost:11434/v1. */
  readonly url: string;
  readonly model: string;
  readonly key: string | null;
  readonly textsTimeoutMs: number;
  readonly queryTimeoutMs: number;
}

const TEXTS_TIMEOUT_MS = 60_000;
/** Somebody waits for the answer, and has the words without it. */
const QUERY_TIMEOUT_MS = 1_500;
/** After a failure, searches do without for so long instead of waiting each. */
const REST_MS = 30_000;
const MOST_QUERIES = 200;
const MOST_DIMENSIONS = 16_000;

interface EmbeddingEnvironment {
  readonly STEWARD_EMBEDDINGS_URL?: string | undefined;
  readonly STEWARD_EMBEDDINGS_MODEL?: string | undefined;
  readonly STEWARD_EMBEDDINGS_KEY?: string | undefined;
}

/** Null unless both the address and the model are set: then the search goes by words only. */
export function embeddingSettings(environment: EmbeddingEnvironment): EmbeddingSettings | null {
  const { STEWARD_EMBEDDINGS_URL: url, STEWARD_EMBEDDINGS_MODEL: model, STEWARD_EMBEDDINGS_KEY: key } = environment;
  if (url === undefined || model === undefined) return null;
  return { url, model, key: key ?? null, textsTimeoutMs: TEXTS_TIMEOUT_MS, queryTimeoutMs: QUERY_TIMEOUT_MS };
}

export function embeddings(settings: EmbeddingSettings, clock: Deps["clock"]): Embeddings {
  const queries = new Map<string, number[]>();
  let restsUntilMs = 0;
  return {
    model: settings.model,
    ofTexts: (texts) => ask(settings, texts, settings.textsTimeoutMs),
    async ofQuery(query) {
      const known = queries.get(query);
      if (known) return known;
      if (clock.now().getTime() < restsUntilMs) return null;
      try {
        const [vector = []] = await ask(settings, [query], settings.queryTimeoutMs);
        queries.set(query, vector);
        const [oldest] = queries.keys();
        if (queries.size > MOST_QUERIES && oldest !== undefined) queries.delete(oldest);
        return vector;
      } catch (error) {
        restsUntilMs = clock.now().getTime() + REST_MS;
        throw error;
      }
    },
  };
}

async function ask(
  { url, model, key }: EmbeddingSettings,
  texts: readonly string[],
  timeoutMs: number,
): Promise<number[][]> {
  const provider = createOpenAICompatible({
    name: "embeddings",
    baseURL: url,
    ...(key === null ? {} : { apiKey: key }),
  });
  const values = texts.map((text) => safeText(text.slice(0, MAX_EMBEDDED_CHARACTERS)));
  try {
    const answer = await embedMany({
      model: provider.embeddingModel(model),
      values,
      // One try: a job comes back to what is left, and a search has its words.
      maxRetries: 0,
      maxParallelCalls: 1,
      abortSignal: AbortSignal.timeout(timeoutMs),
    });
    return checked(answer.embeddings, texts.length);
  } catch (error) {
    const isRefusal = APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 413);
    throw isRefusal ? new TextRefused(`The model refused a text (${error.statusCode}).`) : error;
  }
}

function checked(vectors: readonly number[][], wanted: number): number[][] {
  const dimensions = vectors[0]?.length ?? 0;
  const isWhole = (vector: readonly number[]) => vector.length === dimensions && vector.every(Number.isFinite);
  if (vectors.length !== wanted) throw new Error(`The model gave ${vectors.length} vectors for ${wanted} texts.`);
  if (dimensions === 0 || dimensions > MOST_DIMENSIONS || !vectors.every(isWhole)) {
    throw new Error("The model gave vectors that are empty, of different lengths or no numbers.");
  }
  return [...vectors];
}
