/** Arguments of a call as the APIs want them: an object, and the same object as text. */
export interface CallInput {
  readonly input: Readonly<Record<string, unknown>>;
  readonly json: string;
}

/**
 * A call's stored text is its arguments' JSON, or the raw text that some tools take. Whatever it is, the answer is an
 * object: arguments that were cut stand in `archived`, those that are no JSON object in `text`. JSON text of an object
 * stays as it was stored.
 */
export function callInputOf(text: string, isFull: boolean): CallInput {
  if (!isFull) return wrapped({ archived: text });
  if (text.trim() === "") return wrapped({});
  const parsed = parseJson(text);
  return isPlainObject(parsed) ? { input: parsed, json: text } : wrapped({ text });
}

function wrapped(input: Record<string, unknown>): CallInput {
  return { input, json: JSON.stringify(input) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
