import { type Sha256, stubBinary, stubFor } from "../../events/clean";
import { rawJson } from "../content";
import { isObject, type JsonObject, objectAt, stringAt } from "../json";

/** Content of the Gemini API: a string, a part, or a list of both. What is neither is kept as its JSON. */
export function partsOf(content: unknown): (string | JsonObject)[] {
  if (content === undefined || content === null) return [];
  const list: readonly unknown[] = Array.isArray(content) ? content : [content];
  return list.map((part) => (typeof part === "string" || isObject(part) ? part : rawJson(part)));
}

/** Text of a part as the model read it; files become stubs. */
export function textOfPart(part: string | JsonObject, sha256?: Sha256): string {
  if (typeof part === "string") return stubBinary(part, sha256);
  const text = part["text"];
  if (typeof text === "string") return stubBinary(text, sha256);
  const inline = objectAt(part, "inlineData");
  const data = stringAt(inline, "data");
  if (data !== undefined) return stubFor(stringAt(inline, "mimeType") ?? "application/octet-stream", data, sha256);
  const uri = stringAt(objectAt(part, "fileData"), "fileUri");
  return uri === undefined ? rawJson(part, sha256) : `[file ${uri}]`;
}

/** What a call gave: the response of its function, and what stands beside it. */
export function textOfResult(result: unknown, sha256?: Sha256): string {
  return partsOf(result)
    .map((part) => (typeof part === "string" ? part : textOfResponse(part, sha256)))
    .join("\n");
}

function textOfResponse(part: JsonObject, sha256?: Sha256): string {
  if (!isObject(part["functionResponse"])) return textOfPart(part, sha256);
  const response = objectAt(part["functionResponse"], "response");
  const told = response["output"] ?? response["error"];
  return typeof told === "string" ? stubBinary(told, sha256) : rawJson(told ?? response, sha256);
}
