/** Longer lines hold code and no path in front. */
const MAX_SCANNED_CHARACTERS = 400;
/** Lines of a listing that are looked at. */
const MAX_LINES = 5_000;

/** A path at the start of a line, as searches and listings print them: up to a colon, a space or the end. */
const LEADING_PATH = /^\s*(?:\.\/|\/)?([\w@+~.-]+(?:\/[\w@+~.-]+)*)\/?(?=:|\s|$)/;
const HAS_SUFFIX = /\.[A-Za-z]\w{0,7}$/;

/** The files that a search or a listing names at the start of its lines, each once, without a leading `./` or `/`. */
export function listedPaths(text: string): string[] {
  const paths = new Set<string>();
  for (const line of text.split("\n", MAX_LINES)) {
    const [, path] = LEADING_PATH.exec(line.slice(0, MAX_SCANNED_CHARACTERS)) ?? [];
    if (path !== undefined && (path.includes("/") || HAS_SUFFIX.test(path))) paths.add(path);
  }
  return [...paths];
}

/** A path and all its ends that begin behind a slash: tools print one part of it or another. */
export function endingsOf(path: string): string[] {
  const segments = path.replace(/^(?:\.\/|\/)+/, "").split("/");
  return segments.map((_, from) => segments.slice(from).join("/")).filter((end) => end !== "");
}
