import { MAX_IMPORT_BYTES, MAX_IMPORT_FILES } from "./limits";

/** Files on their way in, as those who send them and the server judge them. */

/** A path that names no file below its folder: whole, with a drive, backslashes or steps upwards. */
export function leadsOut(path: string): boolean {
  return path === "" || /^[/\\]|^[a-z]:|\\|\0|(^|\/)\.\.(\/|$)/i.test(path);
}

/** Null for bytes that are no text. */
export function textOfBytes(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** The request is JSON, so what counts is the text as JSON writes it. */
const MAX_REQUEST_BYTES = MAX_IMPORT_BYTES - 64 * 1024;

export const IMPORT_LIMIT = `An import takes ${MAX_IMPORT_BYTES / 2 ** 20} MiB and ${MAX_IMPORT_FILES.toLocaleString("en")} files: import it in parts.`;

/** Why these are too many for one import; null when they are not. */
export function tooMuchToSend(files: readonly { readonly path: string; readonly text: string }[]): string | null {
  if (files.length > MAX_IMPORT_FILES) return `These are ${files.length.toLocaleString("en")} files. ${IMPORT_LIMIT}`;
  const bytes = new TextEncoder().encode(JSON.stringify(files)).length;
  return bytes > MAX_REQUEST_BYTES ? `The files have ${mebibytes(bytes)} MiB. ${IMPORT_LIMIT}` : null;
}

export function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
