/**
 * Paths of the project that a text names: by the whole path, by the end of it, or by the file's name with its ending.
 * A name that several files have names none of them, since nobody can tell which was meant.
 */
export function pathsNamedIn(text: string, paths: Iterable<string>): string[] {
  const words = new Set(
    text
      .split(/[\s"'`()<>[\]{},;:!?*]+/)
      .map((word) => word.replace(/^[@./]+|[./]+$/g, ""))
      .filter((word) => word.includes(".") || word.includes("/")),
  );
  if (words.size === 0) return [];
  const byWord = new Map<string, string[]>();
  for (const path of paths) {
    for (const ending of endingsOf(path)) {
      if (!words.has(ending)) continue;
      const found = byWord.get(ending);
      if (found) found.push(path);
      else byWord.set(ending, [path]);
    }
  }
  const named = [...byWord].flatMap(([word, found]) =>
    found.length === 1 || found.includes(word) ? pick(word, found) : [],
  );
  return [...new Set(named)].sort();
}

function pick(word: string, found: readonly string[]): string[] {
  return found.includes(word) ? [word] : found.slice(0, 1);
}

/** `a/b/c.ts` to itself, `b/c.ts` and `c.ts`. */
function endingsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, from) => parts.slice(from).join("/"));
}
