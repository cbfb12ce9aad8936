import { isNameCharacter } from "./characters";
import { NAME_QUALIFIER, PUBLIC_NAME, SECRET_NAME_ENDINGS } from "./name-rules";

const LONGEST_NAME = 64;
const LONGEST_GAP = 8;
const MARKER = "[REDACTED:";

const TYPE_WORDS = new Set(["string", "str", "String"]);

/** The normalized name (lower case, no `_-.`) before a separator when it is a secret's, else nothing. */
export function secretNameBefore(text: string, separator: number): string | undefined {
  const read = nameEndingAt(text, separator);
  // The kind in a marker of ours ends like a name (`[REDACTED:npm-token] = …`) and is none.
  if (text.startsWith(MARKER, read.start - MARKER.length)) return undefined;
  if (!TYPE_WORDS.has(read.name)) return normalizedSecretName(read.name);
  // `apiKey: string = "…"`, `API_KEY: &str = "…"`, `apiKey string = "…"`: the name stands before its type.
  return normalizedSecretName(nameEndingAt(text, read.start).name);
}

function nameEndingAt(text: string, limit: number): { name: string; start: number } {
  let end = limit;
  // Operators of assignment and comparison, optional marks, quotes, brackets and spaces between name and separator.
  while (end > 0 && limit - end < LONGEST_GAP && " \t\"'`\\?:=!|&+]".includes(text.charAt(end - 1))) end--;
  let start = end;
  while (start > 0 && end - start < LONGEST_NAME && isNameCharacter(text.charCodeAt(start - 1))) start--;
  return { name: text.slice(start, end), start };
}

/** A name in lower case without `_`, `-` and `.`, when what it names is a secret. */
export function normalizedSecretName(name: string): string | undefined {
  const bare = name.replace(NAME_QUALIFIER, "").replace(/[_.-]/g, "").toLowerCase();
  if (bare === "auth" || bare === "pass") return bare;
  const endings = SECRET_NAME_ENDINGS.get(bare.slice(-3));
  if (!endings?.some((ending) => bare.endsWith(ending))) return undefined;
  return PUBLIC_NAME.test(bare) ? undefined : bare;
}
