import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { type Folder, readFolder } from "../../core/formats/folder";
import { MAX_IMPORT_BYTES, MAX_IMPORT_FILES } from "../../core/formats/limits";
import type { Located, ReadProblem } from "../../core/formats/portable";
import { leadsOut } from "../../core/formats/upload-file";
import { fail, ok, type Result } from "../../core/result";
import { safeJson } from "../memory/safe-json";

export interface UploadedFile {
  readonly path: string;
  readonly text: string;
}

const PARSERS = {
  toml: (text: string): unknown => parseToml(text),
  // Aliases multiply what a few bytes mean; nothing here needs them.
  yaml: (text: string): unknown => parseYaml(text, { maxAliasCount: 0 }),
};

/** Reads uploaded files. Too much, or a path that leads out of its folder, is refused; secrets are taken out. */
export function readUpload(files: readonly UploadedFile[]): Result<Folder> {
  if (files.length > MAX_IMPORT_FILES) {
    const message = `${files.length} files were sent; ${MAX_IMPORT_FILES} is the most. Import the folder in parts.`;
    return fail("too_large", message, { field: "files" });
  }
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (bytes > MAX_IMPORT_BYTES) {
    const mebibytes = (bytes / 2 ** 20).toFixed(1);
    const message = `The files have ${mebibytes} MiB; ${MAX_IMPORT_BYTES / 2 ** 20} MiB is the most. Import them in parts.`;
    return fail("too_large", message, { field: "files" });
  }
  const outside = files.find(({ path }) => leadsOut(path));
  if (outside) {
    const message = `${outside.path.slice(0, 200)} leads out of its folder, so nothing was read. Use paths inside it.`;
    return fail("bad_request", message, { field: "files" });
  }
  return ok(safeJson(bounded(readFolder(files, PARSERS))));
}

/** Leaves out records that nobody could read on a page, and names them. */
function bounded(folder: Folder): Folder {
  const problems: ReadProblem[] = [];
  const fits = ({ value, file, line }: Located<{ readonly key: string; readonly title: string }>) => {
    const bytes = JSON.stringify(value).length;
    const isLong = value.title.length > MAX_TITLE_CHARACTERS;
    if (bytes <= MAX_RECORD_CHARACTERS && !isLong) return true;
    const message = isLong
      ? `The title of ${value.key} has ${value.title.length} characters; ${MAX_TITLE_CHARACTERS} is the most. Shorten it; the record was left out.`
      : `${value.key} has ${bytes} characters; ${MAX_RECORD_CHARACTERS} is the most. Shorten its texts; the record was left out.`;
    problems.push({ file, line, field: isLong ? "title" : null, message });
    return false;
  };
  const { failures, constraints, preferences, summaries, handoffs } = folder;
  const kept = {
    decisions: folder.decisions.filter((versions) => versions.every(fits)),
    failures: failures.filter(fits),
    constraints: constraints.filter(fits),
    preferences: preferences.filter(fits),
    summaries: summaries.filter(fits),
    handoffs: handoffs.filter(fits),
  };
  return { ...folder, ...kept, problems: [...folder.problems, ...problems] };
}

const MAX_TITLE_CHARACTERS = 500;
const MAX_RECORD_CHARACTERS = 256 * 1024;
