import { FAILURES_END, failureEntry, failuresHead } from "../failures-json";
import { FILES_END, type FilesIndex, filesIndexHead, indexedFileLine } from "../files-json";
import type { PortableFailure } from "../portable";

/** Files that an export writes piece by piece, in one piece. */
export function wholeFailures(
  failures: readonly (PortableFailure & { readonly number: number })[],
  lastUpdated: string,
): string {
  return failuresHead(lastUpdated) + joined(failures.map(failureEntry)) + FAILURES_END;
}

export function wholeFilesIndex(index: FilesIndex): string {
  return filesIndexHead(index) + joined(index.files.map(indexedFileLine)) + FILES_END;
}

export function wholeRules(title: string, entries: readonly string[]): string {
  return [`# ${title}\n`, ...entries].join("\n");
}

function joined(lines: readonly string[]): string {
  return lines.map((line, at) => `${at === 0 ? "" : ","}\n${line}`).join("");
}
