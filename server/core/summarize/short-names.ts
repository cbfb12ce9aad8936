/** Share of the paths that have to lie in a folder for its name to be left off them. */
const COMMON_SHARE = 0.6;
const MIN_FOLDERS = 2;
/** A path alone keeps so many of its last parts. */
const LAST_PARTS = 4;

/**
 * Names that are short enough for a list and still end as the path does: without the folder that most of the paths
 * share, else the last parts of a long absolute path.
 */
export function shortNames(paths: readonly string[]): (path: string) => string {
  const folder = commonFolder(paths);
  return (path) => {
    if (folder !== null && path.startsWith(folder)) return path.slice(folder.length);
    const parts = path.split("/");
    return path.startsWith("/") && parts.length > LAST_PARTS + 1 ? parts.slice(-LAST_PARTS).join("/") : path;
  };
}

/** The longest folder that holds most of the paths, with a slash at its end. */
function commonFolder(paths: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const path of paths) for (const folder of foldersOf(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  const needed = Math.max(2, Math.ceil(paths.length * COMMON_SHARE));
  let longest: string | null = null;
  for (const [folder, count] of counts) {
    if (count >= needed && folder.length > (longest?.length ?? 0)) longest = folder;
  }
  return longest;
}

function foldersOf(path: string): string[] {
  const folders: string[] = [];
  let depth = 0;
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
    if (at > 0) depth++;
    if (depth >= MIN_FOLDERS) folders.push(path.slice(0, at + 1));
  }
  return folders;
}
