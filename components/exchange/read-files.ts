import { unzip } from "fflate";
import { MAX_IMPORT_BYTES, MAX_IMPORT_FILES } from "@/server/core/formats/limits";
import { IMPORT_LIMIT, leadsOut, mebibytes, textOfBytes, tooMuchToSend } from "@/server/core/formats/upload-file";

export interface ReadFile {
  readonly path: string;
  readonly text: string;
}

export type ReadAnswer =
  | { readonly ok: true; readonly files: readonly ReadFile[]; readonly notText: readonly string[] }
  | { readonly ok: false; readonly message: string };

/** A file with its path in the folder that was chosen or dropped. */
export interface ChosenFile {
  readonly path: string;
  readonly file: File;
}

/** A ZIP that packs more than this into one byte is no folder of texts. */
const MAX_ZIP_RATIO = 200;

/** Reads what a person chose: files, a folder, or a ZIP of one. Nothing leaves the browser here. */
export async function readChosen(chosen: readonly ChosenFile[]): Promise<ReadAnswer> {
  const files: ReadFile[] = [];
  const notText: string[] = [];
  try {
    for (const { path, file } of chosen) {
      if (file.size > MAX_IMPORT_BYTES) throw new TooMuch(`${path} has ${mebibytes(file.size)} MiB. ${IMPORT_LIMIT}`);
      const bytes = new Uint8Array(await file.arrayBuffer());
      const entries = isZip(bytes) ? await unzipped(bytes) : [{ path, bytes }];
      for (const entry of entries) {
        const text = textOfBytes(entry.bytes);
        if (text === null) notText.push(entry.path);
        else files.push({ path: entry.path, text });
      }
      checkSize(files);
    }
  } catch (error) {
    if (error instanceof TooMuch) return { ok: false, message: error.message };
    return { ok: false, message: "The ZIP cannot be read. Pack the folder again, or drop the folder itself." };
  }
  if (files.length === 0)
    return { ok: false, message: "There is no text file in it. Choose a .context folder or its ZIP." };
  return { ok: true, files, notText };
}

class TooMuch extends Error {}

function checkSize(files: readonly ReadFile[]): void {
  const tooMuch = tooMuchToSend(files);
  if (tooMuch !== null) throw new TooMuch(tooMuch);
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/** Sizes are judged before anything is unpacked; a path that leads out of the ZIP refuses all of it. */
function unzipped(bytes: Uint8Array): Promise<{ path: string; bytes: Uint8Array }[]> {
  let total = 0;
  let count = 0;
  let refusal: TooMuch | null = null;
  return new Promise((resolve, reject) => {
    const filter = ({ name, size, originalSize }: { name: string; size: number; originalSize: number }) => {
      if (name.endsWith("/")) return false;
      total += originalSize;
      count++;
      if (leadsOut(name)) refusal ??= new TooMuch(`${name} in the ZIP leads out of its folder, so nothing was read.`);
      if (originalSize > Math.max(size, 1) * MAX_ZIP_RATIO + 65_536) {
        refusal ??= new TooMuch(
          `${name} unpacks to ${mebibytes(originalSize)} MiB, which no text does. Nothing was read.`,
        );
      }
      if (total > MAX_IMPORT_BYTES)
        refusal ??= new TooMuch(`The ZIP unpacks to more than ${mebibytes(MAX_IMPORT_BYTES)} MiB. ${IMPORT_LIMIT}`);
      if (count > MAX_IMPORT_FILES)
        refusal ??= new TooMuch(
          `The ZIP has more than ${MAX_IMPORT_FILES.toLocaleString("en")} files. ${IMPORT_LIMIT}`,
        );
      return refusal === null;
    };
    unzip(bytes, { filter }, (error, entries) => {
      if (refusal) reject(refusal);
      else if (error) reject(error);
      else resolve(Object.entries(entries).map(([path, data]) => ({ path, bytes: data })));
    });
  });
}

/** Files of a drop, those of folders with their paths in them. */
export async function droppedFiles(items: DataTransferItemList): Promise<ChosenFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const chosen: ChosenFile[] = [];
  for (const entry of entries) await collect(entry, chosen);
  return chosen;
}

async function collect(entry: FileSystemEntry, chosen: ChosenFile[]): Promise<void> {
  if (chosen.length > MAX_IMPORT_FILES) return;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    chosen.push({ path: entry.fullPath.replace(/^\//, ""), file });
  } else if (isFolder(entry)) {
    const reader = entry.createReader();
    // A folder answers at most a hundred entries at once, and none at its end.
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return;
      for (const inner of some) await collect(inner, chosen);
    }
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
