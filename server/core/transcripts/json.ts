/** Reading of JSON values of unknown shape: every client changes its format without notice. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isObject(found) ? found : EMPTY;
}

export function listAt(value: JsonObject, key: string): readonly unknown[] {
  const found = value[key];
  return Array.isArray(found) ? found : [];
}

/** The string at the key, or undefined when it is absent, empty or of another type. */
export function stringAt(value: JsonObject, key: string): string | undefined {
  const found = value[key];
  return typeof found === "string" && found !== "" ? found : undefined;
}

function numberAt(value: JsonObject, key: string): number | undefined {
  const found = value[key];
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}

/** Looks a name out of a file up in a table; names such as `constructor` find nothing. */
export function lookUp<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

const EMPTY: JsonObject = Object.freeze({});

/** A whole number that JSON keeps exactly, or undefined. */
export function integerAt(value: JsonObject, key: string): number | undefined {
  const found = numberAt(value, key);
  return Number.isSafeInteger(found) ? found : undefined;
}

/** JSON text of an object, or null when the text is something else or broken. */
export function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
