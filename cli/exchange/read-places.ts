import { lstat, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { glob } from "tinyglobby";
import { type FolderFile, isFolderFile } from "@/server/core/formats/folder";
import { MAX_IMPORT_BYTES } from "@/server/core/formats/limits";
import type { ReadProblem } from "@/server/core/formats/portable";
import { IMPORT_LIMIT, mebibytes, textOfBytes, tooMuchToSend } from "@/server/core/formats/upload-file";
import { CliFault } from "../fault";
import { shortList } from "../output";

/** What a folder or a list of files has for an import. */
export interface ReadPlaces {
  /** Only files that an import reads; others of a project never leave this machine. */
  readonly files: readonly FolderFile[];
  /** Where each lies, as one would open it from here; by its path in the folder. */
  readonly placeOf: ReadonlyMap<string, string>;
  /** Files of these names that are no text. */
  readonly problems: readonly ReadProblem[];
  readonly passedOver: readonly string[];
}

/** @throws CliFault when nothing is at a place, when no file is one to import, or when they are too many for one import. */
export async function readPlaces(places: readonly string[]): Promise<ReadPlaces> {
  const found = new Map<string, Found>();
  for (const place of places) for (const one of await filesAt(place)) found.set(one.file, one);
  const files: FolderFile[] = [];
  const placeOf = new Map<string, string>();
  const problems: ReadProblem[] = [];
  const passedOver: string[] = [];
  let bytes = 0;
  for (const { file, name } of [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const here = path.relative(path.resolve("."), file);
    const read = await readOne(file, name);
    if (read.kind === "other") passedOver.push(here);
    else if (read.kind === "damaged") problems.push({ file: here, line: null, field: null, message: read.message });
    else {
      bytes += read.bytes;
      if (bytes > MAX_IMPORT_BYTES)
        throw new CliFault(`The files have more than ${mebibytes(MAX_IMPORT_BYTES)} MiB. ${IMPORT_LIMIT}`);
      files.push({ path: name, text: read.text });
      placeOf.set(name, here);
    }
  }
  const tooMuch = tooMuchToSend(files);
  if (tooMuch !== null) throw new CliFault(tooMuch);
  if (files.length + problems.length > 0) return { files, placeOf, problems, passedOver };
  throw new CliFault(`No file to import is in ${shortList(places)}. Give a .context folder, or files of one.`);
}

interface Found {
  readonly file: string;
  /** Its path in the folder, with slashes. */
  readonly name: string;
}

const LEFT_OUT = ["**/.git/**", "**/node_modules/**"];

async function filesAt(place: string): Promise<Found[]> {
  const whole = path.resolve(place);
  const kind = await stat(whole).catch(() => null);
  if (kind?.isDirectory()) {
    const options = { cwd: whole, absolute: true, dot: true, ignore: LEFT_OUT, followSymbolicLinks: false };
    const all = (await glob(["**/*"], options)).map((file) => path.resolve(file));
    return all.map((file) => ({ file, name: nameIn(whole, file) }));
  }
  if (!kind?.isFile()) throw new CliFault(`Nothing is at ${place}. Give a .context folder, or files of one.`);
  if (/\.zip$/i.test(place)) throw new CliFault(`${place} is a ZIP. Unpack it, and give the folder.`);
  return [{ file: whole, name: nameIn(path.resolve("."), whole) }];
}

/** As the folder `.context` names it, where it lies in one: `files/index.json` is known by its folder too. */
function nameIn(folder: string, file: string): string {
  const parts = file.split(path.sep);
  const at = parts.lastIndexOf(".context");
  if (at >= 0) return parts.slice(at + 1).join("/");
  const way = path.relative(folder, file).split(path.sep);
  return way[0] === ".." || path.isAbsolute(way.join(path.sep)) ? path.basename(file) : way.join("/");
}

const NAMES = /\.(md|markdown|jsonl?|toml)$/i;

type Read =
  | { readonly kind: "text"; readonly text: string; readonly bytes: number }
  | { readonly kind: "damaged"; readonly message: string }
  | { readonly kind: "other" };

const OTHER: Read = { kind: "other" };

async function readOne(file: string, name: string): Promise<Read> {
  const isNamed = isFolderFile({ path: name, text: "" });
  const kind = await lstat(file).catch(() => null);
  // A repository may bring a link that leads to any file of the person who cloned it.
  if (!NAMES.test(name) || !kind?.isFile()) return OTHER;
  if (kind.size > MAX_IMPORT_BYTES) {
    if (!isNamed) return OTHER;
    throw new CliFault(`${file} has ${mebibytes(kind.size)} MiB. ${IMPORT_LIMIT}`);
  }
  const content = await readFile(file).catch(() => null);
  if (content === null) return { kind: "damaged", message: "The file cannot be read. Put its permissions right." };
  const text = textOfBytes(content);
  if (text !== null) return isFolderFile({ path: name, text }) ? { kind: "text", text, bytes: content.length } : OTHER;
  return isNamed ? { kind: "damaged", message: "The file is no UTF-8 text. Save it as UTF-8." } : OTHER;
}
