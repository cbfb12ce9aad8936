import { cleanJson, mayNeedCleaning } from "../events/clean";
import { ByteLines } from "./byte-lines";
import { isObject, type JsonObject } from "./json";
import { recoverRecords } from "./recover";

const NUL = 0x00;

export interface JsonLinesHandler {
  /** One record. `recovered` when its line was bad and the record could still be read out of it. */
  onRecord(record: JsonObject, byteOffset: number, line: number, recovered: boolean): void;
  /** One line that is no JSON object; named once, even when records were recovered from it. */
  onBadLine(line: number, byteOffset: number, reason: string): void;
}

/** Reads a JSONL file record by record, in the memory of its longest line. */
export class JsonLines {
  readonly #handler: JsonLinesHandler;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #lines: ByteLines;

  constructor(handler: JsonLinesHandler, maxLineBytes?: number) {
    this.#handler = handler;
    this.#lines = new ByteLines(
      {
        onLine: (bytes, byteOffset, line) => this.#readLine(bytes, byteOffset, line),
        onLongLine: (line, byteOffset, reason) => handler.onBadLine(line, byteOffset, reason),
      },
      maxLineBytes,
    );
  }

  push(chunk: Uint8Array): void {
    this.#lines.push(chunk);
  }

  /** The file ended; a last line without newline counts. */
  end(): void {
    this.#lines.end();
  }

  #readLine(bytes: Uint8Array, byteOffset: number, line: number): void {
    if (bytes.length === 0) return;
    const text = this.#decoder.decode(bytes);
    const value = parse(text);
    if (isObject(value)) this.#handler.onRecord(value, byteOffset, line, false);
    else if (value !== undefined) this.#handler.onBadLine(line, byteOffset, "The line is JSON, but not an object.");
    else if (text.trim() !== "") this.#recover(text, bytes, byteOffset, line);
  }

  #recover(text: string, bytes: Uint8Array, byteOffset: number, line: number): void {
    const found = recoverRecords(text);
    this.#handler.onBadLine(line, byteOffset, reasonFor(bytes, found.length));
    let characters = 0;
    let offset = byteOffset;
    for (const { json, start } of found) {
      offset += new TextEncoder().encode(text.slice(characters, start)).length;
      characters = start;
      const value = parse(json);
      if (isObject(value)) this.#handler.onRecord(value, offset, line, true);
    }
  }
}

function reasonFor(bytes: Uint8Array, recovered: number): string {
  const nuls = bytes.reduce((count, byte) => (byte === NUL ? count + 1 : count), 0);
  if (nuls === bytes.length) return `The line is a block of ${nuls} NUL bytes.`;
  if (recovered === 0) return "The line is not complete JSON: it was cut off or written over.";
  const records = recovered === 1 ? "One record was read out of it." : `${recovered} records were read out of it.`;
  return nuls > 0
    ? `The line holds ${nuls} NUL bytes. ${records}`
    : `The line is not one JSON object: records are glued together or cut. ${records}`;
}

/** The decoded and cleaned value, or undefined when the text is not JSON. */
function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return mayNeedCleaning(text) ? cleanJson(value) : value;
  } catch {
    return undefined;
  }
}
