import {
  access,
  chmod,
  constants,
  mkdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { CliFault } from "../fault";

const PRIVATE_FILE = 0o600;
const PLAIN_FILE = 0o644;
const ANY_WRITE = 0o222;

/** The text of a file; null when it is not there. @throws CliFault when it cannot be read, or is no UTF-8. */
export async function readText(file: string): Promise<string | null> {
  const bytes = await readFile(file).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return null;
    throw new CliFault(`${file} cannot be read (${codeOf(error)}). Put its permissions right.`);
  });
  if (bytes === null) return null;
  const text = bytes.toString("utf8");
  // What does not come back as it was would be damaged by writing it.
  if (!Buffer.from(text, "utf8").equals(bytes)) throw new CliFault(`${file} is no UTF-8 text. Save it as UTF-8 first.`);
  return text;
}

/** @throws CliFault when the file, or the folder that would hold it, may not be written. */
export async function checkWritable(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found) {
    const mayWrite = (found.mode & ANY_WRITE) !== 0 && (await allows(file));
    if (!mayWrite)
      throw new CliFault(`${file} is read-only. Nothing was written. Make it writable, or edit it yourself.`);
    return;
  }
  const folder = await nearestFolder(path.dirname(file));
  if (!(await allows(folder)))
    throw new CliFault(`${folder} is read-only, so ${file} cannot be made. Nothing was written.`);
}

/**
 * For files of a project: a repository may bring a link that leads to any file of the person who cloned it.
 * @throws CliFault when the file, with all links followed, lies outside of the folder.
 */
export async function checkInside(folder: string, file: string, folderName = "the project"): Promise<void> {
  const target = await linksFollowed(file);
  const way = path.relative(await linksFollowed(folder), target);
  if (way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way)) return;
  throw new CliFault(`${file} leads out of ${folderName}, to ${target}. Nothing was written. Remove the link first.`);
}

/** The part of the path that is not there yet has no links. */
async function linksFollowed(file: string): Promise<string> {
  const outer = path.dirname(file);
  return realpath(file).catch(async () =>
    outer === file ? file : path.join(await linksFollowed(outer), path.basename(file)),
  );
}

async function allows(target: string): Promise<boolean> {
  return access(target, constants.W_OK).then(
    () => true,
    () => false,
  );
}

async function nearestFolder(folder: string): Promise<string> {
  const isThere = await stat(folder).catch(() => null);
  const outer = path.dirname(folder);
  return isThere || outer === folder ? folder : nearestFolder(outer);
}

/**
 * Writes beside the file and renames, so that a kill leaves the old text or the new one. A link keeps leading where it
 * led, and the file keeps its mode; a new one that holds a key is its owner's alone.
 * @returns folders that had to be made, the outermost first.
 */
export async function writeText(file: string, text: string, { isPrivate = false } = {}): Promise<string[]> {
  const made = await makeFolders(path.dirname(file));
  const target = await realpath(file).catch(() => file);
  const found = await stat(target).catch(() => null);
  const draft = `${target}.${process.pid}.tmp`;
  const mode = found ? found.mode & 0o7777 : isPrivate ? PRIVATE_FILE : PLAIN_FILE;
  try {
    await writeFile(draft, text, { mode: PRIVATE_FILE });
    await chmod(draft, mode);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return made;
}

async function makeFolders(folder: string): Promise<string[]> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return [];
  const made = [first];
  const rest = path.relative(first, folder).split(path.sep).filter(Boolean);
  for (const name of rest) made.push(path.join(made.at(-1) ?? first, name));
  return made;
}

/** Removes those of the folders that are empty, the innermost first. Another program may keep something there by now. */
export async function removeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) await rmdir(folder).catch(() => undefined);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
