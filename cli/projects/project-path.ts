import path from "node:path";

export interface PathPlace {
  /** The folder of the project, and the one in which the command runs. */
  readonly root: string;
  readonly cwd: string;
  /** Whether a file is there; paths are as the machine writes them. */
  readonly exists: (file: string) => boolean;
}

const DRIVE = /^([a-z]):(?:\/|$)/i;

/**
 * A path as the project's index has it: from the project's folder, with slashes. Taken are paths from where one stands,
 * paths from the project's folder, whole ones, and those of Windows (backslashes, drive letters; `/c/…` of Git Bash and
 * `/mnt/c/…` of WSL name the drive as well). What leads out of the project, or is no file here, stays as it was
 * written but for its slashes: the server also knows files by the end of their path, and names of symbols.
 */
export function toProjectPath(text: string, place: PathPlace): string {
  const written = text.replaceAll("\\", "/").replace(/^(?:\.\/)+(?=.)/, "");
  const root = slashed(place.root);
  if (isWhole(written)) return inside(root, written) ?? written;
  const here = path.posix.join(slashed(place.cwd), written);
  const found = inside(root, here);
  if (found === null) return written;
  const isFromHere = /^\.\.?[\\/]/.test(text) || place.exists(here);
  return isFromHere ? found : written;
}

function slashed(folder: string): string {
  return folder.replaceAll("\\", "/").replace(/(?<=.)\/$/, "");
}

function isWhole(file: string): boolean {
  return file.startsWith("/") || DRIVE.test(file);
}

/** The rest of the path below the root; null for one that is not there. */
function inside(root: string, file: string): string | null {
  const at = namedAlike(root);
  const whole = namedAlike(path.posix.normalize(file));
  if (!whole.compared.startsWith(`${at.compared.replace(/\/$/, "")}/`)) return null;
  return whole.text.slice(at.text.replace(/\/$/, "").length + 1) || null;
}

/** Paths on a drive in one spelling; Windows does not tell letters by their case. */
function namedAlike(file: string): { readonly text: string; readonly compared: string } {
  const text = file.replace(/^(?:\/mnt)?\/([a-z])(?=\/|$)/i, "$1:");
  return { text, compared: DRIVE.test(text) ? text.toLowerCase() : text };
}
