/** Reading of tool arguments as they are stored: the canonical JSON of an object, or a raw text. */
export type Arguments = Readonly<Record<string, unknown>>;

const NONE: Arguments = {};

/** The arguments of a call; none when the text is no JSON object (a raw patch, a call that was cut). */
export function argumentsOf(text: string): Arguments {
  if (!text.startsWith("{")) return NONE;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : NONE;
  } catch {
    return NONE;
  }
}

export function isRecord(value: unknown): value is Arguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first of the keys that holds a text; empty when none does. */
export function textAt(args: Arguments, ...keys: readonly string[]): string {
  for (const key of keys) {
    const value = args[key];
    if (typeof value === "string" && value.trim() !== "") return value.trim();
  }
  return "";
}

/** The first of the keys that holds a list; empty when none does. */
export function listAt(args: Arguments, ...keys: readonly string[]): readonly unknown[] {
  for (const key of keys) {
    const value = args[key];
    if (Array.isArray(value)) return value;
  }
  return [];
}

export function recordsAt(args: Arguments, ...keys: readonly string[]): readonly Arguments[] {
  return listAt(args, ...keys).filter(isRecord);
}

/** A list of texts; a single text counts as a list of one. */
export function textsAt(args: Arguments, ...keys: readonly string[]): string[] {
  const single = textAt(args, ...keys);
  if (single !== "") return [single];
  return listAt(args, ...keys).filter((item) => typeof item === "string" && item.trim() !== "") as string[]; // just filtered
}
