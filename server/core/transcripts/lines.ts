import { cleanJson, mayNeedCleaning } from "../events/clean";
import { isObject, type JsonObject } from "./json";
import { recoverRecords } from "./recover";

/** A longer line is counted as bad and skipped; real lines of 15 MB exist. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const NUL = 0x00;
const BOM = [0xef, 0xbb, 0xbf] as const;

export interface JsonLinesHandler {
  /** One record. `recovered` when its line was bad and the record could still be read out of it. */
  onRecord(record: JsonObject, byteOffset: number, line: number, recovered: boolean): void;
  /** One line that is no JSON object; named once, even when records were recovered from it. */
  onBadLine(line: number, byteOffset: number, reason: string): void;
}

/**
 * Splits a JSONL file into records, in the memory of its longest line. Splits on byte 0x0A only: readline libraries
 * also split on U+2028 and U+2029, which are legal inside JSON strings.
 */
export class JsonLines {
  readonly #handler: JsonLinesHandler;
  readonly #maxLineBytes: number;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #pieces: Uint8Array[] = [];
  #pendingBytes = 0;
  /** Byte offset of the start of the current line. */
  #lineStart = 0;
  #line = 1;

  constructor(handler: JsonLinesHandler, maxLineBytes = MAX_LINE_BYTES) {
    this.#handler = handler;
    this.#maxLineBytes = maxLineBytes;
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#finishLine(chunk.subarray(from, at));
      this.#lineStart += 1;
      this.#line++;
      from = at + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
  }

  /** The file ended; a last line without newline counts. */
  end(): void {
    this.#finishLine(new Uint8Array(0));
  }

  #keep(piece: Uint8Array): void {
    this.#pendingBytes += piece.length;
    // Copied, because the caller may reuse the chunk's memory for its next read. Not by `slice`: of a Buffer that is
    // a view of the same memory.
    if (this.#pendingBytes <= this.#maxLineBytes) this.#pieces.push(new Uint8Array(piece));
    else this.#pieces = [];
  }

  #finishLine(tail: Uint8Array): void {
    const length = this.#pendingBytes + tail.length;
    const start = this.#lineStart;
    if (length > this.#maxLineBytes) {
      const limit = this.#maxLineBytes.toLocaleString("en-US");
      this.#handler.onBadLine(
        this.#line,
        start,
        `The line has ${length.toLocaleString("en-US")} bytes; at most ${limit} are read.`,
      );
    } else if (length > 0) {
      this.#readLine(this.#pieces.length === 0 ? tail : concatenate(this.#pieces, tail, length), start);
    }
    this.#pieces = [];
    this.#pendingBytes = 0;
    this.#lineStart = start + length;
  }

  #readLine(bytes: Uint8Array, lineOffset: number): void {
    const from = lineOffset === 0 && BOM.every((byte, index) => bytes[index] === byte) ? BOM.length : 0;
    const to = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
    if (from >= to) return;
    const text = this.#decoder.decode(bytes.subarray(from, to));
    const value = parse(text);
    if (isObject(value)) {
      this.#handler.onRecord(value, lineOffset + from, this.#line, false);
      return;
    }
    if (text.trim() !== "") this.#recover(text, bytes.subarray(from, to), lineOffset + from, value !== undefined);
  }

  #recover(text: string, bytes: Uint8Array, byteOffset: number, isJson: boolean): void {
    if (isJson) {
      this.#handler.onBadLine(this.#line, byteOffset, "The line is JSON, but not an object.");
      return;
    }
    const found = recoverRecords(text);
    this.#handler.onBadLine(this.#line, byteOffset, reasonFor(bytes, found.length));
    let characters = 0;
    let offset = byteOffset;
    for (const { json, start } of found) {
      offset += new TextEncoder().encode(text.slice(characters, start)).length;
      characters = start;
      const value = parse(json);
      if (isObject(value)) this.#handler.onRecord(value, offset, this.#line, true);
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

function concatenate(pieces: readonly Uint8Array[], tail: Uint8Array, length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  whole.set(tail, at);
  return whole;
}
