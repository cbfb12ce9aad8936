/** Kinds of things that the search finds; facets stand in this order. */
export const SEARCH_KINDS = [
  "decision",
  "failure",
  "constraint",
  "preference",
  "handoff",
  "summary",
  "document",
  "comment",
  "file",
  "event",
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Fields that narrow a search by a lexeme of the entry. `before` and `after` go by its time instead. */
export const TOKEN_FIELDS = ["kind", "tool", "agent", "path", "status", "tag", "author", "session"] as const;
export type TokenField = (typeof TOKEN_FIELDS)[number];

/** Records are what people and agents wrote to be kept; events make up the sessions. */
export const ENTRY_GROUPS = ["record", "event"] as const;
export type EntryGroup = (typeof ENTRY_GROUPS)[number];

const MAX_VALUE_CHARACTERS = 200;
const MAX_FOLDERS = 16;

/** A field's value as a lexeme. Words have no colon, so that no text ever looks like a field. */
export function fieldToken(field: TokenField, value: string): string {
  return `${field}:${value.trim().normalize().toLowerCase().slice(0, MAX_VALUE_CHARACTERS)}`;
}

/** The lexeme that all entries of a project share. */
export function projectToken(projectId: string): string {
  return `in:${projectId.replaceAll("-", "")}`;
}

/** A path is found by itself, by each folder that it is in, and by its name. */
export function pathTokens(path: string): string[] {
  const clean = cleanPath(path);
  if (clean === "") return [];
  const names = clean.split("/");
  const tokens = new Set([clean, names.at(-1) ?? ""]);
  // Of a deep or absolute path the inner folders matter: each run of names that ends at the file's end or begins it.
  for (let at = 1; at < Math.min(names.length, MAX_FOLDERS); at++) {
    tokens.add(names.slice(0, at).join("/"));
    tokens.add(names.slice(at).join("/"));
    tokens.add(names[at - 1] ?? "");
  }
  tokens.delete("");
  return [...tokens].map((value) => fieldToken("path", value));
}

/** As paths are compared: forward slashes, none at either end, no `./`. */
export function cleanPath(path: string): string {
  return path
    .trim()
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/, "")
    .replace(/^\/+|\/+$/g, "")
    .toLowerCase();
}
