/**
 * An independent check of rendered projections. Nothing here knows the renderers or their types: it reads what came
 * out as unknown JSON, as a model API would, and says what the API would refuse.
 */
export interface Problem {
  /** Path of the fault, such as `[3].content[0]`; empty for the whole. */
  readonly at: string;
  readonly code:
    | "shape"
    | "role"
    | "first"
    | "alternation"
    | "empty"
    | "thinking"
    | "id"
    | "name"
    | "arguments"
    | "pairing"
    | "order"
    | "marker";
  readonly message: string;
}

export type Note = (at: string, code: Problem["code"], message: string) => void;

export type Json = Readonly<Record<string, unknown>>;

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** Both APIs: letters, digits, underscore, hyphen. */
export function checkId(id: unknown, maxLength: number, at: string, note: Note): id is string {
  if (typeof id === "string" && /^[a-zA-Z0-9_-]+$/.test(id) && id.length <= maxLength) return true;
  note(at, "id", `The id ${JSON.stringify(id)} is not 1 to ${maxLength} letters, digits, underscores or hyphens.`);
  return false;
}

export function checkToolName(name: unknown, at: string, note: Note): void {
  if (typeof name === "string" && /^[a-zA-Z0-9_-]{1,64}$/.test(name)) return;
  note(at, "name", `The tool name ${JSON.stringify(name)} is not 1 to 64 letters, digits, underscores or hyphens.`);
}
