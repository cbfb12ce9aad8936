const LETTERS_OF_PATTERNS = /[.*+?^${}()|[\]\\]/g;
const DRIVE = /^[a-z]:/i;

/**
 * Makes a function that writes paths inside a session's folder relative to it, anywhere in a text: with the folder
 * `/work/api`, `Read /work/api/src/a.ts` becomes `Read src/a.ts`. The folder itself, and folders that only end or begin
 * alike (`/home/work/api/…`, `/work/api-2/…`), stay. For showing only: what is stored keeps its full paths.
 */
export function shortener(cwd: string | null): (text: string) => string {
  const prefix = prefixOf(cwd);
  if (prefix === null) return (text) => text;
  return (text) => text.replace(prefix, "");
}

function prefixOf(cwd: string | null): RegExp | null {
  const folder = cwd?.trim().replace(/[\\/]+$/, "") ?? "";
  const isWindows = DRIVE.test(folder);
  if (!isWindows && !folder.startsWith("/")) return null;
  const parts = folder.split(isWindows ? /[\\/]+/ : "/").filter((part) => part !== "");
  // A drive alone, like the root alone, is no repository.
  if (parts.length < (isWindows ? 2 : 1)) return null;
  // Texts quote Windows paths with either slash, and JSON doubles the backslash.
  const slash = isWindows ? "(?:\\\\{1,2}|/)" : "/";
  const path = parts.map((part) => part.replace(LETTERS_OF_PATTERNS, "\\$&")).join(slash);
  return new RegExp(`(?<![\\w.~\\\\/-])${isWindows ? "" : "/"}${path}${slash}(?=[^\\s"'\`()\\[\\]{},;:/\\\\])`, "g");
}
