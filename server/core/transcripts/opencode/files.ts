import { type Sha256, stubFor } from "../../events/clean";
import { type JsonObject, stringAt } from "../json";

const DATA_URL = /^data:([^;,]*)[^,]*;base64,/;

/**
 * What stands for an attached file: a stub of its payload. Null for texts and folders, whose content the program
 * writes into texts of its own.
 */
export function fileStub(part: JsonObject, sha256?: Sha256): string | null {
  const mime = stringAt(part, "mime") ?? "application/octet-stream";
  if (mime.startsWith("text/") || mime === "application/x-directory") return null;
  const url = stringAt(part, "url") ?? "";
  const data = DATA_URL.exec(url.slice(0, 500));
  if (data) return stubFor(mime, url.slice(data[0].length), sha256);
  return `[${mime} ${stringAt(part, "filename") ?? url.slice(0, 200)}]`;
}
