import { cleanJson, mayNeedCleaning } from "../events/clean";
import { endOfDamage, findDamage } from "./document-damage";

/** A larger document is counted as bad and skipped; the largest real ones have a few megabytes. */
const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;

export interface JsonDocumentHandler {
  /**
   * The file's one value, decoded and cleaned; called at most once. `isWhole` is false when the file is damaged: then
   * the value holds what stands before the damage, up to the last whole item of its outermost list.
   */
  onDocument(value: unknown, isWhole: boolean): void;
  /** The file is too large, cut off, written over, or goes on behind its value; called before `onDocument`. */
  onBadDocument(line: number, byteOffset: number, reason: string): void;
}

/**
 * Reads a file that is one JSON value: collects its text, in memory up to a limit, and parses it once at the end, since
 * such a file has no meaning before its last bracket. Chunks may end inside a character. A file of blanks gives nothing.
 */
export class JsonDocument {
  readonly #handler: JsonDocumentHandler;
  readonly #maxBytes: number;
  /** Not fatal: a byte that is no UTF-8 becomes U+FFFD instead of costing the whole document. */
  readonly #decoder = new TextDecoder("utf-8");
  #pieces: string[] = [];
  #bytes = 0;

  constructor(handler: JsonDocumentHandler, maxBytes = MAX_DOCUMENT_BYTES) {
    this.#handler = handler;
    this.#maxBytes = maxBytes;
  }

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#bytes <= this.#maxBytes) this.#pieces.push(this.#decoder.decode(chunk, { stream: true }));
    else this.#pieces = [];
  }

  /** The file ended: hands the document to the handler. */
  end(): void {
    const isTooLarge = this.#bytes > this.#maxBytes;
    const text = isTooLarge ? "" : this.#pieces.join("") + this.#decoder.decode();
    this.#pieces = [];
    if (isTooLarge) {
      const size = this.#bytes.toLocaleString("en-US");
      const limit = this.#maxBytes.toLocaleString("en-US");
      this.#handler.onBadDocument(1, 0, `The document has ${size} bytes; at most ${limit} are read.`);
    } else if (text.trim() !== "") {
      this.#read(text);
    }
  }

  #read(text: string): void {
    const whole = parse(text);
    if (whole) {
      this.#handler.onDocument(whole.value, true);
      return;
    }
    const damage = findDamage(text);
    const before = text.slice(0, damage.at);
    const line = before.split("\n").length;
    const kept = damage.kept === "" ? null : parse(damage.kept);
    const reason = `${endOfDamage(damage)} ${kept ? "What stands before it was read." : "Nothing could be read."}`;
    this.#handler.onBadDocument(line, new TextEncoder().encode(before).length, reason);
    if (kept) this.#handler.onDocument(kept.value, false);
  }
}

/** The decoded and cleaned value (which may be null), or null when the text is no JSON. */
function parse(text: string): { value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return { value: mayNeedCleaning(text) ? cleanJson(value) : value };
  } catch {
    return null;
  }
}
