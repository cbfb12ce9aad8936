import { binarySource, type Sha256, stubBinary, stubBinaryJson, stubFor } from "../events/clean";
import { isObject, type JsonObject, stringAt } from "./json";

/**
 * Text of a message's or result's content as the model read it: a string, or blocks joined by newlines. Binary blocks
 * become stubs; a block of unknown type is kept as its JSON.
 */
export function textOfContent(content: unknown, sha256?: Sha256): string {
  if (typeof content === "string") return stubBinary(content, sha256);
  if (!Array.isArray(content)) return content === undefined || content === null ? "" : rawJson(content, sha256);
  return content.map((block) => textOfBlock(block, sha256)).join("\n");
}

const TEXT_BLOCKS = new Set(["text", "input_text", "output_text", "summary_text", "reasoning_text"]);

export function textOfBlock(block: unknown, sha256?: Sha256): string {
  if (typeof block === "string") return stubBinary(block, sha256);
  if (!isObject(block)) return rawJson(block, sha256);
  const text = block["text"];
  if (typeof text === "string" && TEXT_BLOCKS.has(stringAt(block, "type") ?? "")) return stubBinary(text, sha256);
  return stubOfBinaryBlock(block, sha256) ?? rawJson(block, sha256);
}

/** Anthropic image and document blocks, OpenAI image blocks, MCP image and audio blocks. */
function stubOfBinaryBlock(block: JsonObject, sha256?: Sha256): string | null {
  const source = block["source"];
  const payload = (isObject(source) ? binarySource(source) : null) ?? binarySource(block);
  if (payload) return stubFor(payload.mediaType, payload.data, sha256);
  const image = block["image_url"];
  const url = isObject(image) ? stringAt(image, "url") : image;
  if (typeof url !== "string") return null;
  return url.startsWith("data:") ? stubBinary(url, sha256) : `[image ${url}]`;
}

/** JSON text of what this version does not know, with binary payloads as stubs. */
export function rawJson(value: unknown, sha256?: Sha256): string {
  return JSON.stringify(stubBinaryJson(value, sha256)) ?? "";
}
